; Elixir. Every clause of a function is a definition of its own, as the source has it.

(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block)? @body
  (#eq? @_def "defmodule")) @definition.module
(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block)? @body
  (#eq? @_def "defprotocol")) @definition.interface
(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block)? @body
  (#eq? @_def "defimpl")) @definition.impl
(call
  target: (identifier) @_def
  (arguments . [
    (identifier) @name
    (call target: [(identifier) (call)] @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
  ])
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defdelegate" "defn" "defnp" "defcallback")) @definition.function
(call
  target: (identifier) @_def
  (arguments . [
    (binary_operator operator: _ @name)
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    (unary_operator operator: _ @name)
  ])
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop")
  (#match? @name "^(?!when$)")) @definition.function
(call
  target: (identifier) @_def
  (arguments . [
    (identifier) @name
    (call target: [(identifier) (call)] @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
  ])
  (do_block)? @body
  (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp")) @definition.macro
(call
  target: (identifier) @name
  (arguments)
  (#any-of? @name "defstruct" "defexception")) @definition.struct
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))
  (#any-of? @_attribute "type" "typep" "opaque")) @definition.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments [
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")
      (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::") operator: "when")
    ]))
  (#any-of? @_attribute "callback" "macrocallback")) @definition.function
(do_block (unary_operator
  operator: "@"
  operand: (call target: (identifier) @name (arguments))
  (#match? @name "^(?!(moduledoc|doc|typedoc|spec|type|typep|opaque|callback|macrocallback|impl|behaviour|derive|deprecated|since|dialyzer|compile|external_resource|before_compile|after_compile|on_load|on_definition|optional_callbacks|enforce_keys|tag|moduletag|describetag)$)")) @definition.constant)
(call
  target: (identifier) @_test
  (arguments . (string) @name)
  (do_block) @body
  (#any-of? @_test "test" "describe" "property" "feature")) @definition.test

[
  (do_block) (else_block) (rescue_block) (catch_block) (after_block) (anonymous_function) (stab_clause) (list) (map) (tuple)
  (bitstring) (arguments) (string) (charlist) (sigil) (block)
] @fold
(comment) @comment
(call target: (identifier) @_import (#any-of? @_import "import" "alias" "require" "use")) @import

(call target: (identifier) @_if (do_block) (#eq? @_if "if")) @block.if
(call target: (identifier) @_unless (do_block) (#eq? @_unless "unless")) @block.unless
(call target: (identifier) @_switch (do_block) (#any-of? @_switch "case" "cond" "receive")) @block.switch
(call target: (identifier) @_with (do_block) (#eq? @_with "with")) @block.with
(call target: (identifier) @_for (do_block) (#eq? @_for "for")) @block.loop
(call target: (identifier) @_try (do_block) (#eq? @_try "try")) @block.try
(stab_clause) @block.case
(else_block) @block.else
[(rescue_block) (catch_block)] @block.catch
(after_block) @block.finally
(anonymous_function) @block.lambda

(unary_operator operator: "@" operand: (call target: (identifier) @name)) @reference.none
(unary_operator operator: "@" operand: (call
  target: (identifier) @_spec
  (arguments (binary_operator left: (call target: (identifier) @name)))
  (#any-of? @_spec "spec" "callback" "macrocallback" "type" "typep" "opaque"))) @reference.none
(unary_operator operator: "@" operand: (call target: (identifier) @_it (arguments (alias) @name) (#eq? @_it "behaviour")))
  @reference.implements
(call target: (identifier) @_it (arguments . (alias) @name) (#eq? @_it "defimpl")) @reference.implements
(call target: (dot right: (identifier) @name)) @reference.call
(call target: (identifier) @name (#any-of? @name
  "alias" "case" "cond" "def" "defdelegate" "defexception" "defguard" "defguardp" "defimpl" "defmacro" "defmacrop" "defmodule"
  "defoverridable" "defp" "defprotocol" "defstruct" "for" "if" "import" "quote" "receive" "require" "super" "try" "unless"
  "unquote" "unquote_splicing" "use" "with")) @reference.none
(call target: (identifier) @name) @reference.call
(call target: (identifier) @_import (arguments . (alias) @name) (#any-of? @_import "import" "alias" "require" "use"))
  @reference.import
(call target: (identifier) @_import (arguments . (dot right: (tuple (alias) @name))) (#any-of? @_import "import" "alias" "require" "use"))
  @reference.import
(struct (alias) @name) @reference.call
