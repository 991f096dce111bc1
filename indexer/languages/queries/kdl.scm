; KDL. A node with children is a section, called by its name and its first text value; others are keys.

(node
  . (type)? . (identifier) @name . (node_field (value (string) @name)) children: (_) @body) @definition.section
(node
  . (type)? . (identifier) @name . (node_field [(prop) (value [(number) (keyword)])]) children: (_) @body) @definition.section
(node . (type)? . (identifier) @name . children: (_) @body) @definition.section
(node !children . (type)? . (identifier) @name) @definition.key

(node_children) @fold
[(single_line_comment) (multi_line_comment)] @comment
