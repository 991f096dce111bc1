"""outcrop/replace: what would become of the code if what a query finds were replaced; the command applies it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from indexer.engine import Limits, Problem
from lsp_server.from_proto import flag, number, text_parameter, texts_parameter
from lsp_server.session import Session
from lsp_server.to_proto import span_in, text_range

if TYPE_CHECKING:
    from indexer.engine import Change, Replacement

_ALL_RIGHT, _BROKEN = "outcrop", "outcrop.broken"
_CHANGED = "it has changed since it was looked at"
_ENCODING = "it is not in UTF-8; open it in its encoding first, or use the terminal's `outcrop replace --write`"
_SHOWN = 60  # characters of a query in a label


async def replace(session: Session, params: Any) -> dict[str, Any]:
    """Hits, each with its new text, and one edit that makes them all."""
    made = await _made(session, params, session.settings.search_seconds)
    return made.result


async def apply_replacement(session: Session, params: Any) -> dict[str, Any]:
    """The same, and the client is asked to make the edit: all of it, or the hits whose ids are in `only`."""
    made = await _made(session, params, math.inf)
    result = made.result
    if result["edit"] is None:
        return {**result, "applied": False, "failureReason": made.reason}
    applied, reason = await session.apply_edit(made.label, made.edit)
    return {**result, "applied": applied, **({"failureReason": reason} if reason else {})}


class _Made:
    """An answer. It is made on another thread; `settle` then looks at the open documents once more."""

    def __init__(self, session: Session, found: Replacement, query: str, template: str, only: list[str] | None) -> None:
        self._session = session
        self._found = found
        self._only = None if only is None else set(only)
        self.hits: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self._edits: list[tuple[str, Change, types.TextDocumentEdit]] = []
        self.label = f"Replace {_short(query)} with {_short(template)}" if template else f"Delete {_short(query)}"
        for change in found.changes:
            self._take(change)

    def _take(self, change: Change) -> None:
        uri = self._session.uri_of(change.root, change.path)
        ids = change.ids()
        wanted = [at for at, id in enumerate(ids) if self._only is None or id in self._only]
        if self._only is not None:
            self._only.difference_update(ids)
        if not wanted:
            return
        change = change.only(wanted)
        problem = None if change.is_allowed else change.problem
        if change.raw is not None and not _editors_read(change.raw):
            problem = problem or _ENCODING
        for at, (span, new) in zip(wanted, change.edits, strict=True):
            row = change.text.lines.row_of(span.start)
            self.hits.append(
                {
                    "id": ids[at],
                    "location": {"uri": uri, "range": text_range(change.text, span, self._session.encoding)},
                    "old": change.text.data[span.start : span.end].decode("utf-8", "replace"),
                    "new": new.decode("utf-8", "replace"),
                    "text": change.text.row_bytes(row).decode("utf-8", "replace").rstrip("\r\n"),
                    "language": change.language,
                    "version": change.version,
                    **({"problem": problem} if problem else {}),
                }
            )
        if problem is not None:
            self.refused.append({"uri": uri, "message": problem, "forceable": change.broken})
        else:
            self._edits.append((uri, change, self._document_edit(uri, change)))

    def settle(self) -> _Made:
        """On the loop: refuses what was opened, closed or changed while the answer was made."""
        stale = {uri for uri, change, _ in self._edits if self._version(uri) != change.version}
        self._edits = [edit for edit in self._edits if edit[0] not in stale]
        self.refused += [{"uri": uri, "message": _CHANGED, "forceable": False} for uri in sorted(stale)]
        for hit in self.hits:
            if hit["location"]["uri"] in stale:
                hit["problem"] = _CHANGED
        return self

    def _version(self, uri: str) -> int | None:
        document = self._session.engine.document(uri)
        return None if document is None else document.version

    @property
    def edit(self) -> types.WorkspaceEdit | None:
        if not self._edits:
            return None
        if not self._session.client.document_changes:
            return types.WorkspaceEdit(changes={uri: cast(Any, edit.edits) for uri, _, edit in self._edits})
        return types.WorkspaceEdit(
            document_changes=[edit for _, _, edit in self._edits],
            change_annotations=self._annotations() if self._session.client.change_annotations else None,
        )

    def _document_edit(self, uri: str, change: Change) -> types.TextDocumentEdit:
        edits: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = []
        note = _BROKEN if change.broken else _ALL_RIGHT
        for span, new in change.edits:
            where, text = span_in(change.text, span, self._session.encoding), new.decode("utf-8", "replace")
            if self._session.client.document_changes and self._session.client.change_annotations:
                edits.append(types.AnnotatedTextEdit(annotation_id=note, range=where, new_text=text))
            else:
                edits.append(types.TextEdit(where, text))
        return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, change.version), edits)

    def _annotations(self) -> dict[str, types.ChangeAnnotation]:
        broken = any(change.broken for _, change, _ in self._edits)
        files = f"{len(self._edits)} {'file' if len(self._edits) == 1 else 'files'}"
        notes = {_ALL_RIGHT: types.ChangeAnnotation(label=self.label, description=files)}
        if broken:
            label = f"{self.label}, although it would not parse any more"
            notes[_BROKEN] = types.ChangeAnnotation(label=label, needs_confirmation=True)
        return notes

    @property
    def reason(self) -> str:
        """Why nothing can be applied."""
        problems = [*self._found.query_problems, *self._found.template_problems]
        if problems:
            return problems[0].message
        if self.refused:
            return str(self.refused[0]["message"])
        return "the hits are not as they were any more; search again" if self._only else "nothing to replace"

    @property
    def result(self) -> dict[str, Any]:
        summary = self._found.summary
        return {
            "hits": self.hits,
            "total": summary.total,
            "left_inside": summary.left_inside,
            "unchanged": summary.unchanged,
            "truncated": summary.truncated,
            "refused": self.refused,
            "stale": sorted(self._only or ()),
            "problems": [
                *_problems("query", self._found.query_problems),
                *_problems("template", self._found.template_problems),
            ],
            "warnings": summary.notes,
            "edit": self.edit,
        }


async def _made(session: Session, params: Any, seconds: float) -> _Made:
    query, template = text_parameter(params, "query") or "", text_parameter(params, "template")
    if template is None:
        raise JsonRpcInvalidParams("template is missing")
    force, only = flag(params, "force"), texts_parameter(params, "only")

    def found(query: str, limits: Limits) -> _Made:
        return _Made(session, session.engine.replacement(query, template, limits, force), query, template, only)

    limits = Limits(hits=number(params, "limit") or None, seconds=seconds)
    return (await session.searched(found, query, limits)).settle()


def _editors_read(raw: bytes) -> bool:
    """Whether every editor reads these bytes as we do: as UTF-8, or by the mark that they begin with."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _problems(of: str, problems: Sequence[Problem]) -> list[dict[str, Any]]:
    spans = [(problem.message, problem.span or (0, 0)) for problem in problems]
    return [{"message": message, "in": of, "start": span[0], "end": span[1]} for message, span in spans]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"`{line if len(line) <= _SHOWN else line[: _SHOWN - 1] + '…'}`"
