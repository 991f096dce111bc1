"""textDocument/foldingRange: what can be collapsed."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.encoded import Encoded, folds_of
from lsp_server.session import Session, Soon, done


def folding_range(session: Session, params: types.FoldingRangeParams) -> Soon[Encoded | None]:
    if not session.settings.folding:
        return done(None)
    return session.kept(params.text_document.uri, "folds", folds_of, session.client.fold_limit)
