/** What to tell a user who has no server yet, or one that crashes, and what they can do about it. */

import * as vscode from "vscode";
import { NoEnvironment, PrivateEnvironment } from "./private_environment";
import { Server } from "./server";

const NEVER_ASK = "outcrop.neverAskToInstall";

/** Offers to install the server, once for each start of VS Code and never again if the user says so. */
export async function offerInstallation(context: vscode.ExtensionContext, server: Server, environment: PrivateEnvironment): Promise<void> {
  if (context.globalState.get(NEVER_ASK, false)) {
    return;
  }
  const install = "Install";
  const choose = "I Have It Elsewhere";
  const never = "Don't Ask Again";
  const answer = await vscode.window.showInformationMessage(
    "Outcrop's server was not found. Shall the extension install its own copy? It makes a Python environment in " +
      "VS Code's storage and downloads the libraries it needs; nothing else on this machine is touched.",
    install,
    choose,
    never,
  );
  if (answer === install) {
    await installServer(server, environment);
  } else if (answer === choose) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "outcrop.server.command");
  } else if (answer === never) {
    await context.globalState.update(NEVER_ASK, true);
  }
}

/** Says that the server stays off after too many crashes, and offers to try again. */
export async function offerRestart(): Promise<void> {
  const restart = "Restart";
  const log = "Show the Log";
  const answer = await vscode.window.showErrorMessage("Outcrop's server crashed several times within a few minutes and stays off.", restart, log);
  if (answer !== undefined) {
    await vscode.commands.executeCommand(answer === restart ? "outcrop.restartServer" : "outcrop.showLog");
  }
}

/** Makes the extension's own environment and starts the server from it. */
export async function installServer(server: Server, environment: PrivateEnvironment): Promise<void> {
  await server.install(async () => {
    try {
      await environment.make();
    } catch (error) {
      void tell(error instanceof NoEnvironment ? error : new NoEnvironment(String(error)));
    }
  });
}

async function tell(error: NoEnvironment): Promise<void> {
  const log = "Show the Log";
  const python = "Get Python";
  if (error.advice === "python") {
    const advice =
      process.platform === "darwin"
        ? "With Homebrew: brew install python."
        : process.platform === "win32"
          ? "Get it from the Microsoft Store or python.org."
          : "On Debian and Ubuntu: sudo apt install python3-venv.";
    const answer = await vscode.window.showErrorMessage(`${error.message} ${advice}`, python, log);
    if (answer === python) {
      await vscode.env.openExternal(vscode.Uri.parse("https://www.python.org/downloads/"));
    } else if (answer === log) {
      await vscode.commands.executeCommand("outcrop.showLog");
    }
    return;
  }
  const answer = await vscode.window.showErrorMessage([error.message, error.advice].filter(Boolean).join(" "), log);
  if (answer === log) {
    await vscode.commands.executeCommand("outcrop.showLog");
  }
}
