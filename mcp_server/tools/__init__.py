"""The tools: what each is for, in words that tell a model when to use it, what it takes, and the function behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mcp_server.arguments import Schema, flag, number, schema, text
from mcp_server.session import Call
from mcp_server.tools import changing, finding, reading, relations, upkeep

INSTRUCTIONS = """\
Outcrop knows the structure of this code: definitions, blocks and references, in over 200 languages. Its answers are
small: prefer it to reading whole files. Start with `overview`, or with `chunks` for a question in plain words. Find
with `symbols` (a name) or `search` (text and structure); go on with `symbol`, `callers`, `references`, `outline`, and
`read` by id. Keys: n name, k kind, f file (a place in the table _f), l line or lines, id for other tools, sig
signature, in the definitions around it, x the line's text, d depth. `truncated` means there is more, `left_out` says
how much: ask for less, or with a larger `max_tokens`. e says why an answer is believed: scope, import, member, unique,
or only name."""

_TOKENS = number("At most so many tokens in the answer (4 bytes each).", 50, 100_000)
_LIMIT = number("At most so many results.", 1, 1000, 50)
_ID = text("The id of a definition, from another answer.")
_PATH = text("A file, relative to the root.")

_QUERY = """\
The query language: words side by side must all hold; OR, -not, parentheses.
  TODO is:comment                         text in comments (is:string, is:heredoc, is:code)
  type:Optional part:header               in headers of definitions (part:body: in their bodies)
  "connection refused" -file:test         where a message comes from
  kind:function in:UserService lines:>80  long methods of a class
  kind:class extends:Model                subclasses; implements:, call:, import:, type:, ref: likewise
  kind:function has:(kind:try) -has:finally
  kind:method calls:(sym:=execute) -called-by:(kind:test)   who calls what; calls+:3( ) step by step; is:unused
  pattern:"open($F, $$$)" lang:python     code of a shape
  sym:=Exact  sym:get*  file:src/**/*.py  lang:go  /reg.?ex/
