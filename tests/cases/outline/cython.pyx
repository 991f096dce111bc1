# cython: language_level=3
# What C adds to Python is in the outline as C has it; what is local to a function is not.
"""A docstring with
cdef int no_variable
"""
cimport numpy as np
from libc.stdlib cimport malloc, free

ctypedef np.float64_t number
ctypedef int (*callback)(void *data)
DEF SIZE = 10

cdef extern from "math.h" nogil:
    double sin(double angle)
    cdef struct pair:
        int first, second
    enum: LIMIT

cdef enum Color:
    RED = 1
    GREEN

ctypedef struct Point:
    double x
    double y

cdef int counter = 0
cdef double width, height = 2.0

cdef inline int add(int a, int b) except -1:
    cdef int sum = a + b
    return sum

cpdef double area(double[:, :] matrix not None, int *p = NULL):
    cdef Point *point = <Point *>malloc(sizeof(Point))
    return matrix[0, 0] if <object>p is None else 0

cdef (int, int) both(self):
    return 1, 2

cdef class Shape(Base) [object ShapeObject]:
    cdef public double size
    cdef readonly object name

    def __cinit__(self, int size):
        self.size = size

    cdef void grow(self, double by) except *:
        self.size += by

    @property
    def big(self):
        return self.size > 10

    property small:
        def __get__(self):
            return not self.big

class Plain:
    def method(self, unsigned long long n):
        return <int>n

IF UNAME_SYSNAME == "Linux":
    cdef int linux():
        return 1
ELSE:
    pass
