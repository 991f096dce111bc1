"""Guesses: other ways to write a term that finds nothing, each with the reason why it may be what was meant.

They come from what people type who know another tool: globs, regular expressions, operators of programming languages,
paths with a line behind them. Nothing is searched here; whoever asks tries them and says those that find something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from indexer.query.fields import FIELDS, SIZES, asked_elsewhere, field_named
from indexer.query.tree import Contains, File, Inside, Kind, Name, Node, Pattern, Ref, Related, Sym, Text

_MOST = 4
_LONGEST = 200  # characters of a term that somebody may have typed
_EQUALS = re.compile(r"(\w+)={1,2}(\S+)")
_COMPARED = re.compile(rf"({'|'.join(sorted(SIZES))})\s*([<>]=?)\s*(\d+)")
_FIELD = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(FIELDS)))}):\S")
_REGEX = re.compile(r"\\[bBsSdDwW.()\[\]{}]|\.[*+?]|\[[^\]]{0,80}\]|^\^|\$$|[)\w]\|[(\w]|\w\+$")
_FILE = re.compile(r"[\w.*/\\-]*[\w*]\.[A-Za-z]\w{0,4}(?::\d+)*")
_PARTS = re.compile(r"::|->|\.|#|/")
_LINE = re.compile(r"(?::\d+){1,2}$")
_HOLE = re.compile(r"\$([a-z]\w*)")
# Kinds that languages have one or the other of.
_ALIKE = (
    ("class", "struct", "interface", "trait", "protocol", "record", "object", "type"),
    ("function", "method", "constructor", "macro", "procedure"),
    ("module", "namespace", "package"),
    ("variable", "constant", "field", "property"),
    ("switch", "match", "case"),
    ("for", "while", "loop"),
    ("try", "catch"),
)


@dataclass(frozen=True)
class Guess:
    """A query to try, and what is to be said before it."""

    query: str
    because: str
    certain: bool = False  # worth saying even if it cannot be tried


def guesses(term: Node, written: str) -> list[Guess]:
    """Other ways to write a term, the likeliest first; none for one so long that nobody typed it."""
    if len(written) > _LONGEST:
        return []
    if isinstance(term, Text):
        found = _of_regex(term) if term.regex else _of_text(term.text, term.ignore_case)
    elif isinstance(term, Sym):
        found = _of_name("sym", term.name)
    elif isinstance(term, Ref):
        found = _of_reference(term)
    elif isinstance(term, Inside | Contains):
        found = _of_group(term, written)
    elif isinstance(term, Related):
        found = _of_relation(term, written)
    elif isinstance(term, File):
        found = _of_file(term.pattern)
    elif isinstance(term, Kind):
        found = _of_kind(written)
    elif isinstance(term, Pattern):
        found = _of_pattern(term.source)
    else:
        return []
    seen = {written: None}
    made: list[Guess] = []
    for guess in found:
        if guess.query not in seen:
            seen[guess.query] = None
            made.append(guess)
    return made[:_MOST]


def _of_text(text: str, ignore_case: bool) -> Iterator[Guess]:
    equals, compared = _EQUALS.fullmatch(text), _COMPARED.fullmatch(text)
    if compared:
        measure, sign, number = compared.groups()
        yield Guess(f"{measure}:{sign}{number}", "a colon stands between a field and its value", certain=True)
    elif equals:
        field, value = equals.groups()
        name = field_named(field)
        query = f"{name}:{value}" if name else asked_elsewhere(field.lower(), value)
        if query:
            yield Guess(query, "a colon stands between a field and its value", certain=True)
    if len(text) > 1 and text[0] == "!" and text[1].isalnum():
        yield Guess(f"-{text[1:]}", "`!` is looked for as it is; a dash leaves out what follows", certain=True)
    if _FILE.fullmatch(text) and ("/" in text or "*" in text or ":" in text or text.count(".") == 1):
        yield Guess(f"file:{_LINE.sub('', text)}", "a text is looked for in files; their paths are another field")
    if "*" in text and ".*" not in text and text.replace("*", "x").isidentifier():
        yield Guess(f"sym:{text}", "a star in a text is a star; in a name it stands for anything")
        yield Guess(_regex(text.strip("*").replace("*", ".*")), "a star in a text is a star")
    if _REGEX.search(text):
        yield Guess(_regex(text), "a text is looked for as it is; a regular expression stands between slashes")
    if text != text.lower() and not ignore_case:
        yield Guess(f"{_quoted(text)} case:no", "capitals are looked for as they are; `case:no` finds both cases")
    if "“" in text or "”" in text or "‘" in text or "’" in text:
        straight = text.translate({0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'"})
        yield Guess(straight, "these quotes are curved ones", certain=True)
    if text.isidentifier():
        yield Guess(f"sym:{text}", "as a name it may be spelled otherwise")
    elif re.fullmatch(r"\A\w++(?:(?:::|->|\.|#)\w++)++", text) and len(_PARTS.split(text)[-1]) > 2:
        yield Guess(f"sym:{_PARTS.split(text)[-1]}", "names are found by their last part")


def _of_regex(term: Text) -> Iterator[Guess]:
    if re.fullmatch(r"[\w./-]+", term.text):
        yield Guess(f"file:{term.text}", "between slashes it is a regular expression; paths are another field")
    if term.text != term.text.lower() and not term.ignore_case:
        yield Guess(f"/{term.text}/ case:no", "capitals are looked for as they are; `case:no` finds both cases")


def _of_name(field: str, name: Name) -> Iterator[Guess]:
    text = name.text
    if text.endswith("()"):
        yield Guess(f"{field}:{text[:-2]}", "a name has no parentheses")
    if name.how != "regex" and _REGEX.search(text):
        yield Guess(f"{field}:/{text}/", "a regular expression stands between slashes")
    if name.how == "exact":
        yield Guess(f"{field}:{text}", "behind `=` a name is exactly so")
    last = _PARTS.split(text)[-1]
    if name.how != "regex" and last != text and last:
        yield Guess(f"{field}:{last}", "the name is there, but not with what stands before it")
    if field == "sym" and name.how != "regex":
        yield Guess(_quoted(text), "nothing is named so, but there is such a text")


def _of_reference(term: Ref) -> Iterator[Guess]:
    field = term.kind or "ref"
    if term.kind == "import":
        words = re.sub(r"^(from|import|use|require|#?include)\s+", "", term.name.text).strip("\"'<>; ")
        yield Guess(f"import:{words.split()[0] if words.split() else ''}", "an import is found by its path alone")
        yield Guess(f"import:{words.replace('/', '.')}", "its parts may be joined by dots")
        yield Guess(f"import:{words.replace('.', '/')}", "its parts may be joined by slashes")
    yield from _of_name(field, term.name)
    if field != "ref":
        yield Guess(f"ref:{term.name.text}", "it is named in other ways")
    yield Guess(f"sym:{term.name.text}", "it is defined, but not referred to so")
    yield Guess(_quoted(term.name.text), "no name is written so, but there is such a text")


def _of_group(term: Inside | Contains, written: str) -> Iterator[Guess]:
    field, _, value = written.partition(":")
    if isinstance(term.query, Text | Sym) and _FIELD.match(value):
        yield Guess(f"{field}:({value})", "a query inside of it stands in parentheses", certain=True)
    if isinstance(term, Inside) and isinstance(term.query, Sym):
        folder = value.strip("/")
        if folder.lower() in ("header", "body"):
            yield Guess(
                f"part:{folder.lower()}", "`in:` is inside of a definition of that name; a part of it is `part:`"
            )
        yield Guess(f"file:{folder}/", "`in:` is inside of a definition of that name; a folder is a matter of `file:`")
        yield Guess(f"file:{folder}", "`in:` is inside of a definition of that name; a file is a matter of `file:`")


def _of_relation(term: Related, written: str) -> Iterator[Guess]:
    field, _, value = written.partition(":")
    inner = term.query
    if isinstance(inner, Text) and not inner.regex and value.startswith("("):
        yield Guess(f"{field}:{_word(inner.text)}", "in parentheses stands a query, and a word in it is a text")
    if isinstance(inner, Sym) and value and not value.startswith("("):
        if _FIELD.match(value):
            yield Guess(f"{field}:({value})", "a query inside of it stands in parentheses", certain=True)
        yield Guess(f"{field}:(sym:{value})", "as a name it may be spelled otherwise")
        if term.relation == "calls":
            yield Guess(f"call:{value}", "no call is known to mean a definition here, but there are calls of that name")
    if term.steps == 1:
        yield Guess(f"{field}+:{value}", "only by way of others")


def _word(text: str) -> str:
    return text if re.fullmatch(r"[\w.$]+", text) else _quoted(text)


def _of_file(pattern: str) -> Iterator[Guess]:
    without = _LINE.sub("", pattern)
    if without != pattern:
        yield Guess(f"file:{without}", "a path has no line number")
    path = without.removeprefix("./").lstrip("/")
    if "/" in path and "*" in path and not path.startswith("**/"):
        yield Guess(f"file:**/{path}", "a glob with a slash starts at the root")
    rest = path.replace("\\", "/")
    while rest:
        if rest != pattern:
            yield Guess(f"file:{rest}", "paths start at the folder that is searched")
        rest = rest.partition("/")[2]


def _of_kind(written: str) -> Iterator[Guess]:
    kind = written.partition(":")[2].strip("\"'").lower()
    for group in _ALIKE:
        if kind in group:
            for other in group:
                if other != kind:
                    yield Guess(f"kind:{other}", "not every language has every kind")


def _of_pattern(source: str) -> Iterator[Guess]:
    bare = source.rstrip()
    if _HOLE.search(bare):
        upper = _HOLE.sub(lambda found: "$" + found.group(1).upper(), bare)
        yield Guess(f"pattern:{_quoted(upper)}", "what stands for code is written in capitals")
    if "..." in bare and "$$$" not in bare:
        yield Guess(f"pattern:{_quoted(bare.replace('...', '$$$'))}", "any number of things is `$$$`")
    other = bare[:-1] if bare.endswith(";") else bare + ";"
    yield Guess(f"pattern:{_quoted(other)}", "a statement may end with a semicolon, or not")
    if re.search(r"\(\s*\)", bare):
        filled = re.sub(r"\(\s*\)", "($$$)", bare)
        said = "these parentheses are empty; `$$$` stands for anything, if a shell took it away, use single quotes"
        yield Guess(f"pattern:{_quoted(filled)}", said)


def _regex(text: str) -> str:
    return f"/{text.replace('/', chr(92) + '/')}/"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
