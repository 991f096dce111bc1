; Racket. A list that begins with "define" and a list defines a function; one that begins with "define" and a symbol defines a
; variable, unless it stands inside a function. Only lists of the file or of another list count: what
; follows `#;` or a quote defines nothing.

(program (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name) (list . (list . (symbol) @name))]
  (#match? @_def "^(define-(syntax|syntax-rule|syntax-parameter|syntax-parser|syntax-class|splicing-syntax-class|simple-macro|syntax-parse-rule|macro|match-expander|for-syntax|typed-syntax)|define-syntaxes|define-for-syntax)$")) @definition.macro)
(list (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name) (list . (list . (symbol) @name))]
  (#match? @_def "^(define-(syntax|syntax-rule|syntax-parameter|syntax-parser|syntax-class|splicing-syntax-class|simple-macro|syntax-parse-rule|macro|match-expander|for-syntax|typed-syntax)|define-syntaxes|define-for-syntax)$")) @definition.macro)
(program (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name)]
  (#match? @_def "^(struct|struct/contract|define-struct|define-struct/contract|serializable-struct|define-serializable-struct|define-record-type|define-type-struct|define-ffi-definer-struct|define-cstruct|struct:|define-struct:)$")) @definition.struct)
(list (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name)]
  (#match? @_def "^(struct|struct/contract|define-struct|define-struct/contract|serializable-struct|define-serializable-struct|define-record-type|define-type-struct|define-ffi-definer-struct|define-cstruct|struct:|define-struct:)$")) @definition.struct)
(program (list . (symbol) @_def . (symbol) @name (#any-of? @_def "module" "module*" "module+")) @definition.module)
(list (list . (symbol) @_def . (symbol) @name (#any-of? @_def "module" "module*" "module+")) @definition.module)
(program (list
  . (symbol) @_def
  . (symbol) @name
  (#any-of? @_def "define-generics" "define-signature" "define-interface")) @definition.interface)
(list (list
  . (symbol) @_def
  . (symbol) @name
  (#any-of? @_def "define-generics" "define-signature" "define-interface")) @definition.interface)
(program (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name)]
  (#match? @_def "^(define-type|define-type-alias|define-new-subtype|define-datatype)$")) @definition.type)
(list (list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name)]
  (#match? @_def "^(define-type|define-type-alias|define-new-subtype|define-datatype)$")) @definition.type)
(program (list
  . (symbol) @_def
  . (symbol) @name
  . (list . (symbol) @_class)
  (#match? @_def "^define")
  (#any-of? @_class "class" "class*" "mixin" "interface" "interface*" "class/c")) @definition.class)
(list (list
  . (symbol) @_def
  . (symbol) @name
  . (list . (symbol) @_class)
  (#match? @_def "^define")
  (#any-of? @_class "class" "class*" "mixin" "interface" "interface*" "class/c")) @definition.class)
(program (list
  . (symbol) @_def
  . [(list . (symbol) @name) (symbol) @name]
  (#match? @_def "^define/(public|private|override|augment|pubment|overment|augride|public-final|override-final|augment-final)$")) @definition.method)
(list (list
  . (symbol) @_def
  . [(list . (symbol) @name) (symbol) @name]
  (#match? @_def "^define/(public|private|override|augment|pubment|overment|augride|public-final|override-final|augment-final)$")) @definition.method)
(program (list
  . (symbol) @_def
  . (symbol) @name
  . (list . (symbol) @_lambda . (_) . (_)? @body)
  (#match? @_def "^define")
  (#any-of? @_lambda "lambda" "case-lambda" "λ" "opt-lambda" "match-lambda" "match-lambda*" "lambda/kw")) @definition.function)
(list (list
  . (symbol) @_def
  . (symbol) @name
  . (list . (symbol) @_lambda . (_) . (_)? @body)
  (#match? @_def "^define")
  (#any-of? @_lambda "lambda" "case-lambda" "λ" "opt-lambda" "match-lambda" "match-lambda*" "lambda/kw")) @definition.function)
(program (list
  . (symbol) @_def
  . (list . (symbol) @name) . (_)? @body
  (#match? @_def "^define(?!-values|/match-values)")) @definition.function)
(list (list
  . (symbol) @_def
  . (list . (symbol) @name) . (_)? @body
  (#match? @_def "^define(?!-values|/match-values)")) @definition.function)
(program (list
  . (symbol) @_def
  . (list . (list . (symbol) @name)) . (_)? @body
  (#match? @_def "^define(?!-values)")) @definition.function)
(list (list
  . (symbol) @_def
  . (list . (list . (symbol) @name)) . (_)? @body
  (#match? @_def "^define(?!-values)")) @definition.function)
(program (list
  . (symbol) @_def
  [(symbol) @name (list . (symbol) @name)]
  (#any-of? @_def "init-field" "field" "inherit-field" "init")) @definition.field)
(list (list
  . (symbol) @_def
  [(symbol) @name (list . (symbol) @name)]
  (#any-of? @_def "init-field" "field" "inherit-field" "init")) @definition.field)
(program (list . (symbol) @_test . (string) @name (#any-of? @_test "test-case" "test-suite" "describe" "it")) @definition.test)
(list (list . (symbol) @_test . (string) @name (#any-of? @_test "test-case" "test-suite" "describe" "it")) @definition.test)

(list
  . (symbol) @_scope
  (#match? @_scope "^(lambda|λ|case-lambda|let|let\\*|letrec|let-values|let\\*-values|letrec-values|let/ec|let/cc|parameterize|for.*|syntax-rules|syntax-case|syntax-parse|match|match\\*|cond|case|when|unless|local|test-case|define/match)$")) @scope.local
(list . (symbol) @_scope . (list) (#match? @_scope "^define")) @scope.local
(list . (symbol) @_scope (#any-of? @_scope "class" "class*" "mixin")) @scope.class
(list . (symbol) @_def . (list (symbol) @name) (#match? @_def "^define-values")) @binding.variable
(list . (symbol) @_def . (symbol) @name (#match? @_def "^define(?!-(runtime-path|tokens|empty-tokens|lex-abbrevs))")) @binding.variable

[(list) (vector) (hash) (string) (here_string) (block_comment)] @fold
[(comment) (block_comment) (sexp_comment)] @comment
(extension) @import
(list . (symbol) @_import (#any-of? @_import "require" "require/typed" "load" "include")) @import

(list . (symbol) @_word (#any-of? @_word "if" "when" "unless")) @block.if
(list
  . (symbol) @_word
  (#any-of? @_word "cond" "case" "match" "match*" "syntax-case" "syntax-parse" "syntax-rules")) @block.switch
(list . (symbol) @_word (#match? @_word "^(for([/*].*)?|do)$")) @block.loop
(list . (symbol) @_word (#any-of? @_word "with-handlers" "with-handlers*" "dynamic-wind")) @block.try
(list
  . (symbol) @_word
  (#match? @_word "^(let|let\\*|letrec|let-values|let\\*-values|letrec-values|let-syntax|begin|begin0|begin-for-syntax|parameterize|parameterize\\*|local)$")) @block.block
(list . (symbol) @_word (#any-of? @_word "lambda" "λ" "case-lambda")) @block.lambda

(extension (lang_name) @name) @reference.import
(list
  . (symbol) @_import
  [(symbol) @name (string) @name (list . (symbol) (symbol) @name .)]
  (#any-of? @_import "require" "require/typed")) @reference.import
(list
  . (symbol) @name
  (#match? @name "^(?!(define|let|lambda|if|cond|case|when|unless|begin|quote|quasiquote|set!|else|and|or|do|export|provide|import|require|module|struct|syntax-rules|syntax-case|syntax-parse|parameterize|match|for)([*/+:-].*|\\*)?$)")) @reference.call
