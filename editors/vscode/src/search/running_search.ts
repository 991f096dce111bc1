/** A search under way: its hits as they come, told in portions that an eye can follow, until it ends or is stopped. */

import * as vscode from "vscode";
import { QueryProblem, SearchAnswer, SearchPart } from "../server/protocol";
import { Server } from "../server/server";
import { pathOf } from "./opening";
import { extended, grouped, NOTHING, Results, shownHit } from "./results";

/** What came of a search, or of asking what a replacement would do. */
export interface Answer extends Omit<SearchAnswer, "hits" | "index"> {
  readonly templateProblems?: readonly QueryProblem[];
}

export interface RunningSearchEvents {
  /** There are more hits. */
  grew(search: RunningSearch): void;
  answered(search: RunningSearch, answer: Answer): void;
  failed(search: RunningSearch, message: string): void;
}

const MOST_REPLACED = 1000; // hits that are shown before they are replaced, unless more are asked for
const BETWEEN = 150; // milliseconds between two portions; the first comes at once

export class RunningSearch {
  results: Results = NOTHING;

  private readonly source = new vscode.CancellationTokenSource();
  private timer: NodeJS.Timeout | undefined;
  private told = 0; // when the last portion was told

  constructor(
    readonly query: string,
    readonly limit: number | undefined,
    /** What the hits are to become, if they are to be replaced. */
    readonly template: string | undefined,
    private readonly events: RunningSearchEvents,
  ) {}

  /** Searches to the end. Once it is stopped, nobody hears of it again. */
  async run(server: Server): Promise<void> {
    try {
      const answer =
        this.template === undefined
          ? await server.search(this.query, this.limit, this.source.token, (part) => this.onPart(part))
          : await this.replacement(server, this.template);
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

  /** What a replacement would do, told as a search's answer is. */
  private async replacement(server: Server, template: string): Promise<Answer> {
    const asked = Date.now();
    const { query, limit } = this;
    const found = await server.replacement({ query, template, limit: limit ?? MOST_REPLACED }, this.source.token);
    if (!this.source.token.isCancellationRequested) {
      this.results = grouped(found.hits.map(shownHit), pathOf);
    }
    const inside = found.left_inside;
    return {
      total: found.total,
      truncated: found.truncated,
      elapsedMs: Date.now() - asked,
      problems: found.problems.filter((problem) => problem.in === "query"),
      templateProblems: found.problems.filter((problem) => problem.in === "template"),
      notes: [
        ...found.warnings,
        ...(inside > 0 ? [`${inside} more ${inside === 1 ? "lies" : "lie"} inside of others; search again after replacing`] : []),
      ],
    };
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
