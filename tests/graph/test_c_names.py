"""What names mean in C, case by case: `→` stands before the name that is asked about, `●` before the one it means."""

from __future__ import annotations

import pytest

from tests.graph.test_names import targets

HEADER = "#ifndef H\n#define H\n%s\n#endif\n"


def case(title: str, evidence: str, text: str, **others: str) -> object:
    named = {name.replace("_h", ".h").replace("_c", ".c"): other for name, other in others.items()}
    return pytest.param(evidence, {"a.c": text, **named}, id=title)


CASES = [
    case("a parameter", "scope", "int f(int ●x) { return →x; }\n"),
    case("a pointer to a function is a parameter", "scope", "int f(int (*●cmp)(int)) { return →cmp(1); }\n"),
    case("a block has its own", "scope", "int f(void) { int ●x = 1; { int x = 2; x++; } return →x; }\n"),
    case("known from its declaration on", "scope", "int ●x;\nint f(void) { int y = →x; int x = 2; return x + y; }\n"),
    case("known in its own value", "scope", "int f(void) { char *●p = g(sizeof(*→p)); return 0; }\n"),
    case("one after another", "scope", "int f(void) { int ●i = 1, j = →i; return j; }\n"),
    case("a loop has its own", "scope", "int i;\nvoid f(void) { for (int ●i = 0; →i < 3; i++) g(); }\n"),
    case("a parameter of the old kind", "scope", "int f(a, b) int ●a; char *b; { return →a; }\n"),
    case("a label is no variable", "scope", "int out;\nint f(void) { goto →out; ●out: return 1; }\n"),
    case("a variable is no label", "scope", "int ●out;\nint f(void) { out: return →out; }\n"),
    case("a tag is no variable", "scope", "struct ●s { int x; };\nint s;\nstruct →s v;\n"),
    case("a variable is no tag", "scope", "struct s { int x; };\nint ●s;\nint f(void) { return →s; }\n"),
    case("parameters of a prototype are its own", "scope", "int ●n;\nint g(int n);\nint f(void) { return →n; }\n"),
    case(
        "a prototype leads to the definition",
        "scope",
        "static int g(void);\nint f(void) { return →g(); }\nstatic int ●g(void) { return 1; }\n",
    ),
    case("an enum constant in a struct", "scope", "struct s { enum { ●RED } c; };\nint f(void) { return →RED; }\n"),
    case("a macro", "import", '#include "b.h"\nint x = →MOST;\n', b_h=HEADER % "#define ●MOST 3"),
    case(
        "a header in a header", "import", '#include "b.h"\n→num x;\n', b_h='#include "c.h"\n', c_h="typedef int ●num;\n"
    ),
    case(
        "headers that include each other",
        "import",
        '#include "b.h"\n→num x;\n',
        b_h='#include "c.h"\n',
        c_h='#include "b.h"\ntypedef int ●num;\n',
    ),
    case(
        "over a header to the definition",
        "import",
        '#include "b.h"\nint f(void) { return →g(1); }\n',
        b_h=HEADER % "int g(int);",
        b_c='#include "b.h"\nint ●g(int x) { return x; }\n',
    ),
    case(
        "another file's static is not meant",
        "import",
        '#include "b.h"\nint f(void) { return →g(1); }\n',
        b_h="int g(int);\n",
        b_c="int ●g(int x) { return x; }\n",
        d_c="static int g(int x) { return x; }\n",
    ),
    case(
        "of two that define it the one that includes the header",
        "import",
        '#include "b.h"\nint f(void) { return →g(); }\n',
        b_h="int g(void);\n",
        b_c='#include "b.h"\nint ●g(void) { return 1; }\n',
        d_c="int g(void) { return 2; }\n",
    ),
    case(
        "a prototype, where two define it",
        "import",
        '#include "b.h"\nint f(void) { return →g(); }\n',
        b_h="int ●g(void);\n",
        b_c="int g(void) { return 1; }\n",
        d_c="int g(void) { return 2; }\n",
    ),
    case(
        "a variable that is defined elsewhere",
        "import",
        '#include "b.h"\nint f(void) { return →state; }\n',
        b_h="extern int state;\n",
        b_c='#include "b.h"\nint ●state = 1;\n',
    ),
    case("a field of a parameter", "member", "struct s { int ●x; };\nint x;\nint f(struct s *p) { return p->→x; }\n"),
    case("through a typedef", "member", "typedef struct { int ●x; } T;\nint f(void) { T v; return v.→x; }\n"),
    case(
        "through fields",
        "member",
        "struct s { struct s *next; int ●x; };\nint f(struct s *p) { return p->next[0].next->→x; }\n",
    ),
    case("through a call", "member", "struct s { int ●x; };\nstruct s *g(void);\nint f(void) { return g()->→x; }\n"),
    case(
        "through a pointer to a function",
        "member",
        "struct s { int ●x; struct s *(*get)(int); };\nint f(struct s *p) { return p->get(1)->→x; }\n",
    ),
    case("through a cast", "member", "struct s { int ●x; };\nint f(void *p) { return ((struct s *)p)->→x; }\n"),
    case(
        "of a struct without a name",
        "member",
        "struct s { union { int ●x; char y; }; };\nint f(struct s *p) { return p->→x; }\n",
    ),
    case("a key of an initializer", "member", "struct s { int ●x; };\nstruct s v = { .→x = 1 };\n"),
    case("a key inside a key", "member", "struct s { struct { int ●x; } in; };\nstruct s v = { .in = { .→x = 1 } };\n"),
    case("a key in an array", "member", "struct s { int ●x; };\nstruct s v[] = { { .→x = 1 } };\n"),
    case(
        "a struct that a header does not show",
        "member",
        '#include "b.h"\nstruct s { int ●x; };\nint f(S *p) { return p->→x; }\n',
        b_h="typedef struct s S;\n",
    ),
    case(
        "the library",
        "external",
        '#include <stdio.h>\nint f(void) { return →puts(""); }\n',
        b_c="static int puts(const char *s) { return 0; }\n",
    ),
    case(
        "a field of the library",
        "external",
        "#include <sys/stat.h>\nint f(struct stat *p) { return p->→st_mode; }\n",
        b_c="struct own { int st_mode; };\n",
    ),
]


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_a_name_means(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    assert found, "nothing was found"
    assert found[0].evidence == evidence
    if evidence == "external":
        assert found[0].corpus is None and len(found) == 1
    else:
        assert {found[0].path: found[0].span.start} == meant


def test_what_only_another_file_sees_is_no_candidate() -> None:
    found, _ = targets({"a.c": "int f(void) { return →g(); }\n", "b.c": "static int g(void) { return 1; }\n"})
    assert found == []


def test_headers_without_end_and_deep_declarators_end() -> None:
    files = {f"h{n}.h": "".join(f'#include "h{m}.h"\n' for m in range(40)) for n in range(40)}
    found, _ = targets({"a.c": '#include "h0.h"\nint x = →missing;\n', **files})
    assert found == []
    deep = "int " + "(*" * 3000 + "x" + ")" * 3000 + ";\nint y = →x;\n"
    targets({"a.c": deep})
    loop = "typedef struct a b;\ntypedef b c;\nstruct a { c *a; };\n"
    found, _ = targets({"a.c": loop + "int f(b *p) { return p->a->a->→zero; }\n"})
    assert found == []
