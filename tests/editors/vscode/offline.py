"""Runs a command that reaches nothing but this machine: unshare -rn python offline.py COMMAND...

A network namespace of its own starts with a loopback that is down, and an editor's page needs it.
"""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import sys

_SET_FLAGS = 0x8914
_UP_AND_RUNNING = 0x1 | 0x40

if __name__ == "__main__":
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh", b"lo", _UP_AND_RUNNING))
    os.execvp(sys.argv[1], sys.argv[1:])
