/** A search under way: its hits as they come, told in portions that an eye can follow, until it ends or is stopped. */

import * as vscode from "vscode";
import { SearchAnswer, SearchPart } from "../server/protocol";
import { Server } from "../server/server";
import { pathOf } from "./opening";
import { extended, grouped, NOTHING, Results } from "./results";

export interface RunningSearchEvents {
  /** There are more hits. */
  grew(search: RunningSearch): void;
  answered(search: RunningSearch, answer: SearchAnswer): void;
  failed(search: RunningSearch, message: string): void;
}

const BETWEEN = 150; // milliseconds between two portions; the first comes at once

export class RunningSearch {
  results: Results = NOTHING;

  private readonly source = new vscode.CancellationTokenSource();
  private timer: NodeJS.Timeout | undefined;
  private told = 0; // when the last portion was told

  constructor(
    readonly query: string,
    readonly limit: number | undefined,
    private readonly events: RunningSearchEvents,
  ) {}

  /** Searches to the end. Once it is stopped, nobody hears of it again. */
  async run(server: Server): Promise<void> {
    try {
      const answer = await server.search(this.query, this.limit, this.source.token, (part) => this.onPart(part));
      if (this.end()) {
        this.events.answered(this, answer);
      }
    } catch (error) {
      if (this.end()) {
        this.events.failed(this, error instanceof Error ? error.message : String(error));
      }
    } finally {
      this.source.dispose();
    }
  }

  stop(): void {
    this.end();
    this.source.cancel();
  }

  /** True unless it was stopped before. */
  private end(): boolean {
    clearTimeout(this.timer);
    return !this.source.token.isCancellationRequested;
  }

  private onPart(part: SearchPart): void {
    if (this.source.token.isCancellationRequested) {
      return;
    }
    this.results = part.replace ? grouped(part.hits, pathOf) : extended(this.results, part.hits, pathOf);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.told = Date.now();
      this.events.grew(this);
    }, Math.max(this.told + BETWEEN - Date.now(), 0));
  }
}
