/** The hits as a tree that is used with the keyboard: files, what the hits lie in, hits. */

import { FileGroup, HitRow, Scope } from "../search/results";
import { element } from "./elements";
import { drawTick, fileNode, hitNode, scopeNode } from "./hit_nodes";
import { RowWindow } from "./row_window";

export interface HitTreeEvents {
  open(id: number, focus: boolean, side: boolean): void;
  openLine(uri: string, line: number, focus: boolean): void;
  copy(id: number): void;
  copyPath(uri: string): void;
  /** The keyboard goes back to the query. */
  left(): void;
  /** These hits are to be replaced now. */
  replace(ids: readonly number[]): void;
  /** These hits are of no interest, and go from the list. */
  dismiss(ids: readonly number[]): void;
  /** So many hits are ticked, to be replaced. */
  ticked(count: number): void;
}

interface Row {
  readonly file: FileGroup;
  readonly level: number;
  readonly scope?: Scope;
  readonly hit?: HitRow;
}

export class HitTree {
  private readonly tree = element("tree");
  private readonly window = new RowWindow<Row>(this.tree, (row) => this.nodeOf(row));
  private files: readonly FileGroup[] = [];
  private readonly rowsOfFile = new WeakMap<FileGroup, readonly Row[]>();
  private readonly rowOfNode = new WeakMap<HTMLElement, Row>();
  private rows: readonly Row[] = []; // all that is not folded away
  private active: Row | undefined;
  private readonly closed = new Set<string>();
  private readonly unticked = new Set<string>(); // the places of hits that are not to be replaced

  constructor(private readonly events: HitTreeEvents) {
    this.tree.addEventListener("keydown", (event) => this.onKey(event));
    this.tree.addEventListener("focus", () => this.mark(this.active ?? this.rows[0]));
    this.tree.addEventListener("mousedown", (event) => this.onRow(event, (row) => this.onPress(event, row)));
    this.tree.addEventListener("click", (event) => this.onRow(event, (row, on) => this.onClick(event, row, on)));
    this.tree.addEventListener("dblclick", (event) =>
      this.onRow(event, (row, on) => on.closest(".button, .tick") === null && row.level > 1 && this.open(row, true, false)),
    );
  }

  get isEmpty(): boolean {
    return this.files.length === 0;
  }

  /**
   * Shows hits; with `keep` they are those of the same query, more of them or found again: the keyboard and what is in
   * sight stay where they are. Rows of files that are the same objects as before are not touched.
   */
  show(files: readonly FileGroup[], keep: boolean): void {
    const before = keep ? this.active : undefined;
    const at = before === undefined ? 0 : this.rows.indexOf(before);
    if (!keep) {
      this.unticked.clear();
      this.tree.scrollTop = 0;
    }
    this.files = files;
    this.tree.hidden = files.length === 0;
    this.fill();
    this.events.ticked(this.ticked.length);
    const place = before === undefined ? undefined : placeOf(before);
    const again = this.rows.find((row) => row === before) ?? this.rows.find((row) => placeOf(row) === place);
    // Where the row is gone, the one that is in its place now.
    this.mark(again ?? this.rows[Math.min(at, this.rows.length - 1)], !keep);
  }

  /** The hits that are to be replaced. */
  get ticked(): readonly number[] {
    return this.files.flatMap((file) => this.replaceable(file).filter((hit) => this.isTicked(file, hit)).map((hit) => hit.id));
  }

  /** Puts the keyboard on the first hit. */
  focusFirst(): void {
    this.mark(this.rows.find((row) => row.hit !== undefined) ?? this.rows[0]);
    this.tree.focus();
  }

  activate(id: number): void {
    const file = this.files.find((one) => one.scopes.some((scope) => scope.hits.some((hit) => hit.id === id)));
    if (file !== undefined) {
      this.fold([file], false);
      this.mark(this.rows.find((row) => row.hit?.id === id));
    }
  }

  /** Folds every file, or unfolds them if all are folded. */
  collapse(): void {
    const all = this.files.every((file) => this.closed.has(file.uri));
    this.fold(this.files, !all);
  }

