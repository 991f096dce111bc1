"""The server's answers over stdio, through a real LSP client, in both ways of counting columns."""

from __future__ import annotations

import sys
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

URI = "file:///project/a.py"
SOURCE = "\r\n".join(
    (
        "class Écran:",
        "    x = '😀'; y = 2",
        "    def draw(self):",
        "        return (",
        "            '😀', 1,",
        "        )",
        "",
    )
)
SERVER = [sys.executable, "-m", "lsp_server.main"]


def capabilities(*encodings: str) -> types.ClientCapabilities:
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=list(encodings) or None),
        text_document=types.TextDocumentClientCapabilities(
            document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
            folding_range=types.FoldingRangeClientCapabilities(line_folding_only=True),
        ),
    )


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER), params=["utf-8", "utf-16", "utf-32"])
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient) -> Any:
    offered = ["utf-16", request.param] if request.param != "utf-32" else ["utf-32"]
    result = await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities(*offered)))
    assert result.capabilities.position_encoding == request.param
    lsp_client.encoding = request.param  # type: ignore[attr-defined]
    open_document(lsp_client, URI, "python", SOURCE)
    yield
    await lsp_client.shutdown_session()


def open_document(client: LanguageClient, uri: str, language: str, text: str) -> None:
    document = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))


def change(client: LanguageClient, version: int, *changes: tuple[tuple[int, int], tuple[int, int], str]) -> None:
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=version, uri=URI),
            [
                types.TextDocumentContentChangePartial(types.Range(types.Position(*start), types.Position(*end)), text)
                for start, end, text in changes
            ],
        )
    )


async def outline(client: LanguageClient, uri: str = URI) -> list[Any]:
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    return list(await client.text_document_document_symbol_async(params) or [])


def column(client: LanguageClient, text: str) -> int:
    """How wide a text is in the units the session counts in."""
    widths = {"utf-8": len(text.encode()), "utf-16": len(text.encode("utf-16-le")) // 2, "utf-32": len(text)}
    return widths[client.encoding]  # type: ignore[attr-defined]


async def test_the_outline_is_nested_and_counts_columns_as_agreed(client: LanguageClient) -> None:
    [screen] = await outline(client)
    assert (screen.name, screen.kind) == ("Écran", types.SymbolKind.Class)
    assert screen.selection_range.end.character == column(client, "class Écran")
    assert screen.range.end == types.Position(5, 9)
    assert [(child.name, child.kind) for child in screen.children] == [
        ("x", types.SymbolKind.Field),
        ("y", types.SymbolKind.Field),
        ("draw", types.SymbolKind.Method),
    ]
    assert screen.children[1].selection_range.start == types.Position(1, column(client, "    x = '😀'; "))


async def test_edits_behind_an_emoji_land_where_they_should(client: LanguageClient) -> None:
    at = column(client, "    x = '😀'; ")
    change(client, 2, ((1, at), (1, at + 1), "renamed"), ((2, 8), (2, 12), "paint"))
    [screen] = await outline(client)
    assert [child.name for child in screen.children] == ["x", "renamed", "paint"]
    change(client, 3, ((0, 0), (0, 0), "# one\r\n# two\r"))
    [screen] = await outline(client)
    assert screen.range.start.line == 2


async def test_a_full_change_replaces_the_text(client: LanguageClient) -> None:
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=2, uri=URI),
            [types.TextDocumentContentChangeWholeDocument("def only():\n    pass\n")],
        )
    )
    assert [symbol.name for symbol in await outline(client)] == ["only"]


async def test_folds_and_selections(client: LanguageClient) -> None:
    identifier = types.TextDocumentIdentifier(URI)
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(identifier)) or []
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(0, 5), (2, 5), (3, 4)]
    inside = types.Position(4, column(client, "            '😀', "))
    [chain] = await client.text_document_selection_range_async(types.SelectionRangeParams(identifier, [inside])) or []
    widths = []
    link: types.SelectionRange | None = chain
    while link is not None:
        widths.append((link.range.start.line, link.range.end.line))
        link = link.parent
    assert widths[0] == (4, 4)
    assert (2, 5) in widths, "the method"
    assert widths[-1] == (0, 6), "the file"


async def test_a_client_that_cannot_nest_gets_a_flat_list() -> None:
    from tests.e2e.wire import Wire

    wire = Wire()
    try:
        wire.initialize()
        wire.open("class A:\n    def b(self):\n        pass\n")
        wire.send("textDocument/documentSymbol", {"textDocument": {"uri": "file:///a.py"}}, 1)
        found = wire.answer(1)["result"]
        assert [(symbol["name"], symbol.get("containerName")) for symbol in found] == [("A", None), ("b", "A")]
        assert found[0]["location"]["uri"] == "file:///a.py"
    finally:
        wire.kill()


async def test_the_outermost_folds_are_kept_under_a_limit() -> None:
    from tests.e2e.wire import Wire

    wire = Wire()
    try:
        wire.initialize(textDocument={"foldingRange": {"rangeLimit": 2}})
        wire.open("def a():\n    if 1:\n        return 2\n    return 1\n\ndef b():\n    return 1\n")
        wire.send("textDocument/foldingRange", {"textDocument": {"uri": "file:///a.py"}}, 1)
        assert [fold["startLine"] for fold in wire.answer(1)["result"]] == [0, 5]
    finally:
        wire.kill()


async def test_blocks_and_statements(client: LanguageClient) -> None:
    uri = "file:///project/run.sh"
    open_document(client, uri, "shellscript", "greet() {\n  cat <<EOF\nfoo() {\nEOF\n}\n")
    document = {"textDocument": {"uri": uri}}
    all_blocks: Any = await client.protocol.send_request_async("outcrop/blocks", document)
    assert all_blocks.adapter == "syntax"
    assert [block.name for block in all_blocks.blocks][:1] == ["greet"]
    position = {"position": {"line": 1, "character": 3}}
    chain: Any = await client.protocol.send_request_async("outcrop/blocks", {**document, **position})
    assert chain.blocks[-1].range.start.line <= 1
    params = types.ExecuteCommandParams("outcrop.statements", [document])
    found: Any = await client.workspace_execute_command_async(params)
    [heredoc] = found["heredocs"] if isinstance(found, dict) else found.heredocs
    heredoc = heredoc if isinstance(heredoc, dict) else vars(heredoc)
    assert (heredoc["terminator"], heredoc["contentStartLine"], heredoc["terminatorLine"]) == ("EOF", 2, 3)


@pytest.mark.parametrize(
    ("uri", "language", "text", "names"),
    [
        ("file:///a.kt", "kotlin", "class A {\n  fun b() {\n  }\n}\n", ["A"]),
        ("file:///a.md", "markdown", "# One\n\ntext\n\n## Two\n\n```\n# no\n```\n", ["One"]),
        ("file:///a.pl", "perl", "sub f {\n  print <<E;\nsub g {\nE\n}\n", ["f"]),
        ("file:///a.unknown", "plaintext", "just words\n", []),
    ],
)
async def test_any_language(client: LanguageClient, uri: str, language: str, text: str, names: list[str]) -> None:
    open_document(client, uri, language, text)
    assert [symbol.name for symbol in await outline(client, uri)] == names
