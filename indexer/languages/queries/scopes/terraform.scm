; Terraform: blocks and what they are called. What the captures mean is told in indexer/languages/scoping/__init__.py.
; Names of a module are addresses: what is in quotes behind `space` is the part of one that says what kind of thing it is.

(for_expr) @scope.block
(template_for) @scope.block
(for_intro (expression) @outer)
(template_for_start (expression) @outer)
(for_intro (identifier) @name @bind.variable)
(template_for_start (identifier) @name @bind.variable)

((block (identifier) @_dynamic (#eq? @_dynamic "dynamic")) @scope.block)
((block
  (identifier) @_dynamic
  (body
    (attribute (identifier) @_iterator (expression (variable_expr (identifier) @name @bind.variable))) @within))
  (#eq? @_dynamic "dynamic") (#eq? @_iterator "iterator"))
((block (identifier) @_dynamic (string_lit (template_literal) @name @bind.variable) (body) @within)
  (#eq? @_dynamic "dynamic"))

((block (identifier) @_variable . [(string_lit (template_literal) @name) (identifier) @name]) @bind.variable
  (#eq? @_variable "variable") (#set! space "variable ") (#set! scope "file"))
((block (identifier) @_output . [(string_lit (template_literal) @name) (identifier) @name]) @bind.output
  (#eq? @_output "output") (#set! space "output ") (#set! scope "file"))
((block (identifier) @_locals (body (attribute . (identifier) @name) @bind.local))
  (#eq? @_locals "locals") (#set! space "local ") (#set! scope "file"))

((block
  (identifier) @_module . [(string_lit (template_literal) @name) (identifier) @name]
  (body (attribute (identifier) @_source (expression (literal_value (string_lit (template_literal) @module))))))
  @bind.module
  (#eq? @_module "module") (#eq? @_source "source") (#set! space "module ") (#set! scope "file"))
((block (identifier) @_module . [(string_lit (template_literal) @name) (identifier) @name]) @bind.module
  (#eq? @_module "module") (#set! space "module ") (#set! scope "file"))

((block
  (identifier) @_resource
  . [(string_lit (template_literal) @space) (identifier) @space]
  . [(string_lit (template_literal) @name) (identifier) @name]) @bind.resource
  (#eq? @_resource "resource") (#set! space "resource ") (#set! scope "file"))
((block
  (identifier) @_data
  . [(string_lit (template_literal) @space) (identifier) @space]
  . [(string_lit (template_literal) @name) (identifier) @name]) @bind.data
  (#eq? @_data "data") (#set! space "data ") (#set! scope "file"))
((block
  (identifier) @_ephemeral
  . [(string_lit (template_literal) @space) (identifier) @space]
  . [(string_lit (template_literal) @name) (identifier) @name]) @bind.resource
  (#eq? @_ephemeral "ephemeral") (#set! space "ephemeral ") (#set! scope "file"))
((block
  (identifier) @_provider
  . [(string_lit (template_literal) @space) (identifier) @space]
  (body (attribute (identifier) @_alias (expression (literal_value (string_lit (template_literal) @name))))))
  @bind.provider
  (#eq? @_provider "provider") (#eq? @_alias "alias") (#set! space "provider ") (#set! scope "file"))
