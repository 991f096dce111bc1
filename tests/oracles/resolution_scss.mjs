// What names of SCSS mean, told by Dart Sass while it compiles. Every definition of a folder gets a twin with a name of
// its own beside it, and before each statement stands a `@debug` that asks which twins of the names in it can be seen from
// there. PostCSS says where statements are. Prints where names are and what each means: paths and offsets in bytes, no
// path for what the language itself has.
//
//     node resolution_scss.mjs FOLDER
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const require = createRequire(path.join(process.env.NODE_PATH?.split(path.delimiter)[0] ?? process.cwd(), "x.js"));
const scss = require("postcss-scss");
const sass = require("sass");

const [folder] = process.argv.slice(2);
const LOOPS = new Set(["each", "for"]);
const ASKS = { variable: "variable-exists", mixin: "mixin-exists", function: "function-exists" };

function* files(at) {
  for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
    const full = path.join(at, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) yield* files(full);
    else if (entry.name.endsWith(".scss") && fs.statSync(full).size < 300000) yield full;
  }
}

const key = (kind, name) => `${kind} ${name.replaceAll("_", "-")}`;
const sheets = new Map();
const definitions = []; // {kind, name, file, at, local, global}
const byName = new Map();

for (const file of files(folder)) {
  const text = fs.readFileSync(file, "utf8");
  try {
    sheets.set(file, { text, root: scss.parse(text), inserts: [], uses: [] });
  } catch {}
}

function define(kind, name, file, at, local, where, order, flag = "") {
  const number = definitions.length;
  definitions.push({ kind, name, file, at, local });
  const known = byName.get(key(kind, name)) ?? [];
  byName.set(key(kind, name), [...known, number]);
  const twin = { variable: `$twin-${number}: 0${flag};`, mixin: `@mixin twin-${number}() {}`, function: `@function twin-${number}() { @return 0; }` }[kind];
  sheets.get(file).inserts.push([where, order, `${twin} `]);
}

