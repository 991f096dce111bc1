/** Small words for the page's elements. */

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no #${id}`);
  }
  return found as T;
}

export function made(tag: string, name: string, ...children: (Node | string)[]): HTMLElement {
  const node = document.createElement(tag);
  node.className = name;
  node.append(...children);
  return node;
}

export function icon(name: string): HTMLElement {
  const node = made("span", `codicon codicon-${name}`);
  node.setAttribute("aria-hidden", "true");
  return node;
}
