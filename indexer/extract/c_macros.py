"""Definitions of C that a grammar cannot see: those that a macro makes, and functions without a type.

`SYSCALL_DEFINE3(open, …) {…}` defines `open`, `DEFINE_PER_CPU(struct rq, runqueues);` defines `runqueues`, and
`main () {…}` is a function although nobody says of what type. To the grammar each is a call that lacks its semicolon,
so a text that has one has an error, and this is asked of texts with errors alone. What a macro stands for is told from
its name and from what follows it: a body, or a semicolon. A macro that is called otherwise defines nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, joined

_ASIDE = re.compile(rb'/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n])*"|' rb"'(?:\\.|[^'\\\n])*'", re.DOTALL)
_DIRECTIVE = re.compile(rb"\n[ \t]*#(?:\\\r?\n|[^\r\n])*")  # a search finds what begins with a sign far sooner
_BLANKS = bytes(sign if sign in b" \t\n\r\f\v" else ord(" ") for sign in range(256))
# A row at the margin that begins with a name and a parenthesis, after words that say how it is stored.
_HEAD = re.compile(rb"\n(?:(?:static|extern|inline|const|asmlinkage|__init|__exit)[ \t]+)*([A-Za-z_]\w*)[ \t]*\(")
_ARGUMENT = re.compile(rb"[(),]")
# An include guard, which is no macro that anyone looks for.
_GUARD = re.compile(rb"\s*+#[ \t]*+ifndef[ \t]++(\w++)[^\n]*+\n\s*+#[ \t]*+define[ \t]++(\1)[ \t]*+\r?\n")
_BRACE = re.compile(rb"[{}]")
_BODY = re.compile(rb"(?:\s|\b__\w+\b(?:\([^()\n]*\))?|\b[A-Z][A-Z0-9_]*\b)*\{")
_OLD_STYLE = re.compile(rb"\s*(?:[A-Za-z_][\w \t*,\[\]]*;\s*)+\{")  # parameters declared between head and body
_NAME = re.compile(rb"[A-Za-z_]\w*")
_MACRO = re.compile(rb"_*[A-Z][A-Z0-9_]+")
_WORDS = frozenset(b"do else for if return sizeof switch typedef while".split())
_TEST = re.compile(rb"(?:\w+_)?TEST(?:_[A-Z]+)?|Test")
_BY_SECOND = re.compile(rb"D(?:EFINE|ECLARE)_PER_CPU\w*|DEFINE_EVENT\w*|(?:PHP|ZEND)_METHOD")
_EVENT = re.compile(rb"(?:TRACE|DEFINE)_EVENT\w*|DECLARE_EVENT_CLASS")
_VARIABLE = re.compile(rb"(?:DEFINE|DECLARE)_\w+|\w+_HEAD")
_DECLARES = re.compile(rb"DECLARE_PER_CPU\w*")


class _Call(NamedTuple):
    """What looks like a call at the margin."""

    start: int
    name: tuple[int, int]
    arguments: list[tuple[int, int]]
    end: int  # behind the closing parenthesis


def with_macros(data: bytes, items: Items) -> Items:
    """The items of a C text with errors, with what its macros define and its functions without a type."""
    bare = _ASIDE.sub(_blanked, data)
    guard = _GUARD.match(bare)
    if guard is not None:
        items = items._replace(definitions=[item for item in items.definitions if item.name_start != guard.start(2)])
    known = {definition.name_start for definition in items.definitions}
    bodies = {item.header_end: item.start for item in items.definitions if item.header_end < item.end}
    added = [
        definition
        for definition in _definitions(bare)
        if definition.name_start not in known
        # `__releases(lock)` on a row between a function's head and its body annotates that function
        and bodies.get(definition.header_end, definition.start) >= definition.start
    ]
    if not added:
        return items
    kept = [item for item in items.definitions if not any(_swallows(other, item) for other in added)]
    return joined((Items(added, []), items._replace(definitions=kept)))


def _swallows(function: Definition, item: Definition) -> bool:
    """Whether what was taken for a definition is a parameter or a local variable of a function."""
    inside = function.start <= item.start and item.end <= function.end
    return inside and item.kind in ("extern", "prototype", "variable")


def _definitions(bare: bytes) -> Iterator[Definition]:
    plain = _DIRECTIVE.sub(_blanked, b"\n" + bare)[1:]
    done = 0
    for call in _calls(plain):
        if call.start < done:
            continue
        found = _defined(plain, call)
        if found is not None:
            done = found.end
            yield found


def _blanked(match: re.Match[bytes]) -> bytes:
    return match[0].translate(_BLANKS)


def _calls(plain: bytes) -> Iterator[_Call]:
    heads = [head for head in _HEAD.finditer(b"\n" + plain) if head[1] not in _WORDS]  # a sign behind where they are
    for head, following in zip_longest(heads, heads[1:]):
        end = len(plain) if following is None else following.start()
        depth = 1
        arguments: list[tuple[int, int]] = []
        begin = head.end() - 1
        for sign in _ARGUMENT.finditer(plain, begin, end):
            if sign[0] == b"," and depth == 1:
                arguments.append((begin, sign.start()))
                begin = sign.end()
            depth += (sign[0] == b"(") - (sign[0] == b")")
            if depth == 0:
                arguments.append((begin, sign.start()))
                yield _Call(head.start(), (head.start(1) - 1, head.end(1) - 1), arguments, sign.end())
                break


def _defined(plain: bytes, call: _Call) -> Definition | None:
    name = plain[slice(*call.name)]
    is_macro = _MACRO.fullmatch(name) is not None or name == b"Test"
    body = _BODY.match(plain, call.end) or (None if is_macro else _OLD_STYLE.match(plain, call.end))
    if body is not None:
        end = _closing(plain, body.end())
        kind, span = _named(plain, call) if is_macro else ("function", call.name)
        return None if span is None else Definition(call.start, end, kind, *span, body.end() - 1, end)
    if not is_macro or plain[call.end : call.end + 40].lstrip()[:1] != b";":
        return None
    end = plain.index(b";", call.end) + 1
    span = _argument(plain, call, 1 if _BY_SECOND.fullmatch(name) else 0)
    if span is None:
        return None
    if _EVENT.fullmatch(name):
        return Definition(call.start, end, "event", *span, end, end)
    if _VARIABLE.fullmatch(name):
        kind = "extern" if _DECLARES.fullmatch(name) else "variable"
        return Definition(call.start, end, kind, *span, end, end)
    return None


def _named(plain: bytes, call: _Call) -> tuple[str, tuple[int, int] | None]:
    """What a macro with a body defines: a test by all its arguments, else a function by one of them."""
    name = plain[slice(*call.name)]
    if _TEST.fullmatch(name) and len(call.arguments) <= 2:
        first, last = (_argument(plain, call, at) for at in (0, len(call.arguments) - 1))
        return "test", None if first is None or last is None else (first[0], last[1])
    return "function", _argument(plain, call, 1 if _BY_SECOND.fullmatch(name) else 0) or call.name


def _argument(plain: bytes, call: _Call, at: int) -> tuple[int, int] | None:
    """Where an argument is, if it is a name."""
    if at >= len(call.arguments):
        return None
    start, end = call.arguments[at]
    text = plain[start:end]
    start += len(text) - len(text.lstrip())
    end = start + len(text.strip())
    return (start, end) if _NAME.fullmatch(plain, start, end) else None


def _closing(plain: bytes, at: int) -> int:
    """Where a body ends: with its brace, or with the first one at the margin, for branches of #if may not balance."""
    depth = 1
    for sign in _BRACE.finditer(plain, at):
        depth += (sign[0] == b"{") - (sign[0] == b"}")
        if depth == 0 or (sign[0] == b"}" and plain[sign.start() - 1 : sign.start()] == b"\n"):
            return sign.end()
    return len(plain)
