; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(annotation_array) @fold
(comment) @comment
(const_list) @fold
(generic_parameters) @fold
(group) @fold
(implicit_generic_parameters) @fold
(import) @import
(import_using) @import
(method_parameters) @fold
(nested_struct) @fold
(parameters) @fold
(replace_using) @import
(struct) @fold
(top_level_annotation_body) @fold
(type_definition) @fold
(using_directive) @import
