// What names of pages and style sheets mean: parse5 reads pages, PostCSS with its parsers of selectors and values reads
// sheets, and what is here follows links and imports. Prints, for each file of a folder, where its names are, and where
// each is defined: a path and an offset in bytes, no path for what no file of the folder defines.
//
//     node resolution_styles.mjs FOLDER
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const require = createRequire(path.join(process.env.NODE_PATH?.split(path.delimiter)[0] ?? process.cwd(), "x.js"));
const postcss = require("postcss");
const selectors = require("postcss-selector-parser");
const values = require("postcss-value-parser");
const parse5 = require("parse5");

const [folder] = process.argv.slice(2);
const IDS = ["for", "list", "form", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details"];
const WORDS = new Set(
  ("alternate alternate-reverse backwards both ease ease-in ease-in-out ease-out forwards infinite linear normal none paused " +
    "reverse running step-end step-start initial inherit unset auto").split(" "),
);

function* files(at, endings) {
  for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
    const full = path.join(at, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) yield* files(full, endings);
    else if (endings.some((ending) => entry.name.endsWith(ending)) && fs.statSync(full).size < 300000) yield full;
  }
}

const bytes = (text) => {
  // from offsets in units of UTF-16 to bytes
  if (/^[\x00-\x7f]*$/.test(text)) return (at) => at;
  const table = new Uint32Array(text.length + 1);
  for (let at = 0, count = 0; at < text.length; at++) {
    table[at] = count;
    const unit = text.charCodeAt(at);
    count += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
    table[at + 1] = count;
  }
  return (at) => table[at];
};

// What a sheet defines and names. Offsets are those of `text`, from `base` on.
function readSheet(root, text, base, found) {
  const at = (node, index) => base + node.source.start.offset + index;
  root.walk((node) => {
    if (node.type === "rule" && !(node.parent?.name ?? "").endsWith("keyframes")) {
      const raw = node.raws.selector?.raw ?? node.selector;
      try {
        selectors((tree) =>
          tree.walk((one) => {
            if (one.type === "class") push(found.classes, one.value, at(node, one.sourceIndex + (raw[one.sourceIndex] === "." ? 1 : 0)));
            if (one.type === "id") found.uses.push(["#", one.value, at(node, one.sourceIndex + 1)]);
          }),
        ).processSync(raw);
      } catch {}
    } else if (node.type === "atrule" && /keyframes$/i.test(node.name)) {
      const start = text.slice(at(node, 0)).indexOf(node.params);
      push(found.keyframes, node.params, at(node, start));
    } else if (node.type === "atrule" && node.name === "import") {
      const one = values(node.params).nodes[0];
      const written = one?.type === "string" ? one.value : one?.type === "function" ? one.nodes[0]?.value : null;
      if (written) found.imports.push(written);
    } else if (node.type === "atrule" && node.name === "property") {
      push(found.properties, node.params.trim(), at(node, text.slice(at(node, 0)).indexOf("--")));
    } else if (node.type === "decl") {
      if (node.prop.startsWith("--")) push(found.properties, node.prop, at(node, 0));
      const raw = node.raws.value?.raw ?? node.value;
      const start = at(node, node.prop.length + (node.raws.between ?? "").length);
      if (text.slice(start, start + raw.length) !== raw) return;
      values(raw).walk((one) => {
        if (one.type === "function" && one.value.toLowerCase() === "var" && one.nodes[0]?.type === "word")
          found.uses.push(["--", one.nodes[0].value, start + one.nodes[0].sourceIndex]);
        if (one.type === "function") return;
        if (one.type === "word" && /(^|-)animation(-name)?$/.test(node.prop) && /^[A-Za-z_-][\w-]*$/.test(one.value) && !WORDS.has(one.value))
          found.uses.push(["keyframes", one.value, start + one.sourceIndex]);
      });
    }
  });
}

const push = (table, name, at) => (table.has(name) ? table.get(name).push(at) : table.set(name, [at]));
const empty = () => ({ classes: new Map(), keyframes: new Map(), properties: new Map(), ids: new Map(), imports: [], links: [], uses: [] });
const known = new Map();

function read(file) {
  if (known.has(file)) return known.get(file);
  const found = empty();
  known.set(file, found);
  const text = fs.readFileSync(file, "utf8");
  found.bytes = bytes(text);
  try {
    if (/\.css$/.test(file)) readSheet(postcss.parse(text), text, 0, found);
    else readPage(text, found);
  } catch {
    found.broken = true;
  }
  return found;
}

