; Java properties, and other files of keys and values.

(property (key) @name) @definition.key

(property) @fold
(comment) @comment
