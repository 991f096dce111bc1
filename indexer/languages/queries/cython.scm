; inherits: python
; Cython, in Python's words.