const blank = (raw) => raw.replace(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\#]|\\.|#(?!\{))*"|'(?:[^'\\#]|\\.|#(?!\{))*'/g, (one) => " ".repeat(one.length));

for (const [file, sheet] of sheets) {
  const { text, root } = sheet;
  let lastUse = -1;
  for (const node of root.nodes) if (node.type === "atrule" && ["use", "forward"].includes(node.name)) lastUse = node.source.start.offset;
  root.walk((node) => {
    const start = node.source.start.offset;
    const local = node.parent !== root;
    const found = [];
    const take = (raw, from) => {
      if (text.slice(from, from + raw.length) !== raw) return;
      const code = blank(raw);
      for (const one of code.matchAll(/(?<![\w.$%#&@-])(?:([A-Za-z_][\w-]*)\.)?(?:(\$[A-Za-z_][\w-]*)(?!\s*:)|([A-Za-z_][\w-]*)(?=\())/g)) {
        const name = one[2] ?? one[3];
        found.push([one[2] ? "variable" : "function", name, from + one.index + one[0].length - name.length, one[1] ?? ""]);
      }
    };
    const params = (raw, from) => {
      // names in parentheses that a block begins with, and not what they are if nobody gives them
      const first = node.nodes?.[0]?.source.start.offset;
      if (first === undefined) return;
      let depth = 0;
      let open = true;
      for (const one of blank(raw).matchAll(/[(),]|\$[A-Za-z_][\w-]*/g)) {
        if (one[0] === "(") depth++;
        else if (one[0] === ")") depth--;
        else if (one[0] === ",") open ||= depth === 1;
        else if (open && depth === 1) {
          define("variable", one[0], file, from + one.index, true, first, 0);
          open = false;
        }
      }
    };
    if (node.type === "decl") {
      const raw = node.raws.value?.raw ?? node.value;
      take(raw, start + node.prop.length + (node.raws.between ?? "").length);
      if (/^\$[A-Za-z_]/.test(node.prop)) define("variable", node.prop, file, start, local, start, 2, /!global/.test(raw) ? " !global" : "");
    } else if (node.type === "atrule") {
      const from = start + 1 + node.name.length + (node.raws.afterName ?? "").length;
      const raw = node.raws.params?.raw ?? node.params;
      const named = /^(?:([A-Za-z_][\w-]*)\.)?([A-Za-z_][\w-]*)/.exec(raw);
      if ((node.name === "mixin" || node.name === "function") && named) {
        define(node.name, named[2], file, from, false, start, 2);
        params(raw, from);
      } else if (node.name === "include" && named) {
        found.push(["mixin", named[2], from + named[0].length - named[2].length, named[1] ?? ""]);
        take(" ".repeat(named[0].length) + raw.slice(named[0].length), -1);
        const rest = raw.slice(named[0].length).replace(/\busing\b[^]*$/, "");
        take(rest, from + named[0].length);
      } else if (LOOPS.has(node.name)) {
        const split = raw.search(/\s(?:in|from)\s/);
        const first = node.nodes?.[0]?.source.start.offset;
        for (const one of raw.slice(0, split).matchAll(/\$[\w-]+/g))
          if (first !== undefined) define("variable", one[0], file, from + one.index, true, first, 0);
        take(raw.slice(split), from + split);
      } else if (["if", "return", "while", "media", "warn", "error"].includes(node.name)) take(raw, from);
    } else if (node.type === "rule") {
      for (const one of node.selector.matchAll(/#\{(\$[A-Za-z_][\w-]*)\}/g)) found.push(["variable", one[1], start + one.index + 2, ""]);
    }
    if (local || start > lastUse) for (const [kind, name, at, space] of found) sheet.uses.push({ kind, name, at, space, start });
  });
}

// A sheet with a question before every statement takes its time: so many names of a folder are asked about.
const MOST = 4000;
const step = Math.ceil([...sheets.values()].reduce((sum, one) => sum + one.uses.length, 0) / MOST);
const told = new Map(); // uses by number: the twins that can be seen
const asked = [];
for (const [file, sheet] of sheets) {
  const statements = new Map();
  for (const use of sheet.uses) {
    const twins = byName.get(key(use.kind, use.name)) ?? [];
    use.number = asked.length;
    asked.push({ file, ...use, twins });
    if (use.number % step || !twins.length || text_before(sheet.text, use.start) || twins.length > 40) continue;
    const module = use.space ? `, "${use.space}"` : "";
    const ask = use.space && use.kind === "variable" ? "global-variable-exists" : ASKS[use.kind];
    const parts = twins.map((one) => `#{if(${ask}("twin-${one}"${module}), "${one}", "")}`);
    statements.set(use.start, (statements.get(use.start) ?? "") + ` @debug "told ${use.number}: ${parts.join(" ")}";`);
  }
  for (const [at, debug] of statements) sheet.inserts.push([at, 1, `${debug.trim()} `]);
  let made = sheet.text;
  sheet.inserts.sort((one, other) => other[0] - one[0] || other[1] - one[1]);
  for (const [at, , insert] of sheet.inserts) made = made.slice(0, at) + insert + made.slice(at);
  sheet.made = made;
}

function text_before(text, at) {
  return text.startsWith("@else", at);
}

const work = fs.mkdtempSync(path.join(process.env.TMPDIR ?? "/tmp", "sass-"));
for (const [file, sheet] of sheets) {
  const to = path.join(work, path.relative(folder, file));
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, sheet.made);
}
const logger = {
  warn() {},
  debug(message) {
    const found = /^told (\d+): (.*)$/.exec(message);
    if (!found) return;
    const seen = told.get(Number(found[1])) ?? new Set();
    for (const one of found[2].split(" ")) if (one) seen.add(Number(one));
    told.set(Number(found[1]), seen);
  },
};
let compiled = 0;
for (const file of sheets.keys()) {
  if (path.basename(file).startsWith("_")) continue;
  try {
    sass.compile(path.join(work, path.relative(folder, file)), { logger, loadPaths: [work, path.join(work, "scss"), path.join(work, "packages")] });
    compiled++;
  } catch (error) {
    if (process.env.SHOW) process.stderr.write(`${file}: ${String(error.message).slice(0, 300)}\n`);
  }
}
fs.rmSync(work, { recursive: true });
process.stderr.write(`${compiled} sheets compiled, ${told.size} of ${asked.length} names told\n`);

const out = {};
for (const { file, at, name, kind, twins, number, space } of asked) {
  const bytes = (text, units) => Buffer.byteLength(text.slice(0, units));
  const seen = [...(told.get(number) ?? [])].map((one) => definitions[one]);
  const inside = seen.filter((one) => one.local);
  const answers = (inside.length ? inside : seen).map((one) => [one.file, bytes(sheets.get(one.file).text, one.at)]);
  if (number % step) continue;
  const builtin = kind === "function" && !space && (!twins.length || (told.has(number) && !answers.length));
  if (answers.length || builtin) (out[file] ??= []).push([bytes(sheets.get(file).text, at), name, builtin ? [[null, 0]] : answers]);
}
process.stdout.write(JSON.stringify(out));
