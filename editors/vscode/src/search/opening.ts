/** Going to places: a hit, or a line of a file. */

import * as vscode from "vscode";
import { Hit } from "../server/protocol";

export interface Manner {
  readonly focus: boolean;
  readonly side?: boolean;
}

export async function openHit(hit: Hit, manner: Manner): Promise<void> {
  const { start, end } = hit.location.range;
  await open(vscode.Uri.parse(hit.location.uri), new vscode.Range(start.line, start.character, end.line, end.character), manner);
}

export async function openLine(uri: string, line: number, manner: Manner): Promise<void> {
  await open(vscode.Uri.parse(uri), new vscode.Range(line, 0, line, 0), manner);
}

/** A file's path as people write it: from the folder that is open. */
export function pathOf(uri: string): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(uri)).replace(/\\/g, "/");
}

async function open(uri: vscode.Uri, range: vscode.Range, manner: Manner): Promise<void> {
  const editor = await vscode.window.showTextDocument(uri, {
    preserveFocus: !manner.focus,
    preview: true,
    viewColumn: manner.side ? vscode.ViewColumn.Beside : undefined,
  });
  // What takes several lines is gone to, not selected: nobody wants to type over a whole definition.
  editor.selection = new vscode.Selection(range.start, range.isSingleLine ? range.end : range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
