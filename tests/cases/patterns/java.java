import a.B;
@Foo(1) class A extends B { @Bar int x = 1; List<String> l; A(int a) { super(a); this(1); } void f() throws E { super.f(); g(1); if (x) { y(); } switch (z) { case 1: a(); break; default: c(); } } }
class C extends D { int y = 2; C() { this(1); } int z(Object o) { return switch (o) { case String s -> 1; default -> 2; }; } }
