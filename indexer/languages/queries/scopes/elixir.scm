; Elixir: scopes, bindings and bases. What the captures mean is told in indexer/languages/scoping/__init__.py.

((call target: (identifier) @_def (arguments . (alias)) (do_block)) @scope.class
  (#any-of? @_def "defmodule" "defprotocol" "defimpl"))
((call target: (identifier) @_def (arguments)) @scope.function
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp" "test" "setup" "setup_all"))
(anonymous_function) @scope.block
(stab_clause) @scope.block
; The block of any other macro may end up in what is around it, with all that it binds.
((call target: (identifier) @_block (do_block)) @scope.block
  (#any-of? @_block "if" "unless" "case" "cond" "for" "with" "try" "receive" "quote"))

((call target: (identifier) @_def (arguments . (alias) @name) (do_block)) @bind.class
  (#any-of? @_def "defmodule" "defprotocol"))

; Functions and macros, each clause by itself.
((call target: (identifier) @_def (arguments . [
  (identifier) @name
  (call target: (identifier) @name)
  (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
])) @bind.function
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp" "defdelegate" "defcallback")
  (#set! scope "class"))
((unary_operator operator: "@" operand: (call
  target: (identifier) @_type
  (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::"))))
  @bind.type
  (#any-of? @_type "type" "typep" "opaque") (#set! scope "class"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @bind.constant
  (#not-any-of? @name
    "moduledoc" "doc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "impl" "behaviour" "derive"
    "deprecated" "since" "dialyzer" "compile" "external_resource" "before_compile" "after_compile" "on_load"
    "on_definition" "optional_callbacks" "enforce_keys" "tag" "moduletag" "describetag")
  (#set! scope "class"))

; Parameters and variables: whatever a pattern takes apart.
((call target: (identifier) @_def (arguments . [
  (call (arguments [(identifier) (tuple) (list) (map) (binary_operator) (bitstring)] @name @bind.parameter))
  (binary_operator
    left: (call (arguments [(identifier) (tuple) (list) (map) (binary_operator) (bitstring)] @name @bind.parameter))
    operator: "when")
]))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp"))
((call target: (identifier) @_test (arguments (string) . [(identifier) (map) (binary_operator)] @name @bind.parameter))
  (#eq? @_test "test"))
((call target: (identifier) @_setup (arguments . [(identifier) (map) (binary_operator)] @name @bind.parameter) (do_block))
  (#any-of? @_setup "setup" "setup_all"))
(stab_clause left: [
  (arguments [(identifier) (tuple) (list) (map) (binary_operator) (bitstring)] @name @bind.parameter)
  (binary_operator
    left: (arguments [(identifier) (tuple) (list) (map) (binary_operator) (bitstring)] @name @bind.parameter)
    operator: "when")
])
(binary_operator
  left: [(identifier) (tuple) (list) (map) (binary_operator) (bitstring)] @name @private @bind.variable
  operator: ["=" "<-"])

; What modules are called for short, and those whose functions are taken in.
((call target: (identifier) @_alias (arguments . (alias) @name @module .)) @bind.import
  (#any-of? @_alias "alias" "require"))
((call target: (identifier) @_alias (arguments . [(alias) (dot) (identifier)] @module
  (keywords (pair key: (keyword) @_as value: (alias) @name)))) @bind.import
  (#any-of? @_alias "alias" "require") (#match? @_as "^as:"))
((call target: (identifier) @_alias (arguments . (dot right: (alias) @name) @module .)) @bind.import
  (#any-of? @_alias "alias" "require"))
((call target: (identifier) @_alias (arguments . (dot left: (_) @under right: (tuple (alias) @name @module))))
  @bind.import (#eq? @_alias "alias"))
((call target: (identifier) @_star (arguments . [(alias) (dot right: (alias))] @module)) @bind.star
  (#any-of? @_star "import" "use"))
((call target: (identifier) @_use (arguments . (alias) @base)) (#eq? @_use "use"))
