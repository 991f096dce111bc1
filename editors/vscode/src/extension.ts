/** The extension's entry: makes the parts and connects the commands. */

import * as vscode from "vscode";
import { showBlocksAtCursor } from "./blocks";
import { FIELDS } from "./query/completion";
import { limitedTo, patternQuery, quoted } from "./query/terms";
import { NewRule, saveAsRule } from "./rules";
import { History } from "./search/history";
import { showQuickSearch } from "./search/quick_pick";
import { SearchView } from "./search/view";
import { installServer, offerInstallation, offerRestart } from "./server/guidance";
import { PrivateEnvironment } from "./server/private_environment";
import { SearchAnswer, SearchPart } from "./server/protocol";
import { Server } from "./server/server";
import { showStatus, StatusBar } from "./server/status_bar";

/** What other extensions may use. */
export interface OutcropApi {
  readonly server: Server;
  /** Searches; `found` is told of hits while the search goes on. */
  search(query: string, limit?: number, found?: (part: SearchPart) => void): Promise<SearchAnswer>;
}

/** What the page's context menu tells about the row it was opened on. */
interface Row {
  readonly outcropItem?: "hit" | "file";
  readonly hit?: number;
  readonly uri?: string;
}

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<OutcropApi> {
  const log = vscode.window.createOutputChannel("Outcrop", { log: true });
  const environment = new PrivateEnvironment(context, log);
  const running = new Server(log, environment);
  server = running;
  const history = new History(context.workspaceState);
  const view = new SearchView(context.extensionUri, running, history);

  const command = (name: string, run: (...given: never[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`outcrop.${name}`, run);
  context.subscriptions.push(
    log,
    running,
    view,
    new StatusBar(running),
    running.onDidStayOff(() => void offerRestart()),
    vscode.window.registerWebviewViewProvider(SearchView.id, view, { webviewOptions: { retainContextWhenHidden: true } }),
    command("structuralSearch", (given?: { query?: string }) => view.show(given?.query ?? selectedText())),
    command("structuralReplace", (given?: { query?: string }) => view.showReplace(given?.query)),
    command("quickSearch", () => showQuickSearch(running, history, view)),
    command("searchLikeSelection", () => searchLikeSelection(view)),
    command("replaceLikeSelection", () => replaceLikeSelection(view)),
    command("searchInFolder", (folder?: vscode.Uri) => searchInFolder(view, folder)),
    command("nextHit", () => view.step(1)),
    command("previousHit", () => view.step(-1)),
    command("stopSearch", () => view.stop()),
    command("refreshSearch", () => view.refresh()),
    command("clearSearch", () => view.clear()),
    command("collapseResults", () => view.collapse()),
    command("copyAllHits", () => view.copyAll()),
    command("copyHit", (row?: Row) => (row?.hit === undefined ? copyPath(row) : view.copyHit(row.hit))),
    command("copyHitPath", (row?: Row) => copyPath(row)),
    command("openHitToSide", (row?: Row) => row?.hit !== undefined && view.openToSide(row.hit)),
    command("saveAsRule", (given?: NewRule) => reported(() => saveAsRule(view.query, given === undefined ? view.template : undefined, given))),
    command("queryHelp", () => showHelp(context)),
    command("blocksAtCursor", () => reported(() => showBlocksAtCursor(running))),
    command("rebuildIndex", () => reported(() => running.rebuildIndex())),
    command("showStatus", () => showStatus(running)),
    command("openWalkthrough", () => vscode.commands.executeCommand("workbench.action.openWalkthrough", "outcrop.outcrop#start")),
    command("showLog", () => log.show()),
    command("openSettings", () => vscode.commands.executeCommand("workbench.action.openSettings", "@ext:outcrop.outcrop")),
    command("restartServer", () => running.restart()),
    command("installServer", () => installServer(running, environment)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("outcrop.server")) {
        void running.relocate();
      } else if (event.affectsConfiguration("outcrop")) {
        running.sendSettings();
      }
    }),
    vscode.workspace.onDidSaveTextDocument(() => running.filesChanged()),
    vscode.workspace.onDidCreateFiles(() => running.filesChanged()),
    vscode.workspace.onDidDeleteFiles(() => running.filesChanged()),
    vscode.workspace.onDidRenameFiles(() => running.filesChanged()),
  );
  void begin(context, running, environment);
  return {
    server: running,
    search: (query, limit, found) => running.search(query, limit, new vscode.CancellationTokenSource().token, found),
  };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** Starts the server, or asks what to do without one. Activation does not wait for it. */
async function begin(context: vscode.ExtensionContext, running: Server, environment: PrivateEnvironment): Promise<void> {
  if (await environment.isOld()) {
    await installServer(running, environment); // the user agreed when the first one was made
  } else {
    await running.start();
  }
  if (running.phase === "missing") {
    await offerInstallation(context, running, environment);
  }
}

/** What is selected within a line of the editor that has the keyboard: it seeds the search, as in VS Code's own. */
function selectedText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.selection.isSingleLine === true ? editor.document.getText(editor.selection) : "";
  return text.trim() === "" ? undefined : quoted(text);
}

/** Turns the selected code into a pattern, ready to have its parts replaced by $A. */
async function searchLikeSelection(view: SearchView): Promise<void> {
  const query = selectionAsPattern();
  if (query !== undefined) {
    await view.show(query, 'pattern:"'.length);
  }
}

async function replaceLikeSelection(view: SearchView): Promise<void> {
  const query = selectionAsPattern();
  if (query !== undefined) {
    await view.showReplace(query);
  }
}

function selectionAsPattern(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  const code = editor?.document.getText(editor.selection) ?? "";
  if (editor === undefined || code.trim() === "") {
    void vscode.window.showInformationMessage("Outcrop: select some code first.");
    return undefined;
  }
  const language = editor.document.languageId;
  return patternQuery(code, language === "plaintext" ? undefined : language);
}

async function searchInFolder(view: SearchView, folder: vscode.Uri | undefined): Promise<void> {
  const root = folder && vscode.workspace.getWorkspaceFolder(folder);
  if (folder === undefined || root === undefined) {
    await view.show();
    return;
  }
  const inside = folder.path.slice(root.uri.path.length).replace(/^\/+|\/+$/g, "");
  await view.show(limitedTo(view.query, inside, FIELDS));
}

async function copyPath(row: Row | undefined): Promise<void> {
  if (row?.uri !== undefined) {
    await vscode.env.clipboard.writeText(vscode.workspace.asRelativePath(vscode.Uri.parse(row.uri)));
  }
}

async function showHelp(context: vscode.ExtensionContext): Promise<void> {
  const page = vscode.Uri.joinPath(context.extensionUri, "docs", "query-language.md");
  await vscode.commands.executeCommand("markdown.showPreview", page);
}

/** Runs a command that a user gave; what goes wrong is a message, not a stack trace. */
async function reported(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    void vscode.window.showErrorMessage(`Outcrop: ${error instanceof Error ? error.message : String(error)}`);
  }
}
