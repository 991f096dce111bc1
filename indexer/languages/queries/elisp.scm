; Emacs Lisp. Besides the special forms, the defining macros of Emacs and cl-lib.

(function_definition name: (symbol) @name) @definition.function
(macro_definition name: (symbol) @name) @definition.macro
(special_form "defvar" . (symbol) @name) @definition.variable
(special_form "defconst" . (symbol) @name) @definition.constant
(list
  . (symbol) @_def
  . (symbol) @name
  (#match? @_def "^(cl-)?(defun\\*?|defsubst\\*?|defgeneric|defmethod)$|^define-(inline|advice|globalized-minor-mode|minor-mode|derived-mode|generic-mode|global-minor-mode|compilation-mode|multisession-variable)$|^(iter-defun|transient-define-(prefix|suffix|infix|argument))$") (#set! near "def")) @definition.function
(list . (symbol) @_def . (symbol) @name (#any-of? @_def "cl-defmacro" "defmacro*") (#set! near "def")) @definition.macro
(list
  . (symbol) @_def
  . [(symbol) @name (list . (symbol) @name)]
  (#any-of? @_def "cl-defstruct" "defstruct") (#set! near "def")) @definition.struct
(list . (symbol) @_def . (symbol) @name (#any-of? @_def "defclass" "cl-deftype" "deftype") (#set! near "def")) @definition.class
(list . (symbol) @_def . (quote (symbol) @name) (#any-of? @_def "defalias" "define-obsolete-function-alias") (#set! near "def")) @definition.function
(list . (symbol) @_def . (quote (symbol) @name) (#any-of? @_def "defvaralias" "define-obsolete-variable-alias") (#set! near "def"))
  @definition.variable
(list . (symbol) @_def . (symbol) @name (#eq? @_def "ert-deftest") (#set! near "def")) @definition.test
(list
  . (symbol) @_def
  . (symbol) @name
  (#any-of? @_def "defcustom" "defface" "defgroup" "deftheme" "defvar-local" "defvar-keymap" "define-error") (#set! near "def")) @definition.variable

[(function_definition) (macro_definition) (special_form) (list) (vector) (quote) (string)] @fold
(comment) @comment
(list . (symbol) @_import (#any-of? @_import "require" "load" "load-file" "autoload")) @import

(special_form ["if" "cond" "and" "or"]) @block.if
(special_form ["while"]) @block.loop
(special_form ["let" "let*" "progn" "save-excursion"]) @block.block
(special_form ["condition-case" "unwind-protect"]) @block.try
(special_form ["lambda"]) @block.lambda

(_ parameters: (list . (symbol) @name)) @reference.none
(_ parameters: (list (list . (symbol) @name))) @reference.none
(special_form ["let" "let*"] . (list (list . (symbol) @name))) @reference.none
(special_form "lambda" . (list . (symbol) @name)) @reference.none
(list . (symbol) @_definer . (symbol) . (list . (symbol) @name) (#match? @_definer "^cl-def")) @reference.none
(list . (symbol) @_definer . (symbol) . (list (list . (symbol) @name)) (#match? @_definer "^cl-def")) @reference.none
(quote (list . (symbol) @name)) @reference.none
(quote (list (list . (symbol) @name))) @reference.none
(list . (symbol) @name (#any-of? @name
  "cl-defun" "cl-defmacro" "cl-defmethod" "cl-defgeneric" "cl-defstruct" "cl-defsubst" "defalias" "defclass" "defcustom"
  "defface" "defgroup" "define-derived-mode" "define-minor-mode" "defvar-local" "ert-deftest")) @reference.none
(list . (symbol) @name) @reference.call
(list . (symbol) @_import . (quote (symbol) @name) (#eq? @_import "require")) @reference.import
