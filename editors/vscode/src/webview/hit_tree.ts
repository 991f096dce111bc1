/** The hits as a tree that is used with the keyboard: files, what the hits lie in, hits. */

import { FileGroup, HitRow, Scope } from "../search/results";
import { element, icon, made } from "./elements";

export interface HitTreeEvents {
  open(id: number, focus: boolean, side: boolean): void;
  openLine(uri: string, line: number, focus: boolean): void;
  copy(id: number): void;
  copyPath(uri: string): void;
  /** The keyboard goes back to the query. */
  left(): void;
  /** These hits are to be replaced now. */
  replace(ids: readonly number[]): void;
  /** So many hits are ticked, to be replaced. */
  ticked(count: number): void;
}

interface Row {
  readonly node: HTMLElement;
  readonly file: FileGroup;
  readonly level: number;
  readonly scope?: Scope;
  readonly hit?: HitRow;
}

export class HitTree {
  private readonly tree = element("tree");
  private files: readonly FileGroup[] = [];
  private rows: Row[] = [];
  private active = 0;
  private readonly closed = new Set<string>();
  private readonly unticked = new Set<string>(); // the places of hits that are not to be replaced

  constructor(private readonly events: HitTreeEvents) {
    this.tree.addEventListener("keydown", (event) => this.onKey(event));
    this.tree.addEventListener("focus", () => this.mark(this.active));
  }

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  /**
   * Shows hits; with `keep` they are those of the same query, more of them or found again: the keyboard and what is in
   * sight stay where they are. Rows of files that are the same objects as before are not touched.
   */
  show(files: readonly FileGroup[], keep: boolean): void {
    const before = keep ? this.rows[this.active] : undefined;
    const change = files.findIndex((file, at) => file !== this.files[at]);
    const same = new Set(files.slice(0, change < 0 ? files.length : change));
    const kept = this.rows.filter((row) => same.has(row.file));
    const added = files.slice(same.size).flatMap((file) => this.rowsOf(file));
    this.rows.slice(kept.length).forEach((row) => row.node.remove());
    this.tree.append(...added.map((row) => row.node));
    this.tree.hidden = files.length === 0;
    if (!keep) {
      this.unticked.clear();
    }
    this.files = files;
    this.rows = [...kept, ...added];
    this.drawTicks();
    for (const file of files.slice(same.size)) {
      if (this.closed.has(file.uri)) {
        this.fold(file, true);
      }
    }
    const at = before === undefined ? -1 : this.found(before);
    before?.node.removeAttribute("aria-selected");
    this.active = 0;
    this.mark(at, !keep);
  }

  /** The hits that are to be replaced. */
  get ticked(): readonly number[] {
    return this.replaceable(this.rows).flatMap((row) => (this.isTicked(row) && row.hit !== undefined ? [row.hit.id] : []));
  }

  /** Puts the keyboard on the first hit. */
  focusFirst(): void {
    const first = this.rows.findIndex((row) => row.hit !== undefined && this.isSeen(row));
    this.mark(first);
    this.tree.focus();
  }

  activate(id: number): void {
    const at = this.rows.findIndex((row) => row.hit?.id === id);
    if (at >= 0) {
      this.fold(this.rows[at].file, false);
      this.mark(at);
    }
  }

  /** Folds every file, or unfolds them if all are folded. */
  collapse(): void {
    const files = [...new Set(this.rows.map((row) => row.file))];
    const all = files.every((file) => this.closed.has(file.uri));
    files.forEach((file) => this.fold(file, !all));
    this.mark(this.rows.findIndex((row) => row.file === this.rows[this.active]?.file));
  }

  private rowsOf(file: FileGroup): Row[] {
    const rows: Row[] = [{ node: fileNode(file), file, level: 1 }];
    for (const scope of file.scopes) {
      const named = scope.path.length > 0;
      if (named) {
        rows.push({ node: scopeNode(scope), file, level: 2, scope });
      }
      for (const hit of scope.hits) {
        rows.push({ node: hitNode(hit, scope), file, level: named ? 3 : 2, scope, hit });
      }
    }
    rows.forEach((row) => this.prepare(row));
    return rows;
  }

