; Tcl. Commands that define are recognised by their words, so those of TclOO, itcl and tcltest are too.

(procedure name: (_) @name body: (_) @body) @definition.function
(namespace (word_list . (simple_word) @_eval . (_) @name . (braced_word) @body) (#eq? @_eval "eval")) @definition.namespace
(command
  name: (simple_word) @_command
  arguments: (word_list . (simple_word) @_create . (simple_word) @name (braced_word)? @body)
  (#match? @_command "^(::)?(oo::class|oo::object|snit::type|snit::widget|snit::widgetadaptor)$")
  (#eq? @_create "create")) @definition.class
(command
  name: (simple_word) @_command
  arguments: (word_list . (simple_word) @name (braced_word) @body .)
  (#match? @_command "^(::)?((itcl::)?class|snit::(type|widget|widgetadaptor)|oo::define)$")) @definition.class
(command
  name: (simple_word) @_command arguments: (word_list . (simple_word) @name (braced_word) @body .)
  (#match? @_command "^((class)?method|typemethod)$")) @definition.method
(command
  name: (simple_word) @_access
  arguments: (word_list . (simple_word) @_command . (simple_word) @name (braced_word) @body .)
  (#match? @_access "^(public|private|protected)$")
  (#match? @_command "^(method|proc)$")) @definition.method
(command
  name: (simple_word) @name arguments: (word_list (braced_word) @body .)
  (#match? @name "^(constructor|destructor)$")) @definition.constructor
(command
  name: (simple_word) @_command arguments: (word_list . (simple_word) @name (braced_word))
  (#match? @_command "^(::)?(tcltest::)?test$")) @definition.test
(source_file (set . "set" . (id) @name) @definition.variable)
(source_file (command
  name: (simple_word) @_command arguments: (word_list . (simple_word) @name)
  (#eq? @_command "variable")) @definition.variable)
(namespace (word_list (braced_word (command
  name: (simple_word) @_command arguments: (word_list . (simple_word) @name)
  (#eq? @_command "variable")) @definition.variable)))

[(braced_word) (command) (word_list) (procedure) (quoted_word) (braced_word_simple)] @fold
(comment) @comment
(command name: (simple_word) @_command (#any-of? @_command "source" "load")) @import
(command
  name: (simple_word) @_command arguments: (word_list . (simple_word) @_require)
  (#eq? @_command "package") (#eq? @_require "require")) @import

(if) @block.if
(elseif) @block.elif
(else) @block.else
[(foreach) (while)] @block.loop
(command name: (simple_word) @_command (#eq? @_command "for")) @block.loop
(command name: (simple_word) @_command (#eq? @_command "switch")) @block.switch
(try) @block.try
(finally) @block.finally
(catch) @block.catch

(command
  name: (simple_word) @_command arguments: (word_list . (simple_word) @_require . (simple_word) @name)
  (#eq? @_command "package") (#eq? @_require "require")) @reference.import
(command
  name: (simple_word) @_command arguments: (word_list . (_) @name)
  (#eq? @_command "source")) @reference.import
(command
  name: (simple_word) @_command arguments: (word_list . (simple_word) @name)
  (#match? @_command "^(superclass|inherit)$")) @reference.extends
(command name: (simple_word) @name) @reference.call
