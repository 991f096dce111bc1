/** A long list of rows, all of one height, of which the page holds those in sight and a few around them. */

import { made } from "./elements";

const HEIGHT = 22; // pixels, as in search_page.css
const AROUND = 15; // rows above and below what is in sight

export class RowWindow<T extends object> {
  private readonly sheet = made("div", "sheet");
  private rows: readonly T[] = [];
  private drawn = new Map<T, HTMLElement>();

  /** `frame` scrolls; `make` draws a row that comes into sight. */
  constructor(
    private readonly frame: HTMLElement,
    private readonly make: (row: T) => HTMLElement,
  ) {
    this.sheet.setAttribute("role", "presentation");
    frame.append(this.sheet);
    frame.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(frame);
  }

  /** How many rows are in sight at once. */
  get page(): number {
    return Math.max(Math.floor(this.frame.clientHeight / HEIGHT), 1);
  }

  show(rows: readonly T[]): void {
    this.rows = rows;
    this.sheet.style.height = `${rows.length * HEIGHT}px`;
    this.draw();
  }

  /** The element of a row that is in the page. */
  nodeOf(row: T): HTMLElement | undefined {
    return this.drawn.get(row);
  }

  /** The rows that are in the page, with their elements. */
  get inPage(): ReadonlyMap<T, HTMLElement> {
    return this.drawn;
  }

  /** Scrolls no further than is needed to see a row whole. */
  reveal(row: T): void {
    const top = this.rows.indexOf(row) * HEIGHT;
    if (top < 0) {
      return;
    }
    const highest = top + HEIGHT - this.frame.clientHeight;
    this.frame.scrollTop = Math.max(Math.min(this.frame.scrollTop, top), highest);
    this.draw();
  }

  private draw(): void {
    const first = Math.max(Math.floor(this.frame.scrollTop / HEIGHT) - AROUND, 0);
    const last = Math.ceil((this.frame.scrollTop + this.frame.clientHeight) / HEIGHT) + AROUND;
    const drawn = new Map<T, HTMLElement>();
    this.rows.slice(first, last).forEach((row, index) => {
      const node = this.drawn.get(row) ?? this.make(row);
      node.style.top = `${(first + index) * HEIGHT}px`;
      drawn.set(row, node);
    });
    const nodes = [...drawn.values()];
    this.drawn = drawn;
    // An element that is taken out and put back in between a press and its release is never clicked.
    if (nodes.length !== this.sheet.childElementCount || nodes.some((node, at) => node !== this.sheet.children[at])) {
      this.sheet.replaceChildren(...nodes);
    }
  }
}
