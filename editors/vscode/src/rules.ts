/** Rules: the query in the view becomes one, in a file of the folder. */

import * as vscode from "vscode";

const NAME = /^[A-Za-z0-9][\w.-]{0,99}$/;

/** What a rule is made of; what is not given is asked for. */
export interface NewRule {
  readonly name?: string;
  readonly query?: string;
}

/** Writes a rule and opens its file, with the message to be written selected. */
export async function saveAsRule(query: string, template: string | undefined, given?: NewRule): Promise<void> {
  const asked = given?.query ?? query;
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (asked.trim() === "" || folder === undefined) {
    throw new Error(folder === undefined ? "open a folder first, which the rule is to be for" : "type a query first");
  }
  const name = given?.name ?? (await vscode.window.showInputBox({ prompt: "Name of the rule", placeHolder: "no-print", validateInput: problemWith }));
  if (name === undefined) {
    return;
  }
  const problem = problemWith(name);
  if (problem !== undefined) {
    throw new Error(problem);
  }
  const file = vscode.Uri.joinPath(folder.uri, ".outcrop", "rules", `${name}.toml`);
  if (await isThere(file)) {
    throw new Error(`there is a rule called ${name} already`);
  }
  await vscode.workspace.fs.writeFile(file, Buffer.from(source(name, asked, template)));
  const document = await vscode.workspace.openTextDocument(file);
  const editor = await vscode.window.showTextDocument(document);
  const line = document.getText().split("\n").findIndex((each) => each.startsWith("message = "));
  editor.selection = new vscode.Selection(line, 'message = "'.length, line, document.lineAt(line).text.length - 1);
}

function problemWith(name: string): string | undefined {
  return NAME.test(name) ? undefined : "A rule's name has letters, digits, - _ and . in it.";
}

/** The rule as TOML, in which the texts of JSON are texts too. */
function source(name: string, query: string, template: string | undefined): string {
  const fix = template === undefined ? [] : [`fix = ${JSON.stringify(template)}`];
  const head = /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
  const message = "Say here what is wrong with this code.";
  return [`[${head}]`, `query = ${JSON.stringify(query)}`, `message = ${JSON.stringify(message)}`, 'severity = "warning"', ...fix, ""].join("\n");
}

async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
