"""An entry goes into settings of any shape and comes out again, and nothing else of the file changes."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.agents import json_entry, toml_entry, yaml_entry
from indexer.agents.edit import Edit, Refused, applied, reversed_edits
from indexer.agents.jsonc import read

PATH = ("mcpServers", "outcrop")
ENTRY: dict[str, object] = {"command": "/a b/outcrop-mcp", "args": ["."]}

JSON = {
    "nothing": "",
    "blanks": "\n\n",
    "a comment alone": "// mine\n",
    "an empty object": "{}",
    "an empty object over lines": "{\n}\n",
    "a comment in an object": "{\n  // later\n}\n",
    "other settings": '{\n  "theme": "dark"\n}\n',
    "no newline at the end": '{\n  "theme": "dark"\n}',
    "an empty table": '{\n  "mcpServers": {}\n}\n',
    "an empty table over lines": '{\n  "mcpServers": {\n  }\n}\n',
    "another server": '{\n  "mcpServers": {\n    "a": { "command": "x" }\n  },\n  "z": 1\n}\n',
    "tabs": '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n',
    "four blanks": '{\n    "mcpServers": {\n        "a": {}\n    }\n}\n',
    "one line": '{"mcpServers": {"a": {"command": "x"}}, "z": [1, 2]}',
    "trailing commas": '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n',
    "a comment behind the last": '{\n  "mcpServers": {\n    "a": {} // keep, this\n  }\n}\n',
    "a comment behind the last comma": '{\n  "mcpServers": {\n    "a": {}, // keep, this\n  }\n}\n',
    "a comment below the last": '{\n  "mcpServers": {\n    "a": {}\n    // b comes later\n  }\n}\n',
    "a block comment": '{ /* "mcpServers": { */\n  "mcpServers": { "a": {} /* , */ }\n}\n',
    "CRLF": '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n',
    "a byte order mark": '\ufeff{\n  "a": 1\n}\n',
    "braces in texts": '{\n  "a": "}{//\\"",\n  "b": "/*"\n}\n',
    "other letters": '{\n  "näme": "日本 🙂"\n}\n',
}


@pytest.mark.parametrize("name", JSON)
def test_an_entry_of_json_goes_in_and_comes_out(name: str) -> None:
    before = JSON[name]
    edits = json_entry.added(before, PATH, ENTRY)
    after = applied(before, edits)
    assert json_entry.found(after, PATH) == ENTRY
    assert _without(_meaning(after)) == _without(_meaning(before))
    assert applied(after, reversed_edits(edits)) == before
    assert json_entry.added(after, PATH, ENTRY) == []
    assert ("\r\n" in after) == ("\r\n" in before) and after.count("\r\n") in (0, after.count("\n"))
    # without a note of what was done, the entry is found by its name
    cut = applied(after, json_entry.removed(after, PATH))
    assert json_entry.found(cut, PATH) is None and _without(_meaning(cut)) == _without(_meaning(before))
    for comment in ("// mine", "// later", "// keep, this", "// b comes later", '/* "mcpServers": { */'):
        assert (comment in before) == (comment in after) == (comment in cut)


@pytest.mark.parametrize("name", ["another server", "tabs", "trailing commas", "CRLF", "one line", "four blanks"])
def test_taking_an_entry_out_by_its_name_leaves_what_was(name: str) -> None:
    after = applied(JSON[name], json_entry.added(JSON[name], PATH, ENTRY))
    assert applied(after, json_entry.removed(after, PATH)) == JSON[name]


def test_an_entry_between_others_comes_out_alone() -> None:
    text = '{"mcpServers": {"a": 1, /* , */ "outcrop": {}, "b": 2}}'
    assert _meaning(applied(text, json_entry.removed(text, PATH))) == {"mcpServers": {"a": 1, "b": 2}}
    lines = '{\n  "mcpServers": {\n    "outcrop": {},\n    "b": 2 // two\n  }\n}\n'
    assert applied(lines, json_entry.removed(lines, PATH)) == '{\n  "mcpServers": {\n    "b": 2 // two\n  }\n}\n'


def test_an_entry_that_says_something_else_is_replaced_and_can_come_back() -> None:
    before = '{\n  "mcpServers": {\n    "outcrop": { "command": "old", "env": {"A": "b"} },\n    "z": {}\n  }\n}\n'
    edits = json_entry.added(before, PATH, ENTRY)
    after = applied(before, edits)
    assert json_entry.found(after, PATH) == ENTRY
    assert applied(after, reversed_edits(edits)) == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "line 1"),
        ('{\n  "a": 1\n  "b": 2\n}', "a comma is missing (line 3)"),
        ('{"a": }', "a value is missing"),
        ("{'a': 1}", "a name in quotes is missing"),
        ('{"mcpServers": []}', "`mcpServers` is no object"),
        ("[]", "no object"),
        ('{"mcpServers": {}, "mcpServers": {}}', "twice"),
        ('{"a": 1} {"b": 2}', "something follows"),
        ('{"a":' * 5000, "nested too deeply"),
        ("<<<<<<< HEAD\n{}\n", "a value is missing"),
        ('{"a": 01.2.3}', "no value"),
        ('{"a": "\n"}', "a value is missing"),
        ('{"a": 1 /* open', "a comma is missing"),
    ],
)
def test_json_that_is_broken_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        json_entry.added(text, PATH, ENTRY)
    assert why in str(refused.value) or ("missing" in str(refused.value) and why.startswith("a comma"))


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=6), _VALUES, max_size=4), st.sampled_from([None, 2, 4, "\t"]), st.booleans())
def test_any_json_keeps_what_it_means(settings: dict[str, Any], indent: Any, servers: bool) -> None:
    if servers:
        settings["mcpServers"] = {"b": {"command": "x"}}
    before = json.dumps(settings, indent=indent)
    if not isinstance(settings.get("mcpServers", {}), dict):
        return
    edits = json_entry.added(before, PATH, ENTRY)
    after = applied(before, edits)
    assert json.loads(after) == {**settings, "mcpServers": {**settings.get("mcpServers", {}), "outcrop": ENTRY}}
    assert applied(after, reversed_edits(edits)) == before


@given(st.text(alphabet='{}[]",:/*\n \\a1', max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        edits = json_entry.added(text, PATH, ENTRY)
    except Refused:
        return
    assert json_entry.found(applied(text, edits), PATH) == ENTRY


TOML = {
    "nothing": "",
    "settings": 'model = "x"\n',
    "no newline at the end": 'model = "x" # mine',
    "tables": '# mine\nmodel = "x"\n\n[mcp_servers.a]\ncommand = "y"\n\n[profiles.fast]\nmodel = "z"\n',
    "an array of tables": '[[hooks]]\nname = "a"\n',
    "CRLF": 'model = "x"\r\n[a]\r\nb = 1\r\n',
    "a header in a text": 'a = """\n[mcp_servers.outcrop]\n"""\n',
    "the table itself": "[mcp_servers]\n",
    "a byte order mark": '\ufeffmodel = "x"\n',
}
TABLE = ("mcp_servers", "outcrop")


@pytest.mark.parametrize("name", TOML)
def test_an_entry_of_toml_goes_in_and_comes_out(name: str) -> None:
    before = TOML[name]
    edits = toml_entry.added(before, TABLE, ENTRY)
    after = applied(before, edits)
    assert after.startswith(before) and toml_entry.found(after, TABLE) == ENTRY
    assert applied(after, reversed_edits(edits)) == before
    assert toml_entry.added(after, TABLE, ENTRY) == []
    try:
        cut = applied(after, toml_entry.removed(after, TABLE))
    except Refused:
        assert name == "a header in a text"
        return
    assert toml_entry.found(cut, TABLE) is None
    assert cut.startswith(before)


def test_tables_inside_an_entry_of_toml_go_with_it() -> None:
    text = '[mcp_servers.outcrop]\ncommand = "a"\n[mcp_servers.outcrop.env]\nA = "b"\n[z]\ny = 1\n'
    assert applied(text, toml_entry.removed(text, TABLE)) == "[z]\ny = 1\n"
    assert tomllib.loads(applied(text, toml_entry.added(text, TABLE, ENTRY))) == {
        "mcp_servers": {"outcrop": ENTRY},
        "z": {"y": 1},
    }


@pytest.mark.parametrize(
    "text",
    ["mcp_servers = {}\n", 'mcp_servers.outcrop.command = "x"\n', "a = \n", "mcp_servers = 3\n", "a = 1\na = 2\n"],
)
def test_toml_that_cannot_be_edited_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        toml_entry.added(text, TABLE, ENTRY)


YAML = {
    "nothing": "",
    "settings": "GOOSE_PROVIDER: x\n",
    "extensions": "extensions:\n  developer:\n    enabled: true\n    type: builtin\nGOOSE_MODEL: y\n",
    "four blanks": "extensions: # mine\n    developer:\n        enabled: true\n",
    "no newline at the end": "GOOSE_MODEL: y\nextensions:\n  a:\n    enabled: false",
    "nothing below": "extensions:\nGOOSE_MODEL: y\n",
    "CRLF": "extensions:\r\n  a:\r\n    enabled: true\r\n",
}
EXTENSION = ("extensions", "outcrop")


@pytest.mark.parametrize("name", YAML)
def test_an_entry_of_yaml_goes_in_and_comes_out(name: str) -> None:
    yaml = pytest.importorskip("yaml")
    before = YAML[name]
    edits = yaml_entry.added(before, EXTENSION, ENTRY)
    after = applied(before, edits)
    meant = yaml.safe_load(before) or {}
    assert yaml.safe_load(after) == {**meant, "extensions": {**(meant.get("extensions") or {}), "outcrop": ENTRY}}
    assert applied(after, reversed_edits(edits)) == before
    assert yaml_entry.added(after, EXTENSION, ENTRY) == []
    cut = yaml.safe_load(applied(after, yaml_entry.removed(after, EXTENSION))) or {}
    assert {**cut, "extensions": cut.get("extensions") or None} == {**meant, "extensions": meant.get("extensions")}


@pytest.mark.parametrize(
    "text",
    ["extensions: {}\n", "extensions: &a\n  b: 1\n", "- a\n", "extensions:\n\ta: 1\n", "---\na: 1\n", "{a: 1}\n"],
)
def test_yaml_that_cannot_be_edited_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        yaml_entry.added(text, EXTENSION, ENTRY)


def test_edits_are_taken_back_from_the_last_to_the_first() -> None:
    edits = [Edit(1, "b", "xyz"), Edit(0, "", "-"), Edit(3, "", "!")]
    assert applied("abc", edits) == "-axyzc!"
    assert applied("-axyzc!", reversed_edits(edits)) == "abc"


def _meaning(text: str) -> Any:
    value = read(text)
    return value.meaning if value else {}


def _without(settings: Any) -> Any:
    servers = {name: value for name, value in settings.get("mcpServers", {}).items() if name != "outcrop"}
    others = {name: value for name, value in settings.items() if name != "mcpServers"}
    return {**others, **({"mcpServers": servers} if servers else {})}
