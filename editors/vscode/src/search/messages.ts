/** What the view's page and the extension say to each other. */

import { Proposal } from "../query/completion";
import { QueryProblem } from "../server/protocol";
import { FileGroup } from "./results";

export type ToExtension =
  | { readonly type: "ready" }
  | { readonly type: "search"; readonly query: string; readonly limit?: number; readonly template?: string }
  | { readonly type: "replace"; readonly ids: readonly number[] }
  | { readonly type: "dismiss"; readonly ids: readonly number[] }
  | { readonly type: "names"; readonly field: string; readonly word: string }
  | { readonly type: "stop" }
  | { readonly type: "remember"; readonly query: string }
  | { readonly type: "open"; readonly id: number; readonly focus: boolean; readonly side: boolean }
  | { readonly type: "openLine"; readonly uri: string; readonly line: number; readonly focus: boolean }
  | { readonly type: "copy"; readonly id: number }
  | { readonly type: "copyPath"; readonly uri: string }
  | { readonly type: "command"; readonly command: string };

/** What is known of a search: while it goes on, when it was stopped, and when it is done. */
export interface Outcome {
  readonly query: string;
  /** What the hits are to become, where they are to be replaced. */
  readonly template?: string;
  readonly state: "searching" | "stopped" | "done";
  /** How many of the files that the page has been sent last stay as they are. */
  readonly same: number;
  /** The files behind them. */
  readonly files: readonly FileGroup[];
  /** How many hits have been found; while an earlier answer to the same query stands, more or fewer than are shown. */
  readonly found: number;
  /** How many there are at least. */
  readonly total: number;
  readonly truncated: boolean;
  readonly elapsedMs: number;
  readonly problems: readonly QueryProblem[];
  /** What is wrong with the template. */
  readonly templateProblems: readonly QueryProblem[];
  readonly notes: readonly string[];
}

export type ToPage =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "server"; readonly works: boolean; readonly missing: boolean; readonly busy: boolean; readonly noFolder: boolean; readonly text: string }
  | { readonly type: "names"; readonly field: string; readonly word: string; readonly names: readonly Proposal[] }
  | { readonly type: "history"; readonly queries: readonly string[] }
  | { readonly type: "query"; readonly query: string; readonly caret?: number }
  | { readonly type: "replacing"; readonly query: string }
  | { readonly type: "replaced"; readonly text: string }
  | { readonly type: "focus"; readonly select: boolean }
  | { readonly type: "activate"; readonly id: number }
  | { readonly type: "collapse" };
