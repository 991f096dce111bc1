; C. A typedef that defines its struct in place gives two definitions, one after the other: the struct and the new name.
; Declarators nest without limit; a name under up to three pointers or array bounds is found.

(function_definition
  declarator: [
    (function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_))
    (_ [
      (function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_))
      (_ [(function_declarator declarator: (identifier) @name parameters: (_)) (_ (function_declarator declarator: (identifier) @name parameters: (_)))])
    ])
  ]) @definition.function

; `static __cacheline_aligned DEFINE_SPINLOCK(lock);` defines what its argument names.
(declaration
  declarator: (function_declarator
    declarator: (identifier) @name
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) !declarator))) @definition.none
  (#match? @name "^(DEFINE|DECLARE)_"))
(declaration
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name !declarator)))
  (#match? @_macro "^(DEFINE|DECLARE)_")) @binding.variable
; Prototypes. Inside of a function what looks like one is a call behind a macro that loops.
(declaration
  type: (_) . declarator: [
    (function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_))
    (_ [
      (function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_))
      (_ [(function_declarator declarator: (identifier) @name parameters: (_)) (_ (function_declarator declarator: (identifier) @name parameters: (_)))])
    ])
  ] . ";") @binding.prototype
(declaration
  declarator: [
    (function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_))
    (_ [
      (function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_))
      (_ [(function_declarator declarator: (identifier) @name parameters: (_)) (_ (function_declarator declarator: (identifier) @name parameters: (_)))])
    ])
  ] @binding.prototype)

; Types. The first name of a typedef stands for an unnamed struct; its range ends at that name.
(type_definition "typedef" @definition.struct
  type: [(struct_specifier name: (_) @name body: (_) @body) (union_specifier name: (_) @name body: (_) @body)] @definition.struct)
(type_definition "typedef" @definition.enum type: (enum_specifier name: (_) @name body: (_) @body) @definition.enum)
(type_definition "typedef" @definition.struct
  type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)]
  . declarator: (type_identifier) @name @definition.struct)
(type_definition "typedef" @definition.enum
  type: (enum_specifier !name body: (_) @body)
  . declarator: (type_identifier) @name @definition.enum)
(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(enumerator name: (_) @name) @definition.enum_member
(type_definition
  type: (_ body: (_))
  declarator: [
    (type_identifier) @name
    (_ declarator: (type_identifier) @name)
    (_ declarator: (_ declarator: (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)))
  ] @definition.type)
(type_definition
  type: (_) . declarator: [
    (type_identifier) @name
    (_ declarator: (type_identifier) @name)
    (_ declarator: (_ declarator: (type_identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (type_identifier) @name)))
    (_ declarator: (parenthesized_declarator (type_identifier) @name))
    (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)))
    (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name))))
    (_ (type_identifier) @name)
  ] . ";") @definition.type
(type_definition
  declarator: [
    (type_identifier) @name
    (primitive_type) @name
    (_ declarator: (type_identifier) @name)
    (_ declarator: (_ declarator: (type_identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (type_identifier) @name)))
    (_ declarator: (parenthesized_declarator (type_identifier) @name))
    (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)))
    (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name))))
  ] @definition.type)

(field_declaration
  type: (_) . declarator: [
    (field_identifier) @name
    (_ declarator: [
      (field_identifier) @name
      (parenthesized_declarator (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)]))
      (_ declarator: [
        (field_identifier) @name
        (parenthesized_declarator (_ declarator: (field_identifier) @name))
        (_ declarator: [(field_identifier) @name (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)])])
      ])
    ])
    (attributed_declarator (field_identifier) @name)
  ] . ";") @definition.field
(field_declaration
  type: (_) . declarator: [
    (field_identifier) @name
    (_ declarator: [
      (field_identifier) @name
      (parenthesized_declarator (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)]))
      (_ declarator: [
        (field_identifier) @name
        (parenthesized_declarator (_ declarator: (field_identifier) @name))
        (_ declarator: [(field_identifier) @name (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)])])
      ])
    ])
    (attributed_declarator (field_identifier) @name)
  ] . (bitfield_clause) . ";") @definition.field
(field_declaration
  declarator: [
    (field_identifier) @name
    (_ declarator: [
      (field_identifier) @name
      (parenthesized_declarator (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)]))
      (_ declarator: [
        (field_identifier) @name
        (parenthesized_declarator (_ declarator: (field_identifier) @name))
        (_ declarator: [(field_identifier) @name (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)])])
      ])
    ])
    (attributed_declarator (field_identifier) @name)
  ] @definition.field)

