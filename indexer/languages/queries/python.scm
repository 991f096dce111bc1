; Python. A decorated definition's range begins at its first decorator.

(decorated_definition
  definition: (function_definition name: (identifier) @name body: (_) @body)) @definition.function
(decorated_definition
  definition: (class_definition name: (identifier) @name body: (_) @body)) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(class_definition name: (identifier) @name body: (_) @body) @definition.class

; Names bound outside functions, also under conditions; those of a class are its fields. Names in capitals are constants.
(function_definition) @scope.local
(class_definition) @scope.class
(assignment left: (identifier) @name right: (lambda body: (_) @body)) @binding.function
(assignment left: (identifier) @name @binding.variable right: (assignment))
(assignment right: (assignment left: (identifier) @name @binding.variable))
((assignment left: (identifier) @name) @binding.variable (#set! capitals "constant"))
(assignment left: [
  (pattern_list (identifier) @name @binding.variable)
  (tuple_pattern (identifier) @name @binding.variable)
  (list_pattern (identifier) @name @binding.variable)
])

(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

((block) @fold (#set! edges ":"))
((dictionary) @fold (#set! edges "brackets"))
((list) @fold (#set! edges "brackets"))
((set) @fold (#set! edges "brackets"))
((tuple) @fold (#set! edges "brackets"))
((argument_list) @fold (#set! edges "brackets"))
((parameters) @fold (#set! edges "brackets"))
((parenthesized_expression) @fold (#set! edges "brackets"))
((dictionary_comprehension) @fold (#set! edges "brackets"))
((list_comprehension) @fold (#set! edges "brackets"))
((set_comprehension) @fold (#set! edges "brackets"))
((generator_expression) @fold (#set! edges "brackets"))
(string) @fold
(match_statement) @fold
(import_from_statement) @fold

(comment) @comment
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import

((if_statement) @block.if (#set! edges "layout"))
((elif_clause) @block.elif (#set! edges "layout"))
((else_clause) @block.else (#set! edges "layout"))
((for_statement) @block.loop (#set! edges "layout"))
((while_statement) @block.loop (#set! edges "layout"))
((try_statement) @block.try (#set! edges "layout"))
((except_clause) @block.catch (#set! edges "layout"))
((finally_clause) @block.finally (#set! edges "layout"))
((with_statement) @block.with (#set! edges "layout"))
((match_statement) @block.switch (#set! edges "layout"))
((case_clause) @block.case (#set! edges "layout"))
((lambda) @block.lambda (#set! edges "layout"))

(call function: [(identifier) @name (attribute attribute: (identifier) @name)]) @reference.call
(decorator [(identifier) @name (attribute attribute: (identifier) @name)]) @reference.call
(import_statement name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(import_from_statement module_name: (_) @name) @reference.import
(import_from_statement name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(future_import_statement "__future__" @name) @reference.import
(future_import_statement name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(class_definition superclasses: (argument_list [
  (identifier) @name
  (attribute attribute: (identifier) @name)
  (subscript value: [(identifier) @name (attribute attribute: (identifier) @name)])
])) @reference.extends
(type [(identifier) @name (attribute attribute: (identifier) @name)]) @reference.type
(generic_type . (identifier) @name) @reference.type
; `dict[str, int] | None` is an expression to the grammar; its names are told apart later.
(type [(binary_operator) (subscript) (list) (parenthesized_expression)] @name) @reference.type
