/**
 * The query box: a text area over a sheet with the same text, on which terms have colours and problems are underlined;
 * proposals below it; the history on the arrow keys.
 */

import { FIELDS, Proposal, proposals } from "../query/completion";
import { pieces } from "../query/terms";
import { QueryProblem } from "../server/protocol";
import { element, made } from "./elements";

export interface QueryBoxEvents {
  /** The text changed, by typing or otherwise. */
  changed(query: string): void;
  /** Enter: the user means this query. */
  entered(query: string): void;
  /** The keyboard goes to the hits. */
  left(): void;
  /** Names of the workspace that go on from a word are wanted, to be proposed. */
  named(field: string, word: string): void;
  /** Escape, with no proposals to close. */
  escaped(): void;
}

const STILL_TYPING = 700; // milliseconds that a problem at the caret waits: half a word is not a mistake

export class QueryBox {
  private readonly input = element<HTMLTextAreaElement>("query");
  private readonly paper = element("paper");
  private readonly list = element("proposals");
  private readonly problemLine = element("problem");
  private problems: readonly QueryProblem[] = [];
  private delayed: number | undefined;
  private history: readonly string[] = [];
  private past = -1; // which query of the history is shown; -1 is the user's own
  private draft = "";
  private offered: readonly Proposal[] = [];
  private offeredFrom = 0;
  private chosen = 0;
  private wanted: { readonly field: string; readonly word: string } | undefined; // names that were asked for
  private isChosen = false; // whether Enter takes the proposal

  constructor(private readonly events: QueryBoxEvents) {
    this.input.addEventListener("input", () => {
      this.past = -1;
      this.onText();
      this.offer(false);
    });
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("scroll", () => this.followScroll());
    this.input.addEventListener("blur", () => this.closeProposals());
    new ResizeObserver(() => this.fit()).observe(this.input);
  }

  get query(): string {
    return this.input.value;
  }

  /** Puts the keyboard here; with `select`, what is there is typed over. */
  focus(select: boolean = false): void {
    this.input.focus();
    if (select) {
      this.input.select();
    }
  }

  set(query: string, caret: number = query.length): void {
    this.input.value = query;
    this.input.setSelectionRange(caret, caret);
    this.closeProposals();
    this.onText();
  }

  setHistory(queries: readonly string[]): void {
    this.history = queries;
  }

  setProblems(problems: readonly QueryProblem[]): void {
    window.clearTimeout(this.delayed);
    const length = [...this.input.value].length;
    const atEnd = problems.some((problem) => problem.end >= length);
    if (document.activeElement === this.input && atEnd && this.problems.length === 0) {
      this.delayed = window.setTimeout(() => this.showOnceTyped(problems), STILL_TYPING);
    } else {
      this.showProblems(problems);
    }
  }

  private showOnceTyped(problems: readonly QueryProblem[]): void {
    if (this.offered.length > 0) {
      this.delayed = window.setTimeout(() => this.showOnceTyped(problems), STILL_TYPING);
    } else {
      this.showProblems(problems);
    }
  }

  private showProblems(problems: readonly QueryProblem[]): void {
    this.problems = problems;
    const parts = (problems[0]?.message ?? "").split("`");
    this.problemLine.replaceChildren(...parts.map((part, at) => (at % 2 === 1 ? made("code", "", part) : part)));
    this.input.setAttribute("aria-invalid", String(problems.length > 0));
    this.paint();
  }

  private onText(): void {
    this.fit();
    this.paint();
    this.events.changed(this.input.value);
  }

  private fit(): void {
    this.input.style.height = "auto";
    this.input.style.height = `${this.input.scrollHeight}px`;
  }

  private followScroll(): void {
    this.paper.scrollTop = this.input.scrollTop;
  }

