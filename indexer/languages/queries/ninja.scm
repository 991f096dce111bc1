; Ninja.

(rule name: (identifier) @name (body) @body) @definition.rule
(pool name: (identifier) @name (body) @body) @definition.resource
(build explicit: (outputs) @name ":" @body) @definition.target
(manifest (let name: (identifier) @name) @definition.variable)

[(rule) (pool) (build)] @fold
(comment) @comment
[(include) (subninja)] @import

(include (path) @name) @reference.import
(subninja (path) @name) @reference.import
(build rule: (identifier) @name) @reference.call
