"""What SARIF 2.1.0 asks of the parts of a log that we write, as a JSON Schema of our own.

The published schema judges too: `published` finds it in the crate `serde-sarif`, which carries it (`cargo fetch` brings
the crate, `.ci/run` does so), or where `OUTCROP_SARIF_SCHEMA` says. It asks less than ours, which allows no property
that we do not write, and knows every property that there is.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tests.judges import missing

LEVEL = {"enum": ["none", "note", "warning", "error"]}
POSITIVE = {"type": "integer", "minimum": 1}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def _list(of: Any, unique: bool = False) -> dict[str, Any]:
    return {"type": "array", "items": of, "uniqueItems": unique}


MESSAGE = _object(["text"], text={"type": "string", "minLength": 1})
REGION = _object([], startLine=POSITIVE, startColumn=POSITIVE, endLine=POSITIVE, endColumn=POSITIVE)
ARTIFACT = _object([], uri={"type": "string", "format": "uri-reference", "pattern": "^[!-~]+$"})
LOCATION = _object([], physicalLocation=_object([], artifactLocation=ARTIFACT, region=REGION))
NOTIFICATION = _object(["message"], level=LEVEL, message=MESSAGE, locations=_list(LOCATION, True))
REPLACEMENT = _object(["deletedRegion"], deletedRegion=REGION, insertedContent=_object([], text={"type": "string"}))
RULE = _object(
    ["id"],
    id={"type": "string"},
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    helpUri={"type": "string", "format": "uri", "pattern": "^[!-~]+$"},
    defaultConfiguration=_object([], level=LEVEL),
)
RESULT = _object(
    ["message"],
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=_list(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
    fixes=_list(
        _object(
            ["artifactChanges"],
            artifactChanges={
                **_list(
                    _object(
                        ["artifactLocation", "replacements"],
                        artifactLocation=ARTIFACT,
                        replacements={**_list(REPLACEMENT), "minItems": 1},
                    ),
                    True,
                ),
                "minItems": 1,
            },
        ),
        True,
    ),
)
RUN = _object(
    ["tool"],
    tool=_object(
        ["driver"],
        driver=_object(["name"], name={"type": "string"}, version={"type": "string"}, rules=_list(RULE, True)),
    ),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    invocations=_list(
        _object(
            ["executionSuccessful"],
            executionSuccessful={"type": "boolean"},
            toolConfigurationNotifications=_list(NOTIFICATION),
            toolExecutionNotifications=_list(NOTIFICATION),
        )
    ),
    results=_list(RESULT),
)
LOG = _object(
    ["version", "runs"],
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"enum": ["2.1.0"]},
    runs=_list(RUN),
)


def published() -> Any:
    """The schema as OASIS published it, or the end of the test."""
    said = os.environ.get("OUTCROP_SARIF_SCHEMA")
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    places = [Path(said)] if said else sorted(home.glob("registry/src/*/serde-sarif-*/src/schema.json"))
    if not places:
        missing("the published schema of SARIF 2.1.0, which the crate serde-sarif has")
    schema = json.loads(places[-1].read_text("utf-8"))
    assert schema["title"] == "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    return schema


def problems(log: Any, schema: Any = LOG) -> list[str]:
    """What is wrong with a log."""
    import jsonschema

    validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
    return [error.message for error in validator.iter_errors(log)]
