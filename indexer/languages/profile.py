"""Profiles: what is known of one language beyond its row in the table and its query file.

A profile is data, and small functions of bytes where there must be. General code asks it and names no language. It is
loaded when its language is first met. A language without a module in `profiles` has a profile that says nothing.

Profiles and their parts are named tuples: to declare one costs a tenth of a dataclass when the program starts.

What needs trees or documents lies in higher layers; a profile names it as a hook, "module:name", and the layer that
uses it resolves that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple

from indexer.languages.heredocs import Heredocs
from indexer.languages.opaque import SLASHES, Opaque
from indexer.languages.rows import Rows

Change = Callable[[bytes], bytes]  # makes a text of the same length
Hook = str
# The end of a row before a blank one, behind which something begins: at the margin, or anywhere.
AT_MARGIN = re.compile(rb"\n(?=[ \t]*+\r?\n[^\s#{}()\[\]])")
ANYWHERE = re.compile(rb"\n(?=[ \t]*+\r?\n[ \t]*+[^\s#{}()\[\]])")


class Grammar(NamedTuple):
    """How far a grammar can be trusted, and what it must be spared."""

    trusted: bool = False  # it was fuzzed, and may parse in the server's own process
    guard: Callable[[bytes], bool] | None = None  # the texts that it is trusted with, if not all
    compiled: str = ""  # the grammar that reads it, if that is another language's
    unsafe: str = ""  # why it is never loaded
    unsteady: bool = False  # two trees of one text with errors may differ
    translated: Change | None = None  # the text in the words of the language that the compiled grammar is for
    survivable: Change | None = None  # makes a text that its scanner can read to the end
    readable: tuple[Change, ...] = ()  # make sound code that it stumbles over readable
    readable_apart: tuple[Change, ...] = ()  # the same, asked of runs of rows that tell enough
    apart: re.Pattern[bytes] = AT_MARGIN  # the end of a row behind which such a run begins
    dialect: Change | None = None  # turns a text in a dialect that it does not know into one that it does
    keeps_keywords: bool = False  # a word that was a keyword stays one in a parse that goes on from the tree before
    never_empty: str = ""  # the kind of node that may have nothing in it, although its language says otherwise
    strings: str = ""  # a pattern for strings that the kinds of its nodes do not tell
    prologue: bytes = b""  # what a part of a text needs before it to be code at all
    sigil: bytes = b""  # what stands before a name and is left out when people speak of it


class Structure(NamedTuple):
    """How what a text defines is read from it.

    A text is cuttable if it is a sequence of independent top-level items and no query looks at siblings. Elsewhere a
    cut would change the meaning of what follows it (PHP's opening tag, a sibling of an HTML element).
    """

    cuttable: bool = False
    siblings: bool = False  # it is cuttable, but a definition begins with siblings of its node, such as annotations
    # Whether a text that is not cuttable has parts that can be told by its layout while it is broken.
    in_parts: Callable[[bytes], bool] | None = None
    whole_kinds: frozenset[str] = frozenset()  # definitions that can be parsed alone, see indexer.syntax.parts
    errors_in_bodies: bool = False  # an error inside of a function's body is that body's own
    markup: bool = False  # it is text in tags, and so may a name have tags in it
    bodies: Hook = ""  # hides the bodies of functions that define nothing, for when names are all that is asked for
    rows_apart: Hook = ""  # for the same, takes out rows that define something by themselves, and tells what
    reader: Hook = ""  # reads definitions from the text where the grammar misses too many
    rows: Rows | None = None  # rows that define something, for a text without a tree
    rows_with_tree: Literal["", "added", "instead"] = ""  # what they are to the definitions that a tree gave


class Damage(NamedTuple):
    """What a text with errors is read by."""

    strategy: Hook = ""  # a class of indexer.syntax.recovery for what layout alone does not tell
    opaque: tuple[Opaque, ...] = (SLASHES,)  # comments and strings over several rows: what is in them says nothing
    open_tokens: tuple[tuple[bytes, bytes], ...] = ()  # further ones that an edit may leave open
    open_unseen: frozenset[bytes] = frozenset()  # how those begin that are no error alone
    chosen_quotes: re.Pattern[bytes] | None = (
        None  # how a quote begins whose delimiter, group 1, is the writer's choice
    )
    quotes_end_with_row: bool = False  # a string in simple quotes does
    members_by_row: bool = False  # what is inside of a part has a row of its own, with no blank one before it
    begins: re.Pattern[bytes] | None = None  # the line end above a row that begins a part, where few rows do
    short_parts: bool = False  # parts are a few rows each, and so many that several of them are read together
    # What stands in for one more member where a comma may not be the last sign, by the bracket that is around it.
    fillers: Mapping[bytes, bytes] = {}
    goes_on: re.Pattern[bytes] | None = None  # how a row begins that goes on with the one above it, if not as elsewhere
    stubs: tuple[bytes, ...] = ()  # what is body enough behind a head, where nothing closes a body
    closers: bytes = b""  # a pattern for words at the beginning of a row that close something, as `end` does
    directives: bool = False  # rows that begin with # stand at the margin wherever they are


class Convention(NamedTuple):
    """How a language tells constructors and tests from other functions.

    `attribute` is looked for before the name, `head` is what the definition begins with. A function called as `test`
    says is one; a method is if its class also says that it tests. With `tool` the text has to name the test tool. A
    name in quotes is the title of a test where `title` is what stands before it in its row.
    """

    constructors: frozenset[bytes] = frozenset()
    attribute: re.Pattern[bytes] | None = None
    head: re.Pattern[bytes] | None = None
    test: re.Pattern[bytes] | None = None
    in_class: bool = False  # whether only a method can be a test
    tool: re.Pattern[bytes] | None = None
    title: re.Pattern[bytes] | None = None


class Names(NamedTuple):
    """How names and kinds of definitions are told."""

    convention: Convention | None = None
    decorator: re.Pattern[bytes] | None = None  # what may stand before a definition's own words: `@decorator`
    # Where the grammar makes a definition of each clause of a function: which of one name belong together. All; those
    # with as many parameters; those with a semicolon between them.
    clauses: Literal["", "any", "arity", "semicolon"] = ""
    unicode_escapes: bool = False  # a name may have escapes such as \\u00e9
    in_brackets: bool = False  # a name may stand in square brackets


class Docs(NamedTuple):
    """How comments are written, and where docs stand if not in a comment above a definition."""

    place: Literal[
        "", "after name", "after parameters", "attribute", "body", "help", "manual", "start", "string above"
    ] = ""
    signature: bytes = b""  # what may stand between the comment and the definition; %s is the name
    about_outer: tuple[bytes, ...] = ()  # what comments begin with that are about what is around them
    has_tags: bool = False  # comments are XML
    enclosed: tuple[str, str] = ("", "")  # what a comment stands between where none ends with its row


class Heading(NamedTuple):
    """Rows that begin a section of code which reaches to the next one of its rank or above."""

    pattern: re.Pattern[bytes]
    level: int
    kind: str


class Layout(NamedTuple):
    """How a text is read without a tree."""

    words: Mapping[str, str] = {}  # words that define something here alone, and of which kind
    one_row: frozenset[str] = frozenset()  # kinds that may take a row without a block; elsewhere that is rather a key
    headings: tuple[Heading, ...] = ()
    assigned_functions: bool = False  # a function may be the value of a name
    capital_constants: bool = False  # names that begin with a capital are constants
    declares: bool = False  # functions may be declared and not defined
    heredocs: Literal["", "capitals", "any"] = ""  # "capitals": before a lower case word `<<` is rather a shift
    backtick_rows: bool = False  # a string in backticks may have several rows
    parenthesis_star: bool = False  # comments are between (* and *)
    pod: Literal["", "=cut", "=end"] = ""  # the row that ends documentation
    is_data: bool = False  # indentation tells more than keywords
    scanner: Hook = ""  # finds the headings and the code of a text that is no Markdown


class Measures(NamedTuple):
    """What is measured in trees, beyond what the names of nodes tell, see indexer.patterns.measures.

    The patterns find one more `@decision`; a list of `@parameters`, with each `@parameter` in it where not all of its
    children are meant; and a child that is `@parameter.none`.
    """

    patterns: str = ""


class Patterns(NamedTuple):
    """How a snippet of code is read and looked for."""

    places: Hook = ""  # where it can stand, see indexer.patterns.contexts
    doubts: Mapping[str, str] = {}  # what it seldom means; with a token, only if that is there
    first_style: Literal["", "quoted", "sigil"] = ""  # how a metavariable is written that is no plain word
    ignores_case: bool = False  # keywords may be written in any case
    tails: frozenset[str] = frozenset()  # kinds of nodes that go on with the expression before them: `a`, `.b`, `(c)`
    stray_comments: bool = False  # a node may have the comment of what follows it
    passing: frozenset[str] = frozenset()  # what stands at the top of a text and says no more than what is in it
    ended: frozenset[str] = frozenset()  # kinds of nodes that end where a snippet of such a kind does


class Embeds(NamedTuple):
    """Which other languages a text holds, and where."""

    finder: Hook = ""  # finds them
    component: bool = False  # its scripts and styles name their language, and no template engine writes into them
    code_in: re.Pattern[bytes] | None = None  # what of a component is code: its groups
    script: str = ""  # the language of its head, and of scripts that do not say theirs
    code: str = ""  # the language of the islands in a page
    fence_options: bool = False  # rows at the head of a fence may be options
    signs: tuple[bytes, ...] = ()  # one of these is in every text that has another language in it; none: not known


class Profile(NamedTuple):
    """All that is known of a language."""

    grammar: Grammar = Grammar()
    structure: Structure = Structure()
    damage: Damage = Damage()
    names: Names = Names()
    docs: Docs = Docs()
    layout: Layout = Layout()
    heredocs: Heredocs = Heredocs()
    patterns: Patterns = Patterns()
    embeds: Embeds = Embeds()
    measures: Measures = Measures()
    imports: Hook = ""  # a class that knows which files its imports lead to, see indexer.graph.imports.resolver
    links: Hook = ""  # finds what else of its text can be followed, see indexer.graph.links
    has_server: bool = False  # editors' users nearly always run one that knows more than names


_NOTHING = Profile()


@cache
def profile_of(name: str) -> Profile:
    """The profile of a language or of a grammar; grammars are called like the language they were made for."""
    module = f"indexer.languages.profiles.{_module(name)}"
    if not name or find_spec(module) is None:
        return _NOTHING
    found: Profile = import_module(module).PROFILE
    return found


def profile_source(name: str) -> bytes:
    """The text of a profile's module; nothing where a language has none."""
    found = files("indexer.languages.profiles") / f"{_module(name)}.py"
    return found.read_bytes() if name and found.is_file() else b""


def _module(name: str) -> str:
    return name.replace("-", "_")


@cache
def resolved(hook: Hook) -> Any:
    """What a hook names."""
    module, _, name = hook.partition(":")
    return getattr(import_module(module), name)
