/** Structural search from the command palette: the same queries, hits as you type. */

import * as vscode from "vscode";
import { proposals } from "../query/completion";
import { iconOf } from "../query/kinds";
import { Hit, SearchPart } from "../server/protocol";
import { Server } from "../server/server";
import { History } from "./history";
import { openHit, pathOf } from "./opening";
import { ancestryOf } from "./results";
import { SearchView } from "./view";

interface Choice extends vscode.QuickPickItem {
  readonly hit?: Hit;
  /** A query that takes the place of the one typed. */
  readonly query?: string;
  readonly toView?: boolean;
}

const WAIT = 120; // milliseconds after a keystroke
const MOST_PROPOSALS = 8;
const TO_VIEW: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("link-external"), tooltip: "Show in the View" };
const HELP: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("question"), tooltip: "Explain the Query Language" };
const TO_SIDE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("split-horizontal"), tooltip: "Open to the Side" };

export function showQuickSearch(server: Server, history: History, view: SearchView): void {
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = "Structural Search";
  pick.placeholder = "A query, such as kind:function in:Parser lines:>40";
  pick.buttons = [TO_VIEW, HELP];
  let running: vscode.CancellationTokenSource | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Shows choices; who has gone down among those before stays where they are. */
  const offer = (items: readonly Choice[]): void => {
    const at = pick.activeItems.filter((item) => items.includes(item));
    pick.items = items;
    pick.activeItems = at.length > 0 ? at : items.slice(0, 1);
  };
  const search = async (query: string): Promise<void> => {
    const source = new vscode.CancellationTokenSource();
    running = source;
    pick.busy = true;
    let choices: Choice[] = [];
    const onPart = (part: SearchPart): void => {
      if (running === source) {
        choices = [...(part.replace ? [] : choices), ...part.hits.map(hitChoice)];
        offer(choices);
      }
    };
    try {
      const answer = await server.search(query, undefined, source.token, onPart);
      if (running === source) {
        const problems = answer.problems.map((problem) => always({ label: `$(error) ${problem.message}` }));
        const none = answer.hits.length === 0 && problems.length === 0 ? [always({ label: "No hits" })] : [];
        const more = answer.truncated ? [always({ label: "$(ellipsis) More hits, in the view", toView: true })] : [];
        offer([...problems, ...none, ...choices, ...more, ...proposed(query)]);
      }
    } catch (error) {
      if (running === source) {
        pick.items = [always({ label: `$(error) ${error instanceof Error ? error.message : String(error)}` })];
      }
    } finally {
      if (running === source) {
        pick.busy = false;
      }
    }
  };
  const onValue = (query: string): void => {
    clearTimeout(timer);
    running?.cancel();
    running = undefined;
    if (query.trim() === "") {
      pick.busy = false;
      pick.items = [...remembered(history), ...proposed("")];
    } else {
      timer = setTimeout(() => void search(query), WAIT);
    }
  };
  const toView = (): void => {
    const query = pick.value;
    pick.hide();
    void view.show(query);
  };

  pick.onDidChangeValue(onValue);
  pick.onDidTriggerButton((button) => {
    if (button === TO_VIEW) {
      toView();
    } else {
      void vscode.commands.executeCommand("outcrop.queryHelp");
    }
  });
  pick.onDidTriggerItemButton(({ item }) => {
    if (item.hit !== undefined) {
      history.remember(pick.value);
      void openHit(item.hit, { focus: true, side: true });
    }
  });
  pick.onDidAccept(() => {
    const [choice] = pick.activeItems;
    if (choice?.hit !== undefined) {
      history.remember(pick.value);
      pick.hide();
      void openHit(choice.hit, { focus: true });
    } else if (choice?.query !== undefined) {
      pick.value = choice.query;
      onValue(choice.query);
    } else if (choice?.toView === true) {
      toView();
    }
  });
  pick.onDidHide(() => {
    clearTimeout(timer);
    running?.cancel();
    pick.dispose();
  });
  onValue("");
  pick.show();
}

function hitChoice(hit: Hit): Choice {
  const within = ancestryOf(hit);
  return always({
    label: `$(${iconOf(hit.kind)}) ${hit.text.trim()}`,
    description: `${pathOf(hit.location.uri)}:${hit.location.range.start.line + 1}`,
    detail: within === "" ? undefined : `in ${within}`,
    buttons: [TO_SIDE],
    hit,
  });
}

function remembered(history: History): Choice[] {
  const queries = history.queries.slice(0, 10).map((query) => always({ label: `$(history) ${query}`, query }));
  return queries.length === 0 ? [] : [separator("recent"), ...queries];
}

function proposed(query: string): Choice[] {
  const found = proposals(query, query.trim() === "");
  const items = found.items.slice(0, query.trim() === "" ? undefined : MOST_PROPOSALS).map((one) =>
    always({ label: `$(symbol-keyword) ${one.label}`, description: one.detail, query: query.slice(0, found.start) + one.insert }),
  );
  return items.length === 0 ? [] : [separator("can follow"), ...items];
}

function separator(label: string): Choice {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** The server has already chosen; VS Code must not filter its answers again. */
function always(choice: Choice): Choice {
  return { ...choice, alwaysShow: true };
}
