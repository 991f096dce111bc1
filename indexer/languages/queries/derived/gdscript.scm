; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_definition name: (_) @name) @definition.class
(class_name_statement name: (_) @name) @definition.class
(const_statement name: (_) @name) @definition.constant
(enum_definition name: (_) @name) @definition.enum
(export_variable_statement name: (_) @name) @definition.variable
(function_definition name: (_) @name) @definition.function
(onready_variable_statement name: (_) @name) @definition.variable
(variable_statement name: (_) @name) @definition.variable
(arguments) @fold
(array) @fold
(body) @fold
(class_body) @fold
(class_definition) @fold
(class_name_statement) @fold
(comment) @comment
(const_statement) @fold
(constructor_definition) @fold
(dictionary) @fold
(elif_clause) @fold
(else_clause) @fold
(enum_definition) @fold
(enumerator_list) @fold
(export_variable_statement) @fold
(function_definition) @fold
(get_body) @fold
(match_body) @fold
(onready_variable_statement) @fold
(parameters) @fold
(pattern_section) @fold
(set_body) @fold
(subscript_arguments) @fold
(variable_statement) @fold
