; inherits: cplusplus
; C++ itself: what its dialects (CUDA, Arduino) share stands in cplusplus.scm; their grammars have no modules.

(module_declaration name: (_) @name) @definition.module
(import_declaration) @import
