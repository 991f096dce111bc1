int main() { printf("a", b); foo(x, y); auto z = bar(a, b); std::cout << x; A<int> b; return 0; }
class A : public B { int x; void f(int a); };
template <typename T> struct D: E { T f() { return g(h); } };
