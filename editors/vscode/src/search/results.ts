/** Hits as they are shown: by file, in each file by line, and under what they lie in. Plain data, no editor. */

import { iconOf } from "../query/kinds";
import { Ancestor, Hit, ReplaceHit } from "../server/protocol";

export interface HitRow {
  /** The place in the order in which hits are shown. */
  readonly id: number;
  readonly line: number;
  readonly before: string;
  readonly match: string;
  readonly after: string;
  readonly kind?: string;
  readonly icon: string;
  /** What the variables of a pattern stand for. */
  readonly captures?: Readonly<Record<string, string>>;
  /** What the match becomes, where something is to be replaced. */
  readonly replacement?: string;
  /** Why it will not be replaced. */
  readonly problem?: string;
}

/** Hits that lie in the same definitions and blocks, outermost first. */
export interface Scope {
  readonly path: readonly { readonly kind: string; readonly label: string }[];
  readonly icon: string;
  readonly line: number;
  readonly hits: readonly HitRow[];
}

export interface FileGroup {
  readonly uri: string;
  readonly name: string;
  readonly folder: string;
  readonly count: number;
  readonly scopes: readonly Scope[];
}

export interface Results {
  readonly files: readonly FileGroup[];
  /** The hits in the order in which they are shown. */
  readonly order: readonly ShownHit[];
}

const LONGEST_BEFORE = 60; // characters of a line before the match; longer ones are cut so that the match is seen
const LONGEST_AFTER = 300;
const LONGEST_AHEAD = 10; // characters before what changes: both old and new should be seen
const LONGEST_LABEL = 60;

export const NOTHING: Results = { files: [], order: [] };

/** Groups hits. Files come in the order of their best hit, so that the best file is on top. */
export function grouped(hits: readonly ShownHit[], pathOf: (uri: string) => string): Results {
  return extended(NOTHING, hits, pathOf);
}

/** The same as if all hits were grouped at once; files that have no new ones stay the objects they are. */
export function extended(before: Results, hits: readonly ShownHit[], pathOf: (uri: string) => string): Results {
  const known = new Set(before.files.map((file) => file.uri));
  if (hits.some((hit) => known.has(hit.location.uri))) {
    return grouped([...before.order, ...hits], pathOf);
  }
  const byFile = new Map<string, ShownHit[]>();
  for (const hit of hits) {
    const known = byFile.get(hit.location.uri);
    if (known === undefined) {
      byFile.set(hit.location.uri, [hit]);
    } else {
      known.push(hit);
    }
  }
  const order: ShownHit[] = [...before.order];
  const files: FileGroup[] = [...before.files];
  for (const [uri, own] of byFile) {
    own.sort(byPlace);
    const path = pathOf(uri);
    const cut = path.lastIndexOf("/");
    files.push({
      uri,
      name: path.slice(cut + 1),
      folder: path.slice(0, Math.max(cut, 0)),
      count: own.length,
      scopes: scopesOf(own, order),
    });
  }
  return { files, order };
}

/** A hit in one line, as `path:line: text`. */
export function asText(hit: Hit, pathOf: (uri: string) => string): string {
  return `${pathOf(hit.location.uri)}:${hit.location.range.start.line + 1}: ${hit.text.trim()}`;
}

/** What a hit lies in, outermost first. */
export function ancestryOf(hit: Hit): string {
  return hit.ancestry.map(labelOf).join(" › ");
}

function scopesOf(hits: readonly ShownHit[], order: ShownHit[]): Scope[] {
  const scopes: { path: Scope["path"]; icon: string; line: number; hits: HitRow[] }[] = [];
  let last: string | undefined;
  for (const hit of hits) {
    const around = hit.ancestry.filter((one) => one.range.start.line < hit.location.range.start.line);
    const key = JSON.stringify(around.map((one) => [one.kind, one.header, one.range.start.line]));
    if (key !== last) {
      last = key;
      const innermost = around.at(-1);
      scopes.push({
        path: around.map((one) => ({ kind: one.kind, label: labelOf(one) })),
        icon: iconOf(innermost?.kind),
        line: innermost?.range.start.line ?? 0,
        hits: [],
      });
    }
    scopes[scopes.length - 1].hits.push(row(hit, order.length));
    order.push(hit);
  }
  return scopes;
}

function row(hit: ShownHit, id: number): HitRow {
  const { start, end } = hit.location.range;
  const indent = hit.text.search(/\S|$/);
  const from = Math.max(start.character, indent);
  const to = end.line === start.line ? Math.max(end.character, from) : hit.text.length;
  const begin = from - indent > LONGEST_BEFORE ? from - LONGEST_BEFORE : indent;
  const after = hit.text.slice(to);
  // A line that opens a definition or block stands for it, and is not shown as something inside.
  const kind = hit.kind ?? hit.ancestry.find((one) => one.range.start.line === start.line)?.kind;
  return {
    id,
    line: start.line,
    before: (begin > indent ? "…" : "") + hit.text.slice(begin, from),
    match: hit.text.slice(from, to),
    after: after.length > LONGEST_AFTER ? `${after.slice(0, LONGEST_AFTER)}…` : after,
    kind,
    icon: iconOf(kind),
    captures: hit.captures,
    ...(isReplaceHit(hit) ? { ...difference(hit.text.slice(begin, from), hit, after), problem: hit.problem } : {}),
  };
}

/** Old and new of a hit, less what they have in common on both sides, which stands before and after. */
function difference(before: string, hit: ReplaceHit, after: string): Pick<HitRow, "before" | "match" | "replacement" | "after"> {
  const [old, made] = [inOneLine(hit.old), inOneLine(hit.new)];
  const most = Math.min(old.length, made.length);
  let start = 0;
  while (start < most && old[start] === made[start]) {
    start++;
  }
  while (start > 0 && /\w/.test(old[start - 1])) {
    start--; // words are not torn
  }
  let same = 0;
  while (same < most - start && old[old.length - 1 - same] === made[made.length - 1 - same]) {
    same++;
  }
  while (same > 0 && /\w/.test(old[old.length - same])) {
    same--;
  }
  const ahead = before + old.slice(0, start);
  return {
    before: ahead.length > LONGEST_AHEAD ? `…${ahead.slice(-LONGEST_AHEAD)}` : ahead,
    match: shortened(old.slice(start, old.length - same)),
    replacement: shortened(made.slice(start, made.length - same)),
    after: shortened(old.slice(old.length - same) + after),
  };
}

/** A hit of a replacement, to be shown as other hits are. */
export type ShownHit = Hit | (Hit & ReplaceHit);

export function shownHit(hit: ReplaceHit): Hit & ReplaceHit {
  return { ...hit, block: hit.location.range, ancestry: [] };
}

export function isReplaceHit(hit: ShownHit): hit is Hit & ReplaceHit {
  return "new" in hit;
}

/** Code of several lines in one, as a row has it. */
function inOneLine(code: string): string {
  return code.replace(/\s*\r?\n\s*/g, " ⏎ ");
}

function shortened(line: string): string {
  return line.length > LONGEST_AFTER ? `${line.slice(0, LONGEST_AFTER)}…` : line;
}

function labelOf(ancestor: Ancestor): string {
  const label = ancestor.name ?? ancestor.header.trim();
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL)}…` : label;
}

function byPlace(a: Hit, b: Hit): number {
  const [left, right] = [a.location.range.start, b.location.range.start];
  return left.line - right.line || left.character - right.character;
}