  private prepare(row: Row): void {
    const { node, file, hit } = row;
    node.id = `row-${hit === undefined ? `${row.level}-${file.uri}-${row.scope?.line ?? ""}` : hit.id}`;
    node.setAttribute("role", "treeitem");
    node.setAttribute("aria-level", String(row.level));
    node.classList.add("row", `level-${row.level}`);
    const context = { outcropItem: hit === undefined ? "file" : "hit", hit: hit?.id, uri: file.uri };
    node.dataset.vscodeContext = JSON.stringify({ ...context, preventDefaultContextMenuItems: true });
    if (row.level === 1) {
      node.setAttribute("aria-expanded", "true");
    }
    node.addEventListener("mousedown", (event) => {
      event.preventDefault();
      this.mark(this.rows.indexOf(row));
      this.tree.focus();
    });
    node.addEventListener("click", (event) => {
      const on = event.target as HTMLElement;
      if (on.closest(".tick") !== null) {
        this.tick(row);
      } else if (on.closest(".act") !== null) {
        this.events.replace(this.replaceable(this.around(row)).flatMap(({ hit }) => (hit === undefined ? [] : [hit.id])));
      } else if (row.level === 1) {
        this.fold(file, !this.closed.has(file.uri));
      } else {
        this.open(row, false, event.ctrlKey || event.metaKey || event.altKey);
      }
    });
    node.addEventListener("dblclick", () => row.level > 1 && this.open(row, true, false));
  }

  private onKey(event: KeyboardEvent): void {
    const row = this.rows[this.active];
    if (row === undefined) {
      if (event.key === "Escape" || event.key === "ArrowUp") {
        this.events.left();
      }
      return;
    }
    const control = event.ctrlKey || event.metaKey;
    const page = Math.max(Math.floor(window.innerHeight / 44), 1);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.move(1),
      ArrowUp: () => (control || !this.move(-1)) && this.events.left(),
      PageDown: () => this.move(page),
      PageUp: () => this.move(-page),
      Home: () => this.move(-this.rows.length),
      End: () => this.move(this.rows.length),
      ArrowLeft: () => this.outward(row),
      ArrowRight: () => (row.level === 1 && this.closed.has(row.file.uri) ? this.fold(row.file, false) : this.move(1)),
      Enter: () => (row.level === 1 ? this.fold(row.file, !this.closed.has(row.file.uri)) : this.open(row, true, control)),
      " ": () =>
        this.replaceable(this.around(row)).length > 0
          ? this.tick(row)
          : row.level === 1
            ? this.fold(row.file, !this.closed.has(row.file.uri))
            : this.open(row, false, false),
      Escape: () => this.events.left(),
    };
    if (control && event.key.toLowerCase() === "c") {
      event.preventDefault();
      if (row.hit !== undefined) {
        this.events.copy(row.hit.id);
      } else {
        this.events.copyPath(row.file.uri);
      }
    } else if (moves[event.key] !== undefined) {
      event.preventDefault();
      moves[event.key]();
    }
  }

  /** Moves over the rows that are seen; false at the end. */
  private move(by: number): boolean {
    const seen = this.rows.map((_, at) => at).filter((at) => this.isSeen(this.rows[at]));
    const here = seen.indexOf(this.active);
    const next = Math.min(Math.max(here + by, 0), seen.length - 1);
    this.mark(seen[next]);
    return next !== here;
  }

  /** Where a row is now, itself or one for the same place. */
  private found(row: Row): number {
    const at = this.rows.indexOf(row);
    const place = placeOf(row);
    return at >= 0 ? at : this.rows.findIndex((one) => placeOf(one) === place);
  }

  private outward(row: Row): void {
    if (row.level === 1) {
      this.fold(row.file, true);
      return;
    }
    for (let at = this.active - 1; at >= 0; at--) {
      if (this.rows[at].level < row.level) {
        this.mark(at);
        return;
      }
    }
  }

  private open(row: Row, focus: boolean, side: boolean): void {
    if (row.hit !== undefined) {
      this.events.open(row.hit.id, focus, side);
    } else if (row.scope !== undefined) {
      this.events.openLine(row.file.uri, row.scope.line, focus);
    }
  }

  /** A hit itself, or all rows of a file. */
  private around(row: Row): readonly Row[] {
    return row.hit !== undefined ? [row] : this.rows.filter((one) => one.file === row.file);
  }

  private replaceable(rows: readonly Row[]): Row[] {
    return rows.filter(({ hit }) => hit?.replacement !== undefined && hit.problem === undefined);
  }

  private isTicked(row: Row): boolean {
    return !this.unticked.has(placeOf(row));
  }

  /** Ticks a hit or, with a file, all of its hits; or takes the ticks off. */
  private tick(row: Row): void {
    const rows = this.replaceable(this.around(row));
    const all = rows.every((one) => this.isTicked(one));
    rows.forEach((one) => (all ? this.unticked.add(placeOf(one)) : this.unticked.delete(placeOf(one))));
    this.drawTicks();
  }

  private drawTicks(): void {
    for (const row of this.rows) {
      const box = row.node.querySelector<HTMLElement>(".tick");
      if (box !== null) {
        const rows = this.replaceable(this.around(row));
        const on = rows.filter((one) => this.isTicked(one)).length;
        const state = on === 0 ? "false" : on === rows.length ? "true" : "mixed";
        row.node.setAttribute("aria-checked", state);
        box.className = `tick codicon ${state === "true" ? "codicon-check" : state === "mixed" ? "codicon-dash" : ""}`;
      }
    }
    this.events.ticked(this.ticked.length);
  }

  private isSeen(row: Row): boolean {
    return row.level === 1 || !this.closed.has(row.file.uri);
  }

  private fold(file: FileGroup, closed: boolean): void {
    if (closed) {
      this.closed.add(file.uri);
    } else {
      this.closed.delete(file.uri);
    }
    for (const row of this.rows) {
      if (row.file === file) {
        if (row.level === 1) {
          row.node.setAttribute("aria-expanded", String(!closed));
        } else {
          row.node.hidden = closed;
        }
      }
    }
  }

  private mark(at: number, reveal: boolean = true): void {
    this.rows[this.active]?.node.removeAttribute("aria-selected");
    this.active = Math.max(at, 0);
    const node = this.rows[this.active]?.node;
    node?.setAttribute("aria-selected", "true");
    if (reveal) {
      node?.scrollIntoView({ block: "nearest" });
    }
    if (node === undefined) {
      this.tree.removeAttribute("aria-activedescendant");
    } else {
      this.tree.setAttribute("aria-activedescendant", node.id);
    }
  }
}