; An include guard is neither a macro that anyone looks for nor a condition.
(translation_unit (preproc_ifdef "#ifndef" name: (_) @_guard . (preproc_def name: (_) @name !value) @definition.none
  (#eq? @_guard @name)))
(preproc_def name: (_) @name) @definition.macro
(preproc_function_def name: (_) @name) @definition.macro

; A macro that defines what its argument names. One with a body has an error, see indexer/extract/c_macros.py, unless it
; has one argument.
(function_definition
  type: (type_identifier) @_macro declarator: (parenthesized_declarator . (identifier) @name .)
  (#match? @_macro "^(\\w+_)?TEST(_[A-Z]+)?$")) @definition.test
; `CALLBACK(name) {…}`, whose parameters a macro knows
(translation_unit (function_definition
  type: (type_identifier) @_macro declarator: (parenthesized_declarator . (identifier) @name .)) @definition.function
  (#match? @_macro "^[A-Z][A-Z0-9_]+$") (#match? @name "[a-z]"))
; `static` before one is shown as `return`, see indexer/languages/families/preprocessed.py.
(translation_unit (expression_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))
(translation_unit (return_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))
(preproc_ifdef (expression_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))
(preproc_ifdef (return_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))
(preproc_if (expression_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))
(preproc_if (return_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))
(preproc_else (expression_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))
(preproc_else (return_statement (call_expression
  function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @binding.variable
  (#match? @_macro "^(DEFINE|DECLARE)_|_HEAD$"))

; Variables of the file.
[(function_definition) (compound_statement)] @scope.local
; Variables that are defined elsewhere.
(declaration
  (storage_class_specifier "extern")
  type: (_ !body) . declarator: [
    (identifier) @name
    (pointer_declarator declarator: [(identifier) @name (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])])
    (array_declarator declarator: [(identifier) @name (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])])
    (function_declarator declarator: (parenthesized_declarator (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])))
  ] . ";") @binding.extern
(declaration
  (storage_class_specifier "extern")
  type: (_ !body) declarator: [
    (identifier) @name
    (pointer_declarator declarator: [(identifier) @name (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])])
    (array_declarator declarator: [(identifier) @name (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])])
    (function_declarator declarator: (parenthesized_declarator (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])))
  ] @binding.extern)

(declaration
  type: (_ !body) . declarator: [
    (identifier) @name
    (parenthesized_declarator (identifier) @name)
    (_ declarator: [
      (identifier) @name
      (parenthesized_declarator (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)]))
      (_ declarator: [
        (identifier) @name
        (parenthesized_declarator (_ declarator: (identifier) @name))
        (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])
      ])
    ])
  ] . ";") @binding.variable
(declaration
  declarator: [
    (identifier) @name
    (parenthesized_declarator (identifier) @name)
    (_ declarator: [
      (identifier) @name
      (parenthesized_declarator (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)]))
      (_ declarator: [
        (identifier) @name
        (parenthesized_declarator (_ declarator: (identifier) @name))
        (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])
      ])
    ])
  ] @binding.variable)

((compound_statement) @fold (#set! edges "brackets"))
((field_declaration_list) @fold (#set! edges "brackets"))
((enumerator_list) @fold (#set! edges "brackets"))
((initializer_list) @fold (#set! edges "brackets"))
((declaration_list) @fold (#set! edges "brackets"))
((parameter_list) @fold (#set! edges "brackets"))
((argument_list) @fold (#set! edges "brackets"))
((parenthesized_expression) @fold (#set! edges "brackets"))
(concatenated_string) @fold
(case_statement) @fold
(preproc_params) @fold
(preproc_if) @fold
(preproc_ifdef) @fold
(preproc_else) @fold
(preproc_elif) @fold
(preproc_elifdef) @fold
(preproc_def) @fold
(preproc_function_def) @fold

(comment) @comment
(preproc_include) @import

((if_statement) @block.if (#set! edges "layout"))
((else_clause) @block.else (#set! edges "layout"))
((for_statement) @block.loop (#set! edges "layout"))
((while_statement) @block.loop (#set! edges "layout"))
(do_statement) @block.loop
((switch_statement) @block.switch (#set! edges "layout"))
(case_statement) @block.case
(compound_statement (compound_statement) @block.block)
((translation_unit (preproc_ifdef "#ifndef" name: (_) @_guard . (preproc_def name: (_) @_same !value)) @block.none)
  (#eq? @_guard @_same))
(preproc_if) @block.ifdef
(preproc_ifdef) @block.ifdef
(preproc_else) @block.ifdef
(preproc_elif) @block.ifdef
(preproc_elifdef) @block.ifdef
(linkage_specification body: (declaration_list)) @block.block

(call_expression function: [(identifier) @name (field_expression field: (_) @name)]) @reference.call
(preproc_include path: (_) @name) @reference.import
(type_identifier) @name @reference.type
