; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(constant_variable_declaration name: (_) @name) @definition.constant
(contract_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(event_definition name: (_) @name) @definition.event
(function_definition name: (_) @name) @definition.function
(interface_declaration name: (_) @name) @definition.interface
(library_declaration name: (_) @name) @definition.module
(state_variable_declaration name: (_) @name) @definition.variable
(struct_declaration name: (_) @name) @definition.struct
(user_defined_type_definition name: (_) @name) @definition.type
(variable_declaration name: (_) @name) @definition.variable
(yul_function_definition (yul_identifier) @name) @definition.function
(yul_variable_declaration (yul_identifier) @name) @definition.variable
(catch_clause) @fold
(comment) @comment
(constant_variable_declaration) @fold
(constructor_definition) @fold
(contract_body) @fold
(contract_declaration) @fold
(enum_body) @fold
(enum_declaration) @fold
(event_definition) @fold
(function_body) @fold
(function_definition) @fold
(import_directive) @import
(interface_declaration) @fold
(library_declaration) @fold
(revert_arguments) @fold
(state_variable_declaration) @fold
(struct_body) @fold
(struct_declaration) @fold
(user_defined_type_definition) @fold
(using_directive) @import
(variable_declaration) @fold
(variable_declaration_statement) @fold
(variable_declaration_tuple) @fold
(yul_block) @fold
(yul_function_definition) @fold
(yul_variable_declaration) @fold