/** What stays the same of a row when its query is asked again. */
function placeOf(row: Row): string {
  return JSON.stringify([row.file.uri, row.level, row.hit?.line ?? row.scope?.line, row.hit?.before]);
}

function fileNode(file: FileGroup): HTMLElement {
  const count = made("span", "count", String(file.count));
  const replacing = file.scopes.some((scope) => scope.hits.some((hit) => hit.replacement !== undefined));
  const node = made(
    "div",
    "file",
    icon("chevron-down"),
    ...(replacing ? [made("span", "tick")] : []),
    made("span", "name", file.name),
    made("span", "folder", file.folder),
    ...(replacing ? [act("Replace in This File")] : []),
    count,
  );
  node.title = file.folder === "" ? file.name : `${file.folder}/${file.name}`;
  node.setAttribute("aria-label", `${file.name}, ${file.folder}, ${file.count} hits`);
  return node;
}

function scopeNode(scope: Scope): HTMLElement {
  // Where the room is short the outer ones give way: the innermost says most.
  const outer = scope.path.slice(0, -1).map((part) => `${part.label} › `);
  const innermost = made("span", "innermost", scope.path[scope.path.length - 1].label);
  const path = made("span", "path", ...(outer.length > 0 ? [made("span", "outer", outer.join(""))] : []), innermost);
  const node = made("div", "scope", kindIcon(scope.icon), path, made("span", "line", String(scope.line + 1)));
  node.title = scope.path.map((part) => `${part.kind} ${part.label}`).join("\n");
  return node;
}

function hitNode(hit: HitRow, scope: Scope): HTMLElement {
  const becomes = hit.replacement === undefined ? [made("mark", "", hit.match)] : changed(hit, hit.replacement);
  const text = made("span", "text", hit.before, ...becomes, hit.after);
  const node = made("div", "hit", ...(hit.kind === undefined ? [] : [kindIcon(hit.icon)]), text);
  if (hit.problem !== undefined) {
    node.classList.add("refused");
    node.append(made("span", "why", hit.problem));
  } else if (hit.replacement !== undefined) {
    node.prepend(made("span", "tick"));
    node.append(act("Replace"));
  }
  node.append(made("span", "line", String(hit.line + 1)));
  const within = scope.path.map((part) => part.label).join(" › ");
  const captured = Object.entries(hit.captures ?? {}).map(([name, value]) => `$${name} = ${value}`);
  const becoming = hit.replacement === undefined ? [] : [`${hit.before}${hit.replacement}${hit.after}`];
  node.title = [hit.problem ?? `${hit.before}${hit.match}${hit.after}`, ...becoming, ...(within === "" ? [] : [`in ${within}`]), ...captured].join("\n");
  node.setAttribute("aria-label", `${hit.kind ?? ""} ${hit.before}${hit.match}${hit.after}, line ${hit.line + 1}`.trim());
  return node;
}

/** Old text beside new. What deletes shows the old alone. */
function changed(hit: HitRow, replacement: string): HTMLElement[] {
  return [made("del", "", hit.match), ...(replacement === "" ? [] : [made("ins", "", replacement)])];
}

function act(title: string): HTMLElement {
  const node = icon("replace");
  node.classList.add("act");
  node.title = title;
  return node;
}

function kindIcon(name: string): HTMLElement {
  const node = icon(name);
  node.classList.add("kind", name);
  return node;
}
