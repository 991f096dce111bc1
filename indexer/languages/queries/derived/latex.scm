; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(let_command_definition (command_name) @name) @definition.variable
(biblatex_include) @import
(bibstyle_include) @import
(bibtex_include) @import
(block_comment) @comment
(brack_group) @fold
(class_include) @import
(comment) @comment
(comment_environment) @comment
(curly_group) @fold
(curly_group_author_list) @fold
(curly_group_label_list) @fold
(curly_group_path_list) @fold
(curly_group_text_list) @fold
(enum_item) @fold
(graphics_include) @import
(import_include) @import
(inkscape_include) @import
(latex_include) @import
(let_command_definition) @fold
(line_comment) @comment
(package_include) @import
(section) @fold
(svg_include) @import
(tikz_library_import) @import
(verbatim_include) @import