  /** Makes the list of rows anew: after other hits came, or files were folded. */
  private fill(): void {
    this.rows = this.files.flatMap((file) => (this.closed.has(file.uri) ? this.rowsOf(file).slice(0, 1) : this.rowsOf(file)));
    this.window.show(this.rows);
  }

  private rowsOf(file: FileGroup): readonly Row[] {
    const known = this.rowsOfFile.get(file);
    if (known !== undefined) {
      return known;
    }
    const rows: Row[] = [{ file, level: 1 }];
    for (const scope of file.scopes) {
      const named = scope.path.length > 0;
      if (named) {
        rows.push({ file, level: 2, scope });
      }
      rows.push(...scope.hits.map((hit) => ({ file, level: named ? 3 : 2, scope, hit })));
    }
    this.rowsOfFile.set(file, rows);
    return rows;
  }

  private nodeOf(row: Row): HTMLElement {
    const { file, scope, hit, level } = row;
    const node = scope === undefined ? fileNode(file) : hit === undefined ? scopeNode(scope) : hitNode(hit, scope);
    node.id = `row-${hit === undefined ? `${level}-${file.uri}-${scope?.line ?? ""}` : hit.id}`;
    node.setAttribute("role", "treeitem");
    node.setAttribute("aria-level", String(level));
    node.classList.add("row", `level-${level}`);
    const context = { outcropItem: hit === undefined ? "file" : "hit", hit: hit?.id, uri: file.uri };
    node.dataset.vscodeContext = JSON.stringify({ ...context, preventDefaultContextMenuItems: true });
    if (row === this.active) {
      node.setAttribute("aria-selected", "true");
    }
    this.rowOfNode.set(node, row);
    this.drawState(row, node);
    return node;
  }

  /** What of a row changes while it is in the page. */
  private drawState(row: Row, node: HTMLElement): void {
    if (row.level === 1) {
      node.setAttribute("aria-expanded", String(!this.closed.has(row.file.uri)));
    }
    const hits = this.replaceable(row.file, row.hit);
    drawTick(node, hits.filter((hit) => this.isTicked(row.file, hit)).length, hits.length);
  }

  private onRow(event: Event, then: (row: Row, on: HTMLElement) => void): void {
    const on = event.target as HTMLElement;
    const node = on.closest<HTMLElement>(".row");
    const row = node === null ? undefined : this.rowOfNode.get(node);
    if (row !== undefined) {
      then(row, on);
    }
  }

  private onPress(event: Event, row: Row): void {
    event.preventDefault();
    this.mark(row, false);
    this.tree.focus();
  }

  private onClick(event: MouseEvent, row: Row, on: HTMLElement): void {
    if (on.closest(".tick") !== null) {
      this.tick(row);
    } else if (on.closest(".act") !== null) {
      this.events.replace(this.replaceable(row.file, row.hit).map((hit) => hit.id));
    } else if (on.closest(".dismiss") !== null) {
      this.dismiss(row);
    } else if (row.level === 1) {
      this.fold([row.file], !this.closed.has(row.file.uri));
    } else {
      this.open(row, false, event.ctrlKey || event.metaKey || event.altKey);
    }
  }

