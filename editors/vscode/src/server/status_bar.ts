/** The place in the status bar: how the server and its index are, and on a click what can be done. */

import * as vscode from "vscode";
import { Server } from "./server";

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("outcrop.status", vscode.StatusBarAlignment.Right, 90);
  private readonly listener: vscode.Disposable;

  constructor(private readonly server: Server) {
    this.item.name = "Outcrop";
    this.item.command = "outcrop.showStatus";
    this.listener = server.onDidChange(() => this.draw());
    this.draw();
    this.item.show();
  }

  dispose(): void {
    this.listener.dispose();
    this.item.dispose();
  }

  private draw(): void {
    const { phase, progress, status } = this.server;
    void vscode.commands.executeCommand("setContext", "outcrop.running", phase === "running");
    const busy = phase === "installing" || phase === "starting" || (phase === "running" && (progress !== undefined || status?.state !== "ready"));
    const percentage = progress?.percentage === undefined ? "" : ` ${progress.percentage} %`;
    const icon = busy ? "$(sync~spin)" : phase === "running" ? "$(layers)" : phase === "missing" ? "$(info)" : "$(warning)";
    this.item.text = `${icon} Outcrop${busy ? percentage : ""}`;
    this.item.tooltip = `Outcrop: ${describe(this.server)}`;
    this.item.accessibilityInformation = { label: `Outcrop: ${describe(this.server)}` };
    this.item.backgroundColor = phase === "failed" ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  }
}

/** One line about the server, for people. */
export function describe(server: Server): string {
  const { phase, progress, status, trouble } = server;
  if (phase === "installing" || phase === "starting") {
    return phase === "starting" ? "starting" : "being installed";
  }
  if (phase !== "running") {
    return trouble ?? "the server is stopped";
  }
  if (progress !== undefined && progress.message !== "") {
    return progress.message;
  }
  if (status === undefined) {
    return "running";
  }
  const counted = `${status.files.toLocaleString("en")} files, ${status.symbols.toLocaleString("en")} symbols`;
  return status.state === "ready" ? counted : `${status.state}: ${status.indexed.toLocaleString("en")} of ${counted}`;
}

/** The menu behind the status bar. */
export async function showStatus(server: Server): Promise<void> {
  const action = (label: string, command: string): vscode.QuickPickItem & { command: string } => ({ label, command });
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator, command: "" };
  const works = server.phase === "running";
  const problems = server.status?.problems ?? [];
  const told = { label: `$(warning) ${problems.length === 1 ? "1 file is" : `${problems.length} files are`} not searched, or not in full…`, command: "" };
  const picked = await vscode.window.showQuickPick(
    [
      ...(works ? [action("$(search) Structural Search", "outcrop.structuralSearch")] : []),
      ...(works ? [action("$(list-tree) Show Blocks at the Cursor", "outcrop.blocksAtCursor")] : []),
      ...(works ? [action("$(database) Rebuild the Index", "outcrop.rebuildIndex")] : []),
      ...(problems.length > 0 ? [told] : []),
      separator,
      ...(server.phase === "missing" ? [action("$(cloud-download) Install the Server", "outcrop.installServer")] : []),
      action("$(debug-restart) Restart the Server", "outcrop.restartServer"),
      action("$(output) Show the Log", "outcrop.showLog"),
      action("$(gear) Settings", "outcrop.openSettings"),
    ],
    { title: `Outcrop: ${describe(server)}`, placeHolder: server.command && `${server.command.command}, from ${server.command.origin}` },
  );
  if (picked === told) {
    await vscode.window.showQuickPick(problems.map((problem) => ({ label: problem })), { title: "Outcrop: files with problems" });
  } else if (picked !== undefined) {
    await vscode.commands.executeCommand(picked.command);
  }
}
