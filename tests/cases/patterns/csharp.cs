[Test] class A : B { [Test] public void F(int a) { var x = 1; foo?.bar(); } [Obsolete("x")] int P { get; set; } int q; }
enum E { A, B = 2 }
class D { int f() => 3; object g(object o) => o switch { 1 => 2, _ => 3 }; }
class F : G { List<int> l; int R { get; set; } public void H() { } }
