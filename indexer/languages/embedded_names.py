"""What documents call the languages inside them: types of scripts, `lang` attributes, info strings, terminators."""

from __future__ import annotations

import re

from indexer.languages.profile import Embeds
from indexer.languages.registry import Language, by_name, by_shebang

_SCRIPT_TYPES = {
    "": "javascript",
    "module": "javascript",
    "text/javascript": "javascript",
    "application/javascript": "javascript",
    "application/x-javascript": "javascript",
    "text/ecmascript": "javascript",
    "application/ecmascript": "javascript",
    "text/babel": "javascript",
    "text/jsx": "javascript",
    "text/x-mathjax-config": "javascript",
    "importmap": "json",
    "speculationrules": "json",
    "application/json": "json",
    "text/json": "json",
    "text/typescript": "typescript",
    "application/typescript": "typescript",
    "text/html": "html",
    "text/template": "html",
    "text/x-template": "html",
    "text/ng-template": "html",
    "text/x-jquery-tmpl": "html",
    "text/x-handlebars": "handlebars",
    "text/x-handlebars-template": "handlebars",
    "text/markdown": "markdown",
    "text/python": "python",
    "text/x-python": "python",
    "py": "python",
    "mpy": "python",
    "text/graphql": "graphql",
    "application/graphql": "graphql",
    "x-shader/x-vertex": "glsl",
    "x-shader/x-fragment": "glsl",
    "application/xml": "xml",
    "text/xml": "xml",
}
_COMPONENT_SCRIPTS = {"ts": "typescript", "tsx": "tsx", "jsx": "jsx", "js": "javascript", "coffee": "coffeescript"}
_STYLES = {"": "css", "css": "css", "postcss": "scss", "pcss": "scss", "scss": "scss", "less": "less", "sass": "sass"}
_STYLES |= {"styl": "stylus", "stylus": "stylus"}
_TERMINATORS = {
    "awk": "awk",
    "bash": "bash",
    "css": "css",
    "dockerfile": "dockerfile",
    "go": "go",
    "golang": "go",
    "graphql": "graphql",
    "gql": "graphql",
    "hcl": "hcl",
    "htm": "html",
    "html": "html",
    "ini": "ini",
    "java": "java",
    "javascript": "javascript",
    "js": "javascript",
    "json": "json",
    "lua": "lua",
    "makefile": "make",
    "markdown": "markdown",
    "perl": "perl",
    "php": "php",
    "powershell": "powershell",
    "py": "python",
    "python": "python",
    "python3": "python",
    "rb": "ruby",
    "ruby": "ruby",
    "rust": "rust",
    "scss": "scss",
    "sh": "bash",
    "shell": "bash",
    "sql": "sql",
    "svg": "xml",
    "toml": "toml",
    "ts": "typescript",
    "typescript": "typescript",
    "xhtml": "html",
    "xml": "xml",
    "yaml": "yaml",
    "yml": "yaml",
    "zsh": "zsh",
}
_LONGEST = 60  # of a terminator that may name a language
_AFFIXES = re.compile(r"^(?:_+|eo_?|end(?:_?of)?_|eof_|here_|begin_)?(.+?)(?:_end|_eof|_eos|_here|_+)?$")
_SHEBANG = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+|\w+=\S*[ \t]+)*)?(?:\S*/)?([^\s/]+)")
# Directives of MyST name the language in the word behind them.
_DIRECTIVE = re.compile(r"\{(?:code-block|code-cell|code|sourcecode)\}\s*(\S+)")
_NOTEBOOK = {"ipython": "python", "ipython2": "python", "ipython3": "python"}


def script_language(host: Embeds, attributes: dict[str, str]) -> Language | None:
    """The language of a `<script>`, or None where its type is none that we know."""
    lang = attributes.get("lang", "").lower()
    if host.component and lang:
        return by_name(_COMPONENT_SCRIPTS.get(lang, lang))
    if host.script and "type" not in attributes:
        return by_name(host.script)
    kind = attributes.get("type", "").partition(";")[0].strip().lower()
    if not kind and attributes.get("language", "javascript").lower()[:10] not in ("javascript", "jscript"):
        return None
    if kind == "text/typescript" or (not kind and lang == "ts"):
        return by_name("typescript")
    if kind.endswith("+json"):
        return by_name("json")
    name = _SCRIPT_TYPES.get(kind)
    return by_name(name) if name else None


def style_language(attributes: dict[str, str]) -> Language | None:
    """The language of a `<style>`."""
    kind = attributes.get("type", "").strip().lower().removeprefix("text/").removeprefix("x-")
    name = _STYLES.get(attributes.get("lang", "").lower() or kind)
    return by_name(name) if name else None


def info_language(info: str, word: str | None) -> Language | None:
    """The language that the info string of a fence names; `word` is its first word."""
    directive = _DIRECTIVE.match(info)
    if directive:
        word = directive[1]
    return by_name(_NOTEBOOK.get(word.lower(), word)) if word else None


def terminator_language(terminator: str) -> Language | None:
    """The language that a heredoc's terminator names: `SQL`, `END_HTML`, `EOJSON`."""
    word = terminator.strip().lower()
    match = _AFFIXES.match(word) if len(word) <= _LONGEST else None
    name = _TERMINATORS.get(word) or (_TERMINATORS.get(match[1]) if match else None)
    return by_name(name) if name else None


def shebang_language(line: bytes) -> Language | None:
    """The language that a first line `#!…` names."""
    match = _SHEBANG.match(line)
    return by_shebang(match[1].decode("utf-8", "replace")) if match else None
