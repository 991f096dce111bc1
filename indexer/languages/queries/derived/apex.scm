; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(class_declaration name: (_) @name) @definition.class
(constant_declaration declarator: (_) @name) @definition.constant
(constructor_declaration name: (_) @name) @definition.constructor
(enum_declaration name: (_) @name) @definition.enum
(field_declaration declarator: (_) @name) @definition.field
(interface_declaration name: (_) @name) @definition.interface
(local_variable_declaration declarator: (_) @name) @definition.variable
(method_declaration name: (_) @name) @definition.method
(variable_declarator name: (_) @name) @definition.variable
(accessor_list) @fold
(all_rows_clause) @fold
(annotation_argument_list) @fold
(argument_list) @fold
(block) @fold
(block_comment) @comment
(catch_clause) @fold
(class_body) @fold
(class_declaration) @fold
(comparable_list) @fold
(constant_declaration) @fold
(constructor_body) @fold
(constructor_declaration) @fold
(enum_body) @fold
(enum_declaration) @fold
(field_declaration) @fold
(field_list) @fold
(finally_clause) @fold
(find_clause) @fold
(for_clause) @fold
(formal_parameters) @fold
(from_clause) @fold
(group_by_clause) @fold
(having_clause) @fold
(in_clause) @fold
(interface_body) @fold
(interface_declaration) @fold
(limit_clause) @fold
(line_comment) @comment
(local_variable_declaration) @fold
(method_declaration) @fold
(offset_clause) @fold
(order_by_clause) @fold
(returning_clause) @fold
(select_clause) @fold
(selected_fields) @fold
(soql_query_body) @fold
(sosl_query_body) @fold
(sosl_using_clause) @import
(switch_block) @fold
(trigger_body) @fold
(type_arguments) @fold
(type_list) @fold
(type_of_clause) @fold
(type_parameters) @fold
(update_clause) @fold
(using_clause) @import
(using_listview_clause) @fold
(using_lookup_bind_clause) @fold
(using_lookup_clause) @fold
(using_scope_clause) @fold
(variable_declarator) @fold
(where_clause) @fold
(with_clause) @fold
