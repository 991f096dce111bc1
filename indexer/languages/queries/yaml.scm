; YAML. Block scalars are plain text: nothing inside one is looked at.

(block_mapping_pair key: (_) @name value: (block_node)? @body) @definition.key
(flow_pair key: (_) @name) @definition.key

[
  (block_mapping_pair) (block_sequence_item) (flow_mapping) (flow_sequence) (block_scalar) (double_quote_scalar)
  (single_quote_scalar)
] @fold
(comment) @comment

(alias (alias_name) @name) @reference.call
