"""Comments and strings of a text: where they are, not what they say.

From the tree where there is one: comments are those of the structure queries, strings are the nodes whose kind says
so, without the code that is interpolated into them. Otherwise from the signs that begin a comment in the language, and
from quotes that are closed on their row. The bodies of heredocs are neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from tree_sitter import Language as Grammar
from tree_sitter import Query, QueryCursor, Tree

from indexer.extract.structure import Items
from indexer.languages.registry import Language
from indexer.model import Span
from indexer.syntax.grammars import grammar
from indexer.text.document_text import Text

_STRING_KIND = re.compile(
    r"(?!keyword_|concatenated_|chained_|unquoted_|system_lib_|data_type_|macro_|bit_|null_|number_|escaped?_|bracket_)"
    r"(?:(?:\w+_)?(?:string|str|char|character|rune)(?:_(?:lit|literal|value|constant_expr))?"
    r"|(?:indented_|interpolated_)?string_expression|[cdsw]string|charlist|sigil|heredoc|nowdoc"
    r"|(?:double|single)_quote_scalar|block_scalar|quoted_(?:attribute_value|argument|template|word|word_list|key)"
    r"|AttValue|CHAR_LITERAL|LINESTRING|STRINGLITERALSINGLE|literal(?:String|Char))"
)
_CODE_KIND = re.compile(
    r"(?!escape_)(?:\w+_)?interpolation|interpolated_(?:expression|identifier)|interpolation_expression"
    r"|template_(?:substitution|directive)|command_substitution|(?:simple_)?expansion|variable_substitution"
    r"|format_string_eval"
)
# SQL's grammar has one kind for all literals.
_BY_FIRST_LETTER = {"sql": '((literal) @string (#match? @string "^[a-zA-Z]?[\'$]"))'}


def tree_comments(pieces: Iterable[tuple[Items, int]]) -> list[Span]:
    """The comments of a parsed text; `pieces` pairs structure items with the shift of their offsets."""
    return _merged(
        (spot.start + shift, spot.end + shift)
        for items, shift in pieces
        for spot in items.spots
        if spot.kind == "comment"
    )


def tree_strings(grammar_name: str, trees: Iterable[tuple[Tree, int]]) -> list[Span]:
    """The strings of a text that was parsed as `trees`, each with the offset it starts at."""
    query = _string_query(grammar_name)
    if query is None:
        return []
    found: list[tuple[int, int]] = []
    for tree, base in trees:
        captures = QueryCursor(query).captures(tree.root_node)
        nodes = {
            (node.start_byte, node.end_byte, is_string)
            for kind, is_string in (("string", True), ("code", False))
            for node in captures.get(kind, [])
        }
        found += ((start + base, end + base) for start, end in _written_as_string(nodes))
    return _merged(found)


@cache
def _string_query(grammar_name: str) -> Query | None:
    language = grammar(grammar_name)
    if language is None:
        return None
    patterns = [f"({kind}) @string" for kind in _kinds(language, _STRING_KIND)]
    if grammar_name in _BY_FIRST_LETTER:
        patterns.append(_BY_FIRST_LETTER[grammar_name])
    if not patterns:
        return None
    patterns += [f"({kind}) @code" for kind in _kinds(language, _CODE_KIND)]
    return Query(language, "\n".join(patterns))


def _kinds(language: Grammar, wanted: re.Pattern[str]) -> list[str]:
    kinds = {
        kind
        for number in range(language.node_kind_count)
        if language.node_kind_is_named(number)
        and language.node_kind_is_visible(number)
        and (kind := language.node_kind_for_id(number)) is not None
        and wanted.fullmatch(kind)
    }
    return sorted(kinds)


def _written_as_string(nodes: set[tuple[int, int, bool]]) -> Iterable[tuple[int, int]]:
    """What lies in a string and not in code inside it: of the nodes around each byte the innermost decides."""
    around: list[tuple[int, bool]] = []
    done = 0

    def run(until: int) -> Iterable[tuple[int, int]]:
        nonlocal done
        if around and around[-1][1] and until > done:
            yield done, until
        done = max(done, until)

    for start, end, is_string in sorted(nodes, key=lambda node: (node[0], -node[1], node[2])):
        while around and around[-1][0] <= start:
            yield from run(around[-1][0])
            around.pop()
        yield from run(start)
        if is_string or any(inside for _, inside in around):
            around.append((end, is_string))
    while around:
        yield from run(around[-1][0])
        around.pop()


def layout_comments(text: Text, language: Language | None) -> list[Span]:
    """The comments of a text without a tree, by the signs of its language."""
    if language is not None and language.adapter == "markdown":
        return [Span(*match.span()) for match in _MARKUP_COMMENT.finditer(text.data)]
    return _tokens(text, language, "comment")


def layout_strings(text: Text, language: Language | None) -> list[Span]:
    """The strings of a text without a tree, in a language that has comments: prose has quotes of its own."""
    return _tokens(text, language, "string")


_MARKUP_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)


def _tokens(text: Text, language: Language | None, kind: str) -> list[Span]:
    if language is None or not language.comment or language.adapter in ("markdown", "window"):
        return []
    pattern = _layout_pattern(language.comment)
    return [Span(*match.span()) for match in pattern.finditer(text.data) if match.lastgroup == kind]


@cache
def _layout_pattern(leaders: tuple[str, ...]) -> re.Pattern[bytes]:
    """A sign made of letters begins a comment only where a row begins, and a quote begins nothing if it is a sign."""
    signs: list[bytes] = []
    for leader in sorted(leaders, key=lambda leader: (-len(leader), leader)):
        sign = re.escape(leader.encode())
        signs.append(rb"(?m:^)[ \t]*" + sign + rb"(?![\w])[^\r\n]*" if leader[-1].isalnum() else sign + rb"[^\r\n]*")
    if "//" in leaders:
        signs.append(rb"/\*(?s:.*?)\*/")
    quotes = [
        rb"%s(?:\\.|[^%s\\\r\n])*%s" % (quote, quote, quote) for quote in (b'"', b"'") if quote.decode() not in leaders
    ]
    strings = rb"|".join(quotes) if quotes else rb"(?!)"
    return re.compile(rb"(?P<comment>" + rb"|".join(signs) + rb")|(?P<string>" + strings + rb")")


def _merged(spans: Iterable[tuple[int, int]]) -> list[Span]:
    """The spans in order, those that touch or overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return [Span(*span) for span in merged]
