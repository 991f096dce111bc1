"""Sound code that a grammar stumbles over: it is read without an error, and the text keeps its length."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.syntax import blind_spots
from indexer.syntax.blind_spots import readable

CASES = [
    (
        "c",
        "// a\nAPI int f(void);\nstatic NOINLINE foo_t *g(int a UNUSED, int UNUSED_PARAM b)\n{\n}\nint FAST h(void);\n",
    ),
    ("c", 'int f(foo_t a,\n      int b) NORETURN;\nstatic const char g[] ALIGN1 = "";\nINIT\nint *MUTABLE h;\n'),
    ("c", "int x[] = { 1,\n#ifdef A\n2,\n#endif\n3 };\nint f(int a\n#if B\n, int b\n#endif\n) { return a; }\n"),
    ("c", "void f() {\n#if A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n#if C\n  else\n#endif\n  c();\n}\n"),
    ("c", '// a\n#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n'),
    ("c", "void f() {\n  each (a, b(c)) {\n    d(va_arg(e, char *), entry(g, struct h, i));\n  }\n}\n"),
    (
        "c",
        "// a\nlocal foo_t f(int a);\nstatic odd_inline\nvoid *g(void)\n{\n}\nAPI BAR *\nh(void);\nint CALL i(void);\n",
    ),
    (
        "c",
        "\nodd struct foo a;\nfoo_t b ALIGNED = { 1 };\nINLINE BAR\nc(int d) { }\nenum foo FAR\ne(unused int g) { }\n",
    ),
    ("c", "typedef foo_t (CALL *f)(int);\nvoid g(h *a __odd, struct i __odd **b);\nstatic __odd const char *j;\n"),
    (
        "c",
        "int f(long a) { return (__force int)g((void __iomem *)h[0]); }\nstruct i { int a; } __packed __aligned(4);\n",
    ),
    ("c", "\nstatic ODD_OPS(f, g, NULL);\nstatic DEFINE_ODD(h, 1 << 2);\n"),
    (
        "c",
        "void f() {\n  a(b, entry(c,\n    struct d, e), g(h, struct i));\n  j(struct k, l); m(unsigned int, n);\n}\n",
    ),
    (
        "c",
        "void f() {\n  each(a, b,\n    c) {\n    d();\n  }\n  each (e, g)\n    h = 1;\n  STEP(1 + 2)\n  i();\n}\n",
    ),
    (
        "c",
        "void f() {\n  if odd(a) b(va_arg(c, unsigned long));\n  switch (d) {\n  case A ... B:\n  case C...D: e();}}\n",
    ),
    ("c", "\n#define A(b...) c(b)\n#define D(e ...) g(e)\n"),
    ("c", "void f() {\n#if A\n  if (b)\n#endif\n    c();\nout:\n#if D\n  e();\n#endif\n  g();\n}\n"),
    (
        "c",
        'char *f[] = {\n#if A\n  g,\n#endif /* A */\n#if B\n  h,\n#endif\n};\nchar *i = "j"\n#if C\n "k"\n#endif\n;\n',
    ),
    ("css", "a { b: url(../x.svg); c: url( data:a;b,c ) }"),
    ("css", "a { --b: ; c: d }"),
    ("scss", "a { b: url(../x.svg); }"),
    ("scss", "$a: 1px !default; $b: 2 !global;"),
    ("tsx", 'x = <a href="?a=b&c=d">y</a>;'),
    ("javascript", 'x = <a href="?a=b&c=d&amp;e">y</a>;'),
    ("typescript", 'const y = f<typeof import("fs")>();'),
    ("typescript", "const y = f<A, typeof import('fs')>();"),
    ("tsx", 'const y = f<import("fs").Stats>();'),
    ("tsx", "interface Box<in out A, B, out C extends D<E> = F> {}"),
    ("typescript", "class Box<\n  A,\n  out B\n> {}"),
    ("typescript", "interface F {\n  <A>(a: A): B<A>\n  <A, C = B>(a: A): C\n}"),
    ("typescript", "let f: {\n  (a: A): B\n  // a row\n  /** A\n   * doc. */\n\t<\n    A\n  >(a: A): C\n}"),
    ("bash", "if [[ $a = *b* && ! $c = ${1:-*} ]]; then d; fi\n"),
    ("bash", "[[ $a = $b/$c || \\\n  $d = $(e) ]]\n"),
    ("bash", 'echo "${a:$b:2}${c:$d}"\n'),
    ("bash", 'a=$((0x$b - 16#${c:1:2}))\nexec 5<> /dev/d\ne="$(f 2>> $g <<< "$h")"\n'),
    ("bash", "if [ $a -eq 1 -o \\( $b -eq 2 -a $c = d \\) ]; then e; fi\n"),
    (
        "objc",
        "\nNS_ASSUME_NONNULL_BEGIN\nFOO_EXPORT void f(id a);\n@interface A : B\n- (void)c NS_UNAVAILABLE;\n@end\n",
    ),
    ("objc", "\n@implementation A\nFOO_METHOD( b:(id)c\n  d:(id)e) {\n}\nFOO_REMAP_METHOD(f, g:(id)h)\n{\n}\n@end\n"),
    (
        "objc",
        "\n@implementation A\nFOO_NOT_MADE(-(id)b:(id)c)\nFOO_EXPORT_IT(d, e);\n- (id)f UI_API(g(13.0)) {\n}\n@end\n",
    ),
    ("objc", "\n@interface A : B\nFOO_EXTERN_METHOD(c:(id)d)\n- (id)e NS_NAME(f(g:));\n@end\n"),
    ("perl", "package A;\nsub f($$);\n  sub g : lvalue;\nsub B::h ( $ ; $ ) ;\n"),
    ("perl", "if (A && $b and C::D\n && !$e) { f() }\n"),
    ("perl", "my A::B $c = $$ unless $d;\n"),
    ("perl", 'printf "%d", --$a; $b = sprintf $c, ++$d->{e};\n'),
    ("perl", "A: while () { f() }\nwhile(){ f() }\n"),
    ("tcl", "if {![info exists a(b)] && ($c(d,e)*2) > 1.0-$f} { g }\nset h [expr {max(0.0, rand())}]\n"),
    ("tcl", "if {[catch {expr {double($a)}} b]} { c } elseif {!$d} then { e }\n"),
    ("tcl", "set ::a::b 0; set $c d;\nset e($f,g) $::h::i\nset j [namespace current]::k\n"),
    ("tcl", "foreach a {b c} d [e] { f }\ncatch { g } h i\nregexp -all -- {^(a)$} $b\nset c [expr $d*6]\n"),
    ("tcl", "a (b)!c $d(e,f) {set values to this} {^[ \t]$} ;# g\n# h; (i)\n"),
    ("tcl", 'critcl::ccode {\n  int f(void) { return "a"[0]; }\n}\nproc a {} { b }\n'),
    ("zig", "fn f() void {\n    const a: T, var b, const c = g();\n}\n"),
]
LEFT_ALONE = [
    ("c", "HANDLE f(int N);\nFILE *g;\nBOOL h = (u_char *) N;\nenum {\n  A,\n#if X\n  B,\n#endif\n  LAST\n};\n"),
    ("c", "void f() {\n#if A\n  *a = (B) C;\n  if (a) {\n    g(sizeof(long L)); }\n#else\n  ++a;\n#endif\n}\n"),
    ("c", "LOCAL( foo )\nf( int a );\n  LOCAL( foo )\n  g( int a )\n  {\n  }\nstatic DEFINE_ODD(h);\n"),
    ("c", "void f() {\n    if (a)\n        each(b, c)\n            d();\n    else\n        e(g,\n          h);\n}\n"),
    (
        "c",
        '#include "a.h"\n#if defined(B)\nint c;\n#endif\n#define D do { \\\n  e(); \\\n} while (0)\n#if G\n#endif\n',
    ),
    ("c", "unsigned long a;\nstruct b *c;\nstatic const d_t *const e;\n__u32 g;\nint h(__u32 __i, k *l);\n"),
    ("css", 'a { b: url("../x.svg"); c: url(x.svg) }'),
    ("css", "a { b: ; c: d }"),
    ("scss", "a { b: url($x); c: url(#{$y}/z.svg) !important }"),
    ("typescript", 'const y = f(a, import("fs")); let z: typeof import("fs");'),
    ("typescript", "for (const in_ in out) if (a < in_) out = timeout < out;"),
    ("typescript", "const f = g<\n  <A>(a: A) => B,\n  // c\n  <C>(c: C) => D\n>(\n  <E>(e: E) => e);"),
    ("bash", 'a=b; [[ $a = *b* ]]; [ $a = b ] && c; echo "${a:-$b}" $c:$d'),
    ("bash", "a=0x$b; c 16#$d; find . \\( -name e -o -name f \\) -print; g <<< $h; i <> j\n"),
    ("perl", "sub f { 1 }\nsub g($) { f() && $a->b && $c }\n$d->{e} && $f; f(1, --$g); my $h = \\&f;\n"),
    ("tcl", 'if {$a eq "b" && !($c(d) != -1)} { e } else { set f(g) [h $i] }\nwhile {[j] > 2 * $k} { l }\n'),
    ("zig", "fn f(a: T, b: U) void {\n    const c: V = .{ a, b };\n}\n"),
    ("javascript", 'if (a=="b" && c=="d") e = "f & g"; h = <a b="c&amp;d" />'),
]


@pytest.mark.parametrize(("language", "text"), CASES)
def test_it_is_read(language: str, text: str) -> None:
    data = text.encode()
    assert len(readable(language, data)) == len(data)
    assert readable(language, data) != data
    document = Document.of(by_name(language), data)
    assert document.structure is not None and document.structure.clean


@pytest.mark.parametrize(("language", "text"), LEFT_ALONE)
def test_the_rest_is_left_as_it_is(language: str, text: str) -> None:
    assert readable(language, text.encode()) == text.encode()


def test_a_key_has_its_own_run_of_rows_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def noted(rows: bytes) -> bytes:
        asked.append(rows)
        return rows.replace(b"A", b"b")

    known = profile_of("perl")
    changed = known._replace(grammar=known.grammar._replace(readable_apart=(noted,)))
    monkeypatch.setattr(blind_spots, "profile_of", lambda grammar: changed)
    monkeypatch.setattr(blind_spots, "_known", blind_spots._Known())
    text = b"A1\n\n  A2\nA3\n\n# A4\n\nA5\n"
    assert readable("perl", text) == text.replace(b"A", b"b")
    assert asked == [b"A1\n", b"\n  A2\nA3\n\n# A4\n", b"\nA5\n"]
    asked.clear()
    assert readable("perl", text.replace(b"A3", b"A33")) == text.replace(b"A3", b"A33").replace(b"A", b"b")
    assert asked == [b"\n  A2\nA33\n\n# A4\n"]


def test_an_annotation_at_the_margin_leaves_its_row_there() -> None:
    assert readable("c", b"\nNORETURN void f();\nAPI void g();\n") == b"\nconst    void f();\n    void g();\n"
    assert readable("objc", b"\nGS_EXPORT void f();\n") == b"\nconst     void f();\n"


def test_what_is_shown_otherwise_is_told_as_it_is() -> None:
    def told(language: str, text: str) -> list[tuple[str, str, int]]:
        return [
            (each.name, each.kind, each.row_start) for each in Document.of(by_name(language), text.encode()).symbols()
        ]

    text = "\nstatic DEFINE_ODD(a, 1 << 2);\n\nstatic ODD_CALLBACK(b)\n{\n}\n\nodd foo_t\nc(void);\n"
    assert told("c", text) == [("a", "variable", 1), ("b", "function", 3), ("c", "prototype", 7)]
    text = "\n@implementation A\nFOO_METHOD(b:(id)c)\n{\n  d();\n}\n@end\n"
    assert told("objc", text) == [("A", "impl", 1), ("b", "method", 2)]
