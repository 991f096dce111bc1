; Clojure. Any list that begins with a symbol whose name starts with "def" defines the symbol that follows.

(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "ns" "in-ns")) @definition.namespace
(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defn" "defn-" "defmulti" "defmethod" "fdef" "defop")) @definition.function
(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#eq? @_def "defmacro")) @definition.macro
(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defprotocol" "definterface")) @definition.interface
(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defrecord" "deftype" "defstruct")) @definition.class
(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "deftest" "defspec" "defflow")) @definition.test
(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (str_lit) @name
  (#eq? @_def "testing")) @definition.test
(list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#match? @_def "^def(?!ault)")) @definition.variable
; The methods of a protocol, record or type.
(list_lit
  . (sym_lit name: (sym_name) @_def)
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit)) @definition.method
  (#any-of? @_def "defprotocol" "defrecord" "deftype" "definterface" "extend-type" "extend-protocol"))

[(list_lit) (vec_lit) (map_lit) (set_lit) (anon_fn_lit) (str_lit) (read_cond_lit)] @fold
[(comment) (dis_expr)] @comment
(list_lit
  . (sym_lit name: (sym_name) @_import)
  (#any-of? @_import "require" "use" "import" "load")) @import

(list_lit . (sym_lit name: (sym_name) @_if) (#match? @_if "^(if|when)(-not|-let|-some|-first)?$")) @block.if
(list_lit . (sym_lit name: (sym_name) @_switch) (#any-of? @_switch "case" "cond" "condp" "cond->" "cond->>")) @block.switch
(list_lit . (sym_lit name: (sym_name) @_loop) (#any-of? @_loop "loop" "for" "doseq" "dotimes" "while")) @block.loop
(list_lit . (sym_lit name: (sym_name) @_try) (#eq? @_try "try")) @block.try
(list_lit . (sym_lit name: (sym_name) @_catch) (#eq? @_catch "catch")) @block.catch
(list_lit . (sym_lit name: (sym_name) @_let) (#any-of? @_let "let" "letfn" "binding" "do")) @block.block
(list_lit . (sym_lit name: (sym_name) @_fn) (#eq? @_fn "fn")) @block.lambda
(anon_fn_lit) @block.lambda

(list_lit . (sym_lit name: (sym_name) @name)) @reference.call
