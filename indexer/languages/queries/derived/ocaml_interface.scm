; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_definition (attribute_id) @name) @definition.class
(class_type_definition (attribute_id) @name) @definition.class
(constructor_declaration (constructor_name) @name) @definition.constructor
(field_declaration (field_name) @name) @definition.field
(instance_variable_definition name: (_) @name) @definition.variable
(method_definition name: (_) @name) @definition.method
(module_definition (attribute_id) @name) @definition.module
(module_type_definition (attribute_id) @name) @definition.module
(module_type_definition (module_type_name) @name) @definition.module
(type_definition (attribute_id) @name) @definition.type
(value_definition (attribute_id) @name) @definition.variable
(class_definition) @fold
(class_type_definition) @fold
(comment) @comment
(constructor_declaration) @fold
(do_clause) @fold
(else_clause) @fold
(field_declaration) @fold
(instance_variable_definition) @fold
(labeled_tuple_element) @fold
(method_definition) @fold
(module_definition) @fold
(module_type_definition) @fold
(record_declaration) @fold
(then_clause) @fold
(type_definition) @fold
(value_definition) @fold
(variant_declaration) @fold