function readPage(text, found) {
  const tree = parse5.parse(text, { sourceCodeLocationInfo: true });
  const visit = (node) => {
    const where = node.sourceCodeLocation?.attrs ?? node.sourceCodeLocation?.startTag?.attrs ?? {};
    const said = Object.fromEntries((node.attrs ?? []).map((one) => [one.name, one.value]));
    for (const one of node.attrs ?? []) {
      const name = one.prefix ? `${one.prefix}:${one.name}` : one.name;
      const place = where[name] ?? where[one.name];
      if (!place) continue;
      const written = text.slice(place.startOffset, place.endOffset);
      const start = place.startOffset + written.length - written.replace(/^[^=]*=\s*["']?/, "").length;
      if (!written.includes("=") || text.slice(start, start + one.value.length) !== one.value) continue;
      const each = (use) => {
        for (const word of one.value.matchAll(/[^ \t\n\f\r]+/g)) use(word[0], start + word.index);
      };
      if (name === "class") each((word, at) => found.uses.push([".", word, at]));
      else if (name === "id") each((word, at) => push(found.ids, word, at));
      else if (name === "name" && node.tagName === "a") each((word, at) => push(found.ids, word, at));
      else if (IDS.includes(name) && !(name === "list" && node.tagName !== "input")) each((word, at) => found.uses.push(["#", word, at]));
      else if (name === "href" && ["a", "area", "use"].includes(node.tagName) && /^[^\s:]*#[^\s#=&/!]+$/.test(one.value)) {
        const [page, id] = one.value.split("#");
        if (!page.startsWith("//")) found.uses.push(["#", decodeURIComponent(id), start + page.length + 1, page]);
      }
    }
    if (node.tagName === "link" && /(^|\s)stylesheet(\s|$)/i.test(said.rel ?? "") && said.href) found.links.push(said.href);
    if (node.tagName === "style" && node.childNodes[0]) {
      const from = node.childNodes[0].sourceCodeLocation.startOffset;
      const css = node.childNodes[0].value;
      if (text.slice(from, from + css.length) === css) readSheet(postcss.parse(css), text, from, found);
    }
    for (const child of node.childNodes ?? []) visit(child);
    if (node.content) visit(node.content);
  };
  visit(tree);
}

const lead = (file, written) => {
  if (/^([a-zA-Z][\w+.-]*:|\/)/.test(written)) return null;
  const full = path.resolve(path.dirname(file), decodeURIComponent(written.replace(/[?#].*/, "")));
  return full.startsWith(folder) && fs.existsSync(full) && fs.statSync(full).isFile() ? full : null;
};

// The sheets that a text takes in, and whether some are not here.
function taken(file) {
  const all = new Set([file]);
  let missing = false;
  for (const one of all) {
    const found = read(one);
    for (const written of [...found.links, ...found.imports]) {
      const to = lead(one, written);
      if (to === null) missing = true;
      else if (to.endsWith(".css")) all.add(to);
    }
    missing ||= Boolean(found.broken);
  }
  return [all, missing];
}

function answers(file, [space, name, , page]) {
  if (space === "#") {
    if (file.endsWith(".css")) return null;
    const other = page ? lead(file, page) : file;
    if (other === null || !/\.x?html?$/.test(other)) return [[null, 0]];
    const ids = read(other).ids.get(name) ?? [];
    return ids.length ? ids.map((at) => [other, read(other).bytes(at)]) : [[null, 0]];
  }
  const [sheets, missing] = taken(file);
  const table = { ".": "classes", "--": "properties", keyframes: "keyframes" }[space];
  const found = [...sheets].flatMap((one) => (read(one)[table].get(name) ?? []).map((at) => [one, read(one).bytes(at)]));
  if (found.length) return found;
  // A page that links nothing, or a sheet that is not here, leaves open what a class of it is.
  const links = read(file).links;
  if (space !== "." || (missing && !links.some((one) => /^(https?:)?\/\//.test(one)))) return null;
  return links.length || read(file).classes.size ? [[null, 0]] : null;
}

const out = {};
for (const file of files(folder, [".css", ".html", ".htm", ".xhtml"])) {
  const found = read(file);
  if (found.broken) continue;
  out[file] = found.uses.flatMap((use) => {
    const said = answers(file, use);
    return said === null ? [] : [[found.bytes(use[2]), use[1], said]];
  });
}
process.stdout.write(JSON.stringify(out));
