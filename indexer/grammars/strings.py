"""Which nodes of a grammar are strings, and which are code inside of one: their kinds say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Language

from indexer.languages.profile import profile_of

_STRING = re.compile(
    r"(?!keyword_|concatenated_|chained_|unquoted_|system_lib_|data_type_|macro_|bit_|null_|number_|escaped?_|bracket_)"
    r"(?:(?:\w+_)?(?:string|str|char|character|rune)(?:_(?:lit|literal|value|constant_expr))?"
    r"|(?:indented_|interpolated_)?string_expression|[cdsw]string|charlist|sigil|heredoc|nowdoc"
    r"|(?:double|single)_quote_scalar|block_scalar|quoted_(?:attribute_value|argument|template|word|word_list|key)"
    r"|AttValue|CHAR_LITERAL|LINESTRING|STRINGLITERALSINGLE|literal(?:String|Char))"
)
_CODE = re.compile(
    r"(?!escape_)(?:\w+_)?interpolation|interpolated_(?:expression|identifier)|interpolation_expression"
    r"|template_(?:substitution|directive)|command_substitution|(?:simple_)?expansion|variable_substitution"
    r"|format_string_eval"
)


def string_patterns(name: str, language: Language) -> Iterator[str]:
    """Patterns for the strings of a grammar; without any, nothing is code inside of one."""
    strings = [f"({kind}) @string" for kind in _kinds(language, _STRING)]
    if more := profile_of(name).grammar.strings:
        strings.append(more)
    if strings:
        yield from strings
        yield from (f"({kind}) @string.code" for kind in _kinds(language, _CODE))


def _kinds(language: Language, wanted: re.Pattern[str]) -> list[str]:
    kinds = {
        kind
        for number in range(language.node_kind_count)
        if language.node_kind_is_named(number)
        and language.node_kind_is_visible(number)
        and (kind := language.node_kind_for_id(number)) is not None
        and wanted.fullmatch(kind)
    }
    return sorted(kinds)
