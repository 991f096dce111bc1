; Make. A target is its rule; the special targets (.PHONY and the like) are none.

(rule
  (targets (_) @name)
  (recipe)? @body
  (#match? @name "^(?![.][A-Z_]+$)")) @definition.target
(define_directive name: (word) @name) @definition.macro
(makefile (variable_assignment name: (_) @name) @definition.variable)
(makefile (shell_assignment name: (_) @name) @definition.variable)
(makefile (export_directive (variable_assignment name: (_) @name)) @definition.variable)
(makefile (override_directive (variable_assignment name: (_) @name)) @definition.variable)
(conditional (variable_assignment name: (_) @name) @definition.variable)
(else_directive (variable_assignment name: (_) @name) @definition.variable)
(elsif_directive (variable_assignment name: (_) @name) @definition.variable)

[(rule) (define_directive) (conditional) (else_directive) (elsif_directive) (variable_assignment)] @fold
(comment) @comment
(include_directive) @import

(conditional) @block.if
(elsif_directive) @block.elif
(else_directive) @block.else

(prerequisites (word) @name) @reference.call
(include_directive filenames: (list (_) @name)) @reference.import
