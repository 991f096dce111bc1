/**
 * The settings that go to the server.
 *
 * Only what somebody has set is sent: an editor's settings are stronger than the project's `.outcrop.toml`, and a
 * default that nobody chose must not override it.
 */

import * as vscode from "vscode";

export const SERVER_SETTINGS = [
  "ignore",
  "max_file_size",
  "languages",
  "workers",
  "cache_dir",
  "watch",
  "search_limit",
  "search_seconds",
  "symbols",
  "folding",
  "workspace_symbols",
  "diagnostics",
  "definition",
  "references",
  "hover",
  "rename",
  "links",
  "highlight",
] as const;

export function chosenSettings(): { outcrop: Record<string, unknown> } {
  const configuration = vscode.workspace.getConfiguration("outcrop");
  const chosen: Record<string, unknown> = {};
  for (const name of SERVER_SETTINGS) {
    const known = configuration.inspect(name);
    if (known?.globalValue !== undefined || known?.workspaceValue !== undefined || known?.workspaceFolderValue !== undefined) {
      chosen[name] = configuration.get(name);
    }
  }
  return { outcrop: chosen };
}
