// Says where names are defined, by the language service of the TypeScript compiler. The argument is a folder; each row of
// standard input is {"path", "offset"} with an offset in UTF-16 units, and each row of the output a list of [path, offset]
// of where that name is defined, with an empty path for what no file tells. NODE_PATH says where the compiler is.
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require("typescript");

const folder = process.argv[2];
const config = ts.findConfigFile(folder, ts.sys.fileExists);
const read = config ? ts.readConfigFile(config, ts.sys.readFile).config : {};
const { options, fileNames } = ts.parseJsonConfigFileContent(read, ts.sys, config ? path.dirname(config) : folder, {}, config);
options.types = [];
options.allowJs = true;
options.jsx = options.jsx || ts.JsxEmit.Preserve;
if (!config) Object.assign(options, { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022 });
const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
const files = config ? fileNames : ts.sys.readDirectory(folder, endings, ["**/node_modules", "**/dist"]);

const host = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => files,
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => (fs.existsSync(name) ? ts.ScriptSnapshot.fromString(fs.readFileSync(name, "utf8")) : undefined),
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
};
const service = ts.createLanguageService(host);

function nodeAt(source, offset) {
  let found = source;
  const visit = (node) => {
    if (node.getStart(source) <= offset && offset < node.getEnd()) {
      found = node;
      ts.forEachChild(node, visit);
    }
  };
  ts.forEachChild(source, visit);
  return found;
}

// Where a declaration has its name; one without has the word that exports it.
function placed(declaration) {
  const source = declaration.getSourceFile();
  const name = ts.getNameOfDeclaration(declaration);
  if (name) return [source.fileName, name.getStart(source)];
  const exported = ts.isExportAssignment(declaration) || ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Default;
  const start = declaration.getStart(source);
  return [source.fileName, exported ? source.text.indexOf("default", start) : start];
}

function isAlias(declaration) {
  return ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration)
    || ts.isImportEqualsDeclaration(declaration) || ts.isExportSpecifier(declaration);
}

// The file that `import * as name` stands for: the service stays at the name, the checker goes on.
function importedModule(program, name) {
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(name);
  const meant = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : undefined;
  return ((meant && meant.declarations) || []).find(ts.isSourceFile);
}

function definitions(file, offset) {
  const program = service.getProgram();
  const source = program.getSourceFile(file);
  if (!source) return [];
  const node = nodeAt(source, offset);
  const parent = node.parent;
  // A variable that takes a property's name is defined where it stands, whatever the property is.
  if (ts.isBindingElement(parent) && parent.name === node) return [[file, offset]];
  const found = [];
  for (const each of service.getDefinitionAtPosition(file, offset) || []) {
    const other = program.getSourceFile(each.fileName);
    const at = nodeAt(other, each.textSpan.start);
    const declaration = at.parent && ts.getNameOfDeclaration(at.parent) === at ? at.parent : undefined;
    if (declaration && isAlias(declaration)) {
      const module = importedModule(program, at);
      found.push(module ? [module.fileName, 0] : ["", 0]); // an import that leads nowhere
      continue;
    }
    if (ts.isExportAssignment(at) || (!ts.isIdentifier(at) && ts.canHaveModifiers(at))) found.push(placed(at));
    else found.push([each.fileName, each.textSpan.start]);
    // All declarations of one thing are where it is defined: overloads, parts of an interface.
    const symbol = declaration && declaration.symbol;
    if (symbol) for (const one of symbol.declarations || []) found.push(placed(one));
  }
  return found;
}

require("readline").createInterface({ input: process.stdin }).on("line", (row) => {
  const asked = JSON.parse(row);
  let found = [];
  try {
    found = definitions(asked.path, asked.offset);
  } catch (error) {
    process.stderr.write(`${asked.path}:${asked.offset}: ${error}\n`);
  }
  process.stdout.write(JSON.stringify(found) + "\n");
});
