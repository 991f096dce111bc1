; Ruby. `def` inside a module is a method as well; a singleton class (`class << self`) adds no level of its own.

(module body: (body_statement [
  (method name: (_) @name)
  (singleton_method name: (_) @name)
] @definition.method))
[
  (method name: (_) @name)
  (singleton_method name: (_) @name)
] @definition.function

(class name: (_) @name) @definition.class
(module name: (_) @name) @definition.module

; A class or module made by a call: Point = Struct.new(:x, :y) do … end
(assignment
  left: [(constant) (scope_resolution)] @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#any-of? @_maker "Struct" "Class" "Data")
  (#any-of? @_new "new" "define")) @definition.class
(assignment
  left: [(constant) (scope_resolution)] @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#eq? @_maker "Module")
  (#eq? @_new "new")) @definition.module

(assignment left: [(constant) (scope_resolution name: (constant))] @name) @definition.constant
(operator_assignment left: (constant) @name) @definition.constant
(left_assignment_list [(constant) @name @definition.constant (rest_assignment (constant) @name) @definition.constant])

; Variables of the file and of the class object, not those of a method.
(program (assignment left: [(identifier) (global_variable)] @name) @definition.variable)
(program (assignment left: (left_assignment_list [(identifier) (global_variable)] @name @definition.variable)))
(class body: (body_statement (assignment left: [(class_variable) (instance_variable)] @name) @definition.variable))
(module body: (body_statement (assignment left: [(class_variable) (instance_variable)] @name) @definition.variable))

(call
  method: (identifier) @_accessor
  arguments: (argument_list [
    (simple_symbol) @name (delimited_symbol) @name (string) @name
    (parenthesized_statements (simple_symbol) @name) (parenthesized_statements (string) @name)
  ])
  (#any-of? @_accessor "attr_accessor" "attr_reader" "attr_writer" "attr" "mattr_accessor" "cattr_accessor"
    "mattr_reader" "mattr_writer" "cattr_reader" "cattr_writer" "class_attribute" "thread_mattr_accessor")) @definition.property

(alias name: (_) @name) @definition.function
(call
  method: (identifier) @_definer
  arguments: (argument_list . [(simple_symbol) (delimited_symbol) (string)] @name)
  (#any-of? @_definer "define_method" "define_singleton_method" "alias_method" "scope")) @definition.function

; RSpec, Minitest and Rake.
(call
  method: (identifier) @_test
  arguments: (argument_list . [(string) @name (constant) @name (scope_resolution) @name (simple_symbol) @name (delimited_symbol) @name])
  block: (_) @body
  (#any-of? @_test "describe" "context" "it" "specify" "feature" "scenario" "example" "test" "should" "shared_examples"
    "shared_examples_for" "shared_context" "xit" "xdescribe" "fit" "fdescribe")) @definition.test
(call
  method: (identifier) @_task
  arguments: (argument_list . [
    (simple_symbol) @name
    (string) @name
    (pair key: [(simple_symbol) @name (hash_key_symbol) @name (string) @name])
  ])
  (#any-of? @_task "task" "multitask")) @definition.target
(call
  !receiver
  method: (identifier) @_file
  arguments: (argument_list . [(string) @name (pair key: (string) @name)])
  (#any-of? @_file "file" "directory")) @definition.target
(call
  receiver: [(constant) (scope_resolution)] @_task
  method: (identifier) @_new
  arguments: (argument_list . [(simple_symbol) (delimited_symbol) (string)] @name)
  (#match? @_task "Task$")
  (#eq? @_new "new")) @definition.target
(call
  method: (identifier) @_namespace
  arguments: (argument_list . [(simple_symbol) (delimited_symbol) (string)] @name)
  block: (_) @body
  (#eq? @_namespace "namespace")) @definition.namespace

[
  (method) (singleton_method) (class) (singleton_class) (module) (do_block) (block) (begin) (begin_block) (end_block)
  (if) (unless) (while) (until) (for) (case) (case_match)
  (then) (elsif) (else) (when) (in_clause) (rescue) (ensure)
  (argument_list) (method_parameters) (parenthesized_statements)
  (array) (hash) (string) (string_array) (symbol_array) (regex) (subshell) (heredoc_body)
] @fold

(comment) @comment
(call
  method: (identifier) @_import
  (#any-of? @_import "require" "require_relative" "load" "autoload")) @import

(if) @block.if
(unless) @block.unless
(elsif) @block.elif
(else) @block.else
[(while) (until) (for)] @block.loop
[(case) (case_match)] @block.switch
[(when) (in_clause)] @block.case
(begin) @block.try
(rescue) @block.catch
(ensure) @block.finally
[(do_block) (block)] @block.do
(lambda) @block.lambda
(singleton_class) @block.block

(call method: [(identifier) (constant)] @name) @reference.call
(call
  method: (identifier) @_import
  arguments: (argument_list . (string (string_content) @name))
  (#any-of? @_import "require" "require_relative" "load")) @reference.import
(class superclass: (superclass [(constant) @name (scope_resolution name: (constant) @name)])) @reference.extends
(call
  method: (identifier) @_mixin
  arguments: (argument_list [(constant) @name (scope_resolution name: (constant) @name)])
  (#any-of? @_mixin "include" "extend" "prepend")) @reference.implements
