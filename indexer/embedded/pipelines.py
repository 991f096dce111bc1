"""Shell in YAML: the steps of CI files and task runners, recognised by their keys and never by `run:` alone.

The languages of YAML are told by the path of keys to a value. A folded or escaped scalar is not the text that the
shell gets, so it stays YAML.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.embedded.host import Host
from indexer.embedded.region import region, without
from indexer.languages.registry import Language, by_name
from indexer.model import Joint, Region
from indexer.text.closers import enclosed

_KEYS = frozenset(
    (
        *("run", "command", "commands", "cmds", "script", "before_script", "after_script", "bash", "pwsh"),
        *("powershell", "shell", "ansible.builtin.shell"),
        *("before_install", "install", "after_success", "after_failure", "before_deploy"),
    )
)
_KEY = re.compile(
    rb"^[ \t]*(?:-[ \t]+)*(?:%s)[ \t]*:(?=[ \t\r\n])" % b"|".join(re.escape(key.encode()) for key in sorted(_KEYS)),
    re.MULTILINE,
)
_HOLDERS = frozenset(("stream", "document", "block_node", "block_sequence", "ERROR"))
_SIGNS = (b"run:", b"script:", b"command", b"cmds:", b"bash:", b"pwsh:", b"shell:", b"install:")
_EXPRESSION = re.compile(rb"\$?\{\{|<<[ \t]*+(?:parameters|pipeline)\.[^<>\n]*+>>|\{%")
_EXPRESSION_ENDS = {b"${{": b"}}", b"{{": b"}}", b"{%": b"%}"}
_GITLAB_PHASES = {"script", "before_script", "after_script"}
_GITLAB_FILE = {"stages", "include", "default", "workflow", "image", "variables", "before_script", "cache"}
_GITLAB_JOB = {"stage", "image", "rules", "only", "except", "needs", "tags", "extends", "artifacts", "services", "when"}
_TRAVIS = {"before_install", "install", "before_script", "script", "after_success", "after_failure", "before_deploy"}
_SHELLS = {"bash": "bash", "sh": "bash", "pwsh": "powershell", "powershell": "powershell", "python": "python"}
_SCALARS = {"plain_scalar", "double_quote_scalar", "single_quote_scalar"}
_ITEM = "[]"  # stands in a path for being an item of a sequence


class _Place(NamedTuple):
    """A mapping on the way to a value: its pairs by key, and the keys and items of sequences that lead to it."""

    entries: dict[str, Node]
    path: tuple[str, ...]
    outer: tuple[dict[str, Node], ...]  # the entries of the mappings around, outermost first


def steps(host: Host) -> Iterator[Region]:
    """The scripts in a YAML text."""
    data = host.text.data
    candidates = [match.end() for match in _KEY.finditer(data)] if any(map(host.text.holds, _SIGNS)) else []
    root = host.root if candidates else None
    if root is None:
        return
    windows = b"windows" in data or b"Windows" in data
    for place in _mappings(root, candidates):
        for key, value in place.entries.items():
            language = _language(place, key, windows) if key in _KEYS else None
            if language is not None:
                spans, joints = _script(value, data)
                if spans:
                    yield region(language, "script", spans, joints)


def _mappings(root: Node, candidates: list[int]) -> Iterator[_Place]:
    """The block mappings that hold a key that may be a script's, in no order. Nothing else is looked at."""
    pending: list[tuple[Node, tuple[str, ...], tuple[dict[str, Node], ...]]] = [(root, (), ())]
    while pending:
        node, path, outer = pending.pop()
        if bisect_right(candidates, node.end_byte) == bisect_left(candidates, node.start_byte):
            continue
        if node.type == "block_mapping":
            entries = _entries(node)
            yield _Place(entries, path, outer)
            pending += [(value, (*path, key), (*outer, entries)) for key, value in entries.items()]
        elif node.type == "block_sequence_item":
            pending += [(child, (*path, _ITEM), outer) for child in node.named_children]
        elif node.type in _HOLDERS:
            pending += [(child, path, outer) for child in node.named_children]


def _word(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace").strip("\"'") if node is not None else ""


def _entries(mapping: Node | None) -> dict[str, Node]:
    """The values of a block mapping by key."""
    found: dict[str, Node] = {}
    for pair in mapping.named_children if mapping is not None else ():
        value = pair.child_by_field_name("value")
        if pair.type == "block_mapping_pair" and value is not None:
            found[_word(pair.child_by_field_name("key"))] = value
    return found


