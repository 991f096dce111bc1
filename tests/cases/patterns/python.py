import os
a, b = b, a
x = 1
f(k=v)
def g(a=1): pass
x: int = 3
class A(B, metaclass=C):
    y = 2
@dec(1)
def h(): pass
from a import b, c
from a import (d)
x = [1,2]
assert a, b
with a as b: pass
