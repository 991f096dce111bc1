"""Query files for grammars that have none written by hand, made from the names of their node kinds.

Grammar authors name nodes alike: `function_definition`, `struct_item`, `block`, `line_comment`. The kinds whose name
says "definition" and that have a `name` field are definitions; kinds that say "block" or "list" can be folded.
A pattern that is impossible in the grammar does not compile and is left out. Compiling hundreds of patterns takes
seconds for a large grammar, so the result is kept as a file: `python -m indexer.grammars.derived` writes it.
"""

from __future__ import annotations

import re
from pathlib import Path

from tree_sitter import Language, Query, QueryError

from indexer.grammars.parsers import grammar

# A word in a node kind → the symbol kind. The first that matches wins, so the more telling word stands first.
_KINDS: tuple[tuple[str, str], ...] = (
    ("constructor", "constructor"),
    ("destructor", "method"),
    ("method", "method"),
    ("interface", "interface"),
    ("trait", "trait"),
    ("protocol", "interface"),
    ("typeclass", "interface"),
    ("class", "class"),
    ("object", "class"),
    ("struct", "struct"),
    ("record", "struct"),
    ("union", "struct"),
    ("message", "struct"),
    ("enum_(?:item|member|variant|constant|entry|value|assignment)", "enum_member"),
    ("enumerator", "enum_member"),
    ("variant", "enum_member"),
    ("enum", "enum"),
    ("namespace", "namespace"),
    ("package", "module"),
    ("module", "module"),
    ("library", "module"),
    ("contract", "class"),
    ("service", "interface"),
    ("rpc", "method"),
    ("macro", "macro"),
    ("type", "type"),
    ("alias", "type"),
    ("event", "event"),
    ("property", "property"),
    ("field", "field"),
    ("constant", "constant"),
    ("const", "constant"),
    ("subroutine", "function"),
    ("procedure", "function"),
    ("function", "function"),
    ("func", "function"),
    ("fn", "function"),
    ("proc", "function"),
    ("predicate", "function"),
    ("word_definition", "function"),
    ("task", "function"),
    ("rule", "rule"),
    ("target", "rule"),
    ("table", "table"),
    ("view", "table"),
    ("resource", "resource"),
    ("section", "section"),
    ("entity", "class"),
    ("architecture", "class"),
    ("variable", "variable"),
    ("var", "variable"),
    ("let", "variable"),
    ("value", "variable"),
)
_KIND_WORD = [(re.compile(rf"(?:^|_){word}(?:_|$)"), kind) for word, kind in _KINDS]
_DEFINES = re.compile(
    r"(?:^|_)(?:definition|declaration|declarator|decl|def|defn|item|specifier|statement|stmt|signature)$"
)
_NOT_A_DEFINITION = re.compile(
    r"call|invocation|parameter|argument|reference|identifier|import|include|use_|using|return|assignment_expression"
    r"|access|selector|type_(?:identifier|annotation|arguments)|literal|expression|forward|_list$|body|block"
)
_NAME_FIELDS = ("name", "identifier", "declarator")
# Where a grammar has no fields, a definition's name is its first child that is called a name.
_NAME = re.compile(r"(?:^|_)(?:identifier|name|id|symbol|word)$")
_FOLDS = re.compile(
    r"(?:^|_)(?:block|body|compound_statement|suite|list|array|object|table|map|dict|dictionary|record|tuple|set|struct"
    r"|arguments|parameters|members|fields|section|element|group|scope|clause|cases|children|entries|attributes)$"
)
_COMMENT = re.compile(r"(?:^|_)comments?$|^comment")
_IMPORT = re.compile(
    r"(?:^|_)(?:import|include|use|using|require|open)(?:_(?:statement|declaration|directive|clause))?$"
)


def derived_query(language: Language) -> str:
    """The text of a query file for a grammar, with only the patterns that the grammar can match."""
    definitions: list[str] = []
    spans: list[str] = []
    kinds = _named_kinds(language)
    names = [kind for kind in kinds if _NAME.search(kind)]
    for kind in kinds:
        symbol = _symbol_kind(kind)
        if _COMMENT.search(kind):
            spans.append(f"({kind}) @comment")
        elif _IMPORT.search(kind):
            spans.append(f"({kind}) @import")
        elif symbol is not None:
            named = _valid(language, [f"({kind} {field}: (_) @name) @definition.{symbol}" for field in _NAME_FIELDS])
            definitions += named or _valid(
                language, [f"({kind} ({name}) @name) @definition.{symbol}" for name in names]
            )
            spans.append(f"({kind}) @fold")
        elif _FOLDS.search(kind):
            spans.append(f"({kind}) @fold")
    lines = ["; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand."]
    return "\n".join([*lines, *definitions, *_valid(language, spans)]) + "\n"


def _valid(language: Language, patterns: list[str]) -> list[str]:
    """The patterns that this grammar can match at all."""
    kept = []
    for pattern in patterns:
        try:
            Query(language, pattern)
        except QueryError:
            continue
        kept.append(pattern)
    return kept


def _named_kinds(language: Language) -> list[str]:
    kinds = {
        language.node_kind_for_id(number)
        for number in range(language.node_kind_count)
        if language.node_kind_is_named(number) and language.node_kind_is_visible(number)
    }
    return sorted(kind for kind in kinds if kind and re.fullmatch(r"\w+", kind) and kind != "ERROR")


def _symbol_kind(node_kind: str) -> str | None:
    if _NOT_A_DEFINITION.search(node_kind) or not _DEFINES.search(node_kind):
        return None
    return next((kind for word, kind in _KIND_WORD if word.search(node_kind)), None)


def main() -> None:
    """Writes `languages/queries/derived/NAME.scm` for every grammar without a query file of its own."""
    from indexer.languages.registry import languages

    queries = Path(__file__).parent.parent / "languages" / "queries"
    for name in sorted({language.grammar for language in languages() if language.grammar}):
        path = queries / "derived" / f"{name}.scm"
        loaded = grammar(name)
        if loaded is None or (queries / f"{name}.scm").is_file():
            path.unlink(missing_ok=True)
        else:
            path.write_text(derived_query(loaded), "utf-8")


if __name__ == "__main__":
    main()
