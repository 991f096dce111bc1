"""Properties of the statement tracker, in a toy language and in every language that has a lexer.

The one that matters most: after any edits, a tracker equals one that scanned the final text.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.languages.heredocs import BLANK, OPEN_STRING, STRING, Filler
from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexed_text import IN_BODY
from indexer.syntax.statements.lexer import Lexer
from indexer.syntax.statements.mask import mask, opaque_spans
from indexer.syntax.statements.tracker import StatementTracker
from tests.syntax.statements import toy_lexer
from tests.syntax.statements.cases import FOLDER, Case, lexer_of, line_starts

# OUTCROP_STATEMENT_EDITS=20000 runs the long version.
EDITS = int(os.environ.get("OUTCROP_STATEMENT_EDITS", "1500"))
LANGUAGES = ("crystal", "dockerfile", "hcl", "perl", "php", "powershell", "ruby", "shell")

TOY_LINES = [
    "", "}", "};", "  } ;", ")", "x;", "if a {", "sub f { x; }", 'say "one', 'two";', "/* off", "on */", "# note",
    "print <<A;", "print <<'B';", "print <<A, <<'B';", "if x { print <<-C; }", "{ <<A", "#{ <<D }", "#{<<A} #{<<'B'}",
    "A", "B", "  C; y;", "C {", "D", " A", "<<A; <<D; }",
    "sub f {\n  print <<A;\n}\ntext\nA", "if x {\n while y {\n  z <<A;\n }\n}\nA", "f {\n<<A;\n}\n}\nA\n}",
]  # fmt: skip


def lines_of(language: str) -> list[str]:
    """Real-looking lines: those of the language's own cases, and fragments that open and close things."""
    fragments = ["", "}", "end", "fi", '"', "'", "EOF", "  EOF", "{", "(", ")", "x = 1", "#", "A", "B", "};", "`", "/*"]
    openers = {"php": ["$x = <<<EOF", "f(<<<'A', 1);"], "powershell": ['$x = @"', "@'", '"@', "'@ | f"]}
    fragments += openers.get(language, ["x <<EOF", "y <<-A", "z <<'B'", "RUN <<EOF <<A", "if x { print <<EOF; }"])
    for path in sorted(FOLDER.rglob("*.case")):
        case = Case.parse(path.read_text())
        if case.language(path.parent.name) == language:
            fragments += [*case.source.splitlines(), case.source.rstrip("\n")]
    return fragments


@dataclass
class Document:
    """A text that is edited by rows, with the tracker that follows it."""

    lexer: Lexer
    text: bytes
    filler: Filler = STRING

    def __post_init__(self) -> None:
        self.tracker = StatementTracker.scan(self.lexer, self.text, line_starts(self.text))

    def edit(self, first_row: int, row_end: int, replacement: bytes) -> None:
        """Replaces rows; the replacement's line ends decide how many rows it makes."""
        starts = line_starts(self.text)
        before, after = starts[first_row], starts[row_end] if row_end < len(starts) else len(self.text)
        self.text = self.text[:before] + replacement + self.text[after:]
        new_starts = line_starts(self.text)
        # The row that a replacement without a final line end runs into has changed too.
        row_end = min(len(starts), row_end + 1)
        new_row_end = len(new_starts) - (len(starts) - row_end)
        self.tracker = self.tracker.edited(self.text, new_starts, first_row, row_end, new_row_end)

    def check(self, records: bool = True) -> None:
        """Compares with a fresh tracker; without records, the lines that say nothing of heredocs stay unread."""
        starts = line_starts(self.text)
        fresh = StatementTracker.scan(self.lexer, self.text, starts)
        assert self.tracker.reading.marks == fresh.reading.marks
        masked = mask(self.text, fresh, starts, self.filler)
        assert mask(self.text, self.tracker, starts, self.filler) == masked
        assert self.tracker.bodies() == fresh.bodies()
        if not records:
            return
        assert self.tracker.heredocs() == fresh.heredocs()
        assert self.tracker.boundaries() == fresh.boundaries()
        assert self.tracker.statements() == fresh.statements()
        assert self.tracker.reading.marks == fresh.reading.marks
        assert mask(self.text, self.tracker, starts, self.filler) == masked


