"""textDocument/foldingRange: what can be collapsed."""

from __future__ import annotations

from lsp_server.encoded import Encoded, folds_of
from lsp_server.session import Session, Soon, done


def folding_range(session: Session, uri: str) -> Soon[Encoded | None]:
    if not session.settings.folding:
        return done(None)
    return session.kept(uri, "folds", folds_of, session.client.fold_limit)
