; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(alias_declaration (identifier) @name) @definition.type
(anonymous_enum_declaration (identifier) @name) @definition.enum
(class_declaration (identifier) @name) @definition.class
(enum_declaration (identifier) @name) @definition.enum
(function_declaration (identifier) @name) @definition.function
(interface_declaration (identifier) @name) @definition.interface
(module_def (identifier) @name) @definition.module
(struct_declaration (identifier) @name) @definition.struct
(union_declaration (identifier) @name) @definition.struct
(variable_declaration (identifier) @name) @definition.variable
(aggregate_body) @fold
(alias_declaration) @fold
(anonymous_enum_declaration) @fold
(arguments) @fold
(assert_arguments) @fold
(class_declaration) @fold
(comment) @comment
(enum_declaration) @fold
(expression_list) @fold
(function_body) @fold
(function_declaration) @fold
(import) @import
(import_declaration) @import
(interface_declaration) @fold
(module_declaration) @fold
(module_def) @fold
(named_arguments) @fold
(namespace_list) @fold
(parameters) @fold
(scope) @fold
(struct) @fold
(struct_declaration) @fold
(template_arguments) @fold
(template_parameters) @fold
(union_declaration) @fold
(variable_declaration) @fold