def check_invariants(tracker: StatementTracker) -> None:
    """Seed invariants: depth, order, nesting, and that a heredoc belongs to the block of its declaration."""
    statements, boundaries, heredocs = tracker.statements(), tracker.boundaries(), tracker.heredocs()
    last_row = tracker.lines.row_count - 1
    for row in range(last_row + 1):
        open_rows = [b for b in boundaries if b.row_start < row and (b.row_end is None or b.row_end >= row)]
        assert tracker.depth_at(row) == len(open_rows)
        assert tracker.current_block(row) == (max(open_rows, key=lambda b: b.depth) if open_rows else None)
    for records in (
        [statement.row_start for statement in statements],
        [boundary.row_start for boundary in boundaries],
        [heredoc.declaration_row for heredoc in heredocs],
    ):
        assert all(one <= next_one for one, next_one in pairwise(records))
    for index, boundary in enumerate(boundaries):
        assert boundary.depth == (1 if boundary.parent is None else boundaries[boundary.parent].depth + 1)
        if boundary.parent is not None:
            parent = boundaries[boundary.parent]
            assert boundary.parent < index and parent.row_start <= boundary.row_start
            assert parent.row_end is None or (boundary.row_end is not None and boundary.row_end <= parent.row_end)
    for statement in statements:
        assert 0 <= statement.row_start <= statement.row_end <= last_row
    for heredoc in heredocs:
        assert heredoc.block_depth == (0 if heredoc.block is None else boundaries[heredoc.block].depth)
        if heredoc.block is not None:
            block = boundaries[heredoc.block]
            assert block.row_start <= heredoc.declaration_row
            assert block.row_end is None or heredoc.declaration_row <= block.row_end
        assert heredoc.declaration_row < heredoc.content_row_start <= heredoc.content_row_end + 1
        assert heredoc.terminator_row in (None, heredoc.content_row_end + 1)
        assert heredoc.terminator_row is not None or heredoc.recovered
        assert heredoc.statement_row_end >= heredoc.declaration_row
        assert tracker.context_at(heredoc.declaration_row) is not None
        body = tracker.reading.marks[heredoc.content_row_start : heredoc.content_row_end + 1]
        assert all(mark & IN_BODY for mark in body), "a body line that is neither BODY nor TERMINATOR"
        for row in (heredoc.content_row_start, heredoc.content_row_end):
            if heredoc.content_row_start <= row <= heredoc.content_row_end:
                covering = tracker.context_at(row)
                assert covering and covering.content_row_start <= row <= last_row


def check_mask(document: Document) -> None:
    starts = line_starts(document.text)
    masked = mask(document.text, document.tracker, starts, document.filler)
    assert len(masked) == len(document.text)
    assert line_starts(masked) == starts
    for span in opaque_spans(document.tracker, starts):
        assert not masked[span.start : span.end].strip(b" \r\n" + document.filler.closing)


@st.composite
def edits(draw: st.DrawFn, lines: list[str]) -> tuple[float, int, str]:
    place = draw(st.floats(0, 1))
    removed = draw(st.integers(0, 3))
    inserted = draw(st.lists(st.sampled_from(lines), max_size=3))
    return place, removed, draw(st.sampled_from(["\n", "\n", "\r\n", "\r", ""])).join([*inserted, ""])


def apply(document: Document, edit: tuple[float, int, str]) -> None:
    place, removed, replacement = edit
    rows = document.tracker.lines.row_count
    first_row = int(place * (rows - 1))
    document.edit(first_row, min(rows, first_row + removed), replacement.encode())


@settings(max_examples=EDITS // 5, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(TOY_LINES), max_size=25),
    st.lists(st.tuples(edits(TOY_LINES), st.booleans()), min_size=1, max_size=5),
)
def test_edited_equals_scanned_in_the_toy_language(
    lines: list[str], changes: list[tuple[tuple[float, int, str], bool]]
) -> None:
    document = Document(toy_lexer.LEXER, "\n".join(lines).encode())
    for change, records in changes:
        apply(document, change)
        document.check(records)
    check_invariants(document.tracker)
    check_mask(document)


