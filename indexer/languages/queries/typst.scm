; Typst. Headings are sections, `#let` in the text defines; bindings inside a block are its own.

(section
  (heading [
    (text) (code) (math) (raw_span) (strong) (emph) (quote) (shorthand) (ref) (escape) (string)
  ]+ @name)
  (content)? @body) @definition.section
(code (let pattern: (call item: (ident) @name) value: (_)? @body) @definition.function)
(code (let pattern: (ident) @name value: (lambda value: (_) @body)) @definition.function)
(code (let pattern: (ident) @name value: (_)? @body) @definition.variable)
(source_file (let pattern: (call item: (ident) @name)) @definition.function)
(source_file (let pattern: (ident) @name) @definition.variable)

[(section) (content) (group) (block) (call) (raw_blck) (math) (formula)] @fold
(comment) @comment
[(import) (include)] @import

(branch) @block.if
[(for) (while)] @block.loop
(lambda) @block.lambda

(import import: (_) @name) @reference.import
(include (_) @name) @reference.import
(call item: [(ident) @name (field field: (ident) @name)]) @reference.call
