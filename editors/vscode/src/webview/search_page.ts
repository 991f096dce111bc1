/** The page of the view: connects the box, the hits and the extension. */

import { Outcome, ToExtension, ToPage } from "../search/messages";
import { element, made } from "./elements";
import { HitTree } from "./hit_tree";
import { QueryBox } from "./query_box";

const WAIT = 120; // milliseconds after a keystroke until a search
const EXAMPLES: readonly (readonly [string, string])[] = [
  ["kind:function lines:>80", "long functions"],
  ["TODO is:comment", "a word, in comments only"],
  ["kind:class has:(kind:loop)", "classes with a loop in them"],
  ["call:open -in:(kind:with)", "calls of open outside a with block"],
  ['pattern:"if $A: return $A"', "code of a shape; $A is any code"],
  ["sym:gubi", "a definition, by the initials of its words"],
];

const vscode = acquireVsCodeApi<{ query: string }>();
const post = (message: ToExtension): void => vscode.postMessage(message);

const summary = element("summary");
const notes = element("notes");
const welcome = element("welcome");
let timer: number | undefined;
let server: Extract<ToPage, { type: "server" }> | undefined;
let outcome: Outcome | undefined;
let enterWaits = false; // Enter was pressed before the answer came

const tree = new HitTree({
  open: (id, focus, side) => {
    post({ type: "remember", query: box.query });
    post({ type: "open", id, focus, side });
  },
  openLine: (uri, line, focus) => post({ type: "openLine", uri, line, focus }),
  copy: (id) => post({ type: "copy", id }),
  copyPath: (uri) => post({ type: "copyPath", uri }),
  left: () => box.focus(),
});
const box = new QueryBox({
  changed: (query) => {
    vscode.setState({ query });
    enterWaits = false;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => search(), query.trim() === "" ? 0 : WAIT);
  },
  entered: (query) => {
    post({ type: "remember", query });
    if (outcome?.query === query && !tree.isEmpty && outcome.problems.length === 0) {
      tree.focusFirst();
    } else {
      window.clearTimeout(timer);
      search();
      enterWaits = true;
    }
  },
  left: () => !tree.isEmpty && tree.focusFirst(),
});

function search(limit?: number): void {
  timer = undefined;
  if (box.query.trim() === "") {
    outcome = undefined;
    box.setProblems([]);
    tree.show([], false);
  }
  draw();
  post({ type: "search", query: box.query, limit });
}

function onOutcome(found: Outcome): void {
  if (found.query !== box.query) {
    return; // the user has typed on; the next answer is on its way
  }
  const again = outcome?.query === found.query && outcome.problems.length === 0;
  outcome = found;
  box.setProblems(found.problems);
  if (found.problems.length === 0) {
    tree.show(found.files, again);
    if (enterWaits && !tree.isEmpty) {
      tree.focusFirst();
    }
  }
  enterWaits = false;
  draw();
}

function draw(): void {
  const query = box.query.trim();
  document.body.classList.toggle("old", outcome !== undefined && outcome.problems.length > 0);
  summary.replaceChildren(...(query === "" || outcome === undefined ? [] : summarised(outcome)));
  notes.replaceChildren(...(outcome?.notes ?? []).map((note) => made("div", "note", note)));
  if (server?.busy) {
    const text = server.works ? `The index is being built, hits may be missing: ${server.text}` : "The server is starting…";
    notes.prepend(made("div", "note", text));
  }
  const gone = server === undefined || server.works || server.busy ? undefined : server;
  welcome.replaceChildren(...(gone !== undefined ? withoutServer(gone) : query === "" ? examples() : []));
}

function summarised(found: Outcome): (Node | string)[] {
  if (found.problems.length > 0) {
    return [];
  }
  const hits = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "hit" : "hits"}`;
  if (found.shown === 0) {
    return ["No hits"];
  }
  const files = found.files.length;
  const where = ` in ${files.toLocaleString("en")} ${files === 1 ? "file" : "files"}`;
  if (!found.truncated) {
    return [`${hits(found.shown)}${where}`, made("span", "time", `${Math.round(found.elapsedMs)} ms`)];
  }
  const more = made("button", "link", "Show more");
  more.addEventListener("click", () => search(found.shown * 5));
  return [`The first ${hits(found.shown)}${where}`, more];
}

function examples(): Node[] {
  const list = EXAMPLES.map(([query, meaning]) => {
    const button = made("button", "example", made("code", "", query), made("span", "meaning", meaning));
    button.addEventListener("click", () => {
      box.set(query);
      box.focus();
    });
    return button;
  });
  const help = made("button", "link", "The whole query language");
  help.addEventListener("click", () => post({ type: "command", command: "outcrop.queryHelp" }));
  return [made("p", "", "Find code by its shape. For example:"), ...list, help];
}

function withoutServer(known: Extract<ToPage, { type: "server" }>): Node[] {
  const button = (label: string, command: string, kind: string): HTMLElement => {
    const node = made("button", kind, label);
    node.addEventListener("click", () => post({ type: "command", command }));
    return node;
  };
  return [
    made("p", "", known.text),
    known.missing
      ? button("Install the Server", "outcrop.installServer", "primary")
      : button("Start It Again", "outcrop.restartServer", "primary"),
    button("Show the Log", "outcrop.showLog", "link"),
  ];
}

window.addEventListener("message", (event: MessageEvent<ToPage>) => {
  const message = event.data;
  document.body.classList.toggle("searching", message.type === "searching");
  switch (message.type) {
    case "outcome":
      onOutcome(message.outcome);
      break;
    case "failed":
      tree.show([], false);
      outcome = undefined;
      draw();
      summary.textContent = message.message;
      break;
    case "server":
      server = message;
      draw();
      break;
    case "history":
      box.setHistory(message.queries);
      break;
    case "query":
      box.set(message.query, message.caret);
      break;
    case "focus":
      box.focus();
      break;
    case "activate":
      tree.activate(message.id);
      break;
    case "collapse":
      tree.collapse();
      break;
    case "searching":
      break;
  }
});

const before = vscode.getState();
if (before !== undefined && before.query !== "") {
  box.set(before.query);
}
post({ type: "ready" });
