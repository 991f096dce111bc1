; HCL. A block's name is its type and its labels as they are written: resource "aws_instance" "web".

(block
  . (identifier) @name @_type
  . [(string_lit) (identifier)]+ @name
  . (block_start) @body
  (#any-of? @_type "resource" "data" "provider" "ephemeral")) @definition.resource
(block
  . (identifier) @name @_type
  . [(string_lit) (identifier)]+ @name
  . (block_start) @body
  (#any-of? @_type "variable" "output")) @definition.variable
(block
  . (identifier) @name @_type
  . [(string_lit) (identifier)]+ @name
  . (block_start) @body
  (#eq? @_type "module")) @definition.module
(block
  . (identifier) @name
  . [(string_lit) (identifier)]* @name
  . (block_start) @body) @definition.section

(attribute . (identifier) @name) @definition.key

[
  (block) (object) (tuple) (function_arguments) (heredoc_template) (for_object_expr) (for_tuple_expr) (template_for)
  (template_if) (quoted_template)
] @fold
(comment) @comment

[(for_object_expr) (for_tuple_expr) (template_for)] @block.loop
[(conditional) (template_if)] @block.if

(function_call . (identifier) @name) @reference.call
(block . (identifier) @_module (body (attribute . (identifier) @_source (expression) @name))
  (#eq? @_module "module") (#eq? @_source "source")) @reference.import
