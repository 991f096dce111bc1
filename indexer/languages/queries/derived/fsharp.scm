; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(anon_type_defn (type_name) @name) @definition.type
(delegate_type_defn (type_name) @name) @definition.type
(enum_type_defn (type_name) @name) @definition.enum
(function_or_value_defn name: (_) @name) @definition.function
(interface_type_defn (type_name) @name) @definition.interface
(method_or_prop_defn name: (_) @name) @definition.method
(module_defn (identifier) @name) @definition.module
(record_type_defn (type_name) @name) @definition.struct
(type_abbrev_defn (type_name) @name) @definition.type
(union_type_defn (type_name) @name) @definition.struct
(anon_type_defn) @fold
(attributes) @fold
(block_comment) @comment
(class_inherits_decl) @fold
(delegate_type_defn) @fold
(enum_type_cases) @fold
(enum_type_defn) @fold
(function_or_value_defn) @fold
(interface_type_defn) @fold
(line_comment) @comment
(method_or_prop_defn) @fold
(module_defn) @fold
(record_fields) @fold
(record_type_defn) @fold
(type_abbrev_defn) @fold
(type_arguments) @fold
(type_attributes) @fold
(type_definition) @fold
(union_type_cases) @fold
(union_type_defn) @fold
(union_type_fields) @fold
(value_declaration) @fold
