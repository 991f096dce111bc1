"""Exit codes, what a command prints as JSON, and the failure that a person should read in one line."""

from typing import Any

Record = dict[str, Any]

FOUND = 0
NOTHING = 1
USAGE = 2
FAILED = 3  # also a part where the whole was asked for: a search that was stopped
INTERRUPTED = 130  # by Ctrl-C, as shells have it


class Failure(Exception):
    """Something could not be done; the message says what and why."""
