; inherits: cplusplus
; Arduino: C++ with `setup` and `loop`.
