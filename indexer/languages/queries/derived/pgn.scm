; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(command_delimiter_open) @import
(command_parameters) @fold
(freestanding_comment) @comment
(inline_comment) @comment
(inline_comment_delimiter_open) @import
(old_style_twic_section_comment) @comment
(rest_of_line_comment) @comment
(rest_of_line_comment_delimiter_open) @import
(tagpair_delimiter_open) @import
(variation_delimiter_open) @import
