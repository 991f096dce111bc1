; C: scopes and bindings. What the captures mean is told in indexer/languages/scoping/__init__.py.
; How far a declared name lies below its declarators does not matter: `declarators` of the scoping are gone through.

(function_definition) @scope.function
(compound_statement) @scope.block
(for_statement) @scope.block
(struct_specifier body: (_)) @scope.class
(union_specifier body: (_)) @scope.class
; The parameters of what has no body are known nowhere else.
(declaration declarator: [
  (function_declarator) @scope.block
  (_ (function_declarator) @scope.block)
  (_ (_ (function_declarator) @scope.block))
  (_ (_ (_ (function_declarator) @scope.block)))
])
(field_declaration declarator: [
  (function_declarator) @scope.block
  (_ (function_declarator) @scope.block)
  (_ (_ (function_declarator) @scope.block))
])
(type_definition declarator: [
  (function_declarator) @scope.block
  (_ (function_declarator) @scope.block)
  (_ (_ (function_declarator) @scope.block))
])
(parameter_declaration declarator: [
  (function_declarator) @scope.block
  (_ (function_declarator) @scope.block)
])

(preproc_include path: [(string_literal) (system_lib_string)] @module @name) @bind.star

((preproc_def name: (identifier) @name) @bind.macro (#set! scope "file"))
((preproc_function_def name: (identifier) @name) @bind.macro (#set! scope "file"))

((struct_specifier name: (type_identifier) @name body: (_)) @bind.class (#set! scope "not class"))
((union_specifier name: (type_identifier) @name body: (_)) @bind.class (#set! scope "not class"))
((enum_specifier name: (type_identifier) @name body: (_)) @bind.class (#set! scope "not class"))
((enumerator name: (identifier) @name) @bind.constant (#set! scope "not class"))
(translation_unit [(struct_specifier name: (_) @name !body) (union_specifier name: (_) @name !body)] @bind.forward)
(preproc_ifdef [(struct_specifier name: (_) @name !body) (union_specifier name: (_) @name !body)] @bind.forward)

; What has parameters behind a name in parentheses is a pointer to a function: called, it gives the type.
((type_definition type: (_) @value declarator: [
  (function_declarator) @name
  (pointer_declarator (function_declarator)) @name
]) @bind.alias (#set! take "function"))
(type_definition type: (_) @value declarator: (_) @name) @bind.alias

; No function lies in another, whatever the braces seem to say where conditions of the preprocessor cut them apart.
((function_definition (storage_class_specifier) @private type: (_) @result declarator: (_) @name
  (#eq? @private "static")) @bind.function (#set! scope "file"))
((function_definition type: (_) @result declarator: (_) @name) @bind.function (#set! scope "file"))

(declaration (storage_class_specifier) @private type: (_) @result declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator (function_declarator declarator: (identifier) @name))
    (pointer_declarator (pointer_declarator (function_declarator declarator: (identifier) @name)))
  ] (#eq? @private "static")) @bind.prototype
(declaration type: (_) @result declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator (function_declarator declarator: (identifier) @name))
  (pointer_declarator (pointer_declarator (function_declarator declarator: (identifier) @name)))
]) @bind.prototype

((declaration (storage_class_specifier) @_word type: (_) @type declarator: (_) @name
  (#eq? @_word "extern")) @bind.extern)
((declaration type: (_) @value declarator: [
  (function_declarator) @name
  (pointer_declarator (function_declarator)) @name
  (init_declarator declarator: (function_declarator)) @name
]) @bind.variable (#set! take "function"))
(declaration (storage_class_specifier) @private type: (_) @type declarator: (_) @name
  (#eq? @private "static")) @bind.variable
(declaration type: (_) @type declarator: (_) @name) @bind.variable

((parameter_declaration type: (_) @value declarator: [
  (function_declarator) @name
  (pointer_declarator (function_declarator)) @name
]) @bind.parameter (#set! take "function"))
(parameter_declaration type: (_) @type declarator: (_) @name) @bind.parameter

((field_declaration type: (_) @value declarator: [
  (function_declarator) @name
  (pointer_declarator (function_declarator)) @name
]) @bind.field (#set! take "function"))
(field_declaration type: (_) @type declarator: (_) @name) @bind.field
; What a struct without a name has, the one around has.
(field_declaration type: [(struct_specifier body: (_)) (union_specifier body: (_))] @base !declarator)

((labeled_statement label: (statement_identifier) @name) @bind.label (#set! scope "function"))
