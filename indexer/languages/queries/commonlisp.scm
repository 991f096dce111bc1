; Common Lisp. The grammar knows the forms of functions and macros; the other forms are told by their first symbol. At top
; level anything that begins with "def" and a name defines that name.

(list_lit (defun (defun_header keyword: (defun_keyword "defmacro") function_name: (_) @name) . value: (_)? @body)) @definition.macro
(list_lit (defun (defun_header keyword: (defun_keyword "defmethod") function_name: (_) @name) . value: (_)? @body)) @definition.method
(list_lit (defun (defun_header function_name: (_) @name) . value: (_)? @body)) @definition.function
(list_lit
  . (sym_lit) @_def
  . [(kwd_lit (kwd_symbol) @name) (sym_lit) @name (str_lit) @name]
  (#match? @_def "(?i)^(defpackage|define-package|uiop:define-package|defsystem)$")) @definition.package
(list_lit
  . (package_lit) @_def
  . [(kwd_lit (kwd_symbol) @name) (sym_lit) @name (str_lit) @name]
  (#match? @_def "(?i)^(uiop:define-package|asdf:defsystem|asdf/.*:defsystem)$")) @definition.package
(list_lit
  . (sym_lit) @_def
  . [(sym_lit) @name (list_lit . (sym_lit) @name)]
  (#match? @_def "(?i)^(defstruct|def!struct|sb-xc:defstruct)$")) @definition.struct
(list_lit . (sym_lit) @_def . (sym_lit) @name (#match? @_def "(?i)^(defclass|define-condition)$")) @definition.class
(list_lit . (sym_lit) @_def . (sym_lit) @name (#match? @_def "(?i)^(deftype|def!type)$")) @definition.type
(list_lit . (sym_lit) @_def . (sym_lit) @name (#match? @_def "(?i)^(defconstant|define-constant)$")) @definition.constant
(list_lit
  . (sym_lit) @_def
  . [(sym_lit) (package_lit)] @name
  (#match? @_def "(?i)^(defvar|defparameter|defglobal|define-symbol-macro|!defvar)$")) @definition.variable
(list_lit
  . (sym_lit) @_def
  . (sym_lit) @name
  (#match? @_def "(?i)^(define-modify-macro|define-compiler-macro|define-setf-expander|defsetf|define-method-combination)$")) @definition.macro
(source (list_lit
  . (sym_lit) @_def
  . [(sym_lit) @name (list_lit . (sym_lit) @name)]
  (#match? @_def "(?i)^(def-?test|test|define-test|with-test)$")) @definition.test)
(include_reader_macro (list_lit
  . (sym_lit) @_def
  . [(sym_lit) @name (list_lit . (sym_lit) @name)]
  (#match? @_def "(?i)^(def-?test|test|define-test|with-test)$")) @definition.test)
(source (list_lit
  . [(sym_lit) @_def (package_lit symbol: (_) @_def)]
  . [(sym_lit) @name (package_lit) @name (kwd_lit (kwd_symbol) @name) (list_lit . (sym_lit) @name)]
  (#match? @_def "(?i)^!?def(?!ault)")) @definition.function)
(include_reader_macro (list_lit
  . [(sym_lit) @_def (package_lit symbol: (_) @_def)]
  . [(sym_lit) @name (package_lit) @name (kwd_lit (kwd_symbol) @name) (list_lit . (sym_lit) @name)]
  (#match? @_def "(?i)^!?def(?!ault)")) @definition.function)

[(list_lit) (vec_lit) (str_lit) (block_comment)] @fold
[(comment) (block_comment) (dis_expr)] @comment
(list_lit
  . (sym_lit) @_import
  (#match? @_import "(?i)^(in-package|use-package|require|import|load)$")) @import

(list_lit . (sym_lit) @_word (#match? @_word "(?i)^(if|when|unless)$")) @block.if
(list_lit . (sym_lit) @_word (#match? @_word "(?i)^(cond|case|ecase|ccase|typecase|etypecase|ctypecase)$")) @block.switch
(list_lit . (sym_lit) @_word (#match? @_word "(?i)^(do|do\\*|dolist|dotimes|do-symbols|loop)$")) @block.loop
(list_lit (loop_macro)) @block.loop
(list_lit
  . (sym_lit) @_word
  (#match? @_word "(?i)^(handler-case|handler-bind|unwind-protect|ignore-errors|restart-case)$")) @block.try
(list_lit
  . (sym_lit) @_word
  (#match? @_word "(?i)^(let|let\\*|progn|prog1|block|flet|labels|macrolet|eval-when|locally|multiple-value-bind|destructuring-bind)$")) @block.block
(list_lit . (sym_lit) @_word (#match? @_word "(?i)^with-")) @block.with
(list_lit (defun (defun_header keyword: (defun_keyword) !function_name))) @block.lambda

(list_lit
  . (sym_lit) @_import
  . [(kwd_lit (kwd_symbol) @name) (sym_lit) @name (str_lit) @name]
  (#match? @_import "(?i)^(in-package|use-package|require|load)$")) @reference.import
(list_lit
  . [(sym_lit) @name (package_lit symbol: (_) @name)]
  (#match? @name "(?i)^(?!(def.*|let\\*?|lambda|if|cond|e?case|e?typecase|when|unless|progn|prog1|quote|setq|setf|declare|in-package|t|otherwise|flet|labels|macrolet|block|do|dolist|dotimes|loop|eval-when|the|function)$)")) @reference.call
(var_quoting_lit value: (sym_lit) @name) @reference.call
