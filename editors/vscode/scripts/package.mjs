// Packs the built extension, with the server's wheel in it, to a .vsix. Give the name of the file, or take the default.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { python } from "./python.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const root = path.resolve(here, "..", "..");
const staged = path.join(here, "package");

rmSync(staged, { recursive: true, force: true });
mkdirSync(path.join(staged, "server"), { recursive: true });
for (const name of ["CHANGELOG.md", "images", "walkthrough", "dist"]) {
  cpSync(path.join(here, name), path.join(staged, name), { recursive: true });
}
writeFileSync(path.join(staged, "README.md"), withPictures(readFileSync(path.join(here, "README.md"), "utf8")));
cpSync(path.join(root, "LICENSE"), path.join(staged, "LICENSE"));
cpSync(path.join(root, "docs", "query-language.md"), path.join(staged, "docs", "query-language.md"));
const manifest = JSON.parse(readFileSync(path.join(here, "package.json"), "utf8"));
delete manifest.scripts;
delete manifest.devDependencies;
writeFileSync(path.join(staged, "package.json"), JSON.stringify(manifest, undefined, 2));
writeFileSync(path.join(staged, ".vscodeignore"), ""); // all that is staged is meant to be packed
buildWheel(path.join(staged, "server"));

const packagePath = path.resolve(process.argv[2] ?? path.join(here, `outcrop-${manifest.version}.vsix`));
await createVSIX({
  cwd: staged,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});

/** VS Code shows no picture by a relative path unless it can be fetched from somewhere, so the page carries its own. */
function withPictures(page) {
  return page.replace(/\]\((images\/[\w-]+\.png)\)/g, (_, name) => {
    return `](data:image/png;base64,${readFileSync(path.join(here, name)).toString("base64")})`;
  });
}

/** Builds from a copy: a build in the working tree would leave its own folders behind, and take up old ones. */
function buildWheel(target) {
  const copy = mkdtempSync(path.join(tmpdir(), "outcrop-wheel-"));
  const isSource = (name) => path.basename(name) !== "__pycache__";
  for (const name of ["pyproject.toml", "README.md", "LICENSE", "docs/outcrop.1", "indexer", "lsp_server"]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isSource });
  }
  const pip = ["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", target, copy];
  try {
    execFileSync(python(), pip, { stdio: "inherit" });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
