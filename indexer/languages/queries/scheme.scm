; Scheme and its relatives. A list that begins with "define" and a list defines a function; one that begins with "define" and a
; symbol defines a variable, unless it stands inside a function. Only lists of the file or
; of another list count: a quoted list defines nothing.

(program (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name) (list . (list . (symbol) @name))]
  (#match? @_def "^(define-(syntax|syntax-rule|syntax-parameter|syntax-case|macro|syntax-public|syntax-rule-public|syntax-parser)|defmacro|define-macro-public)$")) @definition.macro)
(list (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name) (list . (list . (symbol) @name))]
  (#match? @_def "^(define-(syntax|syntax-rule|syntax-parameter|syntax-case|macro|syntax-public|syntax-rule-public|syntax-parser)|defmacro|define-macro-public)$")) @definition.macro)
(program (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name)]
  (#match? @_def "^(define-(record-type|record|structure|record-discloser|immutable-record-type)|defstruct|deftemplate|defschema)$")) @definition.struct)
(list (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name)]
  (#match? @_def "^(define-(record-type|record|structure|record-discloser|immutable-record-type)|defstruct|deftemplate|defschema)$")) @definition.struct)
(program (list . (symbol) @_def . (symbol) @name (#any-of? @_def "define-class" "defclass")) @definition.class)
(list (list . (symbol) @_def . (symbol) @name (#any-of? @_def "define-class" "defclass")) @definition.class)
(program (list
  . (symbol) @_def
  . [(list) (symbol)] @name
  (#any-of? @_def "define-library" "library" "define-module" "module" "defmodule")) @definition.module)
(list (list
  . (symbol) @_def
  . [(list) (symbol)] @name
  (#any-of? @_def "define-library" "library" "define-module" "module" "defmodule")) @definition.module)
(program (list . (symbol) @_def . (list . (symbol) @name) (#eq? @_def "define-method")) @definition.method)
(list (list . (symbol) @_def . (list . (symbol) @name) (#eq? @_def "define-method")) @definition.method)
(program (list
  . (symbol) @_def
  . (symbol) @name
  . (list . (symbol) @_lambda . (_) . (_)? @body)
  (#match? @_def "^(trace-)?define")
  (#any-of? @_lambda "lambda" "case-lambda" "lambda*" "case-lambda*" "named-lambda")) @definition.function)
(list (list
  . (symbol) @_def
  . (symbol) @name
  . (list . (symbol) @_lambda . (_) . (_)? @body)
  (#match? @_def "^(trace-)?define")
  (#any-of? @_lambda "lambda" "case-lambda" "lambda*" "case-lambda*" "named-lambda")) @definition.function)
(program (list
  . (symbol) @_def
  . (list . (symbol) @name) . (_)? @body
  (#match? @_def "^(trace-)?define(?!-values|-enum|-library|-module|-record|-structure|-syntax|-method|-class)")) @definition.function)
(list (list
  . (symbol) @_def
  . (list . (symbol) @name) . (_)? @body
  (#match? @_def "^(trace-)?define(?!-values|-enum|-library|-module|-record|-structure|-syntax|-method|-class)")) @definition.function)
(program (list
  . (symbol) @_def
  . (list . (list . (symbol) @name)) . (_)? @body
  (#match? @_def "^define(?!-values|-enum|-library|-module|-record|-structure|-syntax|-method|-class)")) @definition.function)
(list (list
  . (symbol) @_def
  . (list . (list . (symbol) @name)) . (_)? @body
  (#match? @_def "^define(?!-values|-enum|-library|-module|-record|-structure|-syntax|-method|-class)")) @definition.function)
; Forms of languages that share this grammar: LFE, CLIPS, Pact, PicoLisp and the machine descriptions of GCC.
(program (list
  . (symbol) @_def
  . (symbol) @name
  (#any-of? @_def "defun" "defn" "deffunction" "defrule" "defcap" "defpact" "defgeneric" "defmethod" "de" "dm")) @definition.function)
(list (list
  . (symbol) @_def
  . (symbol) @name
  (#any-of? @_def "defun" "defn" "deffunction" "defrule" "defcap" "defpact" "defgeneric" "defmethod" "de" "dm")) @definition.function)
(program (list
  . (symbol) @_def
  . (string) @name
  (#match? @_def "^define_(insn|expand|split|peephole2?|insn_and_split|insn_reservation|attr|mode_iterator|automaton|predicate|special_predicate)$")) @definition.function)
(list (list
  . (symbol) @_def
  . (string) @name
  (#match? @_def "^define_(insn|expand|split|peephole2?|insn_and_split|insn_reservation|attr|mode_iterator|automaton|predicate|special_predicate)$")) @definition.function)

(list
  . (symbol) @_scope
  (#match? @_scope "^(lambda|case-lambda|let|let\\*|letrec|letrec\\*|let-values|let\\*-values|fluid-let|parameterize|do|syntax-rules|syntax-case)$")) @scope.local
(list . (symbol) @_scope . (list) (#match? @_scope "^(trace-)?define(?!-library)")) @scope.local
(list . (symbol) @_def . (list (symbol) @name) (#match? @_def "^define-values")) @binding.variable
(list
  . (symbol) @_def
  . (symbol) @name
  (#match? @_def "^((trace-)?define|defvar$|defparameter$|defconst$|defconstant$|defglobal$|deffacts$)")) @binding.variable

[(list) (vector) (byte_vector) (string) (block_comment)] @fold
[(comment) (block_comment)] @comment
(list . (symbol) @_import (#any-of? @_import "import" "use-modules" "require" "load" "include" "use" "require-extension")) @import

(list . (symbol) @_word (#any-of? @_word "if" "when" "unless")) @block.if
(list . (symbol) @_word (#any-of? @_word "cond" "case" "match" "record-case" "syntax-case" "syntax-rules")) @block.switch
(list . (symbol) @_word (#any-of? @_word "do" "dotimes" "dolist" "while")) @block.loop
(list . (symbol) @_word (#any-of? @_word "guard" "with-exception-handler" "catch" "dynamic-wind" "try")) @block.try
(list
  . (symbol) @_word
  (#any-of? @_word "let" "let*" "letrec" "letrec*" "let-values" "let*-values" "let-syntax" "begin" "parameterize" "fluid-let")) @block.block
(list . (symbol) @_word (#any-of? @_word "lambda" "case-lambda" "lambda*")) @block.lambda

(list . (symbol) @_import (list) @name (#any-of? @_import "import" "use-modules")) @reference.import
(list . (symbol) @_import . [(string) (symbol)] @name (#any-of? @_import "load" "include" "use" "require")) @reference.import
(list
  . (symbol) @name
  (#match? @name "^(?!(define|let|lambda|if|cond|case|when|unless|begin|quote|quasiquote|set!|else|and|or|do|export|provide|import|require|module|struct|syntax-rules|syntax-case|syntax-parse|parameterize|match|for)([*/+:-].*|\\*)?$)")) @reference.call
