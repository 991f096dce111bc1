/** The view "Structural Search": the extension's side. The page in src/webview draws; hits and history live here. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { Hit } from "../server/protocol";
import { Server } from "../server/server";
import { describe } from "../server/status_bar";
import { History } from "./history";
import { Outcome, ToExtension, ToPage } from "./messages";
import { namesFor } from "./names";
import { openHit, openLine, pathOf } from "./opening";
import { asText, FileGroup, grouped, isReplaceHit, NOTHING, Results } from "./results";
import { Answer, RunningSearch, RunningSearchEvents } from "./running_search";

const AGAIN = 2000; // milliseconds until a query without a hit is asked again while the index grows
const SHOW_STOP = 400; // milliseconds until a search that goes on can be stopped; most are over by then
// The page may ask for these commands and for no others.
const PAGE_COMMANDS = new Set([
  "outcrop.installServer",
  "outcrop.restartServer",
  "outcrop.showLog",
  "outcrop.queryHelp",
  "workbench.action.files.openFolder",
]);

type Told = Pick<Outcome, "query" | "template" | "state" | "found">;

export class SearchView implements vscode.WebviewViewProvider, vscode.Disposable, RunningSearchEvents {
  static readonly id = "outcrop.searchView";

  /** The query in the box. */
  query = "";
  results: Results = NOTHING;

  private view: vscode.WebviewView | undefined;
  private running: RunningSearch | undefined;
  private told: Told = { query: "", state: "done", found: 0 }; // what the page has heard last of a search
  private answer: Answer | undefined;
  private stopTimer: NodeJS.Timeout | undefined;
  private shownQuery = ""; // the one whose hits are shown
  private sent: readonly FileGroup[] = []; // what the page has
  private active = -1;
  private limit: number | undefined;
  template: string | undefined; // what hits are to become, while they are to be replaced
  private isStale = false; // what is shown was found before the index was ready, or before the server went away
  private answeredAt = 0;
  private isUnanswered = false; // the last search failed, most often because the server was still starting
  private pending: ToPage[] = [];
  private isReady = false;
  private readonly listener: vscode.Disposable;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
    private readonly history: History,
  ) {
    this.listener = server.onDidChange(() => this.onServer());
  }

  dispose(): void {
    this.listener.dispose();
    this.end();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.isReady = false;
    this.sent = [];
    const roots = [vscode.Uri.joinPath(this.extension, "dist")];
    view.webview.options = { enableScripts: true, localResourceRoots: roots };
    view.webview.onDidReceiveMessage((message: ToExtension) => void this.onMessage(message));
    view.onDidDispose(() => {
      this.view = undefined;
      this.isReady = false;
    });
    view.webview.html = this.html(view.webview);
  }

  /** Shows the view with the keyboard in the query box; with a query given, that one, searched for. */
  async show(query?: string, caret?: number): Promise<void> {
    await vscode.commands.executeCommand(`${SearchView.id}.focus`);
    if (query !== undefined) {
      this.query = query;
      this.post({ type: "query", query, caret });
    }
    this.post({ type: "focus", select: caret === undefined });
  }

  /** The same with the box for what hits are to become, and the keyboard there. */
  async showReplace(query?: string): Promise<void> {
    await vscode.commands.executeCommand(`${SearchView.id}.focus`);
    this.post({ type: "replacing", query: query ?? this.query });
  }

  /** Searches again for what is in the box. */
  async refresh(): Promise<void> {
    await this.search(this.query, this.limit, this.template);
  }

  /** Replaces hits that are shown: in the documents that are open, unsaved, and in files, as one step to undo. */
  async replace(ids: readonly number[]): Promise<void> {
    const { template, shownQuery: query } = this;
    const chosen = ids.map((id) => this.results.order[id]).filter((hit) => hit !== undefined && isReplaceHit(hit));
    if (template === undefined || chosen.length === 0) {
      return;
    }
    try {
      const answer = await this.server.replacement({ query, template, only: chosen.map((hit) => hit.id) });
      const made = answer.hits.filter((hit) => hit.problem === undefined);
      const applied = answer.edit !== null && (await this.server.apply(answer));
      const files = new Set(made.map((hit) => hit.location.uri)).size;
      const left = chosen.length - made.length;
      const problem = answer.hits.find((hit) => hit.problem !== undefined)?.problem;
      this.post({
        type: "replaced",
        text: !applied
          ? `Nothing was replaced: ${problem ?? "the code has changed meanwhile"}.`
          : `Replaced ${counted(made.length, "hit")} in ${counted(files, "file")}${left === 0 ? "" : `; ${counted(left, "hit")} left alone: ${problem ?? "the code has changed meanwhile"}`}.`,
      });
    } catch (error) {
      this.post({ type: "replaced", text: `Nothing was replaced: ${error instanceof Error ? error.message : String(error)}` });
    }
    await this.refresh();
  }

  /** Stops the search; what it has found stays. */
  stop(): void {
    const search = this.running;
    if (search !== undefined) {
      this.end();
      this.isStale = false; // it is not asked again behind the user's back
      if (search.query !== this.shownQuery) {
        this.hold(search.query, search.results);
      }
      this.tell({ query: search.query, template: search.template, state: "stopped", found: this.results.order.length });
    }
  }

  /** Takes hits from the list; the next search finds them again. */
  dismiss(ids: readonly number[]): void {
    const gone = new Set(ids);
    this.hold(this.shownQuery, grouped(this.results.order.filter((_, id) => !gone.has(id)), pathOf));
    this.tell({ ...this.told, found: this.results.order.length }, this.answer);
  }

  clear(): void {
    this.post({ type: "query", query: "" });
    this.post({ type: "focus", select: false });
  }

  collapse(): void {
    this.post({ type: "collapse" });
  }

  /** Opens the next hit, or with -1 the one before, going round at the ends. */
  async step(by: 1 | -1): Promise<void> {
    const count = this.results.order.length;
    if (count > 0) {
      this.active = this.active < 0 ? (by > 0 ? 0 : count - 1) : (this.active + by + count) % count;
      this.post({ type: "activate", id: this.active });
      await openHit(this.results.order[this.active], { focus: true });
    }
  }

  async copyAll(): Promise<void> {
    const lines = this.results.order.map((hit) => asText(hit, pathOf));
    await vscode.env.clipboard.writeText(lines.join("\n"));
  }

  async copyHit(id: number): Promise<void> {
    const hit = this.results.order[id];
    if (hit !== undefined) {
      await vscode.env.clipboard.writeText(asText(hit, pathOf));
    }
  }

  async openToSide(id: number): Promise<void> {
    const hit = this.results.order[id];
    if (hit !== undefined) {
      this.active = id;
      await openHit(hit, { focus: true, side: true });
    }
  }

  private async onMessage(message: ToExtension): Promise<void> {
    switch (message.type) {
      case "ready":
        this.isReady = true;
        this.post({ type: "history", queries: this.history.queries });
        this.onServer();
        for (const waiting of this.pending.splice(0)) {
          this.post(waiting);
        }
        break;
      case "search":
        await this.search(message.query, message.limit, message.template);
        break;
      case "replace":
        await this.replace(message.ids);
        break;
      case "dismiss":
        this.dismiss(message.ids);
        break;
      case "names": {
        const { field, word } = message;
        this.post({ type: "names", field, word, names: await namesFor(this.server, field, word) });
        break;
      }
      case "stop":
        this.stop();
        break;
      case "remember":
        this.history.remember(message.query);
        this.post({ type: "history", queries: this.history.queries });
        break;
      case "open":
        this.active = message.id;
        if (this.results.order[message.id] !== undefined) {
          await openHit(this.results.order[message.id], message);
        }
        break;
      case "openLine":
        await openLine(message.uri, message.line, message);
        break;
      case "copy":
        await this.copyHit(message.id);
        break;
      case "copyPath":
        await vscode.env.clipboard.writeText(pathOf(message.uri));
        break;
      case "command":
        if (PAGE_COMMANDS.has(message.command)) {
          await vscode.commands.executeCommand(message.command);
        }
        break;
    }
  }

  /** One search at a time: a new one stops the one before, whose hits nobody wants any more. */
  private async search(query: string, limit: number | undefined, template: string | undefined): Promise<void> {
    this.end();
    this.query = query;
    this.limit = limit;
    this.template = template;
    this.isUnanswered = false;
    this.isStale = this.server.status?.state !== "ready";
    if (query.trim() === "") {
      this.hold("", NOTHING);
      return;
    }
    const search = new RunningSearch(query, limit, template, this);
    this.running = search;
    this.stopTimer = setTimeout(() => setContext("searching", true), SHOW_STOP);
    this.tell({ query, template, state: "searching", found: 0 });
    const run = search.run(this.server);
    void vscode.window.withProgress({ location: { viewId: SearchView.id } }, () => run);
    await run;
  }

  grew(search: RunningSearch): void {
    // Asked again, a query's hits stay until there are as many new ones: a list that shrinks and grows is hard to read.
    if (search.query !== this.shownQuery || search.results.order.length >= this.results.order.length) {
      this.hold(search.query, search.results);
    }
    this.tell({ query: search.query, template: search.template, state: "searching", found: search.results.order.length });
  }

  answered(search: RunningSearch, answer: Answer): void {
    this.end();
    this.answeredAt = Date.now();
    // A query that cannot be read, half typed as it is, leaves the hits of the one before in sight.
    if (answer.problems.length === 0 && (answer.templateProblems ?? []).length === 0) {
      this.hold(search.query, search.results);
    }
    this.tell({ query: search.query, template: search.template, state: "done", found: search.results.order.length }, answer);
    this.onServer(); // the index may have become ready meanwhile
  }

  failed(search: RunningSearch, message: string): void {
    this.end();
    this.hold(search.query, NOTHING);
    this.isUnanswered = true;
    this.post({ type: "failed", message });
  }

  private end(): void {
    this.running?.stop();
    this.running = undefined;
    clearTimeout(this.stopTimer);
    setContext("searching", false);
  }

  /** Tells the page how a search is going, and of files that it has not got yet. */
  private tell(about: Told, answer?: Answer): void {
    this.told = about;
    this.answer = answer;
    const { files } = this.results;
    const change = files.findIndex((file, at) => file !== this.sent[at]);
    const same = change < 0 ? files.length : change;
    this.sent = files;
    const { total = 0, truncated = false, elapsedMs = 0, problems = [], templateProblems = [], notes = [] } = answer ?? {};
    const known = { total, truncated, elapsedMs, problems, templateProblems, notes };
    this.post({ type: "outcome", outcome: { ...about, same, files: files.slice(same), ...known } });
  }

  private hold(query: string, results: Results): void {
    // Found again, the hit that the user was at is still the one that "next" and "previous" count from.
    const at = this.results.order[this.active]?.location;
    const isAt = (hit: Hit): boolean =>
      hit.location.uri === at?.uri && hit.location.range.start.line === at.range.start.line;
    this.active = at === undefined ? -1 : results.order.findIndex(isAt);
    this.results = results;
    this.shownQuery = query;
    setContext("hasHits", results.order.length > 0);
    if (this.view !== undefined) {
      const count = results.order.length;
      this.view.description = count === 0 ? "" : `${count}`;
    }
  }

  private onServer(): void {
    const { phase, status } = this.server;
    const works = phase === "running";
    const busy = phase === "installing" || phase === "starting" || (works && status?.state !== "ready");
    const noFolder = (vscode.workspace.workspaceFolders ?? []).length === 0;
    this.post({ type: "server", works, missing: phase === "missing", busy, noFolder, text: describe(this.server) });
    // While the index grows, who has found something is left in peace until it is complete.
    const isDue = status?.state === "ready" || (this.results.order.length === 0 && Date.now() > this.answeredAt + AGAIN);
    if (!works) {
      this.isStale = true;
    } else if (this.isReady && this.running === undefined && (this.isUnanswered || (this.isStale && isDue))) {
      void this.refresh();
    }
  }

  private post(message: ToPage): void {
    if (this.view !== undefined && this.isReady) {
      void this.view.webview.postMessage(message);
    } else if (message.type === "query" || message.type === "focus" || message.type === "replacing") {
      this.pending.push(message); // the page is being loaded
    }
  }

  private html(webview: vscode.Webview): string {
    const file = (name: string): vscode.Uri => webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "dist", name));
    const nonce = randomBytes(16).toString("hex");
    const policy = `default-src 'none'; font-src ${webview.cspSource}; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file("codicon.css").toString()}">
<link rel="stylesheet" href="${file("search_page.css").toString()}">
<title>Structural Search</title>
</head>
<body>
<div id="boxes">
<button id="toggle" title="Toggle Replace" aria-label="Toggle Replace" aria-expanded="false"><span class="codicon codicon-chevron-right"></span></button>
<div id="column">
<div id="box">
<div id="paper" aria-hidden="true"></div>
<textarea id="query" rows="1" spellcheck="false" autocapitalize="off" autocomplete="off" role="combobox"
 aria-label="Structural search query" aria-autocomplete="list" aria-expanded="false" aria-controls="proposals"
 aria-describedby="problem" placeholder="kind:function in:Parser lines:&gt;40"></textarea>
<ul id="proposals" role="listbox" aria-label="Proposals" hidden></ul>
</div>
<div id="replace" hidden>
<textarea id="template" rows="1" spellcheck="false" autocapitalize="off" autocomplete="off"
 aria-label="Replace with" aria-describedby="template-problem" placeholder="Replace with: $A, $$$REST, $1, $0"></textarea>
<button id="replace-all" title="Replace All That Is Ticked (Ctrl+Alt+Enter)" aria-label="Replace all that is ticked" disabled><span class="codicon codicon-replace-all"></span></button>
</div>
</div>
</div>
<div id="problem" role="alert"></div>
<div id="template-problem" role="alert"></div>
<div id="replaced" role="status"></div>
<div id="progress"><div id="summary" role="status"></div><button id="stop" class="link" title="Stop (Esc)" hidden>Stop</button></div>
<div id="notes"></div>
<div id="tree" role="tree" aria-label="Hits" tabindex="0" hidden></div>
<div id="welcome"></div>
<script nonce="${nonce}" src="${file("search_page.js").toString()}"></script>
</body>
</html>`;
  }
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

/** Says to VS Code's menus and keys what is so. */
function setContext(name: "hasHits" | "searching", value: boolean): void {
  void vscode.commands.executeCommand("setContext", `outcrop.${name}`, value);
}
