"""SQL's definitions, read from the text: every CREATE statement, its columns, and the names a WITH clause gives.

There is no one SQL: the grammar fails on most files that were written for a particular database, and a tree with
errors loses statements. A statement that defines says so in its first words in every dialect, so this reads words, with
strings, comments, quoted names and dollar quotes passed over. What ends a statement is a semicolon outside parentheses
and BEGIN … END, a `GO` or `/` row, or what DELIMITER says. It never looks into a routine's body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, Spot, joined

# What a statement creates → the kind of symbol.
KINDS: dict[bytes, str] = {
    b"AGGREGATE": "function",
    b"DATABASE": "namespace",
    b"DOMAIN": "type",
    b"EVENT": "event",
    b"EXTENSION": "package",
    b"FUNCTION": "function",
    b"GROUP": "resource",
    b"INDEX": "key",
    b"LOGIN": "resource",
    b"MACRO": "function",
    b"OPERATOR": "function",
    b"PACKAGE": "package",
    b"POLICY": "rule",
    b"PROC": "function",
    b"PROCEDURE": "function",
    b"PUBLICATION": "resource",
    b"ROLE": "resource",
    b"RULE": "rule",
    b"SCHEMA": "namespace",
    b"SEQUENCE": "variable",
    b"SERVER": "resource",
    b"STATISTICS": "key",
    b"SUBSCRIPTION": "resource",
    b"SYNONYM": "type",
    b"TABLE": "table",
    b"TABLESPACE": "resource",
    b"TRIGGER": "event",
    b"TYPE": "type",
    b"USER": "resource",
    b"VIEW": "table",
}
# With the columns of a table, the members of an enumeration.
ALL_KINDS = frozenset(KINDS.values()) | {"field", "enum_member"}

_ROUTINES = frozenset((b"EVENT", b"FUNCTION", b"PACKAGE", b"PROC", b"PROCEDURE", b"TRIGGER"))
_NO_COLUMN = frozenset(
    b"CHECK CONSTRAINT EXCLUDE FOREIGN LIKE PARTITION PRIMARY SELECT SUPPLEMENTAL TABLE UNIQUE WITH".split()
)
_KEY_OR_COLUMN = frozenset((b"FULLTEXT", b"INDEX", b"KEY", b"PERIOD", b"SPATIAL"))
_TYPES = frozenset(
    b"BIGINT BINARY BLOB BOOLEAN BYTEA CHAR DATE DECIMAL INT INTEGER JSON JSONB NUMERIC NVARCHAR SERIAL SMALLINT TEXT "
    b"TIMESTAMP TINYINT TSVECTOR UUID VARBINARY VARCHAR VARCHAR2".split()
)
_END_OF = frozenset((b"FOR", b"IF", b"LOOP", b"REPEAT", b"WHILE"))  # constructs that are not counted when they begin
_NO_KIND = frozenset((b"ACCESS", b"CAST", b"CONVERSION", b"LANGUAGE", b"TEXT", b"TRANSFORM"))
_FURTHEST = 24  # tokens between CREATE and what it creates: OR REPLACE ALGORITHM = … DEFINER = a @ b SQL SECURITY …

_COMMENT = rb"--[^\n]*|/\*(?!!).*?(?:\*/|\Z)|/\*!\d*|\*/|^[ \t]*\\[^\n]*"
_HASH = rb"|^[ \t]*#+(?![\w@$#])[^\n]*"  # a comment, and no temporary table, whatever the dialect is
_STRINGS = rb"[eE]'(?:\\.|''|[^'\\])*(?:'|\Z)|'(?:[^']|'')*(?:'|\Z)"
_STRINGS_WITH_BACKSLASH = rb"'(?:\\.|''|[^'\\])*(?:'|\Z)"
_DOLLAR = rb"\$(?P<tag>[A-Za-z_\x80-\xff][\w\x80-\xff]*|)\$.*?(?:\$(?P=tag)\$|\Z)"
_QUOTED = rb'"(?:[^"]|"")*"|`[^`]*`|\[[^\]\n\'"]*\]'
_WORD = rb"[A-Za-z_@#\x80-\xff][\w@#$\x80-\xff]*"
_CREATE = rb"^[ \t]*[cC][rR][eE][aA][tT][eE](?![\w$])"
_ROW = rb"^[ \t]*(?:[gG][oO](?:[ \t]+\d+)?|/)[ \t]*(?=\r?$|\Z)"
_GO = re.compile(rb"^[ \t]*GO(?:[ \t]+\d+)?[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_SLASH = re.compile(rb"^/[ \t]*\r?$", re.MULTILINE)
_BACKSLASHES = re.compile(rb"`\w+`|\bENGINE\s*=|^DELIMITER\b", re.IGNORECASE | re.MULTILINE)
_DELIMITER = re.compile(rb"DELIMITER[ \t]+(\S+)[^\n]*", re.IGNORECASE)
_FROM_STDIN = re.compile(rb"\bFROM\s+STDIN\b", re.IGNORECASE)
_MAY_NAME = re.compile(rb"\bWITH\b", re.IGNORECASE)


class _Token(NamedTuple):
    kind: str  # word, quoted, string, dollar, row, end, punctuation
    start: int
    end: int
    word: bytes  # in capitals; the character of a punctuation

    @property
    def names(self) -> bool:
        return self.kind in ("word", "quoted")


def sql_items(data: bytes, items: Items) -> Items:
    """The items of a text whose tree gave `items`: its definitions are read anew, and each can be folded."""
    definitions = _SqlReader(data).definitions()
    folds = [
        Spot(start, end, "fold", start, False, reach)
        for start, end, kind, *_, reach in definitions
        if kind not in ("field", "enum_member") and b"\n" in data[start:end]
    ]
    return joined((Items(definitions, []), items._replace(definitions=[], spots=list({*items.spots, *folds}))))


@cache
def _pattern(backslashes: bool, delimiter: bytes, only_ends: bool) -> re.Pattern[bytes]:
    """The tokens of a dialect; with `only_ends`, just those that matter for where a statement ends."""
    parts = [
        ("comment", _COMMENT + (rb"|^[ \t]*#[^\n]*" if backslashes else _HASH)),
        ("row", _ROW),
        ("end", re.escape(delimiter)),
        ("string", _STRINGS_WITH_BACKSLASH if backslashes else _STRINGS),
        ("quoted", _QUOTED),
    ]
    if not delimiter.startswith(b"$"):
        parts.append(("dollar", _DOLLAR))
    if only_ends:
        parts.append(("create", _CREATE))
    else:
        parts += [("word", _WORD.replace(b"$", b"") if b"$" in delimiter else _WORD), ("punctuation", rb"[^\s\w]")]
    joined = b"|".join(b"(?P<%s>%s)" % (name.encode(), part) for name, part in parts)
    return re.compile(joined, re.DOTALL | re.MULTILINE)


class _SqlReader:
    """One pass over a text."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        self._delimiter = b";"
        self._backslashes = _BACKSLASHES.search(data) is not None
        # Where batches end in rows of their own, a routine goes on until there, whatever semicolons it has.
        self._batches = _GO.search(data) is not None or _SLASH.search(data) is not None
        self._found: list[Definition] = []

    def definitions(self) -> list[Definition]:
        while (first := self._next()) is not None:
            if first.word == b"DELIMITER" and (said := _DELIMITER.match(self._data, first.start)):
                self._delimiter = said[1]
                self._at = said.end()
            elif first.word == b"CREATE":
                self._created(first)
            elif first.kind not in ("end", "row"):
                self._passed_over(first)
        return self._found

    def _next(self, only_ends: bool = False) -> _Token | None:
        pattern = _pattern(self._backslashes, self._delimiter, only_ends)
        for match in pattern.finditer(self._data, self._at):
            kind = match.lastgroup or ""
            if kind == "tag":
                kind = "dollar"
            if kind != "comment":
                self._at = match.end()
                return _Token(
                    kind, match.start(), match.end(), match[0].upper() if kind in ("word", "punctuation") else b""
                )
        self._at = len(self._data)
        return None

    def _passed_over(self, first: _Token) -> None:
        """Goes past a statement that creates nothing, for the names its WITH clauses give.

        Not every statement ends with a semicolon: a client's own commands and T-SQL have none. CREATE at the start of a
        row always begins a statement.
        """
        self._at = first.end
        end = after = len(self._data)
        while (token := self._next(only_ends=True)) is not None:
            if token.kind in ("end", "row", "create"):
                end = token.start
                after = end if token.kind == "create" else token.end
                break
        text = self._data[first.start : end]
        if first.word == b"COPY" and _FROM_STDIN.search(text):
            rows = self._data.find(b"\n\\.", after)
            after = len(self._data) if rows < 0 else rows + 3
        elif _MAY_NAME.search(text):
            self._at = first.start
            self._common_tables(list(self._until(end)))
        self._at = after

    def _until(self, end: int) -> Iterator[_Token]:
        while (token := self._next()) is not None and token.start < end:
            yield token

    def _created(self, create: _Token) -> None:
        head = self._head(create)
        if head is None:
            self._passed_over(create)
            return
        what, name = head
        tokens = list(self._statement(what in _ROUTINES, what == b"PACKAGE"))
        end = tokens[-1].end if tokens else name.end
        body = next((token.start for token in tokens if _opens(what, token)), end)
        self._found.append(Definition(create.start, end, KINDS[what], name.start, name.end, body, end))
        if tokens and what == b"TABLE" and tokens[0].word == b"(":
            self._columns(tokens)
        elif what == b"TYPE":
            self._parts_of_type(tokens)
        elif what == b"PACKAGE":
            self._routines(tokens)
        elif what not in _ROUTINES:
            self._common_tables(tokens)

    def _head(self, create: _Token) -> tuple[bytes, _Token] | None:
        """What a CREATE statement creates, and the whole name it gives it; None for what we have no kind for."""
        what = b""
        token = create
        for _ in range(_FURTHEST):
            following = self._next()
            if following is None or following.kind in ("end", "row", "dollar") or following.word == b"(":
                break
            if not what and following.word in _NO_KIND:
                break
            if what == b"EVENT" and following.word == b"TRIGGER":
                what = b""
            if what and following.word not in (b"BODY", b"CONCURRENTLY", b"IF", b"NOT", b"EXISTS", b"AUTHORIZATION"):
                token = following
                return (what, self._name(what, token)) if self._is_name(what, token) else None
            if (
                not what
                and following.kind == "word"
                and following.word in KINDS
                and token.word not in (b"=", b"@", b".")
            ):
                what = following.word
            token = following
        return None

    @staticmethod
    def _is_name(what: bytes, token: _Token) -> bool:
        if what == b"OPERATOR":
            return token.word not in (b"CLASS", b"FAMILY")
        if what == b"USER" and token.word == b"MAPPING":
            return False
        return token.word != b"ON" and (
            token.names or token.kind == "string" or token.word in (b":", b"{", b"&", b"%", b"$", b"<")
        )

    def _name(self, what: bytes, first: _Token) -> _Token:
        """The name that begins with `first`: its parts with dots between them, or whatever stands there unbroken."""
        end = first.end
        if not first.names and first.kind != "string":  # an operator's signs, or a place that some tool fills in
            stop = re.compile(rb"[\s(;]").search(self._data, first.start)
            end = len(self._data) if stop is None else stop.start()
        self._at = end
        while True:
            token = self._next()
            if token is None or token.word != b".":
                break
            token = self._next()
            if token is None or not (token.names or token.word == b"."):
                break
            end = token.end
        self._at = end
        return _Token("word", first.start, end, what)

    def _statement(self, routine: bool, package: bool = False) -> Iterator[_Token]:
        """The tokens up to the end of the statement. A routine's end is not the first semicolon.

        A package has an END of its own. It may begin with one BEGIN, after that of each of its routines.
        """
        depth, blocks = 0, int(package)
        head, routines = False, 0  # whether a routine's head has begun, and how many wait for their BEGIN
        before = _Token("", 0, 0, b"")
        while (token := self._next()) is not None:
            word = token.word
            if token.kind == "row" or (token.kind == "end" and self._delimiter != b";"):
                return
            if token.kind == "end" and depth <= 0 and blocks <= 0 and not (routine and self._batches):
                return
            if word == b"CREATE" and self._begins_row(token) and blocks <= 0 and (before.kind == "end" or not routine):
                self._at = token.start  # the end was not where it should be, and this is the next statement
                return
            if word == b"(":
                depth += 1
            elif word == b")":
                depth -= 1
            elif routine and token.kind == "word":
                if package and word == b"BEGIN" and routines == 0:
                    blocks -= blocks == 1  # that of the package
                blocks += _nesting(before.word, word)
                routines += (head and word in (b"AS", b"IS")) - (word == b"BEGIN" and routines > 0)
                head = word in (b"FUNCTION", b"PROCEDURE") or (head and word not in (b"AS", b"IS"))
            elif token.kind == "end" and depth <= 0:
                head = False
            yield token
            before = token

    def _begins_row(self, token: _Token) -> bool:
        return not self._data[self._data.rfind(b"\n", 0, token.start) + 1 : token.start].strip()

    def _elements(self, tokens: list[_Token]) -> Iterator[list[_Token]]:
        """What stands between the commas of the parentheses that the tokens begin with."""
        depth = 0
        element: list[_Token] = []
        for token in tokens:
            depth += (token.word == b"(") - (token.word == b")")
            if depth == 0 or (depth == 1 and token.word == b","):
                if element:
                    yield element
                element = []
                if depth == 0:
                    return
            elif depth > 1 or token.word != b"(":
                element.append(token)

    def _columns(self, tokens: list[_Token]) -> None:
        for element in self._elements(tokens):
            first = element[0]
            second = element[1].word if len(element) > 1 else b""
            if not first.names or (first.kind == "word" and first.word in _NO_COLUMN):
                continue
            if first.word in _KEY_OR_COLUMN and second not in _TYPES:
                continue
            self._found.append(_part(first, element[-1].end, "field"))

    def _parts_of_type(self, tokens: list[_Token]) -> None:
        """The members of an enumeration or the attributes of a composite type."""
        opening = next((at for at, token in enumerate(tokens) if token.word == b"("), None)
        if opening is None:
            return
        if any(token.word == b"ENUM" for token in tokens[:opening]):
            for element in self._elements(tokens[opening:]):
                self._found.append(_part(element[0], element[0].end, "enum_member"))
        elif opening and tokens[opening - 1].word in (b"AS", b"OBJECT", b"TABLE"):
            self._columns(tokens[opening:])

    def _common_tables(self, tokens: list[_Token]) -> None:
        """`WITH a AS (…), b (x, y) AS (…)`, wherever it stands in a statement."""
        for at, token in enumerate(tokens):
            if token.word == b"WITH":
                self._common_table(tokens, at + 1)

    def _common_table(self, tokens: list[_Token], at: int) -> None:
        words = [token.word for token in tokens[at : at + 1]]
        at += words == [b"RECURSIVE"]
        while at < len(tokens) and tokens[at].names:
            name = tokens[at]
            at += 1
            if at < len(tokens) and tokens[at].word == b"(":
                at = _closing(tokens, at) + 1
            if at >= len(tokens) or tokens[at].word != b"AS":
                return
            at += 1
            while at < len(tokens) and tokens[at].word in (b"NOT", b"MATERIALIZED"):
                at += 1
            if at >= len(tokens) or tokens[at].word != b"(":
                return
            opening, closing = tokens[at], _closing(tokens, at)
            end = tokens[min(closing, len(tokens) - 1)].end
            self._found.append(Definition(name.start, end, "table", name.start, name.end, opening.start, end))
            if closing + 1 >= len(tokens) or tokens[closing + 1].word != b",":
                return
            at = closing + 2

    def _routines(self, tokens: list[_Token]) -> None:
        """The functions and procedures of a package or its body."""
        at = 0
        while at < len(tokens) - 1:
            token = tokens[at]
            before = tokens[at - 1].kind if at else ""
            begins = before == "end" or (at and tokens[at - 1].word in (b"AS", b"IS"))
            if token.word not in (b"FUNCTION", b"PROCEDURE") or not begins or not tokens[at + 1].names:
                at += 1
                continue
            last = _end_of_routine(tokens, at)
            body = next((t.start for t in tokens[at:last] if t.word in (b"AS", b"IS")), tokens[last].end)
            name = tokens[at + 1]
            end = tokens[last].end
            self._found.append(Definition(token.start, end, "function", name.start, name.end, body, end))
            at = last + 1


