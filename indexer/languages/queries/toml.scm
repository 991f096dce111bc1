; TOML. A table is a section whose keys follow it.

(table . (_) @name . (pair)? @body) @definition.section
(table_array_element . (_) @name . (pair)? @body) @definition.section
(pair . (_) @name) @definition.key

[(table) (table_array_element) (array) (inline_table) (string)] @fold
(comment) @comment
