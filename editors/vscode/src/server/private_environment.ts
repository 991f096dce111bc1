/**
 * The server in a Python environment of the extension's own, made from the wheel that is shipped with it.
 *
 * It is made only after the user agreed, and made anew when an update of the extension brings another wheel.
 */

import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { output, programOnPath } from "./launching";
import { programBeside } from "./locate";

const OLDEST_PYTHON = [3, 11] as const;
const MARKER = "outcrop-wheel.txt";

/** Something that keeps the environment from being made, in words for the user. */
export class NoEnvironment extends Error {
  constructor(message: string, readonly advice?: string) {
    super(message);
  }
}

export class PrivateEnvironment {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** The server's program, if the environment is there. */
  async program(): Promise<string | undefined> {
    return programBeside(this.python());
  }

  /** Whether the environment is there, but was made from another wheel than the one shipped now. */
  async isOld(): Promise<boolean> {
    const wheel = await this.wheel();
    if (wheel === undefined || (await this.program()) === undefined) {
      return false;
    }
    const made = await fs.readFile(path.join(this.folder(), MARKER), "utf8").catch(() => "");
    return made !== (await digest(wheel));
  }

  /** Makes the environment, with a progress bar. Throws a `NoEnvironment` that says what to do. */
  async make(): Promise<string> {
    const wheel = await this.wheel();
    if (wheel === undefined) {
      throw new NoEnvironment("This build of the extension brings no server.", "Install Outcrop, and name its outcrop-lsp in the setting outcrop.server.command.");
    }
    const options = { location: vscode.ProgressLocation.Notification, title: "Outcrop", cancellable: true };
    return vscode.window.withProgress(options, async (progress, cancelled) => {
      const aborted = new AbortController();
      cancelled.onCancellationRequested(() => aborted.abort());
      const python = await this.findPython(aborted.signal);
      progress.report({ message: "making a Python environment…" });
      await fs.rm(this.folder(), { recursive: true, force: true });
      await fs.mkdir(path.dirname(this.folder()), { recursive: true });
      await this.run([...python, "-I", "-m", "venv", this.folder()], aborted.signal, (output) =>
        /ensurepip|python3-venv/.test(output)
          ? "This Python cannot make environments. On Debian and Ubuntu: sudo apt install python3-venv"
          : undefined,
      );
      progress.report({ message: "installing the server…" });
      const pip = [this.python(), "-I", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", wheel];
      await this.run(pip, aborted.signal, (output) =>
        /NewConnectionError|Temporary failure|ProxyError|No matching distribution/.test(output)
          ? "pip could not reach the package index. Behind a proxy, set HTTPS_PROXY and start VS Code again."
          : undefined,
      );
      const program = await this.program();
      if (program === undefined) {
        throw new NoEnvironment("The server was installed, but its program is not there.");
      }
      await fs.writeFile(path.join(this.folder(), MARKER), await digest(wheel));
      return program;
    });
  }

  private folder(): string {
    return path.join(this.context.globalStorageUri.fsPath, "server");
  }

  private python(): string {
    return process.platform === "win32"
      ? path.join(this.folder(), "Scripts", "python.exe")
      : path.join(this.folder(), "bin", "python");
  }

  private async wheel(): Promise<string | undefined> {
    const folder = path.join(this.context.extensionPath, "server");
    const names = await fs.readdir(folder).catch(() => [] as string[]);
    const name = names.find((one) => one.endsWith(".whl"));
    return name === undefined ? undefined : path.join(folder, name);
  }

  /** The words that start a Python that is new enough. */
  private async findPython(signal: AbortSignal): Promise<string[]> {
    const names = [
      ...(process.platform === "win32" ? ["py"] : []),
      ...["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"],
    ];
    const found = await Promise.all(names.map(async (name) => ({ name, program: await programOnPath(name) })));
    const candidates = found.flatMap(({ name, program }) =>
      program === undefined ? [] : [name === "py" ? [program, "-3"] : [program]],
    );
    const old: string[] = [];
    for (const candidate of candidates) {
      const ask = [...candidate, "-I", "-c", "import sys; print(*sys.version_info[:2])"];
      const answer = await output(ask, signal).catch(() => undefined);
      const [major, minor] = (answer ?? "").trim().split(" ").map(Number);
      if (major > OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor >= OLDEST_PYTHON[1])) {
        return candidate;
      }
      if (answer !== undefined) {
        old.push(`${candidate.join(" ")} is ${major}.${minor}`);
      }
    }
    throw new NoEnvironment(
      old.length > 0 ? `Outcrop needs Python 3.11 or later; ${old.join(", ")}.` : "Outcrop needs Python 3.11 or later, and none was found.",
      "python",
    );
  }

  private async run(
    words: readonly string[],
    signal: AbortSignal,
    advise: (output: string) => string | undefined,
  ): Promise<void> {
    this.log.info(words.join(" "));
    try {
      this.log.info(await output(words, signal));
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      this.log.error(said);
      if (signal.aborted) {
        throw new NoEnvironment("The installation was cancelled.");
      }
      throw new NoEnvironment(advise(said) ?? "The server could not be installed; the log has the details.");
    }
  }
}

async function digest(file: string): Promise<string> {
  return createHash("sha256").update(await fs.readFile(file)).digest("hex");
}
