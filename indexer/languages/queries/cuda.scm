; inherits: cplusplus
; CUDA. Kernels are functions; `__global__` and its like are part of the signature.

(kernel_call_syntax) @fold
