; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_declaration name: (_) @name) @definition.class
(constructor_declaration name: (_) @name) @definition.constructor
(destructor_declaration name: (_) @name) @definition.method
(enum_declaration name: (_) @name) @definition.enum
(enum_member_declaration name: (_) @name) @definition.enum_member
(event_declaration name: (_) @name) @definition.event
(explicit_interface_specifier (alias_qualified_name) @name) @definition.interface
(explicit_interface_specifier (generic_name) @name) @definition.interface
(explicit_interface_specifier (identifier) @name) @definition.interface
(explicit_interface_specifier (qualified_name) @name) @definition.interface
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
(interface_declaration name: (_) @name) @definition.interface
(local_function_statement name: (_) @name) @definition.function
(method_declaration name: (_) @name) @definition.method
(namespace_declaration name: (_) @name) @definition.namespace
(property_declaration name: (_) @name) @definition.property
(record_declaration name: (_) @name) @definition.struct
(struct_declaration name: (_) @name) @definition.struct
(variable_declaration (alias_qualified_name) @name) @definition.variable
(variable_declaration (generic_name) @name) @definition.variable
(variable_declaration (identifier) @name) @definition.variable
(variable_declaration (qualified_name) @name) @definition.variable
(variable_declarator name: (_) @name) @definition.variable
(accessor_list) @fold
(argument_list) @fold
(arrow_expression_clause) @fold
(attribute_argument_list) @fold
(attribute_list) @fold
(attribute_target_specifier) @fold
(base_list) @fold
(block) @fold
(bracketed_argument_list) @fold
(bracketed_parameter_list) @fold
(catch_clause) @fold
(catch_filter_clause) @fold
(class_declaration) @fold
(collection_element) @fold
(comment) @comment
(constructor_declaration) @fold
(declaration_list) @fold
(destructor_declaration) @fold
(enum_declaration) @fold
(enum_member_declaration) @fold
(enum_member_declaration_list) @fold
(event_declaration) @fold
(event_field_declaration) @fold
(explicit_interface_specifier) @fold
(expression_element) @fold
(field_declaration) @fold
(file_scoped_namespace_declaration) @fold
(finally_clause) @fold
(from_clause) @fold
(group_clause) @fold
(interface_declaration) @fold
(interpolation_alignment_clause) @fold
(interpolation_format_clause) @fold
(join_clause) @fold
(join_into_clause) @fold
(let_clause) @fold
(local_function_statement) @fold
(method_declaration) @fold
(namespace_declaration) @fold
(order_by_clause) @fold
(parameter_list) @fold
(positional_pattern_clause) @fold
(preproc_if_in_attribute_list) @fold
(property_declaration) @fold
(property_pattern_clause) @fold
(record_declaration) @fold
(select_clause) @fold
(spread_element) @fold
(struct_declaration) @fold
(switch_body) @fold
(switch_section) @fold
(tuple_element) @fold
(type_argument_list) @fold
(type_parameter_constraints_clause) @fold
(type_parameter_list) @fold
(using_directive) @import
(using_statement) @import
(variable_declaration) @fold
(variable_declarator) @fold
(when_clause) @fold
(where_clause) @fold
