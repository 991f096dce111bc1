"""nftables."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, HASH
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACES, Rows, Rule

_ROWS = Rows(
    (
        Rule("table", rb"(?:add[ \t]+)?table[ \t]+(?:(?:ip6?|inet|arp|bridge|netdev)[ \t]+)?([\w.-]+)", BRACES),
        Rule("function", rb"chain[ \t]+([\w.-]+)[ \t]*(?=\{)", BRACES, inside="table"),
        Rule(
            "variable",
            rb"(?:set|map|flowtable|counter|quota|limit|secmark|synproxy|ct[ \t]+(?:helper|timeout|expectation))"
            rb"[ \t]+([\w.-]+)[ \t]*(?=\{)",
            BRACES,
            inside="table",
        ),
        Rule("constant", rb"(?:re)?define[ \t]+(\w+)[ \t]*="),
    ),
    comment=HASH,
    string=DOUBLE,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
