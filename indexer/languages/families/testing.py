"""How tests are called and marked where several languages agree."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention

CAMEL = re.compile(rb"test(?=[A-Z_0-9])")
SNAKE = re.compile(rb"test_")
_JUNIT = re.compile(rb"@(?:\w++\.)*+(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\b")
JUNIT = Convention(attribute=_JUNIT, test=CAMEL, in_class=True)
