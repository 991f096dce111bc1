/** What the server says it is at: one of the things it does at the moment, the one that began first. */

import { WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport } from "vscode-languageclient/node";

export interface Progress {
  readonly message: string;
  readonly percentage?: number;
}

export type ProgressNews = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

export class ProgressInTurn {
  private readonly running = new Map<string | number, Progress>();

  get current(): Progress | undefined {
    return this.running.values().next().value;
  }

  hear(token: string | number, news: ProgressNews): void {
    if (news.kind === "end") {
      this.running.delete(token);
      return;
    }
    const before = this.running.get(token);
    this.running.set(token, {
      message: news.message ?? before?.message ?? "",
      percentage: news.percentage ?? before?.percentage,
    });
  }

  clear(): void {
    this.running.clear();
  }
}
