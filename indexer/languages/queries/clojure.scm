; Clojure. A list that begins with a symbol whose name starts with "def" defines the symbol that follows. Only lists of the
; file, of a reader conditional or of another list count: a list behind `#_` is a comment.

(source (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "ns" "in-ns")) @definition.namespace)
(source (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defn" "defn-" "defmulti" "defmethod")) @definition.function)
(source (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#eq? @_def "defmacro")) @definition.macro)
(source (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defprotocol" "definterface")) @definition.interface)
(source (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defrecord" "deftype" "defstruct")) @definition.class)
(source (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "deftest" "defspec")) @definition.test)
(source (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#match? @_def "^def(?!ault)")) @definition.variable)

; Inside another form.
(list_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (str_lit) @name
  (#eq? @_def "testing")) @definition.test)
(list_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defn" "defn-" "defmulti" "defmethod")) @definition.function)
(list_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#eq? @_def "defmacro")) @definition.macro)
(list_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defrecord" "deftype")) @definition.class)
(list_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#eq? @_def "deftest")) @definition.test)
(list_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "def" "defonce")) @definition.variable)
(read_cond_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defn" "defn-" "defmulti" "defmethod")) @definition.function)
(read_cond_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#eq? @_def "defmacro")) @definition.macro)
(read_cond_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#any-of? @_def "defrecord" "deftype")) @definition.class)
(read_cond_lit (list_lit
  . (sym_lit name: (sym_name) @_def)
  . (sym_lit name: (sym_name) @name)
  (#match? @_def "^def(?!ault)")) @definition.variable)

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

(list_lit . (kwd_lit) @_part [
  (sym_lit name: (sym_name) @name)
  (vec_lit . (sym_lit name: (sym_name) @name))
  (list_lit . (sym_lit name: (sym_name) @name))
] (#any-of? @_part ":require" ":use" ":import")) @reference.import
(list_lit . (sym_lit name: (sym_name) @name) (#any-of? @name
  "." ".." "case" "catch" "cond" "def" "definterface" "defmacro" "defmethod" "defmulti" "defn" "defn-" "defonce" "defprotocol"
  "defrecord" "deftest" "deftype" "do" "doseq" "dotimes" "finally" "fn" "for" "if" "if-let" "if-not" "let" "letfn" "loop" "new"
  "ns" "quote" "recur" "set!" "throw" "try" "var" "when" "when-let" "when-not" "while")) @reference.none
(list_lit . (sym_lit name: (sym_name) @name)) @reference.call
