; Swift. `#if` is flat in the grammar: what it encloses stays a member of the enclosing body.

(class_declaration declaration_kind: "struct" name: (_) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @definition.impl
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry . name: (simple_identifier) @name .) @definition.enum_member
(enum_entry . name: (simple_identifier) @name . [data_contents: (_) raw_value: (_)] .) @definition.enum_member
(enum_entry name: (simple_identifier) @name @definition.enum_member)
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(macro_declaration (simple_identifier) @name) @definition.macro
(operator_declaration (custom_operator) @name) @definition.function
(precedence_group_declaration (simple_identifier) @name) @definition.type

(function_declaration name: [(simple_identifier) (custom_operator)] @name) @definition.function
(function_declaration
  name: ["==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "&" "|" "^" "~"] @name) @definition.function
(protocol_function_declaration name: [(simple_identifier) (custom_operator)] @name) @definition.method
(protocol_function_declaration
  name: ["==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "&" "|" "^" "~"] @name) @definition.method
(init_declaration "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method

; A declaration with one name counts as a whole, with several each name by itself.
(source_file (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) .) @definition.variable)
(source_file (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . [(type_annotation) value: (_)] .) @definition.variable)
(source_file (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . (type_annotation) . value: (_) .) @definition.variable)
(source_file (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) computed_value: (_) @body) @definition.variable)
(source_file (property_declaration name: (pattern bound_identifier: (_) @name) @definition.variable))
(class_body (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) .) @definition.property)
(class_body (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . [(type_annotation) value: (_)] .) @definition.property)
(class_body (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . (type_annotation) . [value: (_) (willset_didset_block)] .) @definition.property)
(class_body (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . (type_annotation) . value: (_) . (willset_didset_block) .) @definition.property)
(class_body (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) computed_value: (_) @body) @definition.property)
(class_body (property_declaration name: (pattern bound_identifier: (_) @name) @definition.property))
(enum_class_body (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) computed_value: (_) @body) @definition.property)
(enum_class_body (property_declaration (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . [(type_annotation) value: (_)] .) @definition.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name) @definition.property))
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @definition.property

(class_body) @fold
(enum_class_body) @fold
(protocol_body) @fold
(function_body) @fold
(computed_property) @fold
(computed_getter) @fold
(computed_setter) @fold
(willset_didset_block) @fold
(lambda_literal) @fold
(switch_statement) @fold
(switch_entry) @fold
(if_statement) @fold
(guard_statement) @fold
(for_statement) @fold
(while_statement) @fold
(repeat_while_statement) @fold
(do_statement) @fold
(catch_block) @fold
(array_literal) @fold
(dictionary_literal) @fold
(value_arguments) @fold
(tuple_expression) @fold
(multi_line_string_literal) @fold
(raw_string_literal) @fold

[(comment) (multiline_comment) (shebang_line)] @comment
(import_declaration) @import

(if_statement) @block.if
(guard_statement) @block.unless
(for_statement) @block.loop
(while_statement) @block.loop
(repeat_while_statement) @block.loop
(switch_statement) @block.switch
(switch_entry) @block.case
(do_statement) @block.try
(catch_block) @block.catch
(lambda_literal) @block.lambda
(computed_getter) @block.block
(computed_setter) @block.block
(willset_clause) @block.block
(didset_clause) @block.block

(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @name))) @reference.call
(import_declaration (identifier) @name) @reference.import
(inheritance_specifier inherits_from: (user_type (type_identifier) @name . (type_arguments)? .)) @reference.extends
(user_type (type_identifier) @name) @reference.type