@pytest.mark.parametrize("language", LANGUAGES)
def test_edited_equals_scanned(language: str) -> None:
    lexer, lines = lexer_of(language), lines_of(language)
    choice = random.Random(language)
    for _ in range(EDITS // 10 // len(LANGUAGES)):
        text = "\n".join(choice.choices(lines, k=choice.randint(0, 40)))
        document = Document(lexer, text.encode(), profile_of({"shell": "bash"}.get(language, language)).heredocs.filler)
        for _ in range(10):
            inserted = choice.choices(lines, k=choice.randint(0, 3))
            apply(
                document,
                (choice.random(), choice.randint(0, 3), choice.choice(["\n", "\n", "\r"]).join([*inserted, ""])),
            )
            document.check(records=choice.random() < 0.2)
        document.check()
        check_invariants(document.tracker)
        check_mask(document)


def toy(text: str) -> StatementTracker:
    return StatementTracker.scan(toy_lexer.LEXER, text.encode(), line_starts(text.encode()))


def toy_file(functions: int) -> str:
    return "".join(
        f'sub f{n} {{\n  if x {{\n    print <<A;\nbody {n}\nA\n  }}\n  y "z";\n}}\n' for n in range(functions)
    )


def test_a_typical_edit_rereads_a_few_lines() -> None:
    document = Document(toy_lexer.LEXER, toy_file(500).encode())
    for replacement in (b"  y;\n", b"  y; z;\n  y;\n", b"print <<B;\nB\n", b""):
        document.edit(2006, 2007, replacement)
        document.check()
        assert document.tracker.relexed <= 4


def test_an_edit_inside_a_body_rereads_its_line_only() -> None:
    document = Document(toy_lexer.LEXER, ("print <<A;\n" + "text\n" * 1000 + "A\nx;\n").encode())
    document.edit(500, 501, b"other {\n")
    document.check()
    assert document.tracker.relexed <= 2


def test_a_terminator_far_below_is_seen_when_it_comes_and_when_it_goes() -> None:
    document = Document(toy_lexer.LEXER, ("print <<B;\n" + toy_file(20)).encode())
    assert document.tracker.heredocs()[0].terminator_row is None
    document.edit(140, 140, b"B\n")
    document.check()
    assert document.tracker.heredocs()[0].terminator_row == 140
    document.edit(140, 141, b"")
    document.check()
    assert document.tracker.heredocs()[0].terminator_row is None


def test_a_closer_far_below_ends_the_recovery_of_swallowed_closers() -> None:
    document = Document(toy_lexer.LEXER, ("sub f {\n  print <<B;\n}\ntext\nB\n" + toy_file(20)).encode())
    assert [heredoc.recovered for heredoc in document.tracker.heredocs()[:2]] == [True, False]
    document.edit(150, 150, b"}\n")
    document.check()
    assert not any(heredoc.recovered for heredoc in document.tracker.heredocs())


def test_while_a_heredoc_has_no_terminator_edits_stay_cheap() -> None:
    document = Document(toy_lexer.LEXER, ("print <<B;\n" + toy_file(500)).encode())
    document.edit(2007, 2008, b"  y; z;\n")
    document.check()
    assert document.tracker.relexed <= 4


def test_while_closers_are_swallowed_edits_stay_cheap() -> None:
    document = Document(toy_lexer.LEXER, ("sub f {\n  print <<B;\n}\ntext\nB\n" + toy_file(500)).encode())
    document.edit(2011, 2012, b"  y; z;\n")
    document.check()
    assert document.tracker.relexed <= 8


def test_a_terminator_inside_a_nested_body_does_not_count() -> None:
    tracker = toy("print <<A;\n#{ <<D }\nA\nD\nx;\n")
    assert [heredoc.terminator_row for heredoc in tracker.heredocs()] == [None]
    assert mask(b"print <<A;\n", toy("print <<A;\n"), [0, 11], BLANK) == b"print    ;\n"


def test_the_first_line_of_a_body_is_told_from_the_second() -> None:
    document = Document(toy_lexer.LEXER, b"f {\nprint <<A;\ntext\n}\nA\n")
    assert not document.tracker.heredocs()[0].recovered
    document.edit(2, 3, b"")
    document.check()
    assert document.tracker.heredocs()[0].recovered
    document.edit(2, 2, b"text\n")
    document.check()
    assert not document.tracker.heredocs()[0].recovered


def test_closers_in_a_nested_body_are_text() -> None:
    tracker = toy("f {\nprint <<A;\n#{ <<D }\n}\nD\nA\n")
    assert [heredoc.recovered for heredoc in tracker.heredocs()] == [False, False]


def test_a_body_around_a_nested_one_may_lose_its_terminator() -> None:
    document = Document(toy_lexer.LEXER, b"print <<A;\n#{ <<D }\nq\nq\nD\nA")
    document.edit(3, 6, b"D")
    document.check()
    assert document.tracker.heredocs()[0].recovered


def test_a_terminator_may_get_out_of_a_nested_body() -> None:
    document = Document(toy_lexer.LEXER, b"print <<A;\n#{ <<D }\nA\nD\nx;\n")
    document.edit(3, 4, b"")
    document.check()
    assert document.tracker.heredocs()[0].terminator_row == 2


def test_a_text_may_end_on_the_line_of_an_opener() -> None:
    (heredoc,) = toy("x;\nprint <<A").heredocs()
    assert (heredoc.content_row_start, heredoc.content_row_end, heredoc.terminator_row) == (2, 1, None)
    assert heredoc.recovered
    assert mask(b"print <<A", toy("print <<A"), [0], BLANK) == b"print    "


def test_the_work_on_hopeless_nesting_is_bounded() -> None:
    depth = 400
    openers = "".join(f"#{{ <<A{n} }}\n" for n in range(1, depth))
    text = "print <<A0;\n" + openers + "".join(f"A{n}\n" for n in range(depth)) + "x;\n"
    assert toy(text).relexed < 40 * depth


def test_context_prefers_the_body_over_the_declaration() -> None:
    tracker = toy("print <<A, <<-C;\n#{ <<D }\ninner\nD\nA\nC; print <<A;\nA\n")
    names = [(context.terminator if context else None) for context in map(tracker.context_at, range(8))]
    assert names == ["A", "A", "D", "D", "A", "C", "A", None]


def test_a_text_without_heredocs_is_its_own_mask() -> None:
    text = toy_file(3).replace("<<A", "0").encode()
    assert (
        mask(text, StatementTracker.scan(toy_lexer.LEXER, text, line_starts(text)), line_starts(text), STRING) is text
    )


@pytest.mark.parametrize(
    ("text", "filler", "masked"),
    [
        ("p <<A, <<'B';\n1\nA\n2\nB\nx;\n", STRING, 'p "_", "___";\n \n \n \n \nx;\n'),
        ("p <<A, <<'B';\r\n1\r\nA\r\n2\r\nB\r\n", BLANK, "p    ,      ;\r\n \r\n \r\n \r\n \r\n"),
        ("p <<-C;\n1\n C; x;\n", STRING, 'p "__";\n \n  ; x;\n'),
        ("p <<-C;\n1\n C; x;\n", OPEN_STRING, 'p    ";\n \n "; x;\n'),
        ("p <<-C;\nx;\n", OPEN_STRING, 'p "  ";\nx;\n'),
        ("f {\np <<-C;\n}\n1\n C; x;\n", OPEN_STRING, 'f {\np "  ";\n}\n \n  ; x;\n'),
        ("\ufeffp <<A;\n1\nA\n", STRING, '\ufeffp "_";\n \n \n'),
    ],
)
def test_mask(text: str, filler: Filler, masked: str) -> None:
    assert mask(text.encode(), toy(text), line_starts(text.encode()), filler).decode() == masked


def test_opaque_spans_reach_to_the_end_of_the_terminator() -> None:
    text = b"p <<A, <<-C;\n1\nA\n2\n  C; x;\n"
    tracker = StatementTracker.scan(toy_lexer.LEXER, text, line_starts(text))
    assert [text[span.start : span.end] for span in opaque_spans(tracker, line_starts(text))] == [b"1\nA", b"2\n  C"]
