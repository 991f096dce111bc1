// Builds dist/: the extension, the page of its view, and what the page shows.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { python } from "./python.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
writeFileSync("src/query/vocabulary.json", execFileSync(python(), ["scripts/vocabulary.py"]));

const shared = { bundle: true, minify: true, legalComments: "none", metafile: true, logLevel: "warning" };
const extension = await build({
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
});
const page = await build({
  ...shared,
  entryPoints: ["src/webview/search_page.ts", "src/webview/search_page.css"],
  outdir: "dist",
  platform: "browser",
  format: "iife",
  target: "es2022",
});
for (const name of ["codicon.css", "codicon.ttf"]) {
  copyFileSync(`node_modules/@vscode/codicons/dist/${name}`, `dist/${name}`);
}
writeFileSync("dist/third-party-licenses.txt", licenses([extension, page]));

/** The licences of the packages that are in the bundles, and of the icons. */
function licenses(bundles) {
  const files = bundles.flatMap((bundle) => Object.keys(bundle.metafile.inputs));
  const folders = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const packages = new Set([...folders.filter(Boolean), "node_modules/@vscode/codicons"]);
  const notices = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file)).sort();
    const words = texts.map((file) => readFileSync(`${folder}/${file}`, "utf8").trim());
    return [`${name} ${version} (${license})`, ...words].join("\n\n");
  });
  return `${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
