/**
 * Where the server is. The first of these that is there: the command in the user's settings, the PATH, the environment
 * that this extension made. Nothing is run to find out, and an open folder has no say: neither its settings nor a Python
 * environment in it or selected for it.
 */

import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { firstProgram, programOnPath } from "./launching";

export interface ServerCommand {
  readonly command: string;
  readonly arguments: readonly string[];
  /** For people: why this one. */
  readonly origin: string;
}

const PROGRAM = "outcrop-lsp";

export async function locateServer(privateProgram: string | undefined): Promise<ServerCommand | undefined> {
  const configuration = vscode.workspace.getConfiguration("outcrop.server");
  const given = expanded(configuration.inspect<string>("command")?.globalValue?.trim() ?? "");
  const extra = configuration.inspect<string[]>("arguments")?.globalValue ?? [];
  if (given !== "") {
    return { command: given, arguments: extra, origin: "the setting outcrop.server.command" };
  }
  const onPath = await programOnPath(PROGRAM);
  if (onPath !== undefined) {
    return { command: onPath, arguments: extra, origin: "the PATH" };
  }
  if (privateProgram !== undefined) {
    return { command: privateProgram, arguments: extra, origin: "the environment of this extension" };
  }
  return undefined;
}

/** The server installed beside an interpreter. */
export async function programBeside(python: string): Promise<string | undefined> {
  const program = process.platform === "win32" ? `${PROGRAM}.exe` : PROGRAM;
  const folder = path.dirname(python);
  return firstProgram([path.join(folder, program), path.join(folder, "Scripts", program)]);
}

function expanded(command: string): string {
  return command
    .replace(/^~(?=$|[\\/])/, os.homedir())
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => process.env[name] ?? "");
}
