/**
 * The surface of a query: where its terms are, for colours, completions and small edits.
 *
 * This reads just enough to draw and to edit. Whether a query is right only the server says.
 */

export type TermKind = "blank" | "field" | "value" | "quoted" | "regex" | "operator" | "word";

export interface Piece {
  readonly kind: TermKind;
  readonly start: number;
  readonly end: number;
}

const BLANK = /\s+/y;
const OPERATOR = /(?:OR|AND|NOT)(?=[\s()]|$)|[()]|-(?![\s\->=)]|$)/y;
const FIELD = /[A-Za-z][A-Za-z_]*(?:-by)?\+?:(?!:|\/\/)/y;
const QUOTED = /[-=]?"(?:\\[^]|[^"\\])*"?/y;
const REGEX = /\/(?:\\[^]|[^\\])*?\/i?(?=[\s)]|$)/y;
const WORD = /[^\s()]*\([^\s()]*\)[^\s()]*|[^\s()]+/y;

/** The pieces of a query, without gaps, in order. */
export function pieces(query: string, fields: ReadonlySet<string>): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  const take = (kind: TermKind, pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(query);
    if (!match || match[0].length === 0) {
      return false;
    }
    found.push({ kind, start: at, end: at + match[0].length });
    at += match[0].length;
    return true;
  };
  while (at < query.length) {
    if (take("blank", BLANK) || take("operator", OPERATOR)) {
      continue;
    }
    FIELD.lastIndex = at;
    const named = FIELD.exec(query);
    const isField = named !== null && fields.has(named[0].slice(0, -1).toLowerCase());
    if (isField) {
      take("field", FIELD);
      if (at >= query.length || /[\s()]/.test(query[at])) {
        continue;
      }
    }
    if (take("quoted", QUOTED) || take("regex", REGEX) || take(isField ? "value" : "word", WORD)) {
      continue;
    }
    found.push({ kind: "word", start: at, end: at + 1 });
    at += 1;
  }
  return found;
}

/** A value as it must be written behind a field or as text: quoted where a bare word would not do. */
export function quoted(text: string): string {
  return `"${text.replace(/\\(?=["\\]|$)/g, "\\\\").replace(/"/g, '\\"')}"`;
}

// What a pattern takes for a hole, with the backslashes before it, as indexer/patterns/metavariables.py has it.
const HOLE = /(\\*)(?<![\p{L}\p{N}_$])(\${3}(?:[A-Z_][A-Z0-9_]*)?|\${1,2}[A-Z_][A-Z0-9_]*)(?![\p{L}\p{N}_$])/gu;

/** The query that finds code of the same shape as a piece of code. */
export function patternQuery(code: string, language: string | undefined): string {
  const pattern = `pattern:${quoted(dedented(code).replace(HOLE, "$1$1\\$2"))}`;
  return language === undefined ? pattern : `${pattern} lang:${language}`;
}

/** The query with its files limited to a folder, given from the root; with none, without a limit. */
export function limitedTo(query: string, folder: string, fields: ReadonlySet<string>): string {
  const kept: string[] = [];
  const all = pieces(query, fields);
  for (let at = 0; at < all.length; at++) {
    const text = query.slice(all[at].start, all[at].end);
    const negated = at > 0 && query.slice(all[at - 1].start, all[at - 1].end) === "-";
    if (all[at].kind === "field" && text.toLowerCase() === "file:" && !negated) {
      const value = query.slice(all[at].end, all[at + 1]?.end ?? all[at].end);
      if (value.replace(/"$/, "").endsWith("/**")) {
        at += 1;
        continue;
      }
    }
    kept.push(text);
  }
  const rest = kept.join("").replace(/ {2,}/g, " ").trim();
  const glob = `${folder.replace(/[*?[\]{}]/g, "[$&]")}/**`;
  const filter = folder === "" ? "" : `file:${/[\s()"]/.test(glob) ? quoted(glob) : glob}`;
  return rest === "" ? filter && `${filter} ` : `${filter} ${rest}`.trim();
}

/** The code with the indentation that all its lines share taken off, and no blank lines around it. */
function dedented(code: string): string {
  const lines = code.replace(/\r\n?/g, "\n").replace(/^\s*\n/, "").trimEnd().split("\n");
  const indents = lines.slice(1).filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const shared = indents.length > 0 ? Math.min(...indents) : 0;
  return [lines[0].trimStart(), ...lines.slice(1).map((line) => line.slice(Math.min(shared, line.search(/\S|$/))))].join("\n");
}
