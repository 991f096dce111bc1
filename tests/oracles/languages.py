"""What Outcrop knows of each language, as the text of docs/languages.md: `python -m tests.oracles.languages`.

It is made from the table, the query files and the figures that the judges left in tests/oracles/judged.toml, so that
the page cannot promise what the code does not do.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator

from indexer.engine import support
from indexer.extract import asm, sql
from indexer.grammars.queries import query_source, split_patterns
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language, by_name, languages
from indexer.languages.rows import Rows
from tests.oracles.imports_judged import rows as imports_judged
from tests.oracles.judged import rows
from tests.oracles.resolution import RECORD
from tests.paths import ROOT

PAGE = ROOT / "docs" / "languages.md"

_KINDS_READ_FROM_TEXT = {"asm": asm.ALL_KINDS, "sql": sql.ALL_KINDS}
# Kinds in the order in which people look for them; any other follows.
_ORDER = (
    "function",
    "method",
    "constructor",
    "class",
    "struct",
    "interface",
    "trait",
    "impl",
    "enum",
    "enum_member",
    "module",
    "namespace",
    "package",
    "type",
    "field",
    "property",
    "variable",
    "constant",
    "macro",
    "event",
    "test",
    "section",
    "key",
    "rule",
    "table",
    "resource",
    "selector",
    "element",
    "target",
)
_REFERENCES = ("call", "import", "type", "extends", "implements")

_HEAD = """# Languages

This page is written by `python -m tests.oracles.languages > docs/languages.md`; a test fails when it is out of date.

`outcrop languages` prints the same list with the extensions, file names and interpreters by which a file is recognised.
How well a language is known:

| support | what it means |
|---|---|
| exact | a query written for the grammar, a test file whose outline was checked by eye, and a judge that has seen it |
| by hand | the same without a judge: relatives of a language whose grammar serves them, and those that no judge knows |
| generic | a query derived from the names in the grammar: most definitions, folds and comments, no references |
| rows | definitions by rules for what the rows that define something look like, blocks by layout |
| headings | sections by their headings, fenced code by its own language |
| layout | blocks by keywords, brackets and indentation; definitions where a keyword names them |

A language in brackets is the one whose grammar serves a relative of it. "Statements" means that the language has a
statement lexer of its own, which knows heredocs; others get statements from the grammar. Where a file has syntax
errors, what lies outside the damage is found as in a sound file.
"""

_JUDGED_HEAD = """## Judged on real code

Each language's definitions were compared with those of a judge that Outcrop shares no code with, on code that nobody
here wrote. "Found" is how many of the judge's definitions Outcrop has with the same name on the same row.
`python -m tests.oracles.definitions LANGUAGE FOLDER` repeats such a run on any folder, and `--record` keeps its
figures.
"""

_IMPORTS_HEAD = """## Where imports lead

The files that imports lead to were compared with what interpreters and compilers say ([graph.md](graph.md)): of the
judge's edges those that Outcrop has with the evidence `import`, and of those that it has so how many the judge has too.
`python -m tests.oracles.import_graph JUDGE FOLDER` repeats such a run on any folder, and `--record` keeps its figures.
"""


_NAMES_HEAD = """## What names mean, judged

Names were drawn at random from real code, and jedi (Python), gopls (Go), clangd (C), javac (Java), intelephense
(PHP), rust-analyzer (Rust), bash-language-server (shells) or the language service of the TypeScript compiler said
where each is defined. For SCSS Dart Sass itself tells, while it compiles, which definitions it sees from where; of a
variable of a file any place that sets it counts. For CSS and HTML parse5 and PostCSS say where names, elements and
rules are, and a small program of ours which sheets a page takes in; of a class any rule for it counts. For Terraform
HashiCorp's parser of its language says where names and loops are, and a small program of ours which block an address
leads to. Of a shell's variable any place that sets it counts. For Ruby its own
parser tells of variables, and the loaded classes of constants and of methods that are asked of `self` or of a
constant; calls on other objects, which only a run could tell, are not among the names. For Perl perl's own tables tell
of variables while it compiles, and what is loaded then of functions, packages, and methods of `$self` or of a package;
of a variable of a package any place that declares it counts. "First" is how often our first answer is that place, of
the names that are defined in the folder; "locals" the same for parameters and variables of functions; then how often an
answer with this evidence is right; last how often a name that is defined outside of the folder gets a place all the
same.
`python -m tests.oracles.resolution LANGUAGE FOLDER` repeats a run.
"""


def page() -> str:
    """The whole page."""
    names = ("exact", "by hand", "generic", "rows", "headings", "layout")
    groups: dict[str, list[Language]] = {name: [] for name in names}
    judged = {row["language"] for row in rows()}
    for language in sorted(languages(), key=lambda language: language.title.lower()):
        known = support(language)
        groups["by hand" if known == "exact" and language.name not in judged else known].append(language)
    counts = ", ".join(f"{len(group)} {name}" for name, group in groups.items())
    parts = [
        _HEAD,
        f"There are {len(languages())} languages: {counts}.\n",
        "## Exact\n",
        _known(groups["exact"]),
        "## By hand\n",
        _known(groups["by hand"]),
        "## Generic\n",
        _table(
            ("language", "name", "definitions"),
            [
                (_title(language), f"`{language.name}`", ", ".join(definitions(language)) or "–")
                for language in groups["generic"]
            ],
        ),
        "## Rows\n",
        _table(
            ("language", "name", "definitions"),
            [
                (language.title, f"`{language.name}`", ", ".join(_kinds(_rows(language).kinds)))
                for language in groups["rows"]
            ],
        ),
        "## Headings\n",
        _list(groups["headings"]),
        "## Layout\n",
        _list(groups["layout"]),
        _JUDGED_HEAD,
        _table(
            ("language", "judge", "code", "files", "definitions", "found", "remarks"),
            list(_judged()),
        ),
        _IMPORTS_HEAD,
        _table(("language", "judge", "code", "files", "edges", "found", "ours", "right"), list(_imports())),
        _NAMES_HEAD,
        _table(
            ("code", "names", "first", "first three", "locals", "scope", "import", "member", "wrong for outside"),
            list(_names_judged()),
        ),
    ]
    return "\n".join(parts)


def _rows(language: Language) -> Rows:
    return profile_of(language.name).structure.rows or Rows(())


def definitions(language: Language) -> list[str]:
    """The kinds of definitions that a language's query finds."""
    assert language.grammar is not None
    found = set(_captures(language.grammar, "definition")) | set(_captures(language.grammar, "binding"))
    found |= _KINDS_READ_FROM_TEXT.get(language.grammar, frozenset())
    found |= _rows(language).kinds
    convention = profile_of(language.grammar).names.convention
    if convention is not None:
        found |= {"test"} | ({"constructor"} if convention.constructors else set())
    found.discard("none")
    return _kinds(found)


