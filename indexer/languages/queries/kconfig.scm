; Kconfig. Options are what everything else is about; menus and choices group them. A choice without a name goes by what
; it asks.

(config name: (name) @name . (_)? @body) @definition.key
(menuconfig name: (name) @name . (_)? @body) @definition.key
(choice name: (name) @name . (_)? @body) @definition.key
(choice !name (input_prompt (string) @name) . (_)? @body) @definition.section
(choice !name (type_definition (string) @name) . (_)? @body) @definition.section
(menu name: (string) @name . (_)? @body) @definition.section
(mainmenu name: (string) @name) @definition.module
(variable left: (symbol) @name) @definition.variable

[(config) (menuconfig) (choice) (menu) (if) (help_text)] @fold
(comment) @comment
(source) @import

(if) @block.if

(source (string) @name) @reference.import
([(symbol) (name)] @name @reference.none (#any-of? @name "y" "n" "m"))
(reverse_dependencies (name) @name) @reference.call
(weak_reverse_dependencies (symbol) @name) @reference.call
(symbol) @name @reference.type
