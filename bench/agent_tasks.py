"""What an agent does in a repository it does not know: thirty tasks in three repositories, each done in two ways."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """Something to find out: the calls, the commands, and what both answers must have in them."""

    name: str
    calls: list[tuple[str, Arguments]]
    commands: list[str]
    facts: list[str] = field(default_factory=list)


_GREP = "grep -rn --include=*.py"
DJANGO = [
    Task(
        "get one's bearings",
        [("overview", {}), ("overview", {"path": "django"})],
        ["cat README.rst", "ls -l", "find django -name '*.py' -not -path '*/locale/*'"],
        ["contrib", "middleware", "shortcuts.py"],
    ),
    Task(
        "find a definition and what it takes",
        [("symbol", {"name": "get_object_or_404"})],
        [f"{_GREP} 'def get_object_or_404' .", "cat django/shortcuts.py"],
        ["def get_object_or_404(klass, *args, **kwargs)", "raise an Http404"],
    ),
    Task(
        "who calls a function",
        [("callers", {"name": "update_session_auth_hash", "max_tokens": 500})],
        [
            f"{_GREP} update_session_auth_hash django",
            "cat django/contrib/auth/views.py django/contrib/auth/admin.py",
        ],
        ["user_change_password", "form_valid"],
    ),
    Task(
        "who implements an interface",
        [("search", {"query": "kind:class extends:BaseCache -file:tests"})],
        [
            f"{_GREP} 'BaseCache' django",
            "head -40 django/core/cache/backends/locmem.py django/core/cache/backends/redis.py",
        ],
        ["LocMemCache", "RedisCache", "FileBasedCache"],
    ),
    Task(
        "what a file contains",
        [("outline", {"path": "django/db/models/query.py", "max_tokens": 4000})],
        ["cat django/db/models/query.py"],
        ["bulk_create", "RawQuerySet"],
    ),
    Task(
        "where an error message comes from",
        [
            ("search", {"query": '"didn\'t return an HttpResponse object" -file:tests'}),
            ("read", {"path": "django/core/handlers/base.py", "line": 333}),
        ],
        [f'{_GREP} "didn\'t return an HttpResponse object" .', "cat django/core/handlers/base.py"],
        ["def check_response"],
    ),
    Task(
        "trace three hops back",
        [("callers", {"name": "_check_token_format", "depth": 3, "max_tokens": 800})],
        [
            f"{_GREP} _check_token_format django",
            f"{_GREP} '_get_secret\\|_check_token\\b' django",
            f"{_GREP} 'process_view' django",
            "cat django/middleware/csrf.py",
        ],
        ["_get_secret", "process_view"],
    ),
    Task(
        "what a class offers",
        [("symbol", {"name": "Paginator"})],
        [f"{_GREP} 'class Paginator' .", "cat django/core/paginator.py"],
        ["get_elided_page_range", "validate_number"],
    ),
    Task(
        "who depends on a file",
        [("dependencies", {"path": "django/utils/functional.py", "direction": "importers"})],
        [f"{_GREP} 'utils.functional' django tests"],
        ["django/db/models/", "query.py:"],
    ),
    Task(
        "a question without a name",
        [("chunks", {"question": "how is a password reset token made and checked", "max_tokens": 1500})],
        [f"{_GREP} -i 'reset.*token\\|token.*reset' django", "cat django/contrib/auth/tokens.py"],
        ["check_token"],
    ),
]

_C = "grep -rn --include=*.c --include=*.h"
_GO = "grep -rn --include=*.go"
HTTP = [
    Task(
        "locate a type and what it has",
        [("symbol", {"name": "Server"})],
        [
            f"{_GO} 'type Server struct' .",
            "sed -n '/^type Server struct/,/^}/p' server.go",
            f"{_GO} 'func (srv \\*Server)\\|func (s \\*Server)' server.go",
        ],
        ["ListenAndServe", "ReadTimeout"],
    ),
    Task(
        "locate an error message",
        [("search", {"query": '"http: Server closed"'})],
        [f"{_GO} 'http: Server closed' .", "cat server.go | head -3200 | tail -120"],
        ["ErrServerClosed"],
    ),
    Task(
        "locate by a half-remembered name",
        [("symbols", {"query": "parsehttpver", "limit": 5})],
        [f"{_GO} -i 'func parse.*ver' .", f"{_GO} -i 'parsehttp' ."],
        ["ParseHTTPVersion"],
    ),
    Task("locate a constant's use", [("search", {"query": "StatusTeapot"})], [f"{_GO} StatusTeapot ."], ["418"]),
    Task(
        "explain what a file holds",
        [("outline", {"path": "cookie.go", "depth": 2})],
        ["cat cookie.go"],
        ["SetCookie", "sanitizeCookieValue"],
    ),
    Task("explain one function", [("read", {"path": "server.go", "line": 2560})], ["cat server.go"], ["ServeMux"]),
    Task(
        "impact: who calls it",
        [("callers", {"name": "readRequest", "max_tokens": 600})],
        [f"{_GO} 'readRequest(' .", "grep -n '^func' server.go request.go"],
        ["ReadRequest"],
    ),
    Task(
        "impact: who implements it",
        [("search", {"query": "sym:=RoundTrip kind:method -file:_test"})],
        [f"{_GO} 'RoundTrip(' . "],
        ["Transport"],
    ),
    Task(
        "impact: who uses a type",
        [("references", {"name": "HandlerFunc", "kind": "type", "limit": 20, "max_tokens": 800})],
        [f"{_GO} HandlerFunc ."],
        ["HandlerFunc"],
    ),
    Task(
        "edit: the places of one change",
        [
            (
                "replace",
                {"query": 'pattern:"fmt.Errorf($M)" -file:_test', "template": "errors.New($M)", "max_tokens": 800},
            )
        ],
        [f"{_GO} 'fmt.Errorf(' .", "head -60 transfer.go"],
        ["Errorf"],
    ),
]
EXT4 = [
    Task(
        "locate a definition",
        [("symbol", {"name": "ext4_map_blocks"})],
        [f"{_C} 'ext4_map_blocks(' .", "sed -n '/^int ext4_map_blocks/,/^}/p' inode.c"],
        ["struct ext4_map_blocks"],
    ),
    Task(
        "locate a struct",
        [("symbol", {"name": "ext4_inode_info"})],
        [f"{_C} 'struct ext4_inode_info {{' .", "sed -n '/^struct ext4_inode_info/,/^};/p' ext4.h"],
        ["i_data_sem"],
    ),
    Task(
        "locate a message",
        [("search", {"query": '"bad orphan inode"'})],
        [f"{_C} 'bad orphan inode' .", "sed -n '1330,1440p' ialloc.c"],
        ["ext4_orphan_get"],
    ),
    Task(
        "locate by a half-remembered name",
        [("symbols", {"query": "mbnewblocks", "limit": 8})],
        [f"{_C} -i 'mb.*new.*blocks' mballoc.c balloc.c ext4.h"],
        ["ext4_mb_new_blocks"],
    ),
    Task("explain what a file holds", [("outline", {"path": "fsync.c"})], ["cat fsync.c"], ["ext4_sync_file"]),
    Task(
        "explain the way into a function",
        [("callers", {"name": "ext4_journal_check_start", "depth": 2, "max_tokens": 800})],
        [
            f"{_C} ext4_journal_check_start .",
            f"{_C} '__ext4_journal_start_sb\\|__ext4_journal_start_reserved' .",
            "cat ext4_jbd2.c",
        ],
        ["__ext4_journal_start_sb"],
    ),
    Task(
        "impact: who calls it",
        [("callers", {"name": "ext4_find_entry", "max_tokens": 800})],
        [f"{_C} 'ext4_find_entry(' .", "grep -n '^static\\|^int\\|^struct' namei.c"],
        ["ext4_rename"],
    ),
    Task(
        "impact: who takes a lock",
        [("search", {"query": "kind:function has:(call:down_write)", "limit": 60, "max_tokens": 1500})],
        [f"{_C} -B30 'down_write(' . "],
        ["ext4_truncate"],
    ),
    Task(
        "impact: who depends on a header",
        [("dependencies", {"path": "ext4_extents.h", "direction": "importers"})],
        [f"{_C} 'ext4_extents.h' .", "head -30 extents.c"],
        ["extents.c"],
    ),
    Task(
        "edit: the places of one change",
        [("replace", {"query": 'pattern:"brelse($B);" file:xattr.c', "template": "put_bh($B);", "max_tokens": 1500})],
        [f"{_C} 'brelse(' xattr.c", "cat xattr.c"],
        ["brelse"],
    ),
]
