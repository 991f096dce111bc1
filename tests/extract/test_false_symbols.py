"""Names that only a lost parser would see: words of a language, comments of another form, arguments of macros."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.profiles.fortran import in_free_form
from indexer.languages.registry import by_name


def outline(language: str, text: str) -> list[str]:
    return [f"{symbol.kind} {symbol.name}" for symbol in Document.of(by_name(language), text.encode()).symbols()]


def test_a_comment_of_fixed_form_defines_nothing() -> None:
    text = "C This subroutine does things\nc     a function here\n*     stars\n      SUBROUTINE FOO(A)\n"
    text += "C     function in a comment\n      END\n      REAL FUNCTION BAR(X)\n      BAR = X\n      END\n"
    assert outline("fortran", text) == ["function FOO", "function BAR"]


@pytest.mark.parametrize("text", [b"program p\nc = 3\nend\n", b"call foo()\n", b"contains\n", b"data x /1/\n", b""])
def test_free_form_stays_as_it_is(text: bytes) -> None:
    assert in_free_form(text) == text


def test_words_of_verilog_are_no_names() -> None:
    text = "module top(\n  input clk,\n`ifdef WIDE\n  input [31:0] a,\n`else\n  input a,\n`endif\n  output b\n);\n"
    text += 'initial begin light(a); end\ninitial begin\n  `uvm_info(id, "a function of", UVM_LOW)\nend\nendmodule\n'
    for language in ("verilog", "systemverilog"):
        found = outline(language, text)
        assert found[0] == "module top"
        assert not {name.split()[1] for name in found} & {"begin", "input", "function", "id"}


def test_values_of_make_define_no_targets() -> None:
    text = "MSG = hello (world)\nB = 1\nall: $(OBJ) b.c\n\t@echo a: b = c\n"
    text += "if HAVE_X\nSRCS = a.c\nelse\nSRCS += b.c\nendif\n"
    text += "obj-$(X) += a.o\n$(obj)/x.o y.o: z.c\n\tcc\nFLAGS = -DX \\\n  -DY=1 \\\n  z: w\n.PHONY: all\nt: V = 3\n"
    text += "define two\nx: y\nendef\nclean:: ; rm\n"
    assert outline("make", text) == [
        *("variable MSG", "variable B", "target all", "variable SRCS", "variable SRCS", "variable obj-$(X)"),
        *("target $(obj)/x.o", "target y.o", "variable FLAGS", "target t", "macro two", "target clean"),
    ]
