"""Incremental equals from scratch: after any edits, every answer is that of a document opened with the final text.

The sources are real files that come with Python, the test tools and this project's own cases. OUTCROP_EDITS sets how
many edits are made in all (the default is small enough for every run of the tests).
"""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache

import pytest
from tree_sitter import Tree

from indexer.documents import Document
from indexer.engine import Encoding
from indexer.grammars.parsers import parser
from indexer.grammars.time_limit import GrammarParser, Patience, TooSlow, time_limit
from indexer.languages.detect import detect
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language, by_name
from indexer.model import Fold
from indexer.syntax.edited_trees import edited_tree
from indexer.syntax.opaque import Layout
from indexer.syntax.recovery import members, parts
from indexer.syntax.recovery.laid_out import LaidOut
from indexer.syntax.recovery.members import Members, Span
from indexer.syntax.recovery.memo import Memo
from indexer.syntax.recovery.open_tokens import in_free_text, is_hopeless, may_be_open
from indexer.syntax.recovery.openings import Stretch
from indexer.syntax.recovery.trees import Failed, Trees
from indexer.syntax.tools import Tools
from indexer.text.decoding import to_utf8
from indexer.text.document_text import Edit
from lsp_server.encoded import folding_ranges, nested_symbols
from tests.corpus import available, corpus
from tests.paths import CASES

EDITS = int(os.environ.get("OUTCROP_EDITS", "1200"))
SEED = int(os.environ.get("OUTCROP_SEED", "1"))
SNIPPETS = [
    b"x",
    b" ",
    b"\n",
    b"\n\n",
    b"\r\n",
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"'",
    b"`",
    b"/*",
    b"*/",
    b"//",
    b"#",
    b'"""',
    b"<<EOF\n",
    b"EOF\n",
    b";",
    b":",
    b",",
    b"\\",
    b"\t",
    b"    ",
    b"\xc3\xa9",
    b"\xf0\x9f\x98\x80",
    b"\nclass Added:\n    pass\n",
    b"\nfunction added() {\n}\n",
    b"\ndef added\nend\n",
    b"if (x) {\n",
    b"end\n",
    b"=begin\n",
    b"#if X\n",
    b"#endif\n",
    b"<div>",
    b"</div>",
    b"-- ",
    b"else",
    b"return 1;\n",
    b"<<<<<<< HEAD\n",
]


@cache
def sources() -> dict[str, list[bytes]]:
    """Real texts by grammar."""
    found: dict[str, list[bytes]] = defaultdict(list)
    for folder, pattern, limit in (
        (CASES / "outline", "*", 400),
        (available("ansible-core"), "**/*.ps1", 8),
        (available("ansible-core"), "**/*.sh", 24),
        (available("ansible-core"), "**/*.yml", 4),
        (available("django"), "django/utils/*.py", 16),
        (available("django"), "**/*.js", 6),
        (available("django"), "**/*.css", 4),
        (available("django"), "**/*.html", 4),
        (available("greenlet"), "src/**/*.[ch]pp", 8),
        (available("greenlet"), "**/*.rst", 4),
        (available("psutil"), "psutil/**/*.[ch]", 16),
    ):
        for path in sorted(folder.glob(pattern))[:limit] if folder is not None else ():
            if path.is_file() and path.suffix != ".outline" and path.stat().st_size < 200_000:
                data = path.read_bytes()
                language = detect(str(path), data[:8192]) if b"\0" not in data else None
                text = to_utf8(data)
                grammar = language.grammar if language else None
                known = profile_of(grammar or "").grammar
                if text and language and grammar and not (known.unsafe or known.unsteady):
                    found[language.name].append(text[0])
    return dict(found)


def answers(document: Document, offsets: list[int]) -> tuple[object, ...]:
    return (
        document.symbols(),
        document.folds(),
        document.selections_at(offsets),
        document.heredocs(),
        document.statements(),
        document.boundaries(),
        document.references(),
        document.comments(),
        document.strings(),
    )


@contextmanager
def endured(language: Language) -> Iterator[None]:
    """Leaves a text alone that is too much for its grammar, as the product does; F#'s may go on for ever."""
    trusted = profile_of(language.grammar or "").grammar.trusted
    with suppress(TooSlow), nullcontext() if trusted else time_limit(10.0):
        yield


def _is_trusted(name: str) -> bool:
    language = by_name(name)
    return language is not None and profile_of(language.grammar or "").grammar.trusted


def test_there_are_real_texts() -> None:
    for name in ("ansible-core", "django", "greenlet", "psutil"):
        assert corpus(name).is_dir()


