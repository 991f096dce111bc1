/** What the rows of the hits look like: a file, what hits lie in, a hit. */

import { FileGroup, HitRow, Scope } from "../search/results";
import { icon, made } from "./elements";

export function fileNode(file: FileGroup): HTMLElement {
  const replacing = file.scopes.some((scope) => scope.hits.some((hit) => hit.replacement !== undefined));
  const node = made(
    "div",
    "file",
    icon("chevron-down"),
    ...(replacing ? [made("span", "tick")] : []),
    made("span", "name", file.name),
    made("span", "folder", file.folder),
    ...(replacing ? [button("replace", "act", "Replace in This File")] : []),
    button("close", "dismiss", "Dismiss (Delete)"),
    made("span", "count", String(file.count)),
  );
  node.title = file.folder === "" ? file.name : `${file.folder}/${file.name}`;
  node.setAttribute("aria-label", `${file.name}, ${file.folder}, ${file.count} ${file.count === 1 ? "hit" : "hits"}`);
  return node;
}

export function scopeNode(scope: Scope): HTMLElement {
  // Where the room is short the outer ones give way: the innermost says most.
  const outer = scope.path.slice(0, -1).map((part) => `${part.label} › `);
  const innermost = made("span", "innermost", scope.path[scope.path.length - 1].label);
  const path = made("span", "path", ...(outer.length > 0 ? [made("span", "outer", outer.join(""))] : []), innermost);
  const node = made("div", "scope", kindIcon(scope.icon), path, made("span", "line", String(scope.line + 1)));
  node.title = scope.path.map((part) => `${part.kind} ${part.label}`).join("\n");
  return node;
}

export function hitNode(hit: HitRow, scope: Scope): HTMLElement {
  const becomes = hit.replacement === undefined ? [made("mark", "", hit.match)] : changed(hit, hit.replacement);
  const text = made("span", "text", hit.before, ...becomes, hit.after);
  const node = made("div", "hit", ...(hit.kind === undefined ? [] : [kindIcon(hit.icon)]), text);
  if (hit.problem !== undefined) {
    node.classList.add("refused");
    node.append(made("span", "why", hit.problem));
  } else if (hit.replacement !== undefined) {
    node.prepend(made("span", "tick"));
    node.append(button("replace", "act", "Replace"));
  }
  node.append(button("close", "dismiss", "Dismiss (Delete)"), made("span", "line", String(hit.line + 1)));
  const within = scope.path.map((part) => part.label).join(" › ");
  const captured = Object.entries(hit.captures ?? {}).map(([name, value]) => `$${name} = ${value}`);
  const becoming = hit.replacement === undefined ? [] : [`${hit.before}${hit.replacement}${hit.after}`];
  node.title = [hit.problem ?? `${hit.before}${hit.match}${hit.after}`, ...becoming, ...(within === "" ? [] : [`in ${within}`]), ...captured].join("\n");
  node.setAttribute("aria-label", `${hit.kind ?? ""} ${hit.before}${hit.match}${hit.after}, line ${hit.line + 1}`.trim());
  return node;
}

/** Shows whether what a row stands for is ticked. */
export function drawTick(node: HTMLElement, ticked: number, of: number): void {
  const box = node.querySelector<HTMLElement>(".tick");
  if (box !== null) {
    const state = ticked === 0 ? "false" : ticked === of ? "true" : "mixed";
    node.setAttribute("aria-checked", state);
    box.className = `tick codicon ${state === "true" ? "codicon-check" : state === "mixed" ? "codicon-dash" : ""}`;
  }
}

/** Old text beside new. What deletes shows the old alone. */
function changed(hit: HitRow, replacement: string): HTMLElement[] {
  return [made("del", "", hit.match), ...(replacement === "" ? [] : [made("ins", "", replacement)])];
}

function button(name: string, does: "act" | "dismiss", title: string): HTMLElement {
  const node = icon(name);
  node.classList.add("button", does);
  node.title = title;
  return node;
}

function kindIcon(name: string): HTMLElement {
  const node = icon(name);
  node.classList.add("kind", name);
  return node;
}
