/** What the view's page and the extension say to each other. */

import { QueryProblem } from "../server/protocol";
import { FileGroup } from "./results";

export type ToExtension =
  | { readonly type: "ready" }
  | { readonly type: "search"; readonly query: string; readonly limit?: number }
  | { readonly type: "remember"; readonly query: string }
  | { readonly type: "open"; readonly id: number; readonly focus: boolean; readonly side: boolean }
  | { readonly type: "openLine"; readonly uri: string; readonly line: number; readonly focus: boolean }
  | { readonly type: "copy"; readonly id: number }
  | { readonly type: "copyPath"; readonly uri: string }
  | { readonly type: "command"; readonly command: string };

export interface Outcome {
  readonly query: string;
  readonly files: readonly FileGroup[];
  readonly shown: number;
  readonly truncated: boolean;
  readonly elapsedMs: number;
  readonly problems: readonly QueryProblem[];
  readonly notes: readonly string[];
}

export type ToPage =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "searching" }
  | { readonly type: "server"; readonly works: boolean; readonly missing: boolean; readonly busy: boolean; readonly text: string }
  | { readonly type: "history"; readonly queries: readonly string[] }
  | { readonly type: "query"; readonly query: string; readonly caret?: number }
  | { readonly type: "focus" }
  | { readonly type: "activate"; readonly id: number }
  | { readonly type: "collapse" };
