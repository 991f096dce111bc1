/** The blocks around the cursor, innermost first; each is shown in the editor as one moves, and selected on Enter. */

import * as vscode from "vscode";
import { iconOf } from "./query/kinds";
import { Block } from "./server/protocol";
import { Server } from "./server/server";

type BlockItem = vscode.QuickPickItem & { readonly range: vscode.Range };

export async function showBlocksAtCursor(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage("Outcrop: open a file first.");
    return;
  }
  const answer = await server.blocks(editor.document, editor.selection.active);
  if (answer === null || answer.blocks.length === 0) {
    void vscode.window.showInformationMessage("Outcrop: no block is around the cursor.");
    return;
  }
  const shown = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  const pick = vscode.window.createQuickPick<BlockItem>();
  pick.title = "Blocks at the Cursor";
  pick.placeholder = "Enter selects the block";
  pick.matchOnDescription = true;
  pick.items = [...answer.blocks].reverse().map(item);
  const before = editor.selection;
  const seen = editor.visibleRanges[0];
  let accepted = false;
  pick.onDidChangeActive(([active]) => {
    editor.setDecorations(shown, active === undefined ? [] : [active.range]);
    if (active !== undefined) {
      editor.revealRange(active.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  });
  pick.onDidAccept(() => {
    const [active] = pick.activeItems;
    if (active !== undefined) {
      accepted = true;
      editor.selection = new vscode.Selection(active.range.start, active.range.end);
    }
    pick.hide();
  });
  pick.onDidHide(() => {
    shown.dispose();
    pick.dispose();
    if (!accepted) {
      editor.selection = before;
      editor.revealRange(seen);
    }
  });
  pick.show();
}

function item(block: Block): BlockItem {
  const { start, end } = block.range;
  return {
    label: `$(${iconOf(block.kind)}) ${block.name ?? block.kind}`,
    description: block.header.trim(),
    detail: `${block.kind}, lines ${start.line + 1}–${end.line + 1}, level ${block.level}`,
    range: new vscode.Range(start.line, start.character, end.line, end.character),
  };
}
