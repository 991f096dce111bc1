/**
 * Languages whose outline VS Code or a well-known extension already makes. Where two make one, VS Code shows both,
 * one below the other, which helps nobody.
 */

import * as vscode from "vscode";

const PYTHON = ["python"];
const SCRIPTS = ["javascript", "javascriptreact", "typescript", "typescriptreact"];
const OUTLINES: Readonly<Record<string, readonly string[]>> = {
  "anysphere.cursorpyright": PYTHON,
  "astral-sh.ty": PYTHON,
  "astro-build.astro-vscode": ["astro"],
  "betterthantomorrow.calva": ["clojure"],
  "bmewburn.vscode-intelephense-client": ["php"],
  "bscan.perlnavigator": ["perl"],
  "dart-code.dart-code": ["dart"],
  "denoland.vscode-deno": SCRIPTS,
  "detachhead.basedpyright": PYTHON,
  "devsense.phptools-vscode": ["php"],
  "docker.docker": ["dockerfile"],
  "elixir-lsp.elixir-ls": ["elixir"],
  "elmtooling.elm-ls-vscode": ["elm"],
  "erlang-ls.erlang-ls": ["erlang"],
  "fwcd.kotlin": ["kotlin"],
  "geequlim.godot-tools": ["gdscript"],
  "golang.go": ["go", "go.mod"],
  "hashicorp.terraform": ["terraform", "terraform-vars"],
  "haskell.haskell": ["haskell"],
  "ionide.ionide-fsharp": ["fsharp"],
  "jakebecker.elixir-ls": ["elixir"],
  "james-yu.latex-workshop": ["latex", "bibtex"],
  "jetbrains.kotlin-server": ["kotlin"],
  "julialang.language-julia": ["julia"],
  "llvm-vs-code-extensions.vscode-clangd": ["c", "cpp", "objective-c", "objective-cpp", "cuda-cpp"],
  "mads-hartmann.bash-ide-vscode": ["shellscript"],
  "meta.pyrefly": PYTHON,
  "ms-azuretools.vscode-containers": ["dockerfile"],
  "ms-azuretools.vscode-docker": ["dockerfile"],
  "ms-dotnettools.csharp": ["csharp"],
  "ms-pyright.pyright": PYTHON,
  "ms-python.vscode-pylance": PYTHON,
  "ms-vscode.cpptools": ["c", "cpp", "cuda-cpp"],
  "ms-vscode.powershell": ["powershell"],
  "ocamllabs.ocaml-platform": ["ocaml", "ocaml.interface"],
  "prisma.prisma": ["prisma"],
  "redhat.java": ["java"],
  "redhat.vscode-xml": ["xml"],
  "redhat.vscode-yaml": ["yaml"],
  "reditorsupport.r": ["r"],
  "rust-lang.rust-analyzer": ["rust"],
  "scalameta.metals": ["scala"],
  "shopify.ruby-lsp": ["ruby"],
  "sumneko.lua": ["lua"],
  "svelte.svelte-vscode": ["svelte"],
  "swiftlang.swift-vscode": ["swift"],
  "sswg.swift-lang": ["swift"],
  "tamasfe.even-better-toml": ["toml"],
  "vscode.css-language-features": ["css", "less", "scss"],
  "vscode.html-language-features": ["html"],
  "vscode.json-language-features": ["json", "jsonc"],
  "vscode.markdown-language-features": ["markdown"],
  "vscode.typescript-language-features": SCRIPTS,
  "vue.volar": ["vue"],
  "ziglang.vscode-zig": ["zig"],
};

/** Whether another extension that is installed makes the outline of documents in this language. */
export function hasOtherOutline(language: string): boolean {
  return Object.entries(OUTLINES).some(
    ([extension, languages]) => languages.includes(language) && vscode.extensions.getExtension(extension) !== undefined,
  );
}
