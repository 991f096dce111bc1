; C++. A name is the last part of a qualified one: `f` in `int A::f()`. A template's range begins at `template`.
; Declarators nest without limit; a name under up to two pointers or references is found.

(function_definition !type
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list . (parameter_declaration) @name . (parameter_declaration) @name .))
  body: (_) @body
  (#any-of? @_macro "TEST" "TEST_F" "TEST_P" "TYPED_TEST" "TYPED_TEST_P" "BENCHMARK_F")) @definition.test

(template_declaration (template_declaration (function_definition declarator: [
    (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))
    (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_))
    (_ declarator: (_ name: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_)))
  ] body: (_) @body))) @definition.function
(template_declaration (function_definition declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))
    (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_))
    (_ declarator: (_ name: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_)))
    (_ (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
    (_ (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))))
    (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))
    (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))
    (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator)))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name)))
    (_ name: (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))))
  ] body: (_) @body)) @definition.function
(friend_declaration (function_definition declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
  ] body: (_) @body)) @definition.function
(function_definition
  type: (_)
  declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))
    (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_))
    (_ declarator: (_ name: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_)))
    (_ (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
    (_ (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))))
    (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))
    (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))
    (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator)))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name)))
    (_ name: (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))))
  ]
  (#not-match? @name "^(TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|BENCHMARK_F)$")) @definition.function
; Without a type it is a constructor, or a macro: inside of a function one that loops, else one that defines its argument.
((function_definition !type declarator: (function_declarator
  declarator: (identifier) @name
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) !declarator)))) @definition.none
  (#match? @name "^[A-Z][A-Z0-9]*_[A-Z0-9_]+$")
  (#not-match? @name "TEST|BENCHMARK|METHOD"))
((function_definition !type declarator: (function_declarator
  declarator: (identifier) @_macro
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name !declarator)))
  body: (_) @body) @binding.function
  (#match? @_macro "^[A-Z][A-Z0-9]*_[A-Z0-9_]+$")
  (#not-match? @_macro "TEST|BENCHMARK|METHOD"))
((function_definition !type declarator: (function_declarator
  declarator: (identifier) @_macro
  parameters: (parameter_list (parameter_declaration) . (parameter_declaration type: (type_identifier) @name !declarator)))
  body: (_) @body) @binding.function
  (#match? @_macro "^(PHP|ZEND)_METHOD$"))
((function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @definition.none
  (#match? @name "^(PHP|ZEND)_METHOD$"))
(function_definition !type
  declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))
    (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_))
    (_ declarator: (_ name: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_)))
    (_ (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
    (_ (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))))
    (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))
    (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))
    (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator)))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name)))
    (_ name: (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))))
  ]
  (#not-match? @name "^(TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|BENCHMARK_F)$")) @binding.function

; `class EXPORT Name { … }`: the grammar takes the macro for the class and the class for a function.
(function_definition type: (class_specifier !body) declarator: (identifier) @name body: (compound_statement) @body) @definition.class
(function_definition type: (struct_specifier !body) declarator: (identifier) @name body: (compound_statement) @body) @definition.struct

; `A::A() = default;` out of the class is an assignment to the grammar.
(translation_unit (expression_statement (_ left: (_ function: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) right: (identifier) @_default)) @definition.function
  (#any-of? @_default "default" "delete"))
(translation_unit (expression_statement (_ left: (_ function: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) right: (identifier) @_default)) @definition.function
  (#any-of? @_default "default" "delete"))
(declaration_list (expression_statement (_ left: (_ function: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) right: (identifier) @_default)) @definition.function
  (#any-of? @_default "default" "delete"))
(declaration_list (expression_statement (_ left: (_ function: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) right: (identifier) @_default)) @definition.function
  (#any-of? @_default "default" "delete"))

; Functions that are only declared: of a class, a namespace or the file. Inside a function such a thing is a variable.
(template_declaration (declaration declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
    (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))
    (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))
  ])) @definition.prototype
(friend_declaration (declaration declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
  ])) @definition.prototype
(field_declaration declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
  ]) @definition.prototype
(declaration declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
  ]) @binding.prototype
(field_declaration_list (declaration declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
    (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))
    (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))
  ]) @definition.prototype)

