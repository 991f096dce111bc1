"""The words of Perl: which quote, which open blocks, and what may come after each."""

from __future__ import annotations

from typing import Final

QUOTING: Final = {b"q": 1, b"qq": 1, b"qw": 1, b"qx": 1, b"m": 1, b"qr": 1, b"s": 2, b"tr": 2, b"y": 2}
FLAGGED: Final = {b"m", b"qr", b"s", b"tr", b"y", b"/"}
LITERAL: Final = {b"q", b"qw", b"tr", b"y", b"'", b":"}

CHAINS: Final = {
    "if": {b"elsif", b"else"},
    "unless": {b"elsif", b"else"},
    "elsif": {b"elsif", b"else"},
    "while": {b"continue"},
    "until": {b"continue"},
    "for": {b"continue"},
    "foreach": {b"continue"},
    "anonymous": {b"continue"},
    "try": {b"catch", b"finally", b"otherwise", b"except"},
    "catch": {b"catch", b"finally", b"otherwise", b"except"},
    "except": {b"catch", b"finally", b"otherwise"},
    "otherwise": {b"finally"},
    "finally": {b"catch"},
}
# The blocks of modules such as Try::Tiny are arguments, and the statement ends with a semicolon.
TRYING: Final = {"try", "catch", "except", "otherwise", "finally"}
SUBS: Final = {"sub", "method", "fun", "func"}
# After these blocks come the arguments of the function they belong to.
ARGUMENTS: Final = {"anonymous", "try", "catch", "finally"}

HEADERS: Final = {b"if", b"unless", b"while", b"until", b"for", b"foreach", b"elsif", b"given", b"when"}
MODIFIERS: Final = {b"if", b"unless", b"while", b"until", b"for", b"foreach"}
BRACED: Final = {
    **{word: word.decode() for word in b"else continue default try catch finally defer".split()},
    **{word: word.decode() for word in b"BEGIN END INIT CHECK UNITCHECK ADJUST".split()},
    b"AUTOLOAD": "sub",
    b"DESTROY": "sub",
}
DECLARATORS: Final = frozenset(b"method fun func class role".split())
INFIX: Final = frozenset(
    b"x eq ne lt gt le ge cmp and or xor not isa if unless while until for foreach when".split(),
)
STARTING: Final = HEADERS | BRACED.keys() | DECLARATORS | {b"package", b"use", b"no", b"format"}
WITHOUT_ARGUMENTS: Final = frozenset(
    b"""
    time times wait wantarray fork getppid getlogin __PACKAGE__ __FILE__ __LINE__ __SUB__ __CLASS__ endpwent endgrent
    endhostent endnetent endprotoent endservent getpwent getgrent setpwent setgrent gethostent getnetent getprotoent
    getservent
    """.split()
)
MAYBE_ARGUMENT: Final = frozenset(b"shift pop getc pos readline readlink undef umask last next redo".split())
PRINTING: Final = frozenset(b"print printf say exec system".split())
LISTING: Final = frozenset(b"map grep sort".split())
TAKING_TERM: Final = frozenset(
    b"""
    abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir connect cos
    crypt dbmclose dbmopen defined delete die dump each eof evalbytes exists exit exp fc fcntl field fileno flock
    formline getpeername getpgrp getpriority getpwnam getpwuid getsockname getsockopt glob gmtime goto hex index int
    ioctl join keys kill lc lcfirst length link listen local localtime lock log lstat mkdir msgctl msgget msgrcv msgsnd
    my oct open opendir ord our pack pipe push quotemeta rand read readdir readpipe recv ref rename require reset return
    reverse rewinddir rindex rmdir scalar seek seekdir select semctl semget semop send setpgrp setpriority setsockopt
    shmctl shmget shmread shmwrite shutdown sin sleep socket socketpair splice split sprintf sqrt srand stat state study
    substr symlink syscall sysopen sysread sysseek syswrite tell telldir tie tied truncate uc ucfirst unlink unpack
    unshift untie utime values vec waitpid warn write
    """.split()
)
KNOWN: Final = INFIX | WITHOUT_ARGUMENTS | MAYBE_ARGUMENT | PRINTING | LISTING | TAKING_TERM | {b"do", b"eval", b"sub"}
