; What JavaScript and TypeScript have in common. The captures are told in indexer/languages/scoping/__init__.py.

(function_declaration) @scope.function
(generator_function_declaration) @scope.function
(function_expression) @scope.function
(generator_function) @scope.function
(arrow_function) @scope.function
(method_definition) @scope.function
(class_static_block) @scope.function
(class_declaration) @scope.class
(class) @scope.class
(object) @scope.class
(for_statement) @scope.block
(for_in_statement) @scope.block
(catch_clause) @scope.block
(switch_body) @scope.block
(program (statement_block) @scope.block)
(statement_block (statement_block) @scope.block)
(if_statement consequence: (statement_block) @scope.block)
(else_clause (statement_block) @scope.block)
(for_statement body: (statement_block) @scope.block)
(for_in_statement body: (statement_block) @scope.block)
(while_statement body: (statement_block) @scope.block)
(do_statement body: (statement_block) @scope.block)
(try_statement body: (statement_block) @scope.block)
(finally_clause body: (statement_block) @scope.block)
(switch_case body: (statement_block) @scope.block)
(switch_default body: (statement_block) @scope.block)

(class_declaration name: (_) @name) @bind.class
(class name: (_) @name) @bind.class
(function_expression name: (identifier) @name @bind.function)
(return_statement (_) @returns)
(arrow_function parameter: (identifier) @name @bind.parameter)
(catch_clause parameter: (_) @name @bind.parameter)
((for_in_statement kind: _ left: (_) @name @bind.variable operator: "of" right: (_) @value) (#set! take "element"))
(for_in_statement kind: _ left: (_) @name @bind.variable operator: "in")
(labeled_statement label: (statement_identifier) @name) @bind.label
((labeled_statement
  label: (statement_identifier) @_label
  body: (expression_statement (assignment_expression left: (_) @name right: (_) @value))) @bind.variable
  (#eq? @_label "$"))
((labeled_statement
  label: (statement_identifier) @_label
  body: (expression_statement
    (parenthesized_expression (assignment_expression left: (object_pattern) @name right: (_) @value)))) @bind.variable
  (#eq? @_label "$"))

(pair key: (property_identifier) @name value: (_) @value) @bind.field
(object (shorthand_property_identifier) @name @bind.shorthand)

((import_statement (import_clause (identifier) @name) source: (_) @module) @bind.import (#set! imported "default"))
(import_statement (import_clause (named_imports (import_specifier
  name: (_) @imported alias: (identifier) @name))) source: (_) @module) @bind.import
(import_statement (import_clause (named_imports (import_specifier
  !alias name: (identifier) @name @imported))) source: (_) @module) @bind.import
(import_statement (import_clause (namespace_import (identifier) @name)) source: (_) @module) @bind.import

(export_statement (export_clause (export_specifier name: (_) @imported alias: (_) @name)) source: (_) @module) @bind.export
(export_statement (export_clause (export_specifier !alias name: (_) @name @imported)) source: (_) @module) @bind.export
(export_statement !source (export_clause (export_specifier name: (_) @local alias: (_) @name))) @bind.export
(export_statement (namespace_export (_) @name) source: (_) @module) @bind.export
(export_statement "*" source: (_) @module @name) @bind.star
((export_statement "default" @name value: (identifier) @local) @bind.export (#set! called "default"))
((export_statement "default" @name declaration: (_ name: (_) @local)) @bind.export (#set! called "default"))
((export_statement "default" @name value: (_) @value) @bind.variable (#set! called "default"))
