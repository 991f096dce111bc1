; Fortran in free form; the grammar cannot read fixed form. Variables are those of a module or a program, not those of a
; procedure.

(module (module_statement (name) @name) . (_)? @body) @definition.module
(submodule (submodule_statement (name) @name .) . (_)? @body) @definition.module
(program (program_statement (name) @name) . (_)? @body) @definition.module
(block_data (block_data_statement (name) @name) . (_)? @body) @definition.module
(function (function_statement name: (_) @name) . (_)? @body) @definition.function
(subroutine (subroutine_statement name: (_) @name) . (_)? @body) @definition.function
(module_procedure (module_procedure_statement name: (_) @name) . (_)? @body) @definition.function
(entry_statement name: (_) @name) @definition.function
(interface (interface_statement [(name) (operator) (defined_io_procedure)] @name) . (_)? @body) @definition.interface
(derived_type_definition (derived_type_statement (type_name) @name) . (_)? @body) @definition.struct
(derived_type_definition
  (variable_declaration declarator: [
    (identifier) @name
    (init_declarator left: [(identifier) @name (sized_declarator . (identifier) @name)])
    (pointer_init_declarator left: [(identifier) @name (sized_declarator . (identifier) @name)])
    (sized_declarator . (identifier) @name)
  ]) @definition.field)
(derived_type_procedures
  (procedure_statement declarator: (binding (binding_name (_) @name))) @definition.method)
(derived_type_procedures
  (procedure_statement (procedure_kind "procedure") declarator: (method_name) @name) @definition.method)
(enumerator_statement declarator: [
  (identifier) @name @definition.enum_member
  (init_declarator left: (identifier) @name) @definition.enum_member
])

(preproc_def name: (_) @name) @definition.macro
(preproc_function_def name: (_) @name) @definition.macro

[(function) (subroutine) (module_procedure)] @scope.local
(variable_declaration
  attribute: (type_qualifier) @_parameter
  declarator: (init_declarator left: [(identifier) @name (sized_declarator . (identifier) @name)])
  (#match? @_parameter "^(?i:parameter)$")) @binding.constant
(variable_declaration declarator: [
  (identifier) @name
  (init_declarator left: [(identifier) @name (sized_declarator . (identifier) @name)])
  (pointer_init_declarator left: [(identifier) @name (sized_declarator . (identifier) @name)])
  (sized_declarator . (identifier) @name)
]) @binding.variable

[
  (module) (submodule) (program) (block_data) (function) (subroutine) (module_procedure) (interface)
  (derived_type_definition) (enum) (internal_procedures) (derived_type_procedures) (if_statement) (elseif_clause)
  (else_clause) (do_loop_statement) (select_case_statement) (select_type_statement) (select_rank_statement)
  (case_statement) (type_statement) (rank_statement) (where_statement) (forall_statement) (associate_statement)
  (block_construct) (argument_list) (parameters) (array_literal) (preproc_if) (preproc_ifdef) (preproc_else)
] @fold
(comment) @comment
[(use_statement) (include_statement) (preproc_include) (import_statement)] @import

(if_statement) @block.if
(elseif_clause) @block.elif
(else_clause) @block.else
[(do_loop_statement) (forall_statement)] @block.loop
[(select_case_statement) (select_type_statement) (select_rank_statement)] @block.switch
[(case_statement) (type_statement) (rank_statement)] @block.case
[(associate_statement) (where_statement)] @block.with
(block_construct) @block.block

(subroutine_call subroutine: [
  (identifier) @name
  (derived_type_member_expression (type_member) @name .)
]) @reference.call
(call_expression . [
  (identifier) @name
  (derived_type_member_expression (type_member) @name .)
]) @reference.call
(use_statement (module_name) @name) @reference.import
(include_statement path: (_) @name) @reference.import
(preproc_include path: (_) @name) @reference.import
(submodule_statement ancestor: (module_name (name) @name)) @reference.extends
(base_type_specifier (identifier) @name) @reference.extends
(derived_type name: (_) @name) @reference.type
(procedure_interface) @name @reference.type