; Types.
(template_declaration (_ (class_specifier name: (type_identifier) @name body: (_) @body))) @definition.class
(template_declaration (class_specifier name: (type_identifier) @name body: (_) @body)) @definition.class
(class_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(template_declaration (_ (class_specifier name: (_ name: (type_identifier) @name) body: (_) @body))) @definition.class
(template_declaration (class_specifier name: (_ name: (type_identifier) @name) body: (_) @body)) @definition.class
(class_specifier name: (_ name: (type_identifier) @name) body: (_) @body) @definition.class
(template_declaration (_ (struct_specifier name: (type_identifier) @name body: (_) @body))) @definition.struct
(template_declaration (struct_specifier name: (type_identifier) @name body: (_) @body)) @definition.struct
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(template_declaration (_ (union_specifier name: (type_identifier) @name body: (_) @body))) @definition.struct
(template_declaration (union_specifier name: (type_identifier) @name body: (_) @body)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(template_declaration (_ (struct_specifier name: (_ name: (type_identifier) @name) body: (_) @body))) @definition.struct
(template_declaration (struct_specifier name: (_ name: (type_identifier) @name) body: (_) @body)) @definition.struct
(struct_specifier name: (_ name: (type_identifier) @name) body: (_) @body) @definition.struct
(template_declaration (_ (union_specifier name: (_ name: (type_identifier) @name) body: (_) @body))) @definition.struct
(template_declaration (union_specifier name: (_ name: (type_identifier) @name) body: (_) @body)) @definition.struct
(union_specifier name: (_ name: (type_identifier) @name) body: (_) @body) @definition.struct
(type_definition "typedef" @definition.struct
  type: [(struct_specifier name: (type_identifier) @name body: (_) @body) (union_specifier name: (type_identifier) @name body: (_) @body)] @definition.struct)
(type_definition "typedef" @definition.enum type: (enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum)
(type_definition "typedef" @definition.struct
  type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)]
  . declarator: (type_identifier) @name @definition.struct)
(type_definition "typedef" @definition.enum
  type: (enum_specifier !name body: (_) @body)
  . declarator: (type_identifier) @name @definition.enum)
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_specifier name: (qualified_identifier name: (_) @name) body: (_) @body) @definition.enum
(enumerator name: (_) @name) @definition.enum_member
[(template_declaration (alias_declaration name: (_) @name)) (alias_declaration name: (_) @name)] @definition.type
[(template_declaration (concept_definition name: (_) @name)) (concept_definition name: (_) @name)] @definition.type
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(namespace_alias_definition name: (_) @name) @definition.namespace
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
    (reference_declarator (function_declarator declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name))))
    (_ declarator: (reference_declarator (function_declarator declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)))))
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
    (_ declarator: (field_identifier) @name)
    (_ declarator: (_ declarator: (field_identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))))
    (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name))))
    (_ (field_identifier) @name)
  ] . default_value: (_) . ";") @definition.field
(field_declaration
  type: (_) . declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
    (_ declarator: (_ declarator: (field_identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))))
    (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name))))
    (_ (field_identifier) @name)
  ] . ";") @definition.field
(field_declaration
  type: (_) . declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
    (_ declarator: (_ declarator: (field_identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))))
    (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name))))
    (_ (field_identifier) @name)
  ] . (bitfield_clause) . ";") @definition.field
(field_declaration
  declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
    (_ declarator: (_ declarator: (field_identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (_ declarator: (_ declarator: (_ declarator: (field_identifier) @name)))))
    (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: (_ declarator: (field_identifier) @name))))
    (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name))))
    (_ (field_identifier) @name)
  ] @definition.field)

; An include guard is neither a macro that anyone looks for nor a condition.
(translation_unit (preproc_ifdef "#ifndef" name: (_) @_guard . (preproc_def name: (_) @name !value) @definition.none
  (#eq? @_guard @name)))
(preproc_def name: (_) @name) @definition.macro
(preproc_function_def name: (_) @name) @definition.macro

; Variables of the file or a namespace.
[(function_definition) (compound_statement)] @scope.local
(field_declaration_list) @scope.class
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body))) @definition.function)
(declaration_list (declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body))) @definition.function)
(template_declaration (declaration type: (_) . declarator: [
    (identifier) @name
    (_ name: (identifier) @name)
    (_ declarator: (identifier) @name)
    (_ declarator: (_ name: (identifier) @name))
    (_ declarator: (_ declarator: (identifier) @name))
    (_ declarator: (reference_declarator (identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))
  ] . ";")) @definition.variable
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
    (_ name: (identifier) @name)
    (_ declarator: (identifier) @name)
    (_ declarator: (_ name: (identifier) @name))
    (_ declarator: (_ declarator: (identifier) @name))
    (_ declarator: (reference_declarator (identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])))
  ] . ";") @binding.variable
; Members of a class with an export macro (see above).
(function_definition type: (struct_specifier !body) declarator: (identifier) body: (compound_statement (function_definition !type
  declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))
    (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_))
    (_ declarator: (_ name: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_)))
    (_ (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
    (_ (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))))
    (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))
    (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))
    (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator)))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name)))
    (_ name: (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))))
  ]) @definition.function))
(function_definition type: (class_specifier !body) declarator: (identifier) body: (compound_statement (function_definition !type
  declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))
    (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_))
    (_ declarator: (_ name: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_)))
    (_ (_ declarator: (_ name: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
    (_ (_ (_ declarator: (_ name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) parameters: (_))))
    (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))
    (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))
    (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))
    (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator)))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name))))
    (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name)))
    (_ name: (_ name: (operator_cast "operator" @name type: (_) @name declarator: (abstract_function_declarator))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator "*" @name declarator: (abstract_function_declarator)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_pointer_declarator declarator: (abstract_pointer_declarator "*" @name)))))
    (_ name: (_ name: (operator_cast "operator" @name declarator: (abstract_reference_declarator ["&" "&&"] @name))))
  ]) @definition.function))
