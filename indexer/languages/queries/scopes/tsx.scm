; inherits: typescript
; TypeScript with elements in it, which bind nothing.
