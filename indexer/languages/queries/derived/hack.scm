; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(abstract_enum_class_declaration name: (_) @name) @definition.class
(alias_declaration (identifier) @name) @definition.type
(class_declaration name: (_) @name) @definition.class
(const_declarator name: (_) @name) @definition.constant
(context_const_declaration name: (_) @name) @definition.constant
(enum_class_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(field_specifier (qualified_identifier) @name) @definition.field
(field_specifier (scope_identifier) @name) @definition.field
(field_specifier (scoped_identifier) @name) @definition.field
(field_specifier (xhp_class_identifier) @name) @definition.field
(field_specifier (xhp_identifier) @name) @definition.field
(function_declaration name: (_) @name) @definition.function
(interface_declaration name: (_) @name) @definition.interface
(method_declaration name: (_) @name) @definition.method
(namespace_declaration name: (_) @name) @definition.namespace
(property_declarator name: (_) @name) @definition.property
(trait_declaration name: (_) @name) @definition.trait
(type_const_declaration name: (_) @name) @definition.type
(type_specifier (qualified_identifier) @name) @definition.type
(type_specifier (xhp_class_identifier) @name) @definition.type
(type_specifier (xhp_identifier) @name) @definition.type
(abstract_enum_class_declaration) @fold
(alias_declaration) @fold
(arguments) @fold
(array) @fold
(capability_list) @fold
(catch_clause) @fold
(class_declaration) @fold
(comment) @comment
(compound_statement) @fold
(const_declaration) @fold
(const_declarator) @fold
(context_const_declaration) @fold
(enum_class_declaration) @fold
(enum_declaration) @fold
(extends_clause) @fold
(field_specifier) @fold
(finally_clause) @fold
(function_declaration) @fold
(function_type_specifier) @fold
(implements_clause) @fold
(interface_declaration) @fold
(method_declaration) @fold
(namespace_declaration) @fold
(parameters) @fold
(property_declaration) @fold
(property_declarator) @fold
(require_extends_clause) @fold
(require_implements_clause) @fold
(shape_type_specifier) @fold
(trait_alias_clause) @fold
(trait_declaration) @fold
(trait_select_clause) @fold
(trait_use_clause) @import
(tuple) @fold
(tuple_type_specifier) @fold
(type_arguments) @fold
(type_const_declaration) @fold
(type_parameters) @fold
(type_specifier) @fold
(use_clause) @import
(use_statement) @import
(using_statement) @import
(where_clause) @fold
(xhp_comment) @comment
(xhp_open) @import