  private paint(): void {
    const query = this.input.value;
    const marks = this.problems.map((problem) => [unitOffset(query, problem.start), unitOffset(query, problem.end)] as const);
    const drawn: Node[] = [];
    for (const piece of pieces(query, FIELDS)) {
      const cuts = marks.flat().filter((at) => at > piece.start && at < piece.end);
      const edges = [...new Set([piece.start, ...cuts, piece.end])].sort((a, b) => a - b);
      for (let at = 0; at + 1 < edges.length; at++) {
        const part = document.createElement("span");
        part.textContent = query.slice(edges[at], edges[at + 1]);
        part.className = piece.kind;
        if (marks.some(([start, end]) => start <= edges[at] && edges[at + 1] <= Math.max(end, start + 1))) {
          part.classList.add("wrong");
        }
        drawn.push(part);
      }
    }
    drawn.push(document.createTextNode("\u200b")); // so that a last empty line has its height
    this.paper.replaceChildren(...drawn);
    this.followScroll();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) {
      return;
    }
    const open = this.offered.length > 0;
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const handled = (): void => event.preventDefault();
    if (event.key === " " && event.ctrlKey) {
      handled();
      this.offer(true);
    } else if (open && event.key === "Escape") {
      handled();
      this.closeProposals();
    } else if (event.key === "Escape") {
      handled();
      this.events.escaped();
    } else if (open && (event.key === "Tab" || (event.key === "Enter" && this.isChosen)) && !event.shiftKey && !modified) {
      handled();
      this.accept(this.offered[this.chosen]);
    } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp") && !modified) {
      handled();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.choose(this.isChosen ? (this.chosen + step + this.offered.length) % this.offered.length : this.chosen, true);
    } else if (event.key === "ArrowDown" && (event.ctrlKey || event.metaKey)) {
      handled();
      this.events.left();
    } else if (event.key === "Enter" && !event.shiftKey) {
      handled();
      this.closeProposals();
      this.events.entered(this.input.value);
    } else if (event.key === "ArrowUp" && !modified && this.caretAtFirstLine()) {
      handled();
      this.travel(1);
    } else if (event.key === "ArrowDown" && !modified && this.caretAtLastLine()) {
      handled();
      if (this.past < 0) {
        this.events.left();
      } else {
        this.travel(-1);
      }
    }
  }

  private caretAtFirstLine(): boolean {
    return !this.input.value.slice(0, this.input.selectionStart).includes("\n");
  }

  private caretAtLastLine(): boolean {
    return !this.input.value.slice(this.input.selectionEnd).includes("\n");
  }

  /** Through the history, one step back or, with -1, forward; the user's own query comes last. */
  private travel(by: 1 | -1): void {
    if (this.past < 0) {
      this.draft = this.input.value;
    }
    let next = this.past + by;
    if (by > 0 && this.past < 0 && this.history[0] === this.input.value.trim()) {
      next += 1;
    }
    if (next >= -1 && next < this.history.length) {
      this.past = next;
      this.set(next < 0 ? this.draft : this.history[next]);
    }
  }

  private offer(asked: boolean): void {
    const caret = this.input.selectionStart;
    const behind = this.input.value.slice(caret, caret + 1);
    const found = behind === "" || /[\s)]/.test(behind) ? proposals(this.input.value.slice(0, caret), asked) : undefined;
    this.wanted = found?.wanted;
    if (found?.wanted !== undefined) {
      this.closeProposals();
      this.events.named(found.wanted.field, found.wanted.word);
      return;
    }
    this.propose(found?.items ?? [], found?.start ?? caret, asked);
  }

  /** Names that were asked for; too late if something else has been typed meanwhile. */
  setNames(field: string, word: string, names: readonly Proposal[]): void {
    const typed = names.length > 0 && names[0].label === word.replace(/^=/, "") && names.length === 1;
    if (this.wanted?.field === field && this.wanted.word === word && document.activeElement === this.input && !typed) {
      this.propose(names, this.input.selectionStart - word.length, false);
    }
  }

  private propose(items: readonly Proposal[], from: number, asked: boolean): void {
    this.offered = items;
    this.offeredFrom = from;
    if (items.length === 0) {
      this.closeProposals();
      return;
    }
    const rows = this.offered.map((one, at) => {
      const row = document.createElement("li");
      row.id = `proposal-${at}`;
      row.setAttribute("role", "option");
      const label = document.createElement("span");
      label.className = "label";
      label.textContent = one.label;
      const detail = document.createElement("span");
      detail.className = "detail";
      detail.textContent = one.detail;
      row.append(label, detail);
      row.addEventListener("mousedown", (event) => {
        event.preventDefault();
        this.accept(one);
      });
      return row;
    });
    this.list.replaceChildren(...rows);
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    // A plain word or a name may be meant as it stands, so Enter searches for it; half a kind is of no use to anyone.
    const isValue = this.input.value[from - 1] === ":" && this.input.selectionStart > from;
    this.choose(0, asked || (isValue && this.wanted === undefined));
  }

  private choose(at: number, taken: boolean): void {
    this.chosen = at;
    this.isChosen = taken;
    [...this.list.children].forEach((row, index) => {
      row.setAttribute("aria-selected", String(index === at));
      row.classList.toggle("taken", index === at && taken);
    });
    this.list.children[at]?.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", `proposal-${at}`);
  }

  private accept(proposal: Proposal): void {
    const rest = this.input.value.slice(this.input.selectionEnd);
    const start = this.input.value.slice(0, this.offeredFrom) + proposal.insert;
    const isName = this.wanted !== undefined;
    this.set(start + rest, start.length);
    if (!isName) {
      this.offer(false); // behind a field, its values
    }
  }

  private closeProposals(): void {
    this.offered = [];
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}

/** The server counts characters; a page counts UTF-16 units. */
function unitOffset(text: string, characters: number): number {
  let units = 0;
  for (const character of text) {
    if (characters-- <= 0) {
      break;
    }
    units += character.length;
  }
  return units;
}
