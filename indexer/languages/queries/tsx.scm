; inherits: typescript
; TypeScript with JSX.

(jsx_element) @fold
(jsx_opening_element) @fold
(jsx_self_closing_element) @fold
(jsx_expression) @fold

; An element whose name begins with a small letter is the page's, not the program's.
(jsx_opening_element name: [(identifier) @name (member_expression property: (_) @name)] (#match? @name "^[A-Z]")) @reference.call
(jsx_self_closing_element name: [(identifier) @name (member_expression property: (_) @name)] (#match? @name "^[A-Z]")) @reference.call
