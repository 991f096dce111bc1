/** The icon of each kind of definition and block, by its name among VS Code's own. */

const ICONS: Readonly<Record<string, string>> = {
  class: "symbol-class",
  constant: "symbol-constant",
  constructor: "symbol-method",
  element: "symbol-object",
  enum: "symbol-enum",
  enum_member: "symbol-enum-member",
  event: "symbol-event",
  field: "symbol-field",
  function: "symbol-function",
  impl: "symbol-class",
  interface: "symbol-interface",
  key: "symbol-key",
  macro: "symbol-function",
  method: "symbol-method",
  module: "symbol-module",
  namespace: "symbol-namespace",
  object: "symbol-object",
  package: "symbol-package",
  property: "symbol-property",
  resource: "symbol-object",
  rule: "symbol-ruler",
  section: "symbol-string",
  selector: "symbol-ruler",
  struct: "symbol-structure",
  table: "symbol-structure",
  target: "symbol-event",
  test: "beaker",
  trait: "symbol-interface",
  type: "symbol-parameter",
  variable: "symbol-variable",
  division: "symbol-namespace",
  fence: "code",
  frontmatter: "symbol-property",
  loop: "sync",
  if: "git-compare",
  elif: "git-compare",
  else: "git-compare",
  unless: "git-compare",
  switch: "list-tree",
  case: "list-tree",
  try: "shield",
  catch: "shield",
  finally: "shield",
};

/** An icon for a kind; lines of text, which have none, get a plain one. */
export function iconOf(kind: string | undefined): string {
  if (kind === undefined) {
    return "dash";
  }
  return ICONS[kind] ?? "bracket-dot";
}
