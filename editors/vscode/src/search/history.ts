/** The queries of this workspace, the latest first. */

import * as vscode from "vscode";

const KEY = "outcrop.queries";
const MOST = 100;

export class History {
  constructor(private readonly memory: vscode.Memento) {}

  get queries(): readonly string[] {
    return this.memory.get<string[]>(KEY, []);
  }

  remember(query: string): void {
    const kept = query.trim();
    if (kept !== "") {
      const others = this.queries.filter((one) => one !== kept);
      void this.memory.update(KEY, [kept, ...others].slice(0, MOST));
    }
  }
}
