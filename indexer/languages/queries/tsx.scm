; inherits: typescript
; TypeScript with JSX.

(jsx_element) @fold
(jsx_opening_element) @fold
(jsx_self_closing_element) @fold
(jsx_expression) @fold

(jsx_opening_element name: [(identifier) @name (member_expression property: (_) @name)]) @reference.call
(jsx_self_closing_element name: [(identifier) @name (member_expression property: (_) @name)]) @reference.call
