"""LaTeX."""

from __future__ import annotations

import re

from indexer.languages.opaque import Ends, Opaque
from indexer.languages.profile import Damage, Profile, Structure

_HEADING = rb"\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)(?![A-Za-z])"
_DEFINES = (
    rb"\\(?:[egx]?def|let|(?:re)?new(?:command|environment|theorem)|(?:Declare|Provide|provide)[A-Za-z]++)(?![A-Za-z])"
)
# A section, a paragraph, or what stands at the margin behind something that ended there.
_BEGINS = re.compile(
    rb"\n(?=%b)"
    rb"|\n[ \t\r]*+\n(?=[^\s&}\]])(?!\\(?:item|end)(?![A-Za-z]))"
    rb"|\}[ \t\r]*+%%?+[ \t\r]*+\n(?=(?:%%[^\n]*+\n){0,30}+%b)"
    rb"|\n\}[^\n]*+\n(?=[\\%%])" % (_HEADING, _DEFINES)
)
_ENDS = re.compile(rb"\\end[ \t]*+\{([^{}\n]*+)\}")
_HEADINGS = re.compile(rb"(?m)^[ \t]*+(?=(\\))%b" % _HEADING)


def _environment_end(ends: Ends, match: re.Match[bytes]) -> int:
    end = ends.row(match["environment"], match.end(), _ENDS)
    section = ends.row(b"\\", match.end(), _HEADINGS)
    return -1 if 0 <= section <= end else end


PROFILE = Profile(
    imports="indexer.graph.imports.files:LatexResolver",
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        strategy="indexer.syntax.recovery.latex:Latex",
        opaque=(
            Opaque(
                b"\\begin",
                rb"\\begin[ \t]*+\{(?P<environment>(?!document\})[^{}\n]{1,60}+)\}",
                _environment_end,
            ),
        ),
        begins=_BEGINS,
    ),
)
