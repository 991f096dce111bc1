; F#. A `let` outside every function is a definition. A union is an enum, a record a struct.

(named_module name: (_) @name . (_)? @body) @definition.module
(namespace name: (_) @name . (_)? @body) @definition.namespace
(module_defn (identifier) @name block: (_)? @body) @definition.module
(module_abbrev (identifier) @name) @definition.module

; Values and functions. An active pattern is named by its cases.
[
  (function_or_value_defn) (method_or_prop_defn) (additional_constr_defn) (property_accessor) (fun_expression) (rule)
  (paren_expression) (ce_expression) (begin_end_expression) (if_expression) (for_expression) (while_expression)
  (try_expression) (match_expression) (list_expression) (array_expression) (do)
] @scope.local
[(anon_type_defn) (record_type_defn) (union_type_defn)] @scope.class
(declaration_expression
  (attributes (attribute (simple_type (long_identifier (identifier) @_literal))))
  (function_or_value_defn
    "let" . (value_declaration_left (identifier_pattern (long_identifier_or_op (_) @name))) body: (_) @body)
  (#eq? @_literal "Literal")) @binding.constant
(declaration_expression
  (attributes)? @binding.function
  (function_or_value_defn
    "let" @binding.function
    . (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name)
    body: (_) @body @binding.function))
(declaration_expression
  (attributes)? @binding.function
  (function_or_value_defn
    "let" @binding.function
    . (value_declaration_left (identifier_pattern (long_identifier_or_op (_) @name)))
    body: [(fun_expression) (function_expression)] @body @binding.function))
(declaration_expression
  (attributes)? @binding.variable
  (function_or_value_defn
    "let" @binding.variable
    . (value_declaration_left [
      (identifier_pattern (long_identifier_or_op (_) @name))
      (repeat_pattern (identifier_pattern (long_identifier_or_op (_) @name)))
      (paren_pattern (typed_pattern (identifier_pattern (long_identifier_or_op (_) @name))))
      (paren_pattern (repeat_pattern (identifier_pattern (long_identifier_or_op (_) @name))))
    ])
    body: (_) @body @binding.variable))
; The further bindings of `let rec … and …`, and the bindings of a class.
(file (declaration_expression (function_or_value_defn
  "and" @definition.function
  . (function_declaration_left [(identifier) (op_identifier)] @name)
  body: (_) @body @definition.function)))
(namespace (declaration_expression (function_or_value_defn
  "and" @definition.function
  . (function_declaration_left [(identifier) (op_identifier)] @name)
  body: (_) @body @definition.function)))
(named_module (declaration_expression (function_or_value_defn
  "and" @definition.function
  . (function_declaration_left [(identifier) (op_identifier)] @name)
  body: (_) @body @definition.function)))
(module_defn (declaration_expression (function_or_value_defn
  "and" @definition.function
  . (function_declaration_left [(identifier) (op_identifier)] @name)
  body: (_) @body @definition.function)))
(type_extension_elements (function_or_value_defn
  (function_declaration_left [(identifier) (op_identifier)] @name) body: (_) @body) @definition.function)
(type_extension_elements (function_or_value_defn
  (value_declaration_left (identifier_pattern (long_identifier_or_op (_) @name))) body: (_) @body) @definition.field)
(member_defn (value_declaration (function_or_value_defn
  (function_declaration_left [(identifier) (op_identifier)] @name) body: (_) @body))) @definition.function
(member_defn (value_declaration (function_or_value_defn
  (value_declaration_left (identifier_pattern (long_identifier_or_op (_) @name))) body: (_) @body))) @definition.field

; Types. One that is only another name looks like a union of a single case.
(type_definition ["type" "and"] @definition.type . (union_type_defn
  (type_name type_name: (_) @name)
  block: (union_type_cases . (union_type_case . (identifier) .) .) .) @definition.type)
(type_definition [(attributes) "type" "and"] @definition.enum . (union_type_defn
  (type_name type_name: (_) @name) block: (_) @body) @definition.enum)
(type_definition [(attributes) "type" "and"] @definition.enum . (enum_type_defn
  (type_name type_name: (_) @name) block: (_) @body) @definition.enum)
(type_definition [(attributes) "type" "and"] @definition.struct . (record_type_defn
  (type_name type_name: (_) @name) block: (_) @body) @definition.struct)
(type_definition [(attributes) "type" "and"] @definition.interface . (interface_type_defn
  (type_name type_name: (_) @name) block: (_)? @body) @definition.interface)
(type_definition [(attributes) "type" "and"] @definition.class . (anon_type_defn
  (type_name type_name: (_) @name) block: (_)? @body) @definition.class)
(type_definition [(attributes) "type" "and"] @definition.type . (type_abbrev_defn
  (type_name type_name: (_) @name)) @definition.type)
(type_definition [(attributes) "type" "and"] @definition.type . (delegate_type_defn
  (type_name type_name: (_) @name)) @definition.type)
(type_definition . (type_extension (type_name type_name: (_) @name))) @definition.impl
(exception_definition exception_name: (_) @name) @definition.class
(union_type_case (identifier) @name (union_type_fields)) @definition.enum_member
(union_type_case (identifier) @name (#match? @name "^[A-Z]")) @definition.enum_member
(enum_type_case (identifier) @name) @definition.enum_member
(record_field (identifier) @name) @definition.field

; Members.
(member_defn (method_or_prop_defn
  name: (property_or_ident [method: (_) @name (identifier) @name (op_identifier) @name] .)
  args: (_)
  "=" . (_) @body)) @definition.method
(member_defn (method_or_prop_defn
  name: (property_or_ident [method: (_) @name (identifier) @name (op_identifier) @name] .)
  ["=" "with"] . (_) @body)) @definition.property
(member_defn (property_or_ident [method: (_) @name (identifier) @name] .)) @definition.property
(member_defn (member_signature [(identifier) (op_identifier)] @name (curried_spec (arguments_spec)))) @definition.method
(member_defn (member_signature [(identifier) (op_identifier)] @name)) @definition.property
(member_defn "val" (identifier) @name) @definition.field
(member_defn (additional_constr_defn "new" @name)) @definition.constructor
(interface_implementation . (_) @name block: (_)? @body) @definition.impl

[
  (module_defn) (type_definition) (function_or_value_defn) (member_defn) (interface_implementation) (record_fields)
  (union_type_cases) (match_expression) (function_expression) (fun_expression) (rule) (if_expression) (elif_expression)
  (for_expression) (while_expression) (try_expression) (do_expression) (ce_expression) (list_expression)
  (array_expression) (brace_expression) (paren_expression) (paren_pattern) (object_expression) (anon_record_expression)
  (attributes) (string) (triple_quoted_string) (verbatim_string) (format_string) (format_triple_quoted_string)
  (preproc_if) (preproc_else)
] @fold
[(line_comment) (block_comment)] @comment
[(import_decl) (fsi_directive_decl)] @import

(if_expression) @block.if
(elif_expression) @block.elif
[(for_expression) (while_expression)] @block.loop
[(match_expression) (function_expression)] @block.switch
(rule) @block.case
(try_expression) @block.try
(fun_expression) @block.lambda
[(do_expression) (ce_expression)] @block.do

(application_expression . [
  (long_identifier_or_op [(identifier) @name (long_identifier (identifier) @name .)])
  (typed_expression . (long_identifier_or_op [(identifier) @name (long_identifier (identifier) @name .)]))
  (dot_expression field: (long_identifier_or_op [(identifier) @name (long_identifier (identifier) @name .)]))
]) @reference.call
(import_decl (long_identifier) @name) @reference.import
(fsi_directive_decl (string) @name) @reference.import
(class_inherits_decl [
  (simple_type (long_identifier (identifier) @name .))
  (generic_type . (long_identifier (identifier) @name .))
]) @reference.extends
(interface_implementation . [
  (simple_type (long_identifier (identifier) @name .))
  (generic_type . (long_identifier (identifier) @name .))
]) @reference.implements
(simple_type (long_identifier (identifier) @name .)) @reference.type
(generic_type . (long_identifier (identifier) @name .)) @reference.type
