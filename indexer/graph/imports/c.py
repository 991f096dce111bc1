"""C and its kin: a header beside the file, or below a folder that the compiler is told to look in.

Which folders those are only the build knows. They are told from the tree: a folder that with the path as written
makes a file. The one nearest to the file is meant, and where several are as near, that is a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from indexer.graph.imports.resolver import EXTERNAL, Lead, Mention, Resolver, Written, certain, likely
from indexer.graph.imports.tree import above, folder_of, joined, shared
from indexer.lazy import lazy

_INCLUDED = frozenset(("include", "inc", "includes", "headers", "src", "lib", "source", "public", "uapi", "generated"))
# Headers of the language and the system: `<string.h>` is not the string.h that some folder happens to have.
_SYSTEM_NAMES = """
aio alloca arpa/inet assert byteswap complex cpio crypt ctype dirent dlfcn elf endian err errno execinfo fcntl fenv
float fmtmsg fnmatch ftw getopt glob grp iconv ifaddrs inttypes iso646 langinfo libgen limits link locale malloc
math memory monetary mqueue ndbm net/if netdb netinet/in netinet/tcp nl_types paths poll pthread pty pwd regex
resolv sched search semaphore setjmp signal spawn stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib
stdnoreturn string strings stropts sys/file sys/ioctl sys/ipc sys/mman sys/msg sys/param sys/resource sys/select
sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un sys/utsname sys/wait
syslog tar termios tgmath threads time trace uchar ulimit unistd utime utmp utmpx values wait wchar wctype wordexp
windows winsock2 ws2tcpip
"""
_SYSTEM = frozenset(f"{name}.h" for name in _SYSTEM_NAMES.split())


class CResolver(Resolver):
    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        """Without macros, which say a header only to the compiler."""
        for mention in mentions:
            mark = text[mention.start - 1 : mention.start]
            if mark in (b'"', b"<"):
                yield Written(*mention, form="system" if mark == b"<" else "")

    def lead(self, importer: str, written: Written) -> Lead:
        key = folder_of(importer), written.path, written.form
        known = self._known.get(key)  # the files of a folder include much the same
        if known is None:
            known = self._known[key] = self._lead(importer, written)
        return known

    @lazy
    def _known(self) -> dict[tuple[str, str, str], Lead]:
        return {}

    def _lead(self, importer: str, written: Written) -> Lead:
        path = written.path.replace("\\", "/")
        beside = joined(folder_of(importer), path)
        if written.form != "system" and beside is not None and beside in self.tree:
            return certain(beside)
        suffix = path.lstrip("./") if path.startswith(".") else path.lstrip("/")
        found = self.tree.ending(suffix) if suffix else []
        if not found or (path.startswith("../") and written.form != "system"):
            return likely(found if len(found) == 1 else ())
        bases = {each: each[: len(each) - len(suffix)].rstrip("/") for each in found}
        around = {"", *above(importer)}
        near = {
            each: base
            for each, base in bases.items()
            if base in around or (base.rpartition("/")[2] in _INCLUDED and folder_of(base) in around)
        }
        if path in _SYSTEM and written.form == "system":
            own = [each for each, base in near.items() if base.rpartition("/")[2] == "include"]
            return certain(own[0]) if len(own) == 1 else EXTERNAL
        rank = {each: (-shared(importer, each), base.count("/") if base else -1) for each, base in bases.items()}
        chosen = near or bases
        best = min(rank[each] for each in chosen)
        first = [each for each in chosen if rank[each] == best]
        if len(first) == 1 and (near or len(found) == 1):
            return certain(first[0])
        if written.form == "system" and not near and "/" not in suffix:
            return EXTERNAL
        return likely(first)
