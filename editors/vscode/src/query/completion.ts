/** What can stand at a place in a query: fields, and the values of those that take one of a few. */

import vocabulary from "./vocabulary.json";

export interface Proposal {
  readonly label: string;
  readonly detail: string;
  /** What replaces the text between `start` and the place. */
  readonly insert: string;
}

export interface Proposals {
  readonly start: number;
  readonly items: readonly Proposal[];
  /** A name or path of the workspace stands here: who knows them is to be asked. */
  readonly wanted?: { readonly field: string; readonly word: string };
}

export const FIELDS: ReadonlySet<string> = new Set(vocabulary.fields.map((field) => field.name));

const VALUES: ReadonlyMap<string, readonly Proposal[]> = new Map<string, Proposal[]>([
  [
    "kind",
    [
      ...vocabulary.definitions.map((word) => value(word, "definition")),
      ...vocabulary.blocks.map((word) => value(word, "block")),
    ],
  ],
  ["lang", vocabulary.languages.map((word) => value(word, "language"))],
  ...Object.entries(vocabulary.values).map(
    ([field, words]): [string, Proposal[]] => [field, words.map((word) => value(word, field))],
  ),
]);

const MOST = 200;
const TYPED = /(?:^|[\s(])-?(?:([A-Za-z]+(?:-by)?\+?):(=?[\w./-]*)|([A-Za-z0-9_]*))$/;
const NAMED = new Set([
  "in", "sym", "call", "calls", "calls+", "called-by", "called-by+", "ref", "extends", "extends+", "implements", "type",
  "file",
]);

/**
 * The proposals for the end of `before`. Without `asked` nothing is proposed until something has been typed, and
 * nothing that has been typed in full.
 */
export function proposals(before: string, asked: boolean): Proposals {
  const typed = TYPED.exec(before);
  const none: Proposals = { start: before.length, items: [] };
  if (typed === null || (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1) {
    return none;
  }
  const field = typed[1]?.toLowerCase();
  const word = typed[2] ?? typed[3];
  const start = before.length - word.length;
  if (field !== undefined && NAMED.has(field)) {
    return { start, items: [], wanted: { field, word } };
  }
  const known = field === undefined ? undefined : VALUES.get(field);
  if (field !== undefined && known === undefined) {
    return none;
  }
  if (known === undefined && word === "" && !asked) {
    return none;
  }
  const items = matching(known ?? fieldProposals(), word);
  const complete = items.length > 0 && items[0].label === word && !asked;
  return { start, items: complete ? [] : items.slice(0, MOST) };
}

/** Whether a query is no more than the beginning of a field, so that nobody wants to see where those letters stand. */
export function isBeginning(query: string): boolean {
  return /^\s*-?[A-Za-z]{1,2}$/.test(query) && proposals(query, false).items.some((one) => one.insert.startsWith(query.trim().replace("-", "")));
}

function fieldProposals(): readonly Proposal[] {
  return vocabulary.fields.map((field) => ({
    label: `${field.name}:`,
    detail: `${field.example} · ${field.meaning}`,
    insert: `${field.name}:`,
  }));
}

/** Those that begin with the word first, then those that hold it. */
function matching(all: readonly Proposal[], word: string): Proposal[] {
  const sought = word.toLowerCase();
  const begins = all.filter((one) => one.label.startsWith(sought)).sort((a, b) => rank(a, sought) - rank(b, sought));
  const holds = sought.length < 2 ? [] : all.filter((one) => one.label.indexOf(sought) > 0);
  return [...begins, ...holds];
}

function rank(one: Proposal, sought: string): number {
  return one.label === sought ? 0 : 1;
}

function value(word: string, detail: string): Proposal {
  return { label: word, detail, insert: word };
}
