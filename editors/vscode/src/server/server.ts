/** The server as the rest of the extension sees it: whether it runs, how far its index is, and what it answers. */

import type { ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import {
  CloseAction,
  DidChangeConfigurationNotification,
  ErrorAction,
  ErrorHandler,
  ExecuteCommandRequest,
  LanguageClient,
  LanguageClientOptions,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient/node";
import { Crashes } from "./crashes";
import { start } from "./launching";
import { locateServer, ServerCommand } from "./locate";
import { hasOtherOutline } from "./other_outlines";
import { PrivateEnvironment } from "./private_environment";
import { Progress, ProgressInTurn, ProgressNews } from "./progress";
import {
  BlocksAnswer,
  BlocksRequest,
  Hit,
  IndexStatus,
  ReplaceAnswer,
  ReplaceQuestion,
  ReplaceRequest,
  SearchAnswer,
  SearchPart,
  SearchProgress,
  SearchRequest,
  StatusRequest,
} from "./protocol";
import { chosenSettings } from "./settings";

/** `missing`: no server was found. `failed`: one was found and does not run. */
export type Phase = "stopped" | "missing" | "installing" | "starting" | "running" | "failed";

const POLL_WHILE_INDEXING = 1000;
const SETTLE = 800; // milliseconds after a change on disk until the figures are asked for again

export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Anything that a user can see of the server changed. */
  readonly onDidChange = this.changed.event;
  private readonly stayedOff = new vscode.EventEmitter<void>();
  /** The server crashed too often and is not started again, unless somebody asks for it. */
  readonly onDidStayOff = this.stayedOff.event;

  phase: Phase = "stopped";
  /** Why the server does not run, in words. */
  trouble: string | undefined;
  status: IndexStatus | undefined;
  command: ServerCommand | undefined;

  private client: LanguageClient | undefined;
  private child: ChildProcess | undefined;
  private poll: NodeJS.Timeout | undefined;
  private readonly running = new ProgressInTurn();
  private turn: Promise<void> = Promise.resolve();
  private giveUp: (() => void) | undefined; // ends the wait for a server that starts
  private searches = 0;
  private readonly crashes = new Crashes();

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly environment: PrivateEnvironment,
  ) {}

  get progress(): Progress | undefined {
    return this.running.current;
  }

  get processId(): number | undefined {
    const child = this.child;
    return child?.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  /** Finds and starts the server; starts and stops follow one another, however fast they are asked for. */
  start(): Promise<void> {
    return this.inTurn(async () => {
      if (this.client === undefined) {
        await this.startNow();
      }
    });
  }

  restart(): Promise<void> {
    this.giveUpStarting();
    return this.inTurn(async () => {
      await this.stopNow();
      this.crashes.forget();
      await this.startNow();
    });
  }

  /** Stops, for on Windows a running program cannot be replaced, lets it be made anew, and starts what is there then. */
  install(make: () => Promise<void>): Promise<void> {
    this.giveUpStarting();
    return this.inTurn(async () => {
      await this.stopNow();
      this.enter("installing");
      await make();
      await this.startNow();
    });
  }

  stop(): Promise<void> {
    this.giveUpStarting();
    return this.inTurn(() => this.stopNow());
  }

  /** Starts anew if another server would be used now than the one that runs. */
  async relocate(): Promise<void> {
    const found = await locateServer(await this.environment.program());
    if (JSON.stringify(found) !== JSON.stringify(this.command)) {
      await this.restart();
    }
  }

  sendSettings(): void {
    void this.ready()?.sendNotification(DidChangeConfigurationNotification.type, { settings: chosenSettings() });
  }

  /** Searches. Who gives `found` is told of hits while the search goes on; the answer has them all. */
  async search(
    query: string,
    limit: number | undefined,
    token: vscode.CancellationToken,
    found?: (part: SearchPart) => void,
  ): Promise<SearchAnswer> {
    const client = this.asked();
    const partialResultToken = `search ${++this.searches}`;
    let hits: Hit[] = [];
    const stream = client.onProgress(SearchProgress, partialResultToken, (part) => {
      hits = part.replace ? [...part.hits] : hits.concat(part.hits);
      found?.(part);
    });
    try {
      const answer = await client.sendRequest(SearchRequest, { query, limit, partialResultToken }, token);
      return { ...answer, hits };
    } finally {
      stream.dispose();
    }
  }

  /** What would become of the code; nothing is changed. */
  async replacement(question: ReplaceQuestion, token?: vscode.CancellationToken): Promise<ReplaceAnswer> {
    return this.asked().sendRequest(ReplaceRequest, question, token);
  }

  /** Makes the edit that an answer has, as one step to undo. False if a document is another by now. */
  async apply(answer: ReplaceAnswer): Promise<boolean> {
    const edit = await this.asked().protocol2CodeConverter.asWorkspaceEdit(answer.edit);
    const known = new Map(answer.hits.map((hit) => [hit.location.uri, hit.version]));
    const open = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document.version]));
    for (const [uri, version] of known) {
      const now = open.get(vscode.Uri.parse(uri).toString());
      if (version !== null && now !== version) {
        return false;
      }
    }
    return edit !== undefined && (await vscode.workspace.applyEdit(edit, { isRefactoring: true }));
  }

  async blocks(document: vscode.TextDocument, position: vscode.Position): Promise<BlocksAnswer | null> {
    const client = this.asked();
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    const at = client.code2ProtocolConverter.asPosition(position);
    return client.sendRequest(BlocksRequest, { textDocument: { uri }, position: at });
  }

  async rebuildIndex(): Promise<void> {
    await this.asked().sendRequest(ExecuteCommandRequest.type, { command: "outcrop.reindex", arguments: [{}] });
    await this.refreshStatus();
  }

  /** Asks for the index's figures, and again until it is ready. */
  async refreshStatus(): Promise<void> {
    const client = this.ready();
    if (client === undefined) {
      return;
    }
    try {
      this.status = await client.sendRequest(StatusRequest, {});
    } catch (error) {
      this.log.warn(`no status: ${String(error)}`);
      return; // the server went away; the change of state tells
    }
    this.changed.fire();
    if (this.status.state !== "ready") {
      this.refreshStatusIn(POLL_WHILE_INDEXING);
    }
  }

  /** After changes on disk the figures may be others. */
  filesChanged(): void {
    this.refreshStatusIn(SETTLE);
  }

  dispose(): void {
    clearTimeout(this.poll);
    this.changed.dispose();
    this.stayedOff.dispose();
  }

  private refreshStatusIn(milliseconds: number): void {
    clearTimeout(this.poll);
    this.poll = setTimeout(() => void this.refreshStatus(), milliseconds);
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.turn.then(step);
    this.turn = done.catch((error) => this.log.error(String(error)));
    return this.turn;
  }

  /** Forgets a server that has not answered yet: a command that is no server never will, and others wait their turn. */
  private giveUpStarting(): void {
    if (this.phase === "starting") {
      this.client = undefined;
      this.child?.kill();
      this.giveUp?.();
    }
  }

  private ready(): LanguageClient | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  private asked(): LanguageClient {
    const client = this.ready();
    if (client === undefined) {
      throw new Error(this.trouble ?? "Outcrop's server is not running.");
    }
    return client;
  }

  private enter(phase: Phase, trouble?: string): void {
    this.phase = phase;
    this.trouble = trouble;
    if (phase !== "running") {
      this.status = undefined;
      this.running.clear();
      clearTimeout(this.poll);
    }
    this.changed.fire();
  }

  private async startNow(): Promise<void> {
    this.command = await locateServer(await this.environment.program());
    if (this.command === undefined) {
      this.enter("missing", "Outcrop's server was not found.");
      return;
    }
    const command = this.command;
    this.log.info(`starting ${[command.command, ...command.arguments].join(" ")} (from ${command.origin})`);
    this.enter("starting");
    // The library's own handler takes one write into the pipe of a dead server for a reason to stop for good. Here only
    // the end of the connection counts, which always follows, and what follows that is decided in one place.
    const errorHandler: ErrorHandler = {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        this.ended(client, "Outcrop's server ended.");
        return { action: CloseAction.DoNotRestart, handled: true, message: "The connection to the server was closed." };
      },
    };
    const options = { ...this.clientOptions(), errorHandler };
    const client = new LanguageClient("outcrop", "Outcrop", () => this.spawned(command), options);
    this.client = client;
    this.child = undefined;
    client.onDidChangeState(({ newState }) => this.onState(client, newState));
    const givenUp = new Promise<void>((resolve) => (this.giveUp = resolve));
    try {
      await Promise.race([client.start(), givenUp]);
    } catch (error) {
      this.ended(client, error instanceof Error ? error.message : String(error));
    }
  }

  /** A server ended that nobody stopped. It is started again, but for one that cannot be or that does nothing but end. */
  private ended(client: LanguageClient, why: string): void {
    if (this.client !== client) {
      return; // one that was stopped or replaced, or whose end is known
    }
    this.client = undefined;
    this.log.error(why);
    if (this.child === undefined) {
      this.enter("failed", why); // the command does not run at all
      return;
    }
    this.child.kill();
    if (this.crashes.another()) {
      this.enter("starting");
      void this.start();
    } else {
      this.enter("failed", `${why} It crashed several times within a few minutes, so it stays off until it is restarted.`);
      this.stayedOff.fire();
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      await client.dispose(2000).catch((error) => this.log.warn(`the server did not stop cleanly: ${String(error)}`));
    }
    this.enter("stopped");
  }

  private onState(client: LanguageClient, state: State): void {
    if (this.client !== client) {
      return; // one that was replaced
    }
    if (state === State.Running) {
      this.enter("running");
      void this.refreshStatus();
    } else if (state === State.Starting) {
      this.enter("starting");
    }
  }

  private async spawned(command: ServerCommand): Promise<ChildProcess> {
    const child = await start(command.command, command.arguments);
    child.once("exit", (code, signal) => this.log.info(`the server ended (${signal ?? code})`));
    this.child = child;
    return child;
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file" }, { scheme: "untitled" }],
      initializationOptions: chosenSettings(),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      progressOnInitialization: false,
      initializationFailedHandler: () => false,
      middleware: {
        handleWorkDoneProgress: (token, params) => this.onProgress(token, params),
        provideDocumentSymbols: (document, token, next) => {
          const wanted = vscode.workspace.getConfiguration("outcrop").get("outline");
          return wanted !== "always" && hasOtherOutline(document.languageId) ? [] : next(document, token);
        },
      },
    };
  }

  /** Progress is shown in our own place in the status bar, once, and not in a second one beside it. */
  private onProgress(token: string | number, news: ProgressNews): void {
    this.running.hear(token, news);
    if (news.kind === "end") {
      void this.refreshStatus();
    }
    this.changed.fire();
  }
}
