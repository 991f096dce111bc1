/** The box for what hits are to become: shown when it is wanted, one line high or as many as are typed. */

import { QueryProblem } from "../server/protocol";
import { element, made } from "./elements";

export interface TemplateBoxEvents {
  /** The template changed, or the box was opened or closed. */
  changed(): void;
  /** All that is ticked is to be replaced. */
  replaceAll(): void;
  /** The keyboard goes to the hits. */
  left(): void;
}

export class TemplateBox {
  private readonly toggle = element<HTMLButtonElement>("toggle");
  private readonly row = element("replace");
  private readonly input = element<HTMLTextAreaElement>("template");
  private readonly button = element<HTMLButtonElement>("replace-all");
  private readonly problem = element("template-problem");

  constructor(private readonly events: TemplateBoxEvents) {
    this.toggle.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    this.input.addEventListener("input", () => {
      this.fit();
      events.changed();
    });
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.button.addEventListener("click", () => events.replaceAll());
  }

  /** What hits are to become; undefined while nothing is to be replaced. An empty text deletes them. */
  get template(): string | undefined {
    return this.isOpen ? this.input.value : undefined;
  }

  get typed(): string {
    return this.input.value;
  }

  open(template: string = this.input.value): void {
    this.input.value = template;
    this.show(true);
    this.input.focus();
    this.input.select();
    this.fit();
  }

  setProblems(problems: readonly QueryProblem[]): void {
    const parts = (problems[0]?.message ?? "").split("`");
    this.problem.replaceChildren(...parts.map((part, at) => (at % 2 === 1 ? made("code", "", part) : part)));
    this.input.setAttribute("aria-invalid", String(problems.length > 0));
  }

  setCount(ticked: number): void {
    this.button.disabled = ticked === 0;
  }

  private get isOpen(): boolean {
    return !this.row.hidden;
  }

  private close(): void {
    this.show(false);
    this.setProblems([]);
  }

  private show(open: boolean): void {
    this.row.hidden = !open;
    this.toggle.setAttribute("aria-expanded", String(open));
    this.events.changed();
  }

  private fit(): void {
    this.input.style.height = "auto";
    this.input.style.height = `${this.input.scrollHeight}px`;
  }

  private onKey(event: KeyboardEvent): void {
    const control = event.ctrlKey || event.metaKey;
    if (event.isComposing || event.key !== "Enter" || event.shiftKey) {
      return; // Shift+Enter is a line of the template
    }
    event.preventDefault();
    if (control && event.altKey) {
      this.events.replaceAll();
    } else {
      this.events.left();
    }
  }
}
