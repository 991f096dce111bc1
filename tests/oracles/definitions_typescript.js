// Prints the definitions that the TypeScript compiler sees in the files named on standard input (JavaScript too), one JSON
// object a file: {"path", "definitions": [[name, row of the name, first row, last row, kind]]}. Files with syntax errors
// are left out. `--check` only says whether the compiler is installed. NODE_PATH says where it is.
"use strict";
const fs = require("fs");
const ts = require("typescript");

const FUNCTIONS = new Set([ts.SyntaxKind.ArrowFunction, ts.SyntaxKind.FunctionExpression, ts.SyntaxKind.ClassExpression]);

function definitions(source) {
  const found = [];
  const row = (offset) => source.getLineAndCharacterOfPosition(offset).line + 1;

  function add(name, whole, kind) {
    let text = name.getText(source);
    if (ts.isStringLiteralLike(name)) text = text.slice(1, -1);
    if (text === "") return;
    found.push([text, row(name.getStart(source)), row(whole.getStart(source)), row(whole.getEnd() - 1), kind]);
  }

  // A variable statement with one declaration counts as a whole, else each declaration by itself.
  function variables(list, statement, kept) {
    for (const declaration of list.declarations) {
      const bound = declaration.initializer && FUNCTIONS.has(declaration.initializer.kind);
      if (!bound && !kept) continue;
      const whole = list.declarations.length === 1 && statement ? statement : declaration;
      if (ts.isIdentifier(declaration.name)) add(declaration.name, whole, bound ? "function" : "variable");
      else for (const element of declaration.name.elements) {
        if (element.name && ts.isIdentifier(element.name)) add(element.name, element, "variable");
      }
    }
  }

  function members(node) {
    for (const member of node.members) {
      const keyword = (child) => child.kind === ts.SyntaxKind.ConstructorKeyword;
      const name = ts.isConstructorDeclaration(member) ? member.getChildren(source).find(keyword) : member.name;
      if (name) add(name, member, ts.SyntaxKind[member.kind]);
    }
  }

  // `outer` is whether names bound here belong to the file or to a namespace.
  function visit(node, outer) {
    if (ts.isFunctionDeclaration(node) || ts.isClassLike(node) || ts.isInterfaceDeclaration(node)
      || ts.isEnumDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      if (node.name && !ts.isClassExpression(node)) add(node.name, node, ts.SyntaxKind[node.kind]);
      if (node.members) members(node);
      if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) members(node.type);
    } else if (ts.isModuleDeclaration(node)) {
      let last = node;
      while (last.body && ts.isModuleDeclaration(last.body)) last = last.body;
      if (last === node) add(node.name, node, "ModuleDeclaration");
      if (last.body) ts.forEachChild(last.body, (child) => visit(child, true));
      return;
    } else if (ts.isVariableStatement(node)) {
      variables(node.declarationList, node, outer);
    } else if (ts.isVariableDeclarationList(node) && !ts.isVariableStatement(node.parent)) {
      variables(node, undefined, false);
    } else if (ts.isObjectLiteralExpression(node)) {
      for (const member of node.properties) {
        const valued = ts.isPropertyAssignment(member) && FUNCTIONS.has(member.initializer.kind);
        if (valued || ts.isMethodDeclaration(member) || ts.isAccessor(member)) add(member.name, member, "ObjectMember");
      }
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && FUNCTIONS.has(node.right.kind)) {
      if (ts.isIdentifier(node.left)) add(node.left, node, "AssignedFunction");
      else if (ts.isPropertyAccessExpression(node.left) && node.left.getText(source) !== "module.exports") {
        add(node.left.name, node, "AssignedFunction");
      }
    }
    ts.forEachChild(node, (child) => visit(child, ts.isSourceFile(node)));
  }

  visit(source, true);
  return found;
}

if (!process.argv.includes("--check")) {
  for (const path of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const kind = /\.tsx$/.test(path) ? ts.ScriptKind.TSX : /\.[mc]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
    const source = ts.createSourceFile(path, fs.readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, kind);
    if (source.parseDiagnostics.length) continue;
    console.log(JSON.stringify({ path, definitions: definitions(source) }));
  }
}
