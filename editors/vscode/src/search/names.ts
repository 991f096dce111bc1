/** Names of the workspace for the proposals behind `in:`, `sym:`, `file:` and their like: what the server itself finds. */

import * as vscode from "vscode";
import { Proposal } from "../query/completion";
import { quoted } from "../query/terms";
import { Hit } from "../server/protocol";
import { Server } from "../server/server";
import { pathOf } from "./opening";

const MOST = 30;

/** Names or paths that go on from a word; none while there is no server to ask. */
export async function namesFor(server: Server, field: string, word: string): Promise<readonly Proposal[]> {
  const sought = word.replace(/^=/, "");
  if (sought === "") {
    return [];
  }
  const query = field === "file" ? `file:${quoted(sought)} select:file` : `sym:${quoted(sought)} select:symbol`;
  try {
    const { hits } = await server.search(query, MOST, new vscode.CancellationTokenSource().token);
    const named = field === "file" ? hits.map(asPath) : hits.filter((hit) => hit.name !== undefined).map(asName);
    const exact = word.startsWith("=") ? "=" : "";
    const first = new Map(named.map((one): [string, Proposal] => [one.label, { ...one, insert: `${exact}${one.insert}` }]).reverse());
    return [...new Set(named.map((one) => one.label))].flatMap((label) => first.get(label) ?? []);
  } catch {
    return []; // a proposal that does not come is no reason to disturb who types
  }
}

function asName(hit: Hit): Proposal {
  const name = hit.name ?? "";
  return { label: name, detail: `${hit.kind ?? ""} · ${pathOf(hit.location.uri)}`, insert: plain(name) };
}

function asPath(hit: Hit): Proposal {
  const path = pathOf(hit.location.uri);
  return { label: path, detail: hit.language, insert: plain(path) };
}

/** A value as it is written: in quotes where a bare word would not do. */
function plain(value: string): string {
  return /^[\w./-]+$/.test(value) ? value : quoted(value);
}
