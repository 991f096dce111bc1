/** The page of the view: connects the box, the hits and the extension. */

import { isBeginning } from "../query/completion";
import { Outcome, ToExtension, ToPage } from "../search/messages";
import { FileGroup } from "../search/results";
import { element, made } from "./elements";
import { HitTree } from "./hit_tree";
import { QueryBox } from "./query_box";
import { TemplateBox } from "./template_box";

const WAIT = 120; // milliseconds after a keystroke until a search
const SLOW = 400; // milliseconds after which a search says that it goes on; most are over by then
const EXAMPLES: readonly (readonly [string, string])[] = [
  ["kind:function lines:>80", "long functions"],
  ["TODO is:comment", "a word, in comments only"],
  ["kind:class has:(kind:loop)", "classes with a loop in them"],
  ["call:open -in:(kind:with)", "calls of open outside a with block"],
  ['pattern:"if $A: return $A"', "code of a shape; $A is any code"],
  ["sym:gubi", "a definition, by the initials of its words"],
];

const vscode = acquireVsCodeApi<{ query: string; template?: string }>();
const post = (message: ToExtension): void => vscode.postMessage(message);

const summary = element("summary");
const stop = element("stop");
const notes = element("notes");
const welcome = element("welcome");
const replaced = element("replaced");
let timer: number | undefined;
let server: Extract<ToPage, { type: "server" }> | undefined;
let files: readonly FileGroup[] = []; // as the extension has sent them
let outcome: Outcome | undefined; // of the query whose hits are shown
let failure: string | undefined; // why there is no outcome
let searching: string | undefined; // the query of the search that goes on
let isSlow = false;
let slowTimer: number | undefined;
let enterWaits = false; // Enter was pressed before there were hits

const tree = new HitTree({
  open: (id, focus, side) => {
    post({ type: "remember", query: box.query });
    post({ type: "open", id, focus, side });
  },
  openLine: (uri, line, focus) => post({ type: "openLine", uri, line, focus }),
  copy: (id) => post({ type: "copy", id }),
  copyPath: (uri) => post({ type: "copyPath", uri }),
  left: () => box.focus(),
  replace: (ids) => post({ type: "replace", ids }),
  dismiss: (ids) => post({ type: "dismiss", ids }),
  ticked: (count) => templateBox.setCount(count),
});
const templateBox = new TemplateBox({
  changed: () => later(),
  replaceAll: () => post({ type: "replace", ids: tree.ticked }),
  left: () => !tree.isEmpty && tree.focusFirst(),
});
const box = new QueryBox({
  changed: () => {
    enterWaits = false;
    later();
  },
  entered: (query) => {
    post({ type: "remember", query });
    if (outcome?.query === query && !tree.isEmpty && outcome.problems.length === 0) {
      tree.focusFirst();
      return;
    }
    if (searching !== query) {
      window.clearTimeout(timer);
      search();
    }
    enterWaits = true;
  },
  named: (field, word) => post({ type: "names", field, word }),
  escaped: () => isSlow && post({ type: "stop" }),
  left: () => !tree.isEmpty && tree.focusFirst(),
});

stop.addEventListener("click", () => post({ type: "stop" }));

/** Searches when nothing more is typed for a moment. */
function later(): void {
  vscode.setState({ query: box.query, template: templateBox.template });
  replaced.replaceChildren();
  window.clearTimeout(timer);
  if (!isBeginning(box.query)) {
    timer = window.setTimeout(() => search(), box.query.trim() === "" ? 0 : WAIT);
  }
}

function search(limit?: number): void {
  timer = undefined;
  failure = undefined;
  if (box.query.trim() === "") {
    outcome = undefined;
    goesOn(undefined);
    box.setProblems([]);
    templateBox.setProblems([]);
    tree.show([], false);
  }
  draw();
  post({ type: "search", query: box.query, limit, template: templateBox.template });
}

function onOutcome(found: Outcome): void {
  files = [...files.slice(0, found.same), ...found.files];
  if (found.query !== box.query || found.template !== templateBox.template) {
    return; // the user has typed on; the next answer is on its way
  }
  const isOver = found.state !== "searching";
  failure = undefined;
  goesOn(isOver ? undefined : found.query);
  if (isOver || found.found > 0) {
    const again = outcome?.query === found.query && outcome.template === found.template && outcome.problems.length === 0;
    // What an earlier answer had to say stands until the next one is complete.
    outcome = isOver || !again ? found : { ...found, notes: outcome?.notes ?? [] };
    box.setProblems(found.problems);
    templateBox.setProblems(found.templateProblems);
    tree.show(files, again);
    if (enterWaits && !tree.isEmpty && found.problems.length === 0) {
      tree.focusFirst();
      enterWaits = false;
    }
  }
  enterWaits &&= !isOver;
  draw();
}

