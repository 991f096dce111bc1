"""outcrop/status: how far the index is. outcrop/reindex: build it anew."""

from __future__ import annotations

from typing import Any

from lsp_server.session import Session


async def status(session: Session, params: Any) -> dict[str, Any]:
    found = await session.off_loop(session.engine.status)
    if found is None:
        return {
            "state": "starting",
            "files": 0,
            "named": 0,
            "indexed": 0,
            "symbols": 0,
            "indexDir": None,
            "problems": [],
        }
    return {
        "state": found.state,
        "files": found.files,
        "named": found.named,
        "indexed": found.indexed,
        "symbols": found.symbols,
        "indexDir": found.index_dirs[0] if found.index_dirs else None,
        "indexDirs": found.index_dirs,
        "problems": found.problems,
    }


async def reindex(session: Session, params: Any) -> dict[str, Any]:
    session.engine.reindex()
    return {}