@pytest.mark.parametrize("name", sorted(sources()))
def test_incremental_equals_from_scratch(name: str) -> None:
    language = by_name(name)
    assert language is not None
    texts = sources()[name]
    chance = random.Random(f"{SEED} {name}")
    share = max(EDITS // len(sources()), 8)
    made = 0
    while made < share:
        document = Document.of(language, chance.choice(texts), 1)
        assert document.symbols() is not None
        with endured(language):
            for version in range(2, 2 + chance.randint(1, 12)):
                data = document.text.data
                start = chance.randrange(len(data) + 1)
                end = min(start + chance.choice((0, 0, 0, 1, 1, 5, 40, 400)), len(data))
                while end < len(data) and data[end] & 0xC0 == 0x80:
                    end += 1
                while start > 0 and start < len(data) and data[start] & 0xC0 == 0x80:
                    start -= 1
                new = (
                    chance.choice(SNIPPETS)
                    if chance.random() < 0.8
                    else chance.choice(texts)[:600].decode("utf-8", "ignore").encode()
                )
                document = document.edited(start, end, new, version)
                made += 1
                if chance.random() < 0.7:  # else the next edit is made before anyone asked
                    offsets = [chance.randrange(len(document.text.data) + 1) for _ in range(3)]
                    fresh = Document.of(language, document.text.data, version)
                    assert answers(document, offsets) == answers(fresh, offsets), (name, version, start, end, new)


@pytest.mark.parametrize("name", sorted(sources()))
def test_the_layout_of_an_edited_text_is_that_of_the_text(name: str) -> None:
    language = by_name(name)
    assert language is not None and language.grammar is not None
    chance = random.Random(f"{SEED} {name} layout")
    for _ in range(max(EDITS // len(sources()) // 6, 2)):
        data = chance.choice(sources()[name])
        known = Layout.of(language.grammar, data)
        laid_out = LaidOut.of(language.grammar, data)
        for _ in range(6):
            start = chance.randrange(len(data) + 1)
            end = min(start + chance.choice((0, 0, 1, 3, 20, 200)), len(data))
            new = chance.choice([*SNIPPETS, *KEYS, b""])
            data = data[:start] + new + data[end:]
            edit = Edit(start, end, len(new))
            before, (known, (low, high)) = known, known.edited(language.grammar, data, edit)
            assert known == Layout.of(language.grammar, data), (name, start, end)
            assert known.text[:low] == before.text[:low], (name, start, end)
            assert known.text[high:] == before.text[high - edit.delta :], (name, start, end)
            laid_out = laid_out.edited(data, chance.choice((edit, None)))
            assert laid_out == LaidOut.of(language.grammar, data), (name, start, end)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("c", b"int x; " + b"/*" * 200_000),
        ("ruby", b"a << A; " * 100_000),
        ("tcl", b"proc a {} {\n" + b"{" * 200_000 + b"}" * 200_000),
        ("c", b"#define A \\\n" * 100_000),
    ],
)
def test_hostile_layouts_take_no_longer_than_others(language: str, text: bytes) -> None:
    """Each key looks at what is open and at rows that go on: their number must not count twice."""
    grammar = by_name(language)
    assert grammar is not None and grammar.grammar is not None
    laid_out = LaidOut.of(grammar.grammar, text)
    for at in (len(text) // 2, len(text) - 1, 3):
        edit = Edit(at, at, 1)
        text = text[:at] + b"x" + text[at:]
        laid_out = laid_out.edited(text, edit)
        assert laid_out == LaidOut.of(grammar.grammar, text)
    nested = b"{" * 200_000 + b"}" * 200_000
    assert not may_be_open(nested, b"{", b"}")
    assert may_be_open(b"{" + nested, b"{", b"}")


def language_and_tools(name: str) -> tuple[Language, Tools]:
    language = by_name(name)
    assert language is not None and language.grammar is not None
    tools = Tools.of(language.grammar)
    assert tools is not None
    return language, tools


# What is typed one after the other, and leaves a text broken most of the time.
KEYS = [
    *(b"(", b")", b"{", b"}", b"[", b"]", b'"', b"'", b"`", b"x", b" ", b"\n", b";", b":", b",", b"=", b"/*", b"*/"),
    *(b"# {{{\n", b"# }}}\n", b"// #region\n", b"// #endregion\n", b"/* {{{\n }}} */"),
    *(b'"""', b"end\n", b"def ", b"=begin\n", b"=cut\n", b"<<EOF\n", b"#if X\n", b"#endif\n", b"//", b"<<<<<<< HEAD\n"),
]


def wire(document: Document) -> tuple[object, object]:
    """Outline and folds as they go over the wire, put together from sections."""
    outline = nested_symbols(document.text, document.outline(), Encoding.UTF16)
    return json.loads(outline.json), json.loads(folding_ranges(document.fold_sections()).json)


def wire_at_once(document: Document) -> tuple[object, object]:
    """The same, put together from records of the whole document."""
    outline = nested_symbols(document.text, document.symbols(), Encoding.UTF16)
    return json.loads(outline.json), json.loads(folding_ranges([(None, 0, document.folds())]).json)


# Languages in whose sources most of what is typed is seen to break the text without all of it.
SEEN = ("c", "csharp", "go", "java", "javascript", "php", "python", "ruby", "rust")


@pytest.mark.parametrize("name", [name for name in sorted(sources()) if _is_trusted(name)])
def test_an_error_that_a_parser_sees_at_once_is_one(name: str) -> None:
    """What the beginning of a text shows, all of it must show, whatever stands behind what it was told by."""
    _, tools = language_and_tools(name)
    chance = random.Random(f"{SEED} {name} until error")
    seen = 0
    for at in range(max(EDITS // 2, 60)):
        if at % 20 == 0:
            data = chance.choice(sources()[name])
            tree = tools.parse.parse(data)
        if tree.root_node.has_error:
            continue
        start = chance.randrange(len(data) + 1)
        end = min(start + chance.choice((0, 0, 0, 1, 3, 20)), len(data))
        new = chance.choice([*SNIPPETS, *KEYS])
        edit, edited = Edit(start, end, len(new)), data[:start] + new + data[end:]
        before, patience = edited_tree(tree, data, edited, edit), chance.choice(list(Patience))
        found = tools.parsed_until_error(edited, before, edit.start, patience)
        broken = tools.parsed(edited, before).root_node.has_error
        if not isinstance(found, int):
            assert found.root_node.has_error == broken, (name, edit, new)
            continue
        if broken and not tools.parse.parse(edited).root_node.has_error:
            continue  # now and then C++ is read in another way by a parser that goes on from an earlier tree
        for behind in (edited[found:], b"", b"}\n", chance.choice(sources()[name])):
            if not behind or found < len(edited):
                assert tools.parse.parse(edited[:found] + behind).root_node.has_error, (name, edit, new, behind)
        seen += 1
    assert seen or name not in SEEN


@pytest.mark.parametrize("name", [name for name in sorted(sources()) if _is_trusted(name)])
def test_behind_a_hopeless_head_nothing_parses(name: str) -> None:
    """The beginning of a text that is said to be broken for good is, whatever follows it."""
    language, tools = language_and_tools(name)
    chance = random.Random(f"{SEED} {name} hopeless")
    for _ in range(max(EDITS // 100, 4)):
        data = chance.choice(sources()[name])
        start = chance.randrange(len(data) + 1)
        end = min(start + chance.choice((0, 0, 1, 8)), len(data))
        cut = data.find(b"\n", min(end + chance.choice((20, 200, 1000)), len(data))) + 1
        head = data[:start] + chance.choice([*KEYS, *SNIPPETS]) + data[end:cut]
        if cut and is_hopeless(language.grammar, tools.parse.parse, head):
            behind = chance.choice(sources()[name])
            for rest in (data[cut:], behind, b"}\n", b"end\n", b'"', b"'", b"*/", chance.choice(SNIPPETS)):
                assert tools.parse.parse(head + rest).root_node.has_error, (name, head, rest)


@pytest.mark.parametrize("name", sorted(sources()))
def test_members_are_what_they_were_before_the_text_broke(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is taken from the tree of the last whole text is what the parser makes of it, in short parts as in long."""
    told = Members._as_they_were

    def checked(self: Members, head: bytes, text: bytes, spans: list[Span], foot: bytes, layout: Stretch) -> object:
        found = told(self, head, text, spans, foot, layout)
        anew = Members(self._tools, Memo(), Trees(), Failed(), self._past)
        for member, items in found.items():
            assert anew.if_parsed(head, member, foot) == items, (head, member, foot)
        return found

    monkeypatch.setattr(Members, "_as_they_were", checked)
    monkeypatch.setattr(members, "LONG", 200)
    monkeypatch.setattr(members, "SEVERAL", 2)
    language = by_name(name)
    assert language is not None
    chance = random.Random(f"{SEED} {name} members")
    for _ in range(max(EDITS // 100, 4)):
        document = Document.of(language, chance.choice(sources()[name]), 1)
        with endured(language):
            for version in (2, 3, 4):
                _ = document.structure
                start = chance.randrange(len(document.text.data) + 1)
                end = min(start + chance.choice((0, 0, 1, 8)), len(document.text.data))
                document = document.edited(start, end, chance.choice([*KEYS, *SNIPPETS]), version)
            _ = document.structure


@pytest.mark.parametrize("name", sorted(sources()))
def test_what_has_the_error_of_the_text_in_it_does_not_parse(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part or a member that is not parsed since the first error of all of the text is in it has one of its own."""
    tried, parsed = Members._tried, parts._Reading._parsed_long

    def checked(
        self: Members,
        head: bytes,
        text: bytes,
        spans: list[Span],
        foot: bytes,
        layout: Stretch,
        faulty: int | None = None,
    ) -> object:
        found = tried(self, head, text, spans, foot, layout, faulty)
        if faulty is not None and found[faulty][1] is members._BROKEN:
            anew = Members(self._tools, Memo(), Trees(), Failed(), self._past)
            assert anew.if_parsed(head, text[slice(*spans[faulty])], foot) is None, (head, text, spans[faulty], foot)
        return found

    def checked_part(self: parts._Reading, start: int, end: int) -> object:
        found = parsed(self, start, end)
        if self._members.fault is not None:
            before, after = self._strategy.around(self._text(start, end))
            text = before + self._text(start, end) + after
            assert self._tools.parse.parse(text).root_node.has_error, text
        return found

    monkeypatch.setattr(Members, "_tried", checked)
    monkeypatch.setattr(parts._Reading, "_parsed_long", checked_part)
    monkeypatch.setattr(members, "LONG", 200)
    monkeypatch.setattr(parts, "LONG", 200)
    language = by_name(name)
    assert language is not None
    chance = random.Random(f"{SEED} {name} faults")
    for _ in range(max(EDITS // 100, 4)):
        document = Document.of(language, chance.choice(sources()[name]), 1)
        at = chance.randrange(len(document.text.data) + 1)
        with endured(language):
            for version in range(2, 8):
                _ = document.structure
                end = min(at + chance.choice((0, 0, 1, 8)), len(document.text.data))
                new = chance.choice(KEYS)
                document = document.edited(at, end, new, version)
                at += len(new)
            _ = document.structure


@pytest.mark.parametrize("name", sorted(sources()))
def test_prose_in_comments_and_strings_changes_no_token(name: str) -> None:
    """What is said to change no token leaves a tree as it is, but for the length of one node."""
    _, tools = language_and_tools(name)
    chance = random.Random(f"{SEED} {name} prose")
    whole = [(text, tree) for text in sources()[name] if not (tree := tools.parse.parse(text)).root_node.has_error]
    for _ in range(max(EDITS // 30, 20) if whole else 0):
        data, tree = chance.choice(whole)
        start = chance.randrange(len(data) + 1)
        end = min(start + chance.choice((0, 0, 0, 1, 3)), len(data))
        new = bytes(chance.choices(b"ax_0 .,*@ ", k=chance.choice((0, 1, 1, 2))))
        edited = data[:start] + new + data[end:]
        if in_free_text(tree, data, edited, Edit(start, end, len(new))):
            assert str(tools.parse.parse(edited).root_node) == str(tree.root_node), (name, start, end, new)


@pytest.mark.parametrize("name", sorted(sources()))
def test_prose_in_a_comment_without_an_end_leaves_a_text_broken(name: str) -> None:
    language, tools = language_and_tools(name)
    chance = random.Random(f"{SEED} {name} open comment")
    for _ in range(max(EDITS // 100, 4)):
        text = chance.choice(sources()[name])
        at = text.rfind(b"\n", 0, chance.randrange(len(text) + 1)) + 1
        data = text[:at] + chance.choice((b"/*", b"/* open it", b"a /* ")) + text[at:]
        with endured(language):
            tree = tools.parse.parse(data)
            for start in range(at, at + 14 if tree.root_node.has_error else at):
                end = min(start + chance.choice((0, 0, 0, 1, 3)), len(data))
                new = bytes(chance.choices(b"ax_0 .,*@ ", k=chance.choice((0, 1, 1, 2))))
                edited = data[:start] + new + data[end:]
                if in_free_text(tree, data, edited, Edit(start, end, len(new))):
                    assert tools.parse.parse(edited).root_node.has_error, (name, data, start, end, new)


@pytest.mark.parametrize("name", sorted(sources()))
def test_broken_text_is_a_function_of_the_text_alone(name: str) -> None:
    """Keys where the cursor is, mostly in broken text, with what an editor asks after them."""
    language = by_name(name)
    assert language is not None
    texts = sources()[name]
    chance = random.Random(f"{SEED} {name} broken")
    share = max(EDITS // len(sources()), 8)
    made = 0
    while made < share:
        document = Document.of(language, chance.choice(texts), 1)
        chance.choice((document.symbols, document.outline))()
        at = chance.randrange(len(document.text.data) + 1)
        with endured(language):
            for version in range(2, 2 + chance.randint(3, 20)):
                data = document.text.data
                at = chance.randrange(len(data) + 1) if chance.random() < 0.2 else min(at, len(data))
                while at < len(data) and data[at] & 0xC0 == 0x80:
                    at += 1
                end = min(at + chance.choice((0, 0, 0, 0, 1, 3, 20, 200)), len(data))
                while end < len(data) and data[end] & 0xC0 == 0x80:
                    end += 1
                new = chance.choice(KEYS) if end == at or chance.random() < 0.5 else b""
                document = document.edited(at, end, new, version)
                at += len(new)
                made += 1
                if chance.random() < 0.8:
                    fresh = Document.of(language, document.text.data, version)
                    assert answers(document, [at]) == answers(fresh, [at]), (name, version, at, end, new)
                    assert wire(document) == wire_at_once(document) == wire(fresh), (name, version, at, end, new)


@pytest.mark.parametrize("grammar", ["c", "javascript", "python", "rust"])
@pytest.mark.parametrize("opened", [b"/* ", b'"""', b"`", b'"', b"{", b"("])
def test_what_is_opened_may_end_pieces_further_down(grammar: str, opened: bytes) -> None:
    """A comment or string that is opened takes in what follows, up to where another one ends or begins."""
    function = {
        "c": b"/* Says %d. */\nint f%d(void)\n{\n\treturn 1;\n}\n\n",
        "javascript": b"/* Says %d. */\nfunction f%d() {\n  return `a`;\n}\n\n",
        "python": b'def say%d():\n    """Says."""\n\n\ndef f%d():\n    return 1\n\n\n',
        "rust": b'/* Says %d. */\nfn f%d() -> &str {\n    "a"\n}\n\n',
    }[grammar]
    data = b"".join(function % (n, n) for n in range(60))
    document = Document.of(by_name(grammar), data)
    document.symbols()
    at = data.index(b"f30")
    at = data.index(b"\n", at) + 1
    for sign in (opened, b"x", b"\n", b"y"):
        document = document.edited(at, at, sign, 2)
        at += len(sign)
        assert answers(document, [at]) == answers(Document.of(document.language, document.text.data), [at])
    document = document.edited(data.index(b"\n", data.index(b"f30")) + 1, at, b"", 3)
    assert document.text.data == data
    assert document.structure is not None and document.structure.clean
    assert answers(document, [at]) == answers(Document.of(document.language, data), [at])


@pytest.mark.parametrize(
    ("language", "statement", "key"),
    [("javascript", b"let x = y\n\n", b" +"), ("perl", b"foo();\n\n", b"bar "), ("ruby", b"x = y\n\n", b" +")],
)
def test_a_statement_may_go_on_behind_comments(language: str, statement: bytes, key: bytes) -> None:
    """A comment between two statements is no sign that the first one has ended."""
    comment = b"# one\n\n" if language != "javascript" else b"// one\n\n"
    data = statement * 30 + comment * 30 + statement * 30
    document = Document.of(by_name(language), data)
    document.symbols()
    at = len(statement * 30) - (2 if language != "perl" else 0)
    for version, sign in enumerate(key, 2):
        document = document.edited(at, at, bytes([sign]), version)
        at += 1
        assert answers(document, [at]) == answers(Document.of(document.language, document.text.data), [at])


@pytest.mark.parametrize("row", [b"test $x == 0", b"if test -n x -a $x == y; then z; fi", b"expect x =~ y"])
def test_a_comparison_of_shell_reaches_no_further_than_its_command(row: bytes) -> None:
    """To the grammar it is a regular expression that goes on to the next bracket that nothing opened."""
    source = row + b"\n\n" + b"\n\n".join(b"f%d() {\n  g\n}" % n for n in range(30)) + b"\n\ngrep x\n"
    document = Document.of(by_name("bash"), source)
    assert len(document.symbols()) == 30
    at = source.index(b"ep x")
    document = document.edited(at, at, b"]", 2)
    assert len(document.symbols()) == 30
    assert answers(document, [at + 1]) == answers(Document.of(document.language, document.text.data), [at + 1])


def test_a_comment_that_is_opened_where_its_signs_are_operators() -> None:
    """Without its end, which is far below, it reads as a quotient of what a pointer leads to."""
    function = b"int f%d(int *a)\n{\n\treturn a[1] *a[2];\n}\n\n"
    source = b"".join(function % n for n in range(20)) + b"/* The last. */\n" + function % 20
    document = Document.of(by_name("c"), source).edited(0, 0, b"\n", 2)
    document.symbols()
    at = document.text.data.index(b"*a[2]", document.text.data.index(b"f10"))
    document = document.edited(at, at, b"/", 3)
    fresh = Document.of(document.language, document.text.data)
    assert len(fresh.symbols()) < 15
    assert answers(document, [at]) == answers(fresh, [at])
    assert wire(document) == wire(fresh)


def test_an_attribute_of_several_rows_is_part_of_the_head_below_it() -> None:
    """It looks like a block that ends, and to Rust's grammar it is a node of its own."""
    struct = b"#[repr(\n    C\n)]\npub struct A%d<T>\nwhere\n    T: Clone,\n{\n    a: T,\n}\n\n"
    source = b"".join(struct % n for n in range(20))
    document = Document.of(by_name("rust"), source)
    assert wire(document) == wire_at_once(document)
    at = source.index(b"A10")
    for version, (end, new) in enumerate([(at, b"x"), (at, b"("), (at + 1, b"")], 2):
        document = document.edited(at, end, new, version)
        fresh = Document.of(document.language, document.text.data)
        assert answers(document, [at]) == answers(fresh, [at])
        assert wire(document) == wire_at_once(document) == wire(fresh)


def test_a_key_in_broken_text_parses_what_it_touches() -> None:
    """The pieces of a broken text that a key does not touch keep their very items."""
    members = b"\n".join(b"    def f%d(self):\n        return %d\n" % (n, n) for n in range(300))
    source = b"class A:\n" + members + b"\n\n" + b"\n\n".join(b"def g%d():\n    return 1\n" % n for n in range(300))
    opened = Document.of(by_name("python"), source)
    assert opened.structure is not None
    at = source.index(b"return 150")
    broken = opened.edited(at, at, b"(y = [", 2)
    before = broken.structure
    after = broken.edited(at, at, b"z", 3).structure
    assert before is not None and after is not None and not before.clean and not after.clean
    kept = {id(items) for items, _ in before.items()} & {id(items) for items, _ in after.items()}
    assert len(before.pieces) > 320
    assert len(kept) >= len(before.pieces) - 8


def test_typing_touches_only_a_small_part() -> None:
    """A keystroke in a long file replaces few pieces; the others are the very same objects."""
    source = b"\n\n".join(b"def f%d(x):\n    if x:\n        return x\n    return None\n" % n for n in range(2000))
    opened = Document.of(by_name("python"), source)
    assert opened.structure is not None  # which is one piece until something changes
    document = opened.edited(0, 0, b"\n", 1)
    before = document.structure
    source = document.text.data
    after = document.edited(source.index(b"f1000") + 1, source.index(b"f1000") + 1, b"9", 2).structure
    assert before is not None and after is not None
    kept = {id(piece) for piece in before.pieces} & {id(piece) for piece in after.pieces}
    assert len(before.pieces) > 20
    assert len(kept) >= len(before.pieces) - 3


class Counting:
    """A parser that counts the bytes it reads from nothing."""

    def __init__(self, inner: GrammarParser) -> None:
        self.inner = inner
        self.read = 0

    def parse(self, data: bytes, old_tree: Tree | None = None) -> Tree:
        if old_tree is not None:
            return self.inner.parse(data, old_tree)
        self.read += len(data)
        return self.inner.parse(data)


def test_a_key_in_a_text_that_never_parses_reads_what_it_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error far away that spans all of the text is no reason to read it all again."""
    body = b"{\n    my $x = shift;\n    return $x + %d;\n}\n"
    source = b"my %s = {{{ (;\n\n" + b"\n".join(b"sub f%d\n" % n + body % n for n in range(2000))
    document = Document.of(by_name("perl"), source)
    at = source.index(b"return $x + 1000")
    document = document.edited(at, at, b"m", 2)
    assert document.structure is not None and not document.structure.clean
    inner = parser("perl")
    assert inner is not None
    counting = Counting(inner)
    monkeypatch.setattr("indexer.syntax.tools.parser", lambda name: counting)
    for version, sign in enumerate(b"y $y = 1;", 3):
        document = document.edited(at, at, bytes([sign]), version)
        assert document.structure is not None and not document.structure.clean
    assert counting.read < len(source)


def test_a_word_that_could_mark_a_region_leaves_the_folds_of_other_parts_alone() -> None:
    source = b"\n\n".join(b"def region%d():\n    return 1\n" % n for n in range(50))
    document = Document.of(by_name("python"), source).edited(0, 0, b"\n", 2)
    assert document.structure is not None
    document = document.edited(0, 0, b"\n", 3)
    assert len(document.fold_sections()) > 20


@pytest.mark.parametrize("name", ["commonlisp", "racket", "scheme"])
def test_a_bar_that_is_left_opens_a_symbol_up_to_the_next_one(name: str) -> None:
    """Though one bar alone is no error to the grammar, and the next one is far below."""
    functions = b"".join(b"(define (f%d) 1)\n\n" % n for n in range(20))
    source = functions + b"#| text |#\n\n" + functions + b"#| text |#\n\n" + functions
    document = Document.of(by_name(name), source)
    assert document.symbols() is not None
    at = source.index(b"#|")
    document = document.edited(at, at + 8, b"", 2)
    assert answers(document, [at]) == answers(Document.of(by_name(name), document.text.data, 2), [at])


def test_an_example_in_a_comment_marks_no_region() -> None:
    doc = b"/** {{{\n  * f(1)\n  * }}}\n  */\n"
    source = b"// {{{\n\n" + doc + b"object A {\n  def f(x: Int) = x\n}\n\n// }}}\n"
    folds = Document.of(by_name("scala"), source).folds()
    assert [fold for fold in folds if fold.kind == "region"] == [Fold(0, 10, "region")]


def test_a_region_leaves_the_folds_of_other_parts_alone() -> None:
    """Wherever it begins and ends: around parts, across the end of a class, in the midst of a function, in a row."""
    functions = [b"def f%d():\n    if f:\n        return 1\n    return 2\n" % n for n in range(50)]
    parts = [*functions[:25], b"class C:\n" + b"".join(b"    " + row for row in functions[25].splitlines(True))]
    rows = b"\n\n".join([*parts, *functions[26:]]).splitlines(True)
    chance = random.Random(f"{SEED} regions")
    apart = 0
    for _ in range(max(EDITS // 60, 20)):
        marked = list(rows)
        for _ in range(chance.choice((1, 2, 5, 30))):
            first, last = sorted(chance.choices(range(len(marked)), k=2))
            marked.insert(last, chance.choice((b"# endregion\n", b"    # }}}\n", b"# }}}\n# {{{\n")))
            marked.insert(first, chance.choice((b"# region One\n", b"    # {{{\n", b"x = 1 # {{{\n")))
        document = Document.of(by_name("python"), b"".join(marked))
        assert wire(document) == wire_at_once(document), b"".join(marked)
        before = {id(section) for section, _, _ in document.fold_sections()}
        document = document.edited(0, 0, b"x = 1\n", 2)
        assert wire(document) == wire_at_once(document)
        if len(before) > 20:  # else one that crosses others has brought most of them together
            assert 2 * len(before & {id(section) for section, _, _ in document.fold_sections()}) > len(before)
            apart += 1
    assert apart


@pytest.mark.parametrize(
    ("language", "member"),
    [("python", b"    def f%d(self):\n        return %d\n"), ("java", b"  int f%d() {\n    return %d;\n  }\n")],
)
def test_a_key_in_a_long_class_makes_few_rows_anew(language: str, member: bytes) -> None:
    """Valid or broken, and valid again: what is far from the key keeps its very items."""
    head, foot = (b"class A:\n", b"") if language == "python" else (b"class A {\n", b"}\n")
    source = head + b"\n".join(member % (n, n) for n in range(1000)) + foot
    document = Document.of(by_name(language), source)
    assert document.structure is not None
    before = list(document.structure.slices())
    assert len(before) > 20
    at = source.index(b"return 500")
    for version, (start, end, new) in enumerate(
        [(0, 0, b"("), (1, 1, b"x"), (1, 2, b""), (0, 1, b""), (0, 0, b"x = 1; ")], 2
    ):
        document = document.edited(at + start, at + end, new, version)
        assert document.structure is not None
        if document.structure.clean:
            kept = {id(each.items) for each in before} & {id(each.items) for each in document.structure.slices()}
            assert len(kept) >= len(before) - 5
    assert document.structure.clean
    assert wire(document) == wire_at_once(document) == wire(Document.of(document.language, document.text.data))


def test_keys_at_the_margin_in_a_long_class_read_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands at the margin ends a class as its layout shows it; the methods below are whole without a head."""
    source = b"class A {\n" + b"\n".join(b"  int f%d() {\n    return %d;\n  }\n" % (n, n) for n in range(1500)) + b"}\n"
    at = source.index(b"  int f700")
    document = Document.of(by_name("java"), source).edited(at, at, b"open\n", 2)
    assert document.structure is not None and not document.structure.clean
    inner = parser("java")
    assert inner is not None
    counting = Counting(inner)
    for module in ("tools", "recovery.damage"):
        monkeypatch.setattr(f"indexer.syntax.{module}.parser", lambda name: counting)
    at += len(b"open")
    for version, sign in enumerate(b" it now", 3):
        document = document.edited(at, at, bytes([sign]), version)
        at += 1
        assert document.structure is not None and not document.structure.clean
    assert counting.read < 2 * len(source)  # the window of the first key among them
    names = [symbol.name for symbol in document.symbols()]
    assert {f"f{n}" for n in range(1500)} <= set(names)


@pytest.mark.parametrize(
    ("language", "head", "member", "foot"),
    [
        ("javascript", b"class A {\n", b"  f%d() {\n    return { a: %d };\n  }\n", b"}\n"),
        ("ruby", b"class A\n", b"  def f%d\n    g(%d)\n  end\n", b"end\n"),
    ],
)
def test_a_class_that_is_cut_in_two_keeps_the_members_below_the_cut(
    monkeypatch: pytest.MonkeyPatch, language: str, head: bytes, member: bytes, foot: bytes
) -> None:
    """They do not stand alone in these languages, so they are read between the head above and the end below."""
    source = head + b"\n".join(member % (n, n) for n in range(400)) + foot
    at = source.index(b"{ a: 200" if language == "javascript" else b"g(200")
    at = source.rindex(b"\n", 0, at) + 1
    document = Document.of(by_name(language), source).edited(at, at, b"((open\n", 2)
    assert document.structure is not None and not document.structure.clean
    inner = parser(language)
    assert inner is not None
    counting = Counting(inner)
    for module in ("tools", "recovery.damage"):
        monkeypatch.setattr(f"indexer.syntax.{module}.parser", lambda name: counting)
    at += len(b"((open")
    for version, sign in enumerate(b" it now", 3):
        document = document.edited(at, at, bytes([sign]), version)
        at += 1
        assert document.structure is not None and not document.structure.clean
    assert counting.read < 9 * len(source)  # the window of each key, and little else
    assert {f"f{n}" for n in range(400) if n != 200} <= {symbol.name for symbol in document.symbols()}
    assert wire(document) == wire_at_once(document) == wire(Document.of(document.language, document.text.data))


def test_a_word_that_was_a_keyword_is_read_anew() -> None:
    """A parser that goes on from the tree before keeps `elif` for one where a new one reads the name of a command."""
    text = b"f() {\n    if a; then\n        b\n    elif c; then\n        d\n    else\n        e\n    fi\n}\n"
    at = text.index(b"then") + 2
    document = Document.of(by_name("bash"), text)
    assert document.structure is not None and document.structure.clean
    edited = document.edited(at, at, b"// #region\n", 2)
    fresh = Document.of(by_name("bash"), edited.text.data)
    assert edited.structure is not None and fresh.structure is not None
    assert edited.structure.clean == fresh.structure.clean
    assert edited.symbols() == fresh.symbols() and edited.folds() == fresh.folds()


def parsed_lengths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all texts that are parsed from now on."""
    lengths: list[int] = []
    parse = GrammarParser.parse

    def counted(self: GrammarParser, data: bytes, old_tree: Tree | None = None) -> Tree:
        lengths.append(len(data))
        return parse(self, data, old_tree)

    monkeypatch.setattr(GrammarParser, "parse", counted)
    return lengths


def test_a_key_behind_the_first_error_does_not_ask_whether_the_text_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that stands behind an error can mend it, once the parser has seen a few tokens more."""
    members = b"\n".join(b"  f%d() {\n    return { a: %d };\n  }\n" % (n, n) for n in range(400))
    source = b"class A {\n" + members.replace(b"a: 7 ", b"a: 7 7 ") + b"}\n"
    at = source.index(b"return { a: 200")
    document = Document.of(by_name("javascript"), source).edited(at, at, b"x(", 2)
    assert document.structure is not None and not document.structure.clean
    at += len(b"x(")
    document = document.edited(at, at, b"y", 3)
    assert document.structure is not None
    lengths = parsed_lengths(monkeypatch)
    for version, sign in enumerate(b"ab, cd", 4):
        at += 1
        document = document.edited(at, at, bytes([sign]), version)
        assert document.structure is not None and not document.structure.clean
    assert lengths and max(lengths) < len(source) // 4
    start = document.text.data.index(b"7 7")
    for mended in (document.edited(start, start + 2, b"", 20), document.edited(at - 8, at + 1, b"", 20)):
        assert wire(mended) == wire_at_once(mended) == wire(Document.of(mended.language, mended.text.data))


def test_a_comment_that_ends_before_an_odd_quote_breaks_no_other_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is open behind an error that nothing mends is not looked for in the rest of the text."""
    member = "/**\n * A `word` of many.\n * And more.\n */\nexport const f%d = (a: number) => {\n  return `${a}`\n}\n\n"
    source = "".join(member % n for n in range(200)).encode()
    at = source.index(b"ord`", len(source) // 2)
    document = Document.of(by_name("typescript"), source)
    assert document.structure is not None and document.structure.clean
    document = document.edited(at, at, b"*", 2)
    assert document.structure is not None and document.structure.clean
    lengths = parsed_lengths(monkeypatch)
    ended = document.edited(at + 1, at + 1, b"/", 3)
    assert ended.structure is not None and not ended.structure.clean
    assert lengths and max(lengths) < len(source) // 4
    for after in (ended, ended.edited(at + 1, at + 2, b"", 4), ended.edited(at, at + 6, b"", 4)):
        assert wire(after) == wire_at_once(after) == wire(Document.of(after.language, after.text.data))


@pytest.mark.parametrize(
    ("language", "head", "member", "foot"),
    [
        (
            "csharp",
            b"using A;\n\nnamespace B\n{\n    class C\n    {\n",
            b"        int F%d() { return %d; }\n",
            b"    }\n}\n",
        ),
        ("php", b"<?php\n\nuse A\\B;\n\nclass C\n{\n", b"    function f%d() { return %d; }\n", b"}\n"),
        ("haskell", b"module A where\n\n", b"f%d x =\n  x + %d\n", b""),
    ],
)
def test_keys_in_a_long_part_that_stays_broken_read_what_they_touch(
    monkeypatch: pytest.MonkeyPatch, language: str, head: bytes, member: bytes, foot: bytes
) -> None:
    """What is around the members, as a namespace and a tag, is no reason to read all of them at each key."""
    source = head + b"\n".join(member % (n, n) for n in range(400)) + foot
    at = source.index(b"%d" % 200, source.index(b"200") + 1)
    document = Document.of(by_name(language), source).edited(at, at, b"(x = [", 2)
    assert document.structure is not None and not document.structure.clean
    at += len(b"(x = [")
    inner = parser(language)
    assert inner is not None
    counting = Counting(inner)
    for module in ("tools", "recovery.damage"):
        monkeypatch.setattr(f"indexer.syntax.{module}.parser", lambda name: counting)
    for version, sign in enumerate(b"yz, 1, 2", 3):
        document = document.edited(at, at, bytes([sign]), version)
        at += 1
        assert document.structure is not None and not document.structure.clean
    assert counting.read < 2 * len(source)  # the first key finds out that all of it does not parse
    names = {symbol.name.lower() for symbol in document.symbols()}
    assert {f"f{n}" for n in range(400) if n != 200} <= names
    assert wire(document) == wire_at_once(document) == wire(Document.of(document.language, document.text.data))


def test_a_text_that_is_broken_and_mended_has_the_sections_it_had() -> None:
    source = b"class A:\n" + b"\n".join(b"    def f%d(self):\n        return %d\n" % (n, n) for n in range(500))
    at = source.index(b"return 250")
    document = Document.of(by_name("python"), source)
    seen: dict[bool, set[int]] = {}
    for version, (start, end, new) in enumerate([(at, at, b"("), (at, at + 1, b"")] * 3, 2):
        document = document.edited(start, end, new, version)
        assert document.sections is not None and document.structure is not None
        sections = {id(each.section) for each in document.sections}
        known = seen.setdefault(document.structure.clean, sections)
        assert len(known & sections) >= len(sections) - 5
        seen[document.structure.clean] = sections


def test_a_key_in_php_asks_the_tree_for_the_rows_around_it() -> None:
    """PHP is not cut into pieces, since all of it hangs on the opening tag, but items far away stay the same."""
    method = b"    public function f%d()\n    {\n        return %d;\n    }\n"
    source = b"<?php\n\nclass A\n{\n" + b"\n".join(method % (n, n) for n in range(500)) + b"}\n"
    document = Document.of(by_name("php"), source)
    assert document.structure is not None
    before = {id(each.items) for each in document.structure.slices()}
    at = source.index(b"return 250")
    document = document.edited(at, at, b"$x = 1; ", 2)
    assert document.structure is not None and document.structure.clean
    assert len(before) > 20
    assert len(before & {id(each.items) for each in document.structure.slices()}) >= len(before) - 4
    assert wire(document) == wire_at_once(document) == wire(Document.of(document.language, document.text.data))


def test_a_function_of_php_with_a_name_stays_one_when_the_row_below_changes() -> None:
    """The statement ends with the row, the function before its semicolon."""
    source = b"<?php\n$format = fn ($value) => show($value, 2);\n$queue = [];\n"
    document = Document.of(by_name("php"), source)
    assert [symbol.kind for symbol in document.symbols()] == ["function", "variable"]
    document = document.edited(len(source), len(source), b"\n", 2)
    assert document.symbols() == Document.of(document.language, document.text.data).symbols()


def test_a_method_of_dart_keeps_its_annotation_when_its_body_changes() -> None:
    source = b"class A {\n  int x = 1;\n\n  @override\n  int load(String key) {\n    return 1;\n  }\n}\n"
    document = Document.of(by_name("dart"), source)
    document.symbols()
    at = source.index(b"return")
    for version, (end, new) in enumerate([(at, b"("), (at + 1, b""), (at, b"x(); ")], 2):
        document = document.edited(at, end, new, version)
        assert document.symbols() == Document.of(document.language, document.text.data).symbols()


@pytest.mark.parametrize(
    ("language", "source"),
    [
        (
            "elixir",
            b"defmodule A do\n"
            + b"".join(b"  def f(%d) do\n    %d\n  end\n\n" % (n, n) for n in range(300))
            + b"end\n",
        ),
        ("haskell", b"".join(b"f %d = do\n  a\n  b\n\n" % n for n in range(300))),
    ],
)
def test_clauses_of_one_function_are_one_symbol_however_the_text_is_cut(language: str, source: bytes) -> None:
    document = Document.of(by_name(language), source)
    assert len(document.sections or ()) > 2
    at = len(source) // 2
    at = source.index(b"\n\n", at) + 2
    document = document.edited(at, at, b"\n", 2)
    names = [symbol.name for symbol in document.symbols()]
    assert names == (["A", "f"] if language == "elixir" else ["f"])
    assert wire(document) == wire_at_once(document)


def test_a_key_beside_another_language_makes_few_rows_anew() -> None:
    """Heredocs, SQL in them and a test tool are no reason to make the outline and the folds of all rows anew."""
    member = b"  def f%d\n    run(<<~SQL)\n      CREATE TABLE t%d (\n        a int\n      );\n    SQL\n  end\n"
    source = b"class A\n" + b"\n".join(member % (n, n) for n in range(300)) + b"end\n"
    document = Document.of(by_name("ruby"), source)
    assert document.regions()
    document = document.edited(source.index(b"run"), source.index(b"run"), b"x", 2)
    before = {id(each.section) for each in document.sections or ()}
    at = document.text.data.index(b"def f150") + 4
    document = document.edited(at, at, b"y", 3)
    kept = sum(id(each.section) in before for each in document.sections or ())
    assert kept >= len(before) - 5 > 10
    assert wire(document) == wire_at_once(document) == wire(Document.of(document.language, document.text.data))


@pytest.mark.parametrize(
    ("name", "quote"), [("perl", b"s)"), ("perl", b"q("), ("perl", b"qw{"), ("ruby", b"%q("), ("ruby", b"%w{")]
)
def test_a_quote_with_a_chosen_delimiter_that_ends_far_below(name: str, quote: bytes) -> None:
    """An edit opens it above another error, and the text that closes it makes the whole valid."""
    language = by_name(name)
    assert language is not None
    head, foot = (b"sub f%d {\n", b"}\n") if name == "perl" else (b"def f%d\n", b"end\n")
    body = b"".join(head % at + b"  g(h(1), {2 => 3});\n" + foot + b"\n" for at in range(6))
    for end in (len(body) // 2, len(body) - 1):
        document = Document.of(language, body, 1)
        document.symbols()
        for version, new in enumerate([b"x = ((;\n", quote], 2):
            document = document.edited(20, 20, new, version)
            document.symbols()
        document = document.edited(20 + len(quote), end, b" ", 9)
        fresh = Document.of(language, document.text.data, 9)
        assert answers(document, [21]) == answers(fresh, [21]), document.text.data


def test_a_fold_hangs_from_the_row_above_the_comment_that_is_typed_in() -> None:
    source = (
        b"def f(a):\n    if not a:\n        # one\n        # two\n        # three\n        return 1\n\n    return 2\n"
        * 3
    )
    document = Document.of(by_name("python"), source, 1)
    document.folds()
    at = source.index(b"one")
    for version, letter in enumerate(b"a b c d e f g h", 2):
        document = document.edited(at, at, bytes([letter]), version)
        assert document.folds() == Document.of(by_name("python"), document.text.data).folds()
