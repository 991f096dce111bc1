; Dockerfile. A stage is named by its alias, or by its image where it has none. The grammar has no node for a stage's
; instructions, so a stage's range is its FROM instruction.

(from_instruction as: (image_alias) @name) @definition.section
(from_instruction (image_spec) @name .) @definition.section
(arg_instruction name: (_) @name) @definition.variable
(env_instruction (env_pair name: (_) @name)) @definition.variable

[(run_instruction) (cmd_instruction) (entrypoint_instruction) (copy_instruction) (add_instruction) (env_instruction)
  (label_instruction) (healthcheck_instruction) (heredoc_block) (json_string_array)] @fold
(comment) @comment

(from_instruction (image_spec name: (image_name) @name)) @reference.import
