// A VS Code server with an extension installed, and pages of Chromium that show its workbench.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const main = path.join(here, "node_modules/code-server/lib/vscode/out/server-main.js");
const program = process.platform === "win32" ? "outcrop-lsp.exe" : "outcrop-lsp";

export class VSCodeServer {
  /** Installs the .vsix and starts the server. All it writes goes below `scratch`. */
  static async start({ vsix, scratch, settings }) {
    const data = path.join(scratch, "data");
    mkdirSync(path.join(data, "data", "Machine"), { recursive: true });
    writeFileSync(path.join(data, "data", "Machine", "settings.json"), JSON.stringify(settings));
    const folders = ["--server-data-dir", data, "--extensions-dir", path.join(scratch, "extensions")];
    const environment = {
      ...process.env,
      OUTCROP_CACHE_DIR: path.join(scratch, "cache"),
      // What these tests find on the PATH must not depend on which environment runs them.
      PATH: process.env.PATH.split(path.delimiter).filter((folder) => !existsSync(path.join(folder, program))).join(path.delimiter),
    };
    const agreed = "--accept-server-license-terms";
    execFileSync(process.execPath, [main, ...folders, agreed, "--install-extension", vsix], { env: environment, stdio: "pipe" });
    const port = await freePort();
    const options = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token", "--disable-telemetry"];
    const more = ["--disable-workspace-trust", "--enable-smoke-test-driver"];
    const child = spawn(process.execPath, [main, ...folders, agreed, ...options, ...more], { env: environment });
    let said = "";
    child.stderr.on("data", (data) => (said += data));
    await new Promise((resolve, reject) => {
      child.stdout.on("data", (data) => {
        said += data;
        if (said.includes("Extension host agent listening")) {
          resolve();
        }
      });
      child.once("exit", () => reject(new Error(`the VS Code server ended:\n${said}`)));
    });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    return new VSCodeServer(child, browser, `127.0.0.1:${port}`);
  }

  constructor(child, browser, authority) {
    this.child = child;
    this.browser = browser;
    this.authority = authority;
  }

  /** Runs the module's `run()` inside the extension host; throws what it threw. */
  async runInHost(folder, module) {
    const remote = (file) => `vscode-remote://${this.authority}${file}`;
    const payload = [
      ["extensionDevelopmentPath", remote(module)],
      ["extensionTestsPath", remote(path.join(module, "index.js"))],
    ];
    const page = await this.newPage();
    const said = [];
    const exit = new Promise((resolve) => page.exposeFunction("codeAutomationExit", resolve));
    await page.exposeFunction("codeAutomationLog", (_kind, given) => {
      const line = given.join(" ");
      if (line.startsWith("ok ") || line.startsWith("FAILED ")) {
        console.log(line);
      }
      said.push(line);
    });
    await page.goto(`http://${this.authority}/?folder=${folder}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
    const code = await exit;
    await page.context().close();
    if (code !== 0) {
      throw new Error(said.some((line) => line.startsWith("FAILED ")) ? "a test in the extension host failed" : said.slice(-20).join("\n"));
    }
  }

  /** A workbench as a user has it. */
  async open(folder, size = { width: 1280, height: 800 }) {
    const page = await this.newPage(size);
    await page.goto(`http://${this.authority}/?folder=${folder}`);
    await page.waitForSelector(".monaco-workbench .activitybar");
    return page;
  }

  async newPage(viewport = { width: 1280, height: 800 }) {
    const context = await this.browser.newContext({ viewport, permissions: ["clipboard-read", "clipboard-write"] });
    return context.newPage();
  }

  async stop() {
    await this.browser.close();
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(timer);
  }
}

function freePort() {
  return new Promise((resolve) => {
    const socket = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
