/**
 * How this extension starts programs: never one of an open folder, never in one, and without variables that would make
 * Python import what lies in one. Nothing else here starts a process.
 */

import { ChildProcess, execFile, spawn } from "node:child_process";
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

/** A program on the PATH, by its absolute path; relative entries and those inside an open folder do not count. */
export async function programOnPath(name: string): Promise<string | undefined> {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const endings = process.platform === "win32" ? [".exe"] : [""];
  return firstProgram(folders.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending))));
}

/** The first of these that is there, may be run, and is not part of an open folder. */
export async function firstProgram(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    try {
      await fs.access(candidate, fs.constants.X_OK);
      if (!(await isInOpenFolder(candidate))) {
        return candidate;
      }
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Whether a program lies in a folder that is open here, as it is written or where its links lead. */
async function isInOpenFolder(program: string): Promise<boolean> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const real = [program, await fs.realpath(path.dirname(program)).catch(() => program)];
  for (const folder of folders) {
    const opened = [folder, await fs.realpath(folder).catch(() => folder)];
    if (opened.some((one) => real.some((place) => isInside(place, one)))) {
      return true;
    }
  }
  return false;
}

function isInside(place: string, folder: string): boolean {
  const way = path.relative(folder, place);
  return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
}

/** Starts a program that goes on running. */
export function start(command: string, words: readonly string[]): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: os.homedir(), env: environment(), windowsHide: true });
    child.once("spawn", () => resolve(child));
    child.once("error", (error) => reject(new Error(`${command} could not be started: ${error.message}`)));
  });
}

/** Runs a program to its end, for what it prints. */
export function output(words: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { signal, cwd: os.homedir(), env: environment(), maxBuffer: 16 * 1024 * 1024, windowsHide: true };
    execFile(words[0], words.slice(1), options, (error, out, err) => {
      if (error === null) {
        resolve(out);
      } else {
        reject(new Error(`${error.message}\n${out}${err}`));
      }
    });
  });
}

/** VS Code's variables without those that Python follows. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("PYTHON"));
  return Object.fromEntries(kept);
}
