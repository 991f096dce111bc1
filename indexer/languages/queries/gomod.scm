; go.mod.

(module_directive (module_path) @name) @definition.module
(require_spec (module_path) @name) @definition.package
(replace_spec . (module_path) @name) @definition.rule

[(require_directive) (replace_directive) (exclude_directive) (retract_directive)] @fold
(comment) @comment
(require_directive) @import

(require_spec (module_path) @name) @reference.import
