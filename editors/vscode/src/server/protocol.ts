/** Outcrop's own requests: their names and the shapes of what comes back. Positions are the protocol's, from 0. */

import { Location, Position, ProgressType, Range, RequestType, WorkspaceEdit } from "vscode-languageclient/node";

export interface Ancestor {
  readonly kind: string;
  readonly name?: string;
  readonly header: string;
  readonly range: Range;
}

export interface Hit {
  readonly location: Location;
  readonly text: string;
  readonly kind?: string;
  readonly name?: string;
  readonly language: string;
  readonly block: Range;
  readonly ancestry: readonly Ancestor[];
  readonly captures?: Readonly<Record<string, string>>;
}

/** Something wrong with a query. Its place is counted in characters, each as one. */
export interface QueryProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  /** How many were found before the search stopped; with `truncated` there may be more. */
  readonly total: number;
  readonly truncated: boolean;
  readonly elapsedMs: number;
  readonly index: { readonly state: IndexState; readonly files: number };
  readonly problems: readonly QueryProblem[];
  readonly notes?: readonly string[];
}

/** Hits of a search that goes on. Those by path follow the ones before; the best so far replace them. */
export interface SearchPart {
  readonly hits: readonly Hit[];
  readonly replace: boolean;
}

/** A place that a replacement would change. */
export interface ReplaceHit {
  /** Says what the hit is: as soon as the document or the hit is another, so is this. */
  readonly id: string;
  readonly location: Location;
  readonly old: string;
  readonly new: string;
  /** The first line of it. */
  readonly text: string;
  readonly language: string;
  /** Of the open document; null for a file that is not open. */
  readonly version: number | null;
  /** Why it is left alone. */
  readonly problem?: string;
}

export interface ReplaceAnswer {
  readonly hits: readonly ReplaceHit[];
  readonly total: number;
  readonly truncated: boolean;
  /** Matches that lie in others; another run finds them. */
  readonly left_inside: number;
  /** Matches that read already as the template says. */
  readonly unchanged: number;
  readonly stale: readonly string[];
  readonly problems: readonly (QueryProblem & { readonly in: "query" | "template" })[];
  readonly warnings: readonly string[];
  readonly edit: WorkspaceEdit | null;
}

export interface ReplaceQuestion {
  readonly query: string;
  readonly template: string;
  readonly limit?: number;
  /** The ids of the hits that are wanted; all without it. */
  readonly only?: readonly string[];
}

export type IndexState = "starting" | "scanning" | "indexing" | "ready";

export interface IndexStatus {
  readonly state: IndexState;
  readonly files: number;
  readonly indexed: number;
  readonly symbols: number;
  readonly indexDir: string | null;
  /** Files that are not searched or only in part, and why. */
  readonly problems: readonly string[];
}

export interface Block {
  readonly kind: string;
  readonly name: string | null;
  readonly level: number;
  readonly range: Range;
  readonly header: string;
  readonly parent: number | null;
}

export interface BlocksAnswer {
  readonly adapter: string;
  readonly blocks: readonly Block[];
}

export const SearchRequest = new RequestType<
  { query: string; limit?: number; partialResultToken: string },
  SearchAnswer,
  void
>("outcrop/search");
export const ReplaceRequest = new RequestType<ReplaceQuestion, ReplaceAnswer, void>("outcrop/replace");
export const SearchProgress = new ProgressType<SearchPart>();
export const StatusRequest = new RequestType<Record<string, never>, IndexStatus, void>("outcrop/status");
export const BlocksRequest = new RequestType<
  { textDocument: { uri: string }; position?: Position },
  BlocksAnswer | null,
  void
>("outcrop/blocks");
