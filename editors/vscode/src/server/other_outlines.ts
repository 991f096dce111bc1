/**
 * Languages whose outline VS Code or a well-known extension already makes. Where two make one, VS Code shows both,
 * one below the other, which helps nobody.
 */

import * as vscode from "vscode";

const OUTLINES: Readonly<Record<string, readonly string[]>> = {
  "dart-code.dart-code": ["dart"],
  "golang.go": ["go", "go.mod"],
  "haskell.haskell": ["haskell"],
  "julialang.language-julia": ["julia"],
  "llvm-vs-code-extensions.vscode-clangd": ["c", "cpp", "objective-c", "objective-cpp", "cuda-cpp"],
  "ms-dotnettools.csharp": ["csharp"],
  "ms-python.vscode-pylance": ["python"],
  "ms-vscode.cpptools": ["c", "cpp", "cuda-cpp"],
  "ms-vscode.powershell": ["powershell"],
  "redhat.java": ["java"],
  "redhat.vscode-xml": ["xml"],
  "redhat.vscode-yaml": ["yaml"],
  "rust-lang.rust-analyzer": ["rust"],
  "scalameta.metals": ["scala"],
  "shopify.ruby-lsp": ["ruby"],
  "sumneko.lua": ["lua"],
  "vscode.css-language-features": ["css", "less", "scss"],
  "vscode.html-language-features": ["html"],
  "vscode.json-language-features": ["json", "jsonc"],
  "vscode.markdown-language-features": ["markdown"],
  "vscode.typescript-language-features": ["javascript", "javascriptreact", "typescript", "typescriptreact"],
  "vue.volar": ["vue"],
  "ziglang.vscode-zig": ["zig"],
};

/** Whether another extension that is installed makes the outline of documents in this language. */
export function hasOtherOutline(language: string): boolean {
  return Object.entries(OUTLINES).some(
    ([extension, languages]) => languages.includes(language) && vscode.extensions.getExtension(extension) !== undefined,
  );
}
