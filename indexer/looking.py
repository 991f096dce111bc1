"""Whether there is something at a path. What nobody may look at, as what lies in somebody else's home, is not there.

`Path.exists` and its like raise for that, and for a path that is too long; these do not.
"""

from __future__ import annotations

import os

exists, is_file, is_folder = os.path.exists, os.path.isfile, os.path.isdir