def _known(group: list[Language]) -> str:
    """The table of languages that have a query of their own."""
    return _table(
        ("language", "name", "definitions", "references", "statements"),
        [
            (
                _title(language),
                f"`{language.name}`",
                ", ".join(definitions(language)),
                ", ".join(references(language)) or "–",
                "yes" if language.lexer else "",
            )
            for language in group
        ],
    )


def _kinds(found: Iterable[str]) -> list[str]:
    return [kind.replace("_", " ") for kind in _in_order(set(found), _ORDER)]


def references(language: Language) -> list[str]:
    """The kinds of references that a language's query finds."""
    assert language.grammar is not None
    return _in_order(set(_captures(language.grammar, "reference")) & set(_REFERENCES), _REFERENCES)


def _title(language: Language) -> str:
    """The language's title, with that of the language whose grammar it borrows."""
    own = by_name(language.grammar or "")
    return language.title if own is None or own is language else f"{language.title} ({own.title})"


def _captures(grammar: str, family: str) -> Iterator[str]:
    for pattern in split_patterns(query_source(grammar)[0]):
        yield from re.findall(rf"@{family}\.(\w+)", pattern)
        if family in ("definition", "binding"):
            yield from re.findall(r'#set! capitals "(\w+)"', pattern)


def _in_order(found: set[str], order: tuple[str, ...]) -> list[str]:
    return sorted(found, key=lambda kind: (order.index(kind) if kind in order else len(order), kind))


def _imports() -> Iterator[tuple[str, ...]]:
    titles = {language.name: language.title for language in languages()}
    for row in imports_judged():
        found, right = row["found"] / row["edges"], row["right"] / row["ours"]
        yield (
            *(titles[row["language"]], row["judge"], row["code"], f"{row['files']:,}", f"{row['edges']:,}"),
            *(f"{found:.1%}".replace("%", " %"), f"{row['ours']:,}", f"{right:.1%}".replace("%", " %")),
        )


def _judged() -> Iterator[tuple[str, ...]]:
    titles = {language.name: language.title for language in languages()}
    for row in rows():
        share = f"{row['found'] / row['definitions']:.1%}".replace("%", " %")
        yield (
            titles[row["language"]],
            row["judge"],
            row["code"],
            f"{row['files']:,}",
            f"{row['definitions']:,}",
            share,
            row["remarks"],
        )


def _share_of(evidence: dict[str, dict[str, int]], why: str) -> str:
    return _share(evidence[why]["right"], evidence[why]["all"]) if why in evidence else "–"


def _names_judged() -> Iterator[tuple[str, ...]]:
    for code, row in json.loads(RECORD.read_text("utf-8")).items():
        inside, local, outside, evidence = row["inside"], row["locals"], row["outside"], row["evidence"]
        yield (
            code,
            f"{row['uses']:,}",
            _share(inside["first"], inside["all"]),
            _share(inside["third"], inside["all"]),
            _share(local.get("first", 0), local.get("all", 0)),
            *(_share_of(evidence, why) for why in ("scope", "import", "member")),
            _share(outside["wrong"], outside["all"]),
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%} of {whole:,}".replace("%", " %") if whole else "–"


def _table(head: tuple[str, ...], body: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *body]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def _list(group: list[Language]) -> str:
    return ", ".join(f"{language.title} (`{language.name}`)" for language in group) + ".\n"


if __name__ == "__main__":
    sys.stdout.write(page())
