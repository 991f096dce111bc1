; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(comment) @comment
(element) @fold
(frontmatter_js_block) @fold
(script_element) @fold
(style_element) @fold
