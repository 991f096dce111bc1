; Jsonnet. Functions are those that are bound or are a field with parameters.

(bind function: (id) @name body: (_) @body) @definition.function
(bind . (id) @name (anonymous_function body: (_) @body)) @definition.function
(bind . (id) @name (_) @body .) @definition.variable
(field function: (fieldname [(id) (string)] @name) (_) @body .) @definition.function
(field (fieldname [(id) (string)] @name) (anonymous_function body: (_) @body)) @definition.function
(field (fieldname . [(id) (string)] @name) (_) @body .) @definition.key
(field (fieldname "[" . (string) @name) (_) @body .) @definition.key

[(object) (array) (args) (params) (parenthesis) (conditional) (string) (local_bind)] @fold
(comment) @comment
[(import) (importstr)] @import

(conditional) @block.if
(anonymous_function) @block.lambda
[(forspec) (objforloop)] @block.loop

(import (string (string_content) @name)) @reference.import
(importstr (string (string_content) @name)) @reference.import
(functioncall . [(id) @name (fieldaccess last: (id) @name)]) @reference.call
