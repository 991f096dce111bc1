"""The server object: lists the tools and runs a call off the event loop, where it can be cancelled."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from mcp_server.arguments import checked, without
from mcp_server.lines import Lines
from mcp_server.rendering import unicode
from mcp_server.roots import Refused
from mcp_server.session import Call, Session
from mcp_server.tools import INSTRUCTIONS, TOOLS, Tool

log = logging.getLogger(__name__)

Context = ServerRequestContext[Session]


def server_of(session: Session) -> Server[Session]:
    """A server for a session, which begins and ends with it."""

    @asynccontextmanager
    async def lifespan(_: Server[Session]) -> AsyncIterator[Session]:
        session.start()
        try:
            yield session
        finally:
            session.end()

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_as_type(tool, session.may_write) for tool in TOOLS.values()])

    async def call_tool(_: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name[:60]}; there are {', '.join(TOOLS)}")
        return await called(session, tool, params.arguments)

    return Server(
        "outcrop",
        version=version("outcrop"),
        title="Outcrop",
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def called(session: Session, tool: Tool, given: dict[str, Any] | None) -> types.CallToolResult:
    """The result of a call. What is wrong with it is told to the model, which can then call again."""
    cancelled = threading.Event()
    try:
        call = Call(session, checked(tool.arguments, given), cancelled.is_set)
        blocks = await anyio.to_thread.run_sync(partial(tool.run, call), abandon_on_cancel=True)
    except Refused as reason:
        return _result([str(reason)], is_error=True)
    except Exception as error:  # one call that fails must not end the server
        log.exception("%s failed", tool.name)
        return _result([f"{tool.name} failed: {type(error).__name__}: {error}"], is_error=True)
    finally:
        cancelled.set()
    return _result(blocks, is_error=False)


def _result(blocks: list[str], is_error: bool) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=unicode(text)) for text in blocks], is_error=is_error
    )


def _as_type(tool: Tool, may_write: bool) -> types.Tool:
    writes = tool.writes and may_write
    hints = types.ToolAnnotations(
        read_only_hint=tool.reads_only and not writes,
        destructive_hint=tool.destroys or writes,
        idempotent_hint=not writes,
        open_world_hint=False,
    )
    schema = tool.arguments if writes or not tool.writes else without(tool.arguments, "write")
    return types.Tool(name=tool.name, description=tool.description, input_schema=schema, annotations=hints)


async def serve(session: Session) -> None:
    """Serves one client on standard input and output, until it goes away."""
    server = server_of(session)
    lines = Lines()
    async with (
        stdio_server(stdin=lines) as (incoming, outgoing),  # type: ignore[arg-type]  # it is only iterated
        anyio.create_task_group() as refusals,
    ):

        async def send(refusal: types.JSONRPCError) -> None:
            with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):  # the server has ended
                await outgoing.send(SessionMessage(refusal))

        def refuse(refusal: types.JSONRPCError) -> None:
            refusals.start_soon(send, refusal)

        lines.refuse = refuse
        await server.run(incoming, outgoing, server.create_initialization_options())
        refusals.cancel_scope.cancel()