(function_definition type: (class_specifier !body) declarator: (identifier) body: (compound_statement (declaration declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
  ]) @definition.function))
(function_definition type: (class_specifier !body) declarator: (identifier) body: (compound_statement (_ !body
  type: (_) declarator: [
    (identifier) @name
    (_ name: (identifier) @name)
    (_ declarator: (identifier) @name)
    (_ declarator: (_ name: (identifier) @name))
    (_ declarator: (_ declarator: (identifier) @name))
    (_ declarator: (reference_declarator (identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))
  ]) @definition.field))
(function_definition type: (struct_specifier !body) declarator: (identifier) body: (compound_statement (declaration declarator: [
    (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_)))
    (_ (_ (_ declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name parameters: (_))))
  ]) @definition.function))
(function_definition type: (struct_specifier !body) declarator: (identifier) body: (compound_statement (_ !body
  type: (_) declarator: [
    (identifier) @name
    (_ name: (identifier) @name)
    (_ declarator: (identifier) @name)
    (_ declarator: (_ name: (identifier) @name))
    (_ declarator: (_ declarator: (identifier) @name))
    (_ declarator: (reference_declarator (identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))
  ]) @definition.field))
(declaration
  type: (_) declarator: [
    (identifier) @name
    (parenthesized_declarator (identifier) @name)
    (_ name: (identifier) @name)
    (_ declarator: (identifier) @name)
    (_ declarator: (_ name: (identifier) @name))
    (_ declarator: (_ declarator: (identifier) @name))
    (_ declarator: (reference_declarator (identifier) @name))
    (_ declarator: (_ declarator: (_ declarator: (identifier) @name)))
    (_ declarator: (parenthesized_declarator (_ declarator: [(identifier) @name (_ declarator: (identifier) @name)])))
  ] @binding.variable)

((compound_statement) @fold (#set! edges "brackets"))
((field_declaration_list) @fold (#set! edges "brackets"))
(field_initializer_list) @fold
((enumerator_list) @fold (#set! edges "brackets"))
((initializer_list) @fold (#set! edges "brackets"))
((declaration_list) @fold (#set! edges "brackets"))
((parameter_list) @fold (#set! edges "brackets"))
((argument_list) @fold (#set! edges "brackets"))
(template_parameter_list) @fold
(template_argument_list) @fold
((parenthesized_expression) @fold (#set! edges "brackets"))
(concatenated_string) @fold
(raw_string_literal) @fold
(lambda_capture_specifier) @fold
(requirement_seq) @fold
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
(using_declaration) @import

((if_statement) @block.if (#set! edges "layout"))
((else_clause) @block.else (#set! edges "layout"))
((for_statement) @block.loop (#set! edges "layout"))
((for_range_loop) @block.loop (#set! edges "layout"))
((while_statement) @block.loop (#set! edges "layout"))
(do_statement) @block.loop
((switch_statement) @block.switch (#set! edges "layout"))
(case_statement) @block.case
(try_statement) @block.try
(catch_clause) @block.catch
(compound_statement (compound_statement) @block.block)
(lambda_expression) @block.lambda
(namespace_definition !name) @block.block
((translation_unit (preproc_ifdef "#ifndef" name: (_) @_guard . (preproc_def name: (_) @_same !value)) @block.none)
  (#eq? @_guard @_same))
(preproc_if) @block.ifdef
(preproc_ifdef) @block.ifdef
(preproc_else) @block.ifdef
(preproc_elif) @block.ifdef
(preproc_elifdef) @block.ifdef
(linkage_specification body: (declaration_list)) @block.block
(seh_try_statement) @block.try
(seh_except_clause) @block.catch
(seh_finally_clause) @block.finally

(call_expression function: [
  (identifier) @name
  (field_expression field: [(field_identifier) @name (template_method name: (_) @name)])
  (qualified_identifier name: [(identifier) @name (template_function name: (_) @name)])
  (qualified_identifier name: (qualified_identifier name: [(identifier) @name (template_function name: (_) @name)]))
  (template_function name: (_) @name)
]) @reference.call
(new_expression type: [(type_identifier) @name (qualified_identifier name: (_) @name) (template_type name: (_) @name)]) @reference.call
(preproc_include path: (_) @name) @reference.import
(using_declaration [(identifier) (qualified_identifier)] @name) @reference.import
(base_class_clause [
  (type_identifier) @name
  (template_type name: (_) @name)
  (qualified_identifier name: [(type_identifier) @name (template_type name: (_) @name)])
]) @reference.extends
(type_parameter_declaration (type_identifier) @name) @reference.none
(optional_type_parameter_declaration name: (type_identifier) @name) @reference.none
(variadic_type_parameter_declaration (type_identifier) @name) @reference.none
(type_identifier) @name @reference.type
