; Erlang. The grammar has a declaration for each clause, so every clause of a function is a definition of its own.

(fun_decl clause: (function_clause name: (_) @name body: (_) @body)) @definition.function
(module_attribute name: (_) @name) @definition.module
(record_decl name: (_) @name) @definition.struct
(record_decl (record_field name: (_) @name) @definition.field)
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
(type_alias name: (type_name name: (_) @name)) @definition.type
(opaque name: (type_name name: (_) @name)) @definition.type
(nominal name: (type_name name: (_) @name)) @definition.type
(callback fun: (_) @name) @definition.function

[
  (fun_decl) (record_decl) (case_expr) (if_expr) (receive_expr) (try_expr) (maybe_expr) (block_expr) (anonymous_fun) (cr_clause)
  (catch_clause) (list) (tuple) (map_expr) (record_expr) (binary) (expr_args) (export_attribute) (spec) (type_alias)
  (list_comprehension) (multi_string)
] @fold
(comment) @comment
[(import_attribute) (pp_include) (pp_include_lib) (behaviour_attribute)] @import

(if_expr) @block.if
(case_expr) @block.switch
(receive_expr) @block.switch
[(cr_clause) (if_clause)] @block.case
(try_expr) @block.try
(catch_clause) @block.catch
(try_after) @block.finally
(block_expr) @block.block
(anonymous_fun) @block.lambda

(type_sig args: (expr_args args: (call expr: (atom) @name))) @reference.type
(type_sig ty: (call expr: (atom) @name)) @reference.type
(field_type expr: (call expr: (atom) @name)) @reference.type
[(type_alias ty: (call expr: (atom) @name)) (opaque ty: (call expr: (atom) @name))] @reference.type
(record_name name: (atom) @name) @reference.type
(macro_call_expr name: (_) @name) @reference.call
(call expr: [(atom) @name (remote fun: (atom) @name)]) @reference.call
(import_attribute module: (_) @name) @reference.import
(pp_include file: (_) @name) @reference.import
(pp_include_lib file: (_) @name) @reference.import
(behaviour_attribute name: (_) @name) @reference.implements
