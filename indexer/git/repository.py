"""A repository: where it is, and which commit a name means in it."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path

from indexer.git.folders import SMALL, first_line, git_folder, shared_folder
from indexer.git.objects import ObjectStore, Unreadable, read_regular
from indexer.lazy import lazy

_LINKS = 5  # references that lead to each other, as in git
_TAGS = 8  # tags of tags
_STEPS = 10_000  # parents that `~` may go back
_HEX = re.compile(r"[0-9a-f]{4,40}\Z")
_BACK = re.compile(r"(?:\^|~\d{0,5})\Z")
_AT_TOP = re.compile(r"[A-Z_]+\Z")  # HEAD, FETCH_HEAD, MERGE_HEAD
_PLAIN = re.compile(r"[^\x00-\x20~^:?*\[\\\x7f]+\Z")
_SAID = 500  # characters of a path that a file names, which may be as long as it likes
_BEFORE = ("", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/")


class UnknownRevision(Unreadable):
    """A name means no commit."""


class Repository:
    """`folder` is that of the work tree, `shared` has what all its work trees share."""

    def __init__(self, work_tree: Path, folder: Path) -> None:
        self.work_tree = work_tree
        self.folder = folder
        self.shared = shared_folder(folder)
        if read_regular(folder / "HEAD", SMALL) is None or not (self.shared / "objects").is_dir():
            raise Unreadable(f"{str(folder)[:_SAID]} is no repository of git")
        config = read_regular(self.shared / "config", SMALL) or b""
        if re.search(rb"(?i)objectformat\s*=\s*sha256", config):
            raise Unreadable(f"{self.shared} names its objects by SHA-256, which cannot be read yet")

    @lazy
    def store(self) -> ObjectStore:
        return ObjectStore(self.shared / "objects")

    def tree_of(self, revision: str) -> bytes:
        """The name of the tree of the commit that a person means."""
        back = []
        name = revision
        while (step := _BACK.search(name)) is not None:
            back.append(int(step[0][1:] or 1) if step[0][0] == "~" else 1)
            name = name[: step.start()]
        commit = self._commit(self._named(name or "HEAD", revision))
        if sum(back) > _STEPS:
            raise UnknownRevision(f"`{revision}` goes back too far")
        for _ in range(sum(back)):
            parents = re.findall(rb"^parent ([0-9a-f]{40})$", commit.partition(b"\n\n")[0], re.M)
            if not parents:
                raise UnknownRevision(f"`{revision}` goes back beyond the first commit that is here")
            commit = self._commit(bytes.fromhex(parents[0].decode()))
        tree = re.match(rb"tree ([0-9a-f]{40})\n", commit)
        if tree is None:
            raise Unreadable(f"the commit of `{revision}` is damaged")
        return bytes.fromhex(tree[1].decode())

    def _commit(self, name: bytes) -> bytes:
        for _ in range(_TAGS):
            kind, data = self.store.read(name)
            if kind == "commit":
                return data
            named = re.match(rb"object ([0-9a-f]{40})\n", data) if kind == "tag" else None
            if named is None:
                raise UnknownRevision(f"{name.hex()} is a {kind}, not a commit")
            name = bytes.fromhex(named[1].decode())
        raise Unreadable(f"tags of {self.shared} lead to each other")

    def _named(self, name: str, revision: str) -> bytes:
        if _PLAIN.match(name) and ".." not in name and not name.startswith("/"):
            for before in _BEFORE:
                found = self._reference(before + name, 0)
                if found is not None:
                    return found
            found = self._reference(f"refs/remotes/{name}/HEAD", 0)
            if found is not None:
                return found
        if _HEX.match(name):
            like = self.store.names_like(name)
            if len(like) == 1:
                return like.pop()
            if like:
                raise UnknownRevision(f"`{name}` is the beginning of several objects; write more of it")
        if name == "HEAD":
            raise UnknownRevision("there is no commit yet")
        if (self.shared / "reftable").is_dir():
            raise Unreadable(f"{self.shared} keeps its references in a reftable, which cannot be read yet")
        near = get_close_matches(name[:60], self._names(), n=1, cutoff=0.6)
        raise UnknownRevision(f"no revision `{revision[:60]}`" + (f", did you mean `{near[0]}`?" if near else ""))

    def _reference(self, name: str, depth: int) -> bytes | None:
        if depth > _LINKS:
            raise Unreadable(f"references of {self.shared} lead to each other")
        if not name.startswith("refs/") and not _AT_TOP.match(name):
            return None  # other files of the folder are no references
        for folder in dict.fromkeys((self.folder, self.shared)):
            line = first_line(folder / name)
            if line.startswith("ref:"):
                target = line[4:].strip()
                return self._reference(target, depth + 1) if _PLAIN.match(target) and ".." not in target else None
            if re.match(r"[0-9a-f]{40}\Z", line):
                return bytes.fromhex(line)
        return self._packed.get(name)

    @lazy
    def _packed(self) -> dict[str, bytes]:
        text = (read_regular(self.shared / "packed-refs") or b"").decode("utf-8", "surrogateescape")
        lines = re.finditer(r"^([0-9a-f]{40}) (\S+)$", text, re.M)
        return {line[2]: bytes.fromhex(line[1]) for line in lines}

    def _names(self) -> list[str]:
        """What can be meant, for who mistyped it."""
        names = {name.split("/", 2)[-1] for name in self._packed}
        for kind in ("heads", "tags", "remotes"):
            folder = self.shared / "refs" / kind
            for path in folder.glob("*") if folder.is_dir() else ():
                inner = path.glob("*") if path.is_dir() else ()
                names.update(each.relative_to(folder).as_posix() for each in (path, *inner))
        return sorted(names)[:10_000]


def repository_around(folder: Path) -> Repository:
    """The repository that a folder lies in."""
    for work_tree in (folder, *folder.parents):
        found = git_folder(work_tree)
        if found is not None:
            return Repository(work_tree, found)
    raise Unreadable(f"{folder} is not in a git repository")
