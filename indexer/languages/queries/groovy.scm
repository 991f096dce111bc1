; Groovy and Gradle. The grammar knows only words, calls and braces, so definitions are recognised by their leading words.

(command (unit . (identifier) @_word .) . (unit . (identifier) @name) (#any-of? @_word "class" "interface" "trait" "enum")) @definition.class
(command (unit . (identifier) @_word .) . (block . (unit . (identifier) @name)) (#any-of? @_word "class" "interface" "trait" "enum")) @definition.class
(command . (unit . (identifier) @_word .) . (unit) @name (#eq? @_word "package")) @definition.package

(command . (unit . (identifier) @_word .) . (block . (unit . (func . (identifier) @name))) (#eq? @_word "task")) @definition.target
(command . (unit . (identifier) @_word .) . (block . (unit . (identifier) @name .)) (#eq? @_word "task")) @definition.target
(command . (unit . (identifier) @_word .) (block . (string) @name) (#eq? @_word "def")) @definition.test
(command . (unit . (identifier) @_word) (block . (unit . (func . (identifier) @name . (arg_block))))
  (#not-match? @_word "^(return|throw|assert|new|else|case|in|task|if|for|while|switch|try)$")) @definition.function
(end_command . (unit . (identifier) @_word) (block . (unit . (func . (identifier) @name . (arg_block))))
  (#not-match? @_word "^(return|throw|assert|new|else|case|in|task|if|for|while|switch|try)$")) @definition.function
(source_file (command . (unit . (identifier) @_word .) . (unit . (identifier) @name .) (#eq? @_word "def")) @definition.variable)

; A Gradle script's blocks: `dependencies { … }`.
(source_file (command . (block . (unit . (identifier) @name .)) .) @definition.section)

(block) @fold
(arg_block) @fold
(list) @fold
(string) @fold

[(line_comment) (block_comment) (shebang)] @comment
(command . (unit . (identifier) @_word .) (#eq? @_word "import")) @import

(block . (unit . (func . (identifier) @_word)) (#eq? @_word "if")) @block.if
(block . (unit . (identifier) @_word .) (#eq? @_word "else")) @block.else
(block . (unit . (func . (identifier) @_word)) (#any-of? @_word "for" "while")) @block.loop
(block . (unit . (func . (identifier) @_word)) (#eq? @_word "switch")) @block.switch
(block . (unit . (identifier) @_word .) (#eq? @_word "try")) @block.try
(block . (unit . (func . (identifier) @_word)) (#eq? @_word "catch")) @block.catch
(block . (unit . (identifier) @_word .) (#eq? @_word "finally")) @block.finally

(func . (identifier) @name (#any-of? @name "catch" "for" "if" "switch" "while")) @reference.none
(func . (identifier) @name) @reference.call
(command . (unit . (identifier) @_word .) . (unit) @name (#eq? @_word "import")) @reference.import
