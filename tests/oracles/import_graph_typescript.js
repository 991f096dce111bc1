// The files that the imports of every script below a folder lead to, as the TypeScript compiler resolves them.
// node import_graph_typescript.js FOLDER_WITH_NODE_MODULES FOLDER: {file: [file]} as JSON, paths below the folder.
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require(path.join(process.argv[2], "node_modules", "typescript"));
const root = fs.realpathSync(process.argv[3]);

const options = new Map();
function optionsFor(folder) {
  if (options.has(folder)) return options.get(folder);
  const config = ["tsconfig.json", "jsconfig.json"].map((name) => path.join(folder, name)).find((file) => fs.existsSync(file));
  let found;
  if (config) {
    const read = ts.readConfigFile(config, ts.sys.readFile);
    found = ts.parseJsonConfigFileContent(read.config || {}, ts.sys, folder, undefined, config).options;
  } else if (folder === root || path.dirname(folder) === folder) {
    found = {};
  } else {
    found = optionsFor(path.dirname(folder));
  }
  options.set(folder, found);
  return found;
}

function* scripts(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* scripts(file);
    else if (/\.[cm]?[jt]sx?$/.test(entry.name)) yield file;
  }
}

const answer = {};
for (const file of scripts(root)) {
  const text = fs.readFileSync(file, "utf8");
  const told = { allowJs: true, resolveJsonModule: true, moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext };
  const all = { ...told, ...optionsFor(path.dirname(file)), allowJs: true };
  if (all.moduleResolution === undefined) all.moduleResolution = told.moduleResolution;
  const targets = new Set();
  for (const written of ts.preProcessFile(text, true, true).importedFiles) {
    const found = ts.resolveModuleName(written.fileName, file, all, ts.sys).resolvedModule;
    if (!found) continue;
    const real = fs.existsSync(found.resolvedFileName) ? fs.realpathSync(found.resolvedFileName) : found.resolvedFileName;
    const inside = path.relative(root, real).split(path.sep).join("/");
    if (!inside.startsWith("..") && !inside.split("/").includes("node_modules") && real !== file) targets.add(inside);
  }
  answer[path.relative(root, file).split(path.sep).join("/")] = [...targets];
}
process.stdout.write(JSON.stringify(answer));
