# Adds numbers.
#include "config.h"
#define LIMIT 16
#define TWICE(x) \
    ((x) + (x))
.include "macros.inc"
.equ STEP, 4

.macro push_all first, last
    push \first
    push \last
.endm

.text
.globl _start
_start:
    mov eax, 1
    call sum
.loop:
    dec ecx
    jnz .loop
1:  ret

/* sum2:
   not here */
sum:
    add eax, ebx
    ret

SYM_FUNC_START(copy_page)
    mov rcx, 512
    ret
SYM_FUNC_END(copy_page)

.data
message:
    .ascii "done: ok"
