// Prints the references that the TypeScript compiler sees in the files named on standard input (JavaScript too), one JSON
// object a file: {"path", "references": [[kind, name, row]]}. Files with syntax errors are left out. `--check` only says
// whether the compiler is installed. NODE_PATH says where it is.
"use strict";
const fs = require("fs");
const ts = require("typescript");

function references(source) {
  const found = [];

  function add(kind, name) {
    const text = ts.isStringLiteralLike(name) ? name.getText(source).slice(1, -1) : name.getText(source);
    found.push([kind, text, source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1]);
  }

  // The last name of an expression or of a type; what has no name is no reference.
  function named(kind, node) {
    if (ts.isIdentifier(node)) add(kind, node);
    else if (ts.isPropertyAccessExpression(node)) add(kind, node.name);
    else if (ts.isQualifiedName(node)) add(kind, node.right);
    else if (ts.isExpressionWithTypeArguments(node) || ts.isNonNullExpression(node)) named(kind, node.expression);
  }

  function visit(node) {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const loads = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText(source) === "require";
      if (loads && first && ts.isStringLiteral(first) && first.text !== "") add("import", first);
      named("call", node.expression);
    } else if (ts.isNewExpression(node)) named("call", node.expression);
    else if (ts.isTaggedTemplateExpression(node)) named("call", node.tag);
    else if (ts.isDecorator(node)) named("call", node.expression);
    else if (ts.isJsxOpeningLikeElement(node) && /(?:^|\.)[A-Z]\w*$/.test(node.tagName.getText(source))) {
      named("call", node.tagName); // one that begins with a small letter is the page's
    }
    else if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) {
      add("import", node.moduleSpecifier);
    } else if (ts.isExternalModuleReference(node)) add("import", node.expression);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add("import", node.argument.literal);
    else if (ts.isImportSpecifier(node)) add("import", node.propertyName || node.name);
    else if (ts.isNamespaceImport(node)) add("import", node.name);
    else if (ts.isImportClause(node) && node.name) add("import", node.name);
    else if (ts.isHeritageClause(node)) {
      const kind = node.token === ts.SyntaxKind.ExtendsKeyword ? "extends" : "implements";
      for (const type of node.types) named(kind, type.expression);
    } else if (ts.isTypeReferenceNode(node) && node.typeName.getText(source) !== "const") named("type", node.typeName);
    ts.forEachChild(node, visit);
  }

  visit(source);
  return found;
}

if (!process.argv.includes("--check")) {
  for (const path of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const kind = /\.tsx$/.test(path) ? ts.ScriptKind.TSX : /\.[mc]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
    const source = ts.createSourceFile(path, fs.readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, kind);
    if (source.parseDiagnostics.length === 0) console.log(JSON.stringify({ path, references: references(source) }));
  }
}