function goesOn(query: string | undefined): void {
  if (query !== searching) {
    searching = query;
    isSlow = false;
    window.clearTimeout(slowTimer);
    slowTimer = query === undefined ? undefined : window.setTimeout(onSlow, SLOW);
  }
}

function onSlow(): void {
  isSlow = true;
  draw();
}

function draw(): void {
  const query = box.query.trim();
  const isOld = isSlow && outcome?.query !== searching; // hits of the query before
  document.body.classList.toggle("old", isOld || (outcome !== undefined && outcome.problems.length > 0));
  stop.hidden = !isSlow;
  summary.setAttribute("aria-busy", String(isSlow)); // a count that runs is not read out
  const found = outcome === undefined ? [] : summarised(outcome);
  summary.replaceChildren(...(query === "" ? [] : isSlow ? [soFar(isOld)] : failure !== undefined ? [failure] : found));
  const building = server?.works ? `The index is being built, hits may be missing: ${server.text}` : `The server is ${server?.text}…`;
  const said = server?.busy ? [building] : (outcome?.notes ?? []);
  notes.replaceChildren(...said.map((note) => made("div", "note", note)));
  if (server?.noFolder === true) {
    summary.replaceChildren();
    welcome.replaceChildren(...withoutFolder());
    return;
  }
  const gone = server === undefined || server.works || server.busy ? undefined : server;
  welcome.replaceChildren(...(gone !== undefined ? withoutServer(gone) : query === "" ? examples() : []));
}

function soFar(isOld: boolean): string {
  return isOld || outcome === undefined || outcome.found === 0 ? "Searching…" : `${hitsIn(outcome)} so far…`;
}

function summarised(found: Outcome): (Node | string)[] {
  if (found.problems.length > 0 || found.templateProblems.length > 0) {
    return [];
  }
  if (found.state === "stopped") {
    return [`Stopped: ${hitsIn(found)}`, link("Search again", () => search())];
  }
  if (found.truncated) {
    const all = found.total > found.found ? ` of ${found.total.toLocaleString("en")} and more` : "";
    return [`The first ${hitsIn(found, all)}`, link("Show more", () => search(found.found * 5))];
  }
  const time = found.state === "done" && found.found > 0 ? [made("span", "time", lasting(found.elapsedMs))] : [];
  return [hitsIn(found), ...time];
}

function hitsIn(found: Outcome, all: string = ""): string {
  if (found.found === 0) {
    return server?.busy ? "No hits yet" : "No hits";
  }
  return `${counted(found.found, "hit")}${all} in ${counted(files.length, "file")}`;
}

function lasting(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function link(label: string, follow: () => void): HTMLElement {
  const node = made("button", "link", label);
  node.addEventListener("click", () => {
    follow();
    box.focus(); // the link is gone with the next answer, and the keyboard would be nowhere
  });
  return node;
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
  const help = link("The whole query language", () => post({ type: "command", command: "outcrop.queryHelp" }));
  return [made("p", "", "Find code by its shape. For example:"), ...list, help];
}

function withoutFolder(): Node[] {
  const open = made("button", "primary", "Open Folder");
  open.addEventListener("click", () => post({ type: "command", command: "workbench.action.files.openFolder" }));
  return [made("p", "", "Open a folder to search in it. Outcrop searches the folders that are open here."), open];
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
  switch (message.type) {
    case "outcome":
      onOutcome(message.outcome);
      break;
    case "failed":
      tree.show([], false);
      outcome = undefined;
      failure = message.message;
      goesOn(undefined);
      draw();
      break;
    case "server":
      server = message;
      draw();
      break;
    case "names":
      box.setNames(message.field, message.word, message.names);
      break;
    case "history":
      box.setHistory(message.queries);
      break;
    case "query":
      box.set(message.query, message.caret);
      break;
    case "focus":
      box.focus(message.select);
      break;
    case "replacing":
      box.set(message.query);
      templateBox.open();
      break;
    case "replaced":
      replaced.replaceChildren(message.text);
      break;
    case "activate":
      tree.activate(message.id);
      break;
    case "collapse":
      tree.collapse();
      break;
  }
});

const before = vscode.getState();
if (before !== undefined && before.query !== "") {
  box.set(before.query);
}
if (before?.template !== undefined) {
  templateBox.open(before.template);
}
post({ type: "ready" });