  private onKey(event: KeyboardEvent): void {
    const row = this.active;
    if (row === undefined) {
      if (event.key === "Escape" || event.key === "ArrowUp") {
        this.events.left();
      }
      return;
    }
    const control = event.ctrlKey || event.metaKey;
    const isClosed = this.closed.has(row.file.uri);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.move(1),
      ArrowUp: () => (control || !this.move(-1)) && this.events.left(),
      PageDown: () => this.move(this.window.page),
      PageUp: () => this.move(-this.window.page),
      Home: () => this.move(-this.rows.length),
      End: () => this.move(this.rows.length),
      ArrowLeft: () => this.outward(row),
      ArrowRight: () => (row.level === 1 && isClosed ? this.fold([row.file], false) : this.move(1)),
      Enter: () => (row.level === 1 ? this.fold([row.file], !isClosed) : this.open(row, true, control)),
      " ": () =>
        this.replaceable(row.file, row.hit).length > 0
          ? this.tick(row)
          : row.level === 1
            ? this.fold([row.file], !isClosed)
            : this.open(row, false, false),
      Delete: () => this.dismiss(row),
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

  /** Moves over the rows; false at the end. */
  private move(by: number): boolean {
    const here = this.active === undefined ? 0 : this.rows.indexOf(this.active);
    const next = Math.min(Math.max(here + by, 0), this.rows.length - 1);
    this.mark(this.rows[next]);
    return next !== here;
  }

  private outward(row: Row): void {
    if (row.level === 1) {
      this.fold([row.file], true);
      return;
    }
    let at = this.rows.indexOf(row);
    while (at > 0 && this.rows[at].level >= row.level) {
      at -= 1;
    }
    this.mark(this.rows[at]);
  }

  private open(row: Row, focus: boolean, side: boolean): void {
    if (row.hit !== undefined) {
      this.events.open(row.hit.id, focus, side);
    } else if (row.scope !== undefined) {
      this.events.openLine(row.file.uri, row.scope.line, focus);
    }
  }

  /** Takes a hit from the list, or all that a file or a definition has. */
  private dismiss(row: Row): void {
    const scopes = row.scope === undefined ? row.file.scopes : [row.scope];
    this.events.dismiss(row.hit !== undefined ? [row.hit.id] : scopes.flatMap((scope) => scope.hits.map((hit) => hit.id)));
  }

  /** A hit itself, or all hits of a file, as far as they can be replaced. */
  private replaceable(file: FileGroup, hit?: HitRow): readonly HitRow[] {
    const hits = hit !== undefined ? [hit] : file.scopes.flatMap((scope) => scope.hits);
    return hits.filter(({ replacement, problem }) => replacement !== undefined && problem === undefined);
  }

  private isTicked(file: FileGroup, hit: HitRow): boolean {
    return this.unticked.size === 0 || !this.unticked.has(placeOf({ file, level: 3, hit }));
  }

  /** Ticks a hit or, with a file, all of its hits; or takes the ticks off. */
  private tick(row: Row): void {
    const hits = this.replaceable(row.file, row.hit);
    const all = hits.every((hit) => this.isTicked(row.file, hit));
    for (const hit of hits) {
      const place = placeOf({ file: row.file, level: 3, hit });
      if (all) {
        this.unticked.add(place);
      } else {
        this.unticked.delete(place);
      }
    }
    this.drawStates();
    this.events.ticked(this.ticked.length);
  }

  private drawStates(): void {
    this.window.inPage.forEach((node, row) => this.drawState(row, node));
  }

  private fold(files: readonly FileGroup[], closed: boolean): void {
    for (const file of files) {
      if (closed) {
        this.closed.add(file.uri);
      } else {
        this.closed.delete(file.uri);
      }
    }
    this.fill();
    this.drawStates();
    if (this.active !== undefined && !this.rows.includes(this.active)) {
      this.mark(this.rows.find((row) => row.file === this.active?.file));
    }
  }

  private mark(row: Row | undefined, reveal: boolean = true): void {
    if (this.active !== undefined) {
      this.window.nodeOf(this.active)?.removeAttribute("aria-selected");
    }
    this.active = row;
    if (row !== undefined && reveal) {
      this.window.reveal(row);
    }
    const node = row === undefined ? undefined : this.window.nodeOf(row);
    node?.setAttribute("aria-selected", "true");
    if (node === undefined) {
      this.tree.removeAttribute("aria-activedescendant");
    } else {
      this.tree.setAttribute("aria-activedescendant", node.id);
    }
  }
}

/** What stays the same of a row when its query is asked again. */
function placeOf(row: Row): string {
  const { file, hit, scope, level } = row;
  return JSON.stringify([file.uri, hit === undefined ? level : "hit", hit?.line ?? scope?.line, hit?.before]);
}
