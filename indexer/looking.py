"""Whether there is something at a path, or a program of some name.

What nobody may look at, as what lies in somebody else's home, is not there: `Path.exists` and its like raise for that,
and for a path that is too long; these do not.
"""

from __future__ import annotations

import os
from pathlib import Path

exists, is_file, is_folder = os.path.exists, os.path.isfile, os.path.isdir


def program(name: str) -> str | None:
    """Where a program is that the user's environment names. One of that name in the current folder is somebody else's:
    a `PATH` may lead there, and Windows looks there first."""
    from shutil import which

    found = which(name)
    if found is None or Path(found).is_absolute() or Path(name).name != name:
        return found
    return None