def _inside(value: Node | None, key: str) -> Node | None:
    """The value of a key of a value that is a block mapping."""
    mapping = value.named_child(0) if value is not None and value.named_child_count else None
    return _entries(mapping).get(key) if mapping is not None and mapping.type == "block_mapping" else None


def _language(place: _Place, key: str, windows: bool) -> Language | None:
    """What the value of a key is written in, by where it stands."""
    siblings, around = place.entries, list(place.path)
    mappings = (*place.outer, siblings)
    top = mappings[0]
    name: str | None = None
    if around[-2:] == ["steps", _ITEM]:
        if key == "run" and ("jobs" in top or "runs" in top or "commands" in top):
            stated = _stated(siblings, mappings)
            name = _default(windows) if stated is None else _shell(stated)
        elif key in ("bash", "pwsh", "powershell"):  # Azure Pipelines
            name = _SHELLS[key]
        elif key == "script" or (key == "commands" and "image" in siblings):  # Azure Pipelines; Drone
            name = _default(windows)
    elif key == "command" and around[-3:] == ["steps", _ITEM, "run"]:  # CircleCI
        name = _shell(siblings["shell"]) if "shell" in siblings else "bash"
    elif key in ("shell", "ansible.builtin.shell"):
        name = "bash" if around[-1:] == [_ITEM] and "run" not in siblings else None
    elif (
        (key == "cmds" and around[:1] == ["tasks"] and len(around) == 2)  # Task
        or (key == "script" and around[-1:] == ["step"] and "pipelines" in top)  # Bitbucket
        or (key in _TRAVIS and not around and "language" in top)
        or (key in _GITLAB_PHASES and len(around) < 2 and (_GITLAB_FILE & top.keys() or _GITLAB_JOB & siblings.keys()))
    ):
        name = _default(windows)
    return by_name(name) if name else None


def _default(windows: bool) -> str | None:
    """What runs a command where no shell is stated: a POSIX shell, unless some system in the file may be Windows."""
    return None if windows else "bash"


def _stated(siblings: dict[str, Node], mappings: tuple[dict[str, Node], ...]) -> Node | None:
    """The shell that a step states, or its job, or the file."""
    stated = siblings.get("shell")
    for entries in reversed(mappings):
        if stated is None:
            stated = _inside(_inside(entries.get("defaults"), "run"), "shell")
    return stated


def _shell(stated: Node) -> str | None:
    """The language of a stated shell: `bash -e {0}`, `/bin/sh`; None for one we do not know."""
    words = _word(stated).split()
    return _SHELLS.get(words[0].rpartition("/")[2]) if words else None


def _script(value: Node, data: bytes) -> tuple[list[tuple[int, int]], list[Joint]]:
    """The spans of a script, or of the commands in a list, that reach the shell as they are written."""
    spans: list[tuple[int, int]] = []
    joints: list[Joint] = []
    for scalar in _scalars(value):
        span = _content(scalar, data)
        if span is None:
            continue
        holes: list[tuple[int, int, Joint]] = [
            (each.start, each.end, "blank" if each.opener == b"{%" else "word")
            for each in enclosed(data, _EXPRESSION, _EXPRESSION_ENDS, *span)
        ]
        more, between = without(*span, holes)
        if spans:
            joints.append("end")
        joints += between
        spans += more
    return spans, joints


def _scalars(value: Node) -> Iterator[Node]:
    """The scalars that a value is or has as items."""
    for node in value.named_children:
        if node.type in _SCALARS or node.type == "block_scalar":
            yield node
        elif node.type == "block_sequence":
            for item in node.named_children:
                for inner in item.named_children:
                    yield from (scalar for scalar in inner.named_children if scalar.type in (*_SCALARS, "block_scalar"))
        elif node.type == "flow_sequence":
            for item in node.named_children:
                yield from (scalar for scalar in item.named_children if scalar.type in _SCALARS)


def _content(scalar: Node, data: bytes) -> tuple[int, int] | None:
    """The bytes of a scalar that mean what they are; None where folding or escapes come between."""
    start, end = scalar.start_byte, scalar.end_byte
    if scalar.type == "block_scalar":
        row_end = data.find(b"\n", start, end)
        return (row_end + 1, end) if data[start : start + 1] == b"|" and row_end >= 0 else None
    if data.find(b"\n", start, end) >= 0:
        return None
    if scalar.type == "plain_scalar":
        return start, end
    inside = data[start + 1 : end - 1]
    return None if b"\\" in inside or b"''" in inside else (start + 1, end - 1)
