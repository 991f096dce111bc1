// The contents of the scripts and styles of Vue and Svelte files, as their compilers see them: paths come in, one a
// line, and for each a line of JSON goes out, null where the compiler refuses the file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.cwd() + "/");
const vue = require("@vue/compiler-sfc");
const compiler = await import(pathToFileURL(require.resolve("svelte/compiler")).href);
const svelte = compiler.parse ? compiler : compiler.default;

function ofVue(source) {
  const { descriptor, errors } = vue.parse(source, { sourceMap: false });
  if (errors.length) return null;
  const parts = [descriptor.script, descriptor.scriptSetup, ...descriptor.styles].filter((part) => part);
  return parts.map((part) => source.slice(part.loc.start.offset, part.loc.end.offset));
}

function ofSvelte(source) {
  const found = [];
  const ast = svelte.parse(source, { modern: true });
  for (const script of [ast.module, ast.instance]) {
    if (script) found.push(source.slice(script.content.start, script.content.end));
  }
  if (ast.css) found.push(ast.css.content.styles);
  return found;
}

let input = "";
for await (const part of process.stdin.setEncoding("utf8")) input += part;
for (const path of input.split("\n")) {
  let found = null;
  try {
    const source = readFileSync(path, "utf8").replace(/^\ufeff/, "");
    found = path.endsWith(".vue") ? ofVue(source) : ofSvelte(source);
  } catch {
    found = null;
  }
  console.log(JSON.stringify(found && found.filter((part) => part.trim())));
}
