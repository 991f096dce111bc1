; Python. A decorated definition's range begins at its first decorator.

(decorated_definition
  definition: (function_definition name: (identifier) @name body: (_) @body)) @definition.function
(decorated_definition
  definition: (class_definition name: (identifier) @name body: (_) @body)) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(class_definition name: (identifier) @name body: (_) @body) @definition.class

; Names bound at module or class level, not every local variable. Names in capitals are constants.
(module (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function)
(class_definition body: (block (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function))
(module (assignment left: (identifier) @name @definition.variable right: (assignment)))
(module (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant)
(module (assignment left: (identifier) @name) @definition.variable)
(module (assignment left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable) (list_pattern (identifier) @name @definition.variable)]))
(module (assignment right: (assignment left: (identifier) @name @definition.variable)))
(module (assignment right: (assignment right: (assignment left: (identifier) @name @definition.variable))))
(class_definition body: (block (assignment left: (identifier) @name @definition.field right: (assignment))))
(class_definition body: (block (assignment left: (identifier) @name) @definition.field))
(class_definition body: (block (assignment left: [(pattern_list (identifier) @name @definition.field) (tuple_pattern (identifier) @name @definition.field) (list_pattern (identifier) @name @definition.field)])))
(class_definition body: (block (assignment right: (assignment left: (identifier) @name @definition.field))))
(class_definition body: (block (assignment right: (assignment right: (assignment left: (identifier) @name @definition.field)))))

; The same under a condition: a compound statement has no name, a function or a class has.
(module (_ !name (block (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant)))
(module (_ !name (block (assignment left: (identifier) @name) @definition.variable)))
(module (_ !name (_ !name (block (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant))))
(module (_ !name (_ !name (block (assignment left: (identifier) @name) @definition.variable))))
(module (_ !name (block (_ !name (block (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant)))))
(module (_ !name (block (_ !name (block (assignment left: (identifier) @name) @definition.variable)))))
(module (_ !name (block (_ !name (_ !name (block (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant))))))
(module (_ !name (block (_ !name (_ !name (block (assignment left: (identifier) @name) @definition.variable))))))
(module (_ !name (_ !name (block (_ !name (block (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant))))))
(module (_ !name (_ !name (block (_ !name (block (assignment left: (identifier) @name) @definition.variable))))))
(class_definition body: (block (_ !name (block (assignment left: (identifier) @name) @definition.field))))
(class_definition body: (block (_ !name (_ !name (block (assignment left: (identifier) @name) @definition.field)))))
(module (_ !name (block (assignment left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable) (list_pattern (identifier) @name @definition.variable)]))))
(module (_ !name (_ !name (block (assignment left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable) (list_pattern (identifier) @name @definition.variable)])))))

(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

(block) @fold
(dictionary) @fold
(list) @fold
(set) @fold
(tuple) @fold
(argument_list) @fold
(parameters) @fold
(parenthesized_expression) @fold
(dictionary_comprehension) @fold
(list_comprehension) @fold
(set_comprehension) @fold
(generator_expression) @fold
(string) @fold
(match_statement) @fold
(import_from_statement) @fold

(comment) @comment
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import

(if_statement) @block.if
(elif_clause) @block.elif
(else_clause) @block.else
(for_statement) @block.loop
(while_statement) @block.loop
(try_statement) @block.try
(except_clause) @block.catch
(finally_clause) @block.finally
(with_statement) @block.with
(match_statement) @block.switch
(case_clause) @block.case
(lambda) @block.lambda

(call function: [(identifier) @name (attribute attribute: (identifier) @name)]) @reference.call
(import_statement name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(import_from_statement module_name: (_) @name) @reference.import
(import_from_statement name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(class_definition superclasses: (argument_list [(identifier) @name (attribute attribute: (identifier) @name)])) @reference.extends
(type (identifier) @name) @reference.type
