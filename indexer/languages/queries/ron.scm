; RON. Fields and keys of maps, as far as they lead to more of them or are a value of their own.

(struct_entry . (identifier) @name (_) @body .) @definition.key
(map_entry . (string) @name (_) @body .) @definition.key

[(struct) (map) (array) (tuple)] @fold
[(line_comment) (block_comment)] @comment

(struct_name (identifier) @name) @reference.type
(enum_variant (identifier) @name) @reference.type
