"""Outlines of one real-looking file a language, against an outline checked by eye.

tests/cases/outline/GRAMMAR.EXT is the source. GRAMMAR.outline begins with the rule that the case shows, in lines with
`# ` before them; then it has a line for each definition: its level in blanks, kind, name, first and last line.
OUTCROP_UPDATE_CASES=1 rewrites the definitions and keeps the rule.
"""

from __future__ import annotations

import os
from itertools import takewhile
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.languages.registry import by_name
from tests.paths import CASES

FOLDER = CASES / "outline"
SOURCES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".outline")


def rule_and_outline(expected: Path) -> tuple[str, str]:
    """The lines that say what the case shows, and those of the definitions."""
    lines = expected.read_text("utf-8").splitlines(keepends=True) if expected.exists() else []
    rule = list(takewhile(lambda line: line.startswith("# "), lines))
    return "".join(rule), "".join(lines[len(rule) :])


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_outline(path: Path) -> None:
    data = path.read_bytes()
    document = Document.of(detect(str(path), data[:8192]), data)
    found = document.symbols()
    levels: list[int] = []
    lines = []
    for symbol in found:
        levels.append(0 if symbol.parent is None else levels[symbol.parent] + 1)
        lines.append(f"{'  ' * levels[-1]}{symbol.kind} {symbol.name} {symbol.row_start + 1}-{symbol.row_end + 1}\n")
        assert symbol.span.start <= symbol.name_span.start <= symbol.name_span.end <= symbol.span.end
    found_outline = "".join(lines)
    expected = path.with_suffix(".outline")
    rule, outline = rule_and_outline(expected)
    if os.environ.get("OUTCROP_UPDATE_CASES"):
        outline = found_outline
        expected.write_text(rule + outline, "utf-8")
    assert found_outline == outline
    assert rule, f"{expected.name} has to begin with the rule that {path.name} shows, in one to three lines `# …`"


def test_what_kotlin_takes_for_operators_below_annotations_is_defined() -> None:
    text = b"""package a

@Retention(AnnotationRetention.BINARY)
@Target(AnnotationTarget.CLASS)
internal annotation class Marked

@PublishedApi
@SinceKotlin("1.3")
internal fun overflow() { throw Overflow() }

@SinceKotlin("1.9")
@WasExperimental(Time::class)
public interface Mark {
    fun now(): Int
}
"""
    found = Document.of(by_name("kotlin"), text).symbols()
    assert [(each.kind, each.name) for each in found[1:]] == [
        ("class", "Marked"),
        ("function", "overflow"),
        ("interface", "Mark"),
        ("method", "now"),
    ]


def test_a_comment_on_the_next_definition_is_no_part_of_the_one_before_it() -> None:
    text = b"""class Sums {
  def sum(n: Int) =
    n match {
      case _ => n
    }

  /** Multiplies
   *  all.
   */
  // It is slow.
  def product(n: Int) =
    n
    // as it is
}
"""
    found = Document.of(by_name("scala"), text).symbols()
    assert [(each.name, each.row_start + 1, each.row_end + 1) for each in found] == [
        ("Sums", 1, 14),
        ("sum", 2, 5),
        ("product", 11, 13),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("defineProps(['a', 'b'])\n", [("property", "a"), ("property", "b")]),
        ("defineProps({ a: String, b: { type: Number } })\n", [("property", "a"), ("property", "b")]),
        ("defineEmits(['a'])\n", [("event", "a")]),
        ("export default component({ props: ['a'] })\n", [("variable", "default"), ("property", "a")]),
        ("other({ a: String })\n", []),
    ],
)
def test_what_a_component_of_vue_lists_is_defined(text: str, found: list[tuple[str, str]]) -> None:
    symbols = Document.of(by_name("javascript"), text.encode()).symbols()
    assert [(symbol.kind, symbol.name) for symbol in symbols] == found