Text alone finds lines; names, kinds and sizes find definitions; select:line|block|symbol|file says it."""


@dataclass(frozen=True)
class Tool:
    """One tool."""

    name: str
    description: str
    arguments: Schema
    run: Callable[[Call], list[str]]
    reads_only: bool = True
    destroys: bool = False
    writes: bool = False  # files, if the server may and the argument `write` says so


def _tool(
    name: str,
    description: str,
    run: Callable[[Call], list[str]],
    arguments: Schema,
    reads_only: bool = True,
    destroys: bool = False,
    writes: bool = False,
) -> Tool:
    arguments["properties"]["max_tokens"] = _TOKENS
    return Tool(name, description, arguments, run, reads_only, destroys, writes)


TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        _tool(
            "overview",
            "What there is: folders with sizes and languages, files with what they define. Use it first, to get your"
            " bearings, and again with `path` to look into a folder. Cheaper than listing and opening files.",
            upkeep.overview,
            schema(path=text("A folder, relative to the root; the root if left out.")),
        ),
        _tool(
            "search",
            "Finds text and code by structure, everywhere. Use it instead of grep: each hit says which definitions it"
            f" is in.\n{_QUERY}",
            finding.search,
            schema(("query",), query=text("A query."), limit=_LIMIT),
        ),
        _tool(
            "symbols",
            "Finds definitions by name as one types it: `userid` and `gubi` find getUserById; best first. Also takes a"
            " query, such as `kind:class file:models`. Use it to find where something is defined.",
            finding.symbols,
            schema(("query",), query=text("A name, a part of one, or a query."), limit=_LIMIT),
        ),
        _tool(
            "symbol",
            "All about one definition without its text: full signature and doc, bases, members with ids, what it calls,"
            " how often it is referred to. Use it before reading a class. `Class.method` works as a name.",
            finding.symbol,
            schema(id=_ID, name=text("An exact name."), path=text("The file it is in, if several have the name.")),
        ),
        _tool(
            "references",
            "Every place that names something: calls, imports, types, subclasses (`kind` extends), implementations"
            " (`kind` implements), with the line. Use `callers` if you only need to know who calls it.",
            relations.references,
            schema(
                id=_ID,
                name=text("The name that is referred to; for an import its path."),
                kind=text("Only of this kind.", enum=["call", "import", "type", "extends", "implements"]),
                limit=number("At most so many results.", 1, 1000, 100),
            ),
        ),
        _tool(
            "callers",
            "Which definitions call a function, each once, with the lines of the calls (`at`) and the evidence (`e`)."
            " With `depth` 2 or 3 also who calls those (`of` says whom): use it to trace how code is reached.",
            relations.callers,
            schema(
                id=_ID,
                name=text("The name that is called; Class.method for one of several."),
                depth=number("How many hops.", 1, 3, 1),
                limit=number("At most so many results.", 1, 1000, 100),
            ),
        ),
        _tool(
            "impact",
            "What may break when a definition changes: who uses it in any way, who uses those, and so on, tests first."
            " Use it before an edit, to know what to look at and which tests to run.",
            relations.impact,
            schema(
                id=_ID,
                name=text("The name of what changes; Class.method for one of several."),
                depth=number("How many hops.", 1, 6, 3),
                limit=number("At most so many results.", 1, 1000, 100),
            ),
        ),
        _tool(
            "path",
            "How one function reaches another: the shortest chain of calls between them, the first first.",
            relations.path,
            schema(
                ("from", "to"),
                **{"from": text("The function that begins.")},
                to=text("The function that is reached."),
                depth=number("At most so many hops.", 1, 12, 8),
            ),
        ),
        _tool(
            "dependencies",
            "What a file imports, with the files of this repository that each leads to (`p`) and why that is believed"
            " (`e`: import, name for a guess by name, external), and which files import it (folder by folder, each with"
            " the line; ? for a guess).",
            relations.dependencies,
            schema(
                ("path",),
                path=_PATH,
                direction=text("Which way.", enum=["both", "imports", "importers"], default="both"),
            ),
        ),
        _tool(
            "outline",
            "What a file contains: its definitions in order with lines, signatures and ids. Use it before reading a"
            " file, then `read` what you need by id. For a large file members come in short (m: name, lines, id).",
            reading.outline,
            schema(
                ("path",),
                path=_PATH,
                depth=number("0 for the outermost definitions alone, 1 for their members too, and so on.", 0, 20),
                docs=flag("With the first sentence of each doc comment."),
            ),
        ),
        _tool(
            "read",
            "The text of one definition by `id`, of the definition around a line (`path`, `line`; with `block` the"
            " innermost block), of some lines (`path`, `line`, `end_line`), or of a file (`path`). A line of JSON comes"
            " first, then the text as it is.",
            reading.read,
            schema(
                id=_ID,
                path=_PATH,
                line=number("A line, from 1.", 1, 100_000_000),
                end_line=number("The last line.", 1, 100_000_000),
                block=flag("The innermost block (if, loop, try …) instead of the definition."),
            ),
        ),
        _tool(
            "chunks",
            "The pieces of code and documentation that a question in plain words is about, best first, as text. Use it"
            " when you do not know a name: `where is the CSRF token checked`. It goes by the words; no model reads it.",
            reading.chunks,
            schema(
                ("question",),
                question=text("A question or some words."),
                limit=number("At most so many pieces.", 1, 100, 8),
            ),
        ),
        _tool(
            "replace",
            "Changes code by its shape, everywhere at once: what the query finds in the text (a word, /regex/, pattern:"
            " or ts:) becomes what the template says. Use it for renames, changed signatures and migrations instead of"
            " editing files one by one. Answers a patch; layout is kept, and a file that would not parse any more is"
            " left alone and said so."
            '\n  query pattern:"open($F, $$$REST)" lang:python   template Path($F).open($$$REST)'
            "\n  query /(\\w+)_id/ is:code                          template id_of_$1"
            "\n$0 is all that was found, \\$ a dollar; an empty template deletes.",
            changing.replace,
            schema(
                ("query", "template"),
                query=text("What to replace, and where; see `search`."),
                template=text("What it becomes."),
                write=flag("Write the files instead of only showing the patch."),
                force=flag("Also change files that would not parse any more."),
            ),
            writes=True,
        ),
        _tool("status", "How far the index is, and which files have problems.", upkeep.status, schema()),
        _tool(
            "index",
            "Looks through all files for changes. Rarely needed: changes on disk are followed. With `rebuild` the index"
            " is made from nothing.",
            upkeep.index,
            schema(rebuild=flag("Make it from nothing.")),
            reads_only=False,
        ),
        _tool("repositories", "The indexes of the folders of this server.", upkeep.repositories_list, schema()),
        _tool(
            "delete_repository",
            "Deletes the index of a folder (never the folder). It is made again when it is needed.",
            upkeep.delete,
            schema(("root",), root=text("The folder, as `repositories` lists it.")),
            reads_only=False,
            destroys=True,
        ),
    )
}
