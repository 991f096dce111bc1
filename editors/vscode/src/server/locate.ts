/**
 * Where the server is. The first of these that is there: the command in the settings, the selected Python environment,
 * the PATH, the environment that this extension made. Nothing is run to find out.
 */

import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

export interface ServerCommand {
  readonly command: string;
  readonly arguments: readonly string[];
  /** For people: why this one. */
  readonly origin: string;
}

const PROGRAM = process.platform === "win32" ? "outcrop-lsp.exe" : "outcrop-lsp";
const PYTHON_EXTENSION = "ms-python.python";

/** What we use of the Python extension's interface. */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: unknown): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

export async function locateServer(privateProgram: string | undefined): Promise<ServerCommand | undefined> {
  const configuration = vscode.workspace.getConfiguration("outcrop.server");
  const given = expanded(configuration.get("command", "").trim());
  const extra = configuration.get<string[]>("arguments", []);
  if (given !== "") {
    return { command: given, arguments: extra, origin: "the setting outcrop.server.command" };
  }
  const python = await activePython();
  const beside = python === undefined ? undefined : await programBeside(python);
  if (beside !== undefined) {
    return { command: beside, arguments: extra, origin: "the selected Python environment" };
  }
  const onPath = await programOnPath();
  if (onPath !== undefined) {
    return { command: onPath, arguments: extra, origin: "the PATH" };
  }
  if (privateProgram !== undefined) {
    return { command: privateProgram, arguments: extra, origin: "the environment of this extension" };
  }
  return undefined;
}

/** The interpreter selected in the Python extension. In a folder that is not trusted there is none: it may be in there. */
export async function activePython(): Promise<string | undefined> {
  const api = vscode.workspace.isTrusted ? await pythonApi() : undefined;
  if (api === undefined) {
    return undefined;
  }
  const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
  const selected = api.environments.getActiveEnvironmentPath(resource);
  const resolved = await api.environments.resolveEnvironment(selected);
  return resolved?.executable.uri?.fsPath;
}

export async function onDidChangePython(listener: () => void): Promise<vscode.Disposable | undefined> {
  const api = await pythonApi();
  return api?.environments.onDidChangeActiveEnvironmentPath(listener);
}

async function pythonApi(): Promise<PythonApi | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>(PYTHON_EXTENSION);
  if (extension === undefined) {
    return undefined;
  }
  try {
    const api = extension.isActive ? extension.exports : await extension.activate();
    return api?.environments === undefined ? undefined : api;
  } catch {
    return undefined; // the Python extension reports its own troubles
  }
}

/** The server installed beside an interpreter. */
export async function programBeside(python: string): Promise<string | undefined> {
  const folder = path.dirname(python);
  const candidates = [path.join(folder, PROGRAM), path.join(folder, "Scripts", PROGRAM)];
  return firstProgram(candidates);
}

async function programOnPath(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return firstProgram(folders.map((folder) => path.join(folder, PROGRAM)));
}

async function firstProgram(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    try {
      await fs.access(candidate, fs.constants.X_OK);
      return candidate;
    } catch {
      continue;
    }
  }
  return undefined;
}

function expanded(command: string): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return command
    .replace(/^~(?=$|[\\/])/, os.homedir())
    .replace(/\$\{workspaceFolder\}/g, () => folder)
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => process.env[name] ?? "");
}