def _part(name: _Token, end: int, kind: str) -> Definition:
    return Definition(name.start, end, kind, name.start, name.end, end, end)


def _opens(what: bytes, token: _Token) -> bool:
    """Whether a token begins the body of what is created, so that the header ends before it."""
    if what == b"TABLE" and token.word == b"(":
        return True
    return token.kind == "dollar" or token.word in (b"AS", b"BEGIN", b"IS")


def _closing(tokens: list[_Token], at: int) -> int:
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place].word == b"(") - (tokens[place].word == b")")
        if depth == 0:
            return place
    return len(tokens)


def _nesting(before: bytes, word: bytes) -> int:
    """How much deeper in BEGIN … END and CASE … END a word leads, given the one before it."""
    if word in (b"BEGIN", b"CASE"):
        return int(before != b"END")
    if word == b"END":
        return -1
    if before == b"END" and word in _END_OF:
        return 1  # END IF: the END was not one of those that are counted
    return -1 if before == b"BEGIN" and word in (b"TRAN", b"TRANSACTION", b"WORK") else 0


def _end_of_routine(tokens: list[_Token], at: int) -> int:
    """The token that ends a routine inside a package: the semicolon of its declaration, or that after its END."""
    depth = blocks = 0
    bodied = begun = False
    before = b""
    for place in range(at + 1, len(tokens)):
        token = tokens[place]
        depth += (token.word == b"(") - (token.word == b")")
        if depth == 0 and token.word in (b"AS", b"IS") and not bodied:
            bodied = True
        if token.kind == "word":
            blocks += _nesting(before, token.word)
            begun = begun or token.word == b"BEGIN"
            before = token.word
        if token.kind == "end" and blocks <= 0 and (begun or not bodied):
            return place
    return len(tokens) - 1
