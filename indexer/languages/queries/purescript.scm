; PureScript. Every equation of a function is a definition of its own; a signature counts where there is no equation, in a
; class and in a foreign import.

(purescript "module" @definition.module . name: (_) @name)
(purescript (function name: (_) @name . rhs: [(exp_literal) (exp_array) (record_literal)] @body .) @definition.constant)
(purescript (function name: (_) @name rhs: (_)? @body) @definition.function)
(class_body (signature name: (_) @name) @definition.function)
(class_instance (function name: (_) @name rhs: (_)? @body) @definition.function)
(foreign_import name: (_) @name) @definition.function
(operator_declaration (operator) @name) @definition.function
[(kind_value_declaration name: (_) @name) (kind_declaration name: (_) @name)] @definition.type

(class_declaration (class_head (class_name (_) @name)) (class_body)? @body) @definition.class
(class_instance (instance_head) @name (where)? @body) @definition.impl
(derive_declaration [(type_name) (type_apply)] @name [(type_name) (type_apply) (type_parens)]+ @name) @definition.impl
(data name: (_) @name "=" @body) @definition.type
(data name: (_) @name) @definition.type
(data (constructor) @name @definition.enum_member)
(newtype name: (_) @name "=" @body) @definition.type
(newtype_constructor (constructor) @name) @definition.enum_member
(type_alias name: (_) @name "=" @body) @definition.type
(type_alias (record_type_literal (row_field (field_name) @name) @definition.field))

[
  (function) (class_declaration) (class_instance) (data) (newtype) (type_alias) (exports) (import_list) (signature)
  (exp_case) (alt) (exp_do) (exp_ado) (exp_let_in) (exp_if) (exp_lambda) (exp_array) (exp_parens) (record_literal)
  (record_update) (record_type_literal) (declarations) (triple_quote_string)
] @fold
(comment) @comment
(import) @import

(exp_if) @block.if
(exp_case) @block.switch
(alt) @block.case
[(exp_do) (exp_ado)] @block.do
[(exp_let_in) (declarations)] @block.block
(exp_lambda) @block.lambda

(exp_apply . (exp_name [
  (variable) @name
  (constructor) @name
  (qualified_variable (variable) @name)
  (qualified_constructor (constructor) @name)
])) @reference.call
(import module: (_) @name) @reference.import
(instance_head . (class_name (_) @name)) @reference.implements
(derive_declaration . (type_name (type) @name)) @reference.implements
(type_name [(type) @name (qualified_type (type) @name)]) @reference.type
