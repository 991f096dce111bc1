"""Broken YAML, JSON and CSS: what is typed into one key or rule leaves the others where they are."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name

KEYS = b"first:\n  a: 1\n  b: [x, y]\nsecond:\n  c:\n  - 1\n  - 2\n  d: two\nthird:\n- e: 1\n- f: 2\nfourth: 4\n"
ITEMS = b"- hosts: all\n  tasks:\n  - name: one\n- hosts: web\n  tasks:\n  - name: two\n- hosts: db\n  roles: [x]\n"
DOCUMENTS = b"%YAML 1.2\n---\nkind: A\nspec:\n  a: 1\n---\nkind: B\nspec:\n  b: 2\n"


def tops(text: bytes) -> list[tuple[str, int]]:
    """The keys that are inside of nothing, and their rows."""
    return [
        (symbol.name, symbol.row_start)
        for symbol in Document.of(by_name("yaml"), text).symbols()
        if symbol.parent is None
    ]


def without_row(text: bytes, row: int) -> list[tuple[str, int]]:
    return [(name, at - (at > row)) for name, at in tops(text) if at != row]


@pytest.mark.parametrize(
    "typed", [b"  open: [it\n", b"  open: {\n", b"  open: 'it\n", b"  @it\n", b"@open it\n", b"<<<<<<< HEAD\n"]
)
@pytest.mark.parametrize(("text", "row"), [(KEYS, 2), (KEYS, 7), (DOCUMENTS, 4)])
def test_the_other_keys_stay_where_they_are(text: bytes, row: int, typed: bytes) -> None:
    rows = text.splitlines(keepends=True)
    broken = b"".join((*rows[:row], typed, *rows[row:]))
    holding = max(at for _, at in tops(text) if at < row)
    others = {key for key in tops(text) if key[1] != holding}
    assert others and others <= set(without_row(broken, row))


def test_items_of_a_list_at_the_margin_are_parts_of_their_own() -> None:
    rows = ITEMS.splitlines(keepends=True)
    broken = b"".join((*rows[:4], b"  open: [it\n", *rows[4:]))
    names = [symbol.name for symbol in Document.of(by_name("yaml"), broken).symbols()]
    assert names.count("hosts") == 3 and names.count("tasks") == 2 and "roles" in names


def test_a_list_at_the_margin_belongs_to_the_key_above_it() -> None:
    document = Document.of(by_name("yaml"), KEYS.replace(b"b: [x, y]", b"b: [x, y"))
    symbols = document.symbols()
    inside = {symbol.name: symbols[symbol.parent].name for symbol in symbols if symbol.parent is not None}
    assert inside["c"] == inside["d"] == "second" and inside["e"] == inside["f"] == "third"


PACKAGES = "".join(
    f'    "package-{n}": {{\n      "version": "1.{n}",\n      "files": [\n        "a",\n        "b"\n      ]\n    }},\n'
    for n in range(80)
)
LOCK = f'{{\n  "name": "lock",\n  "packages": {{\n{PACKAGES}    "last": {{}}\n  }},\n  "behind": [\n    1\n  ]\n}}\n'


@pytest.mark.parametrize(
    "typed", ['"open it\n', "open it\n", "{\n", "[\n", '      "open": {\n', '      "open": 1\n', "},\n"]
)
@pytest.mark.parametrize("row", [5, 300, 500])
def test_what_is_typed_into_long_json_leaves_the_other_members_where_they_are(typed: str, row: int) -> None:
    """At whatever column: nothing but the one value begins at the margin."""
    rows = LOCK.splitlines(keepends=True)
    broken = "".join((*rows[:row], typed, *rows[row:]))
    names = [symbol.name for symbol in Document.of(by_name("json"), broken.encode()).symbols()]
    kept = [f"package-{n}" for n in range(80) if f"package-{n}" in names]
    assert len(kept) >= 79 and {"name", "packages", "last", "behind"} <= set(names)


def test_texts_of_many_values_are_read_value_by_value() -> None:
    rows = [b'{"a%d": {"b%d": 1}}\n' % (n, n) for n in range(300)]
    rows[150] = b'{"a150": {"b150": \n'
    document = Document.of(by_name("json"), b"".join(rows))
    names = {symbol.name for symbol in document.symbols()}
    assert {f"a{n}" for n in range(300) if n not in (150, 151)} <= names


@pytest.mark.parametrize("typed", [b"}\n", b"  .open it\n", b".open {\n", b"  color: \n", b"(\n"])
def test_rules_of_classes_stay_where_they_are_around_the_damage(typed: bytes) -> None:
    """A row that begins with a dot goes on with the one above it elsewhere, but not in a sheet."""
    rules = [b"  .rule-%d {\n    color: red;\n  }\n" % n for n in range(120)]
    rules.insert(60, typed)
    broken = b"@media print {\n" + b"".join(rules) + b"}\n\n.behind {\n  color: blue;\n}\n"
    names = {symbol.name for symbol in Document.of(by_name("css"), broken).symbols()}
    assert {f".rule-{n}" for n in range(120) if n not in (59, 60)} | {".behind"} <= names


@pytest.mark.parametrize("typed", [b"x", b"<open", b"<open it="])
def test_a_key_in_a_long_element_leaves_what_is_known_of_the_others(typed: bytes) -> None:
    """Blanks between elements are text to the grammar, and the tree of a text with errors is made from nothing."""
    elements = [
        b'  <method name="m%d">\n    <arg name="a%d"/>\n    <arg name="b%d"/>\n  </method>\n' % (n, n, n)
        for n in range(200)
    ]
    text = b"<interface>\n" + b"".join(elements) + b"</interface>\n"
    document = Document.of(by_name("xml"), text)
    at = text.index(b'  <method name="m100"')
    for version, signs in enumerate((b" ", typed, b" "), 2):
        before = {id(each.section) for each in document.sections or ()}
        document = document.edited(at, at, signs, version)
        assert len(document.symbols()) >= 590
    same = sum(id(each.section) in before for each in document.sections or ())
    assert same >= 10 and same * 2 > len(document.sections or ())


LISP = b"".join(b"(defun f%d (x)\n  (let ((y x))\n    (list x y)))\n\n" % n for n in range(40))
OCAML = b"".join(b"let f%d x =\n  let y = x in\n  [x; y]\n\n" % n for n in range(40))
JULIA = b"".join(b"function f%d(x)\n    y = x\n    [x, y]\nend\n\n" % n for n in range(40))
RUST = b"".join(b"fn f%d(x: u8) -> u8 {\n    let y = x;\n    y\n}\n\n" % n for n in range(40))


C = b"".join(b"int f%d(int x)\n{\n    return x;\n}\n\n" % n for n in range(40))


@pytest.mark.parametrize(
    ("name", "text", "opening", "closing"),
    [
        ("commonlisp", LISP, b"#|", b"|#"),
        ("ocaml", OCAML, b"(*", b"*)"),
        ("julia", JULIA, b"#=", b"=#"),
        ("rust", RUST, b"/*", b"*/"),
        ("c", C, b"int *y = x /*z;", b"*/"),
        ("rust", RUST, b'let s = "', b'";'),
    ],
)
@pytest.mark.parametrize("between", [b"", b")", b"]\n", b"x y"])
def test_what_is_left_open_ends_with_what_is_typed_far_below(
    name: str, text: bytes, opening: bytes, closing: bytes, between: bytes
) -> None:
    """Also where something else was typed in between, and what ends it makes no error where it stands."""
    language = by_name(name)
    rows = [at for at in range(len(text)) if text.startswith(b"\n\n", at)]
    document = Document.of(language, text, 1)
    offset = 0
    for version, (row, typed) in enumerate(((5, opening), (20, between), (30, closing), (35, b"\n")), 2):
        _ = document.symbols(), document.folds()
        at = rows[row] + offset
        document = document.edited(at, at, b"\n" + typed, version)
        offset += len(typed) + 1
        fresh = Document.of(language, document.text.data, version)
        assert (document.symbols(), document.folds()) == (fresh.symbols(), fresh.folds()), typed


PAGES = b"<?php\n\n" + b"".join(
    b"""class Widget%d extends Widget
{
    public function form($it)
    {
        $xml = '<?xml version="1.0"?>' . "\\n"; // don't
        ?>
<p id="<?php echo $it; ?>" class="<?= $it ?>">
function no() { return 'it is text'; }
</p>

        <?php
        return preg_match('|<br\\s*/?>|', $it);
    }

    public function save%d($it)
    {
        return $it;
    }
}

"""
    % (n, n)
    for n in range(20)
)


@pytest.mark.parametrize("typed", [b'"', b"(", b"{", b"[", b"<<<<<<< HEAD\n", b"/* ", b"?>", b"$it->"])
@pytest.mark.parametrize("tail", [b"", b"?>\n", b"?>\n<p>\nfunction no() {}\n\nfunction no() {}\n"])
def test_a_key_in_php_with_pages_in_it_leaves_what_is_known_of_the_others(typed: bytes, tail: bytes) -> None:
    """Tags in strings are none, and what stands between tags is no code, though its rows look like some."""
    text = PAGES + tail
    document = Document.of(by_name("php"), text)
    whole = {(symbol.kind, symbol.name) for symbol in document.symbols() if symbol.kind != "heading"}
    assert len(whole) == 41  # classes, `saveN`, and `form`
    at = text.index(b"        return $it", text.index(b"class Widget10 "))
    for version, signs in enumerate((b" ", typed, b"x"), 2):
        before = {id(each.section) for each in document.sections or ()}
        document = document.edited(at, at, signs, version)
        found = {(symbol.kind, symbol.name) for symbol in document.symbols()}
        assert whole - {("method", "save10"), ("class", "Widget10"), ("class", "Widget11")} <= found
        assert not any(name == "no" for _, name in found)
    same = sum(id(each.section) in before for each in document.sections or ())
    assert same * 2 > len(document.sections or ())


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("clojure", b'(defn f%d [x]\n  (let [y "x"]\n    [x y]))\n\n'),
        ("erlang", b'f%d(X) ->\n  Y = "x",\n  {X, Y}.\n\n'),
        ("julia", b'function f%d(x)\n    y = "x"\n    [x, y]\nend\n\n'),
        ("rust", b'fn f%d(x: u8) -> &str {\n    let y = "x";\n    y\n}\n\n'),
    ],
)
def test_what_a_quote_took_in_is_what_it_was_when_the_quote_is_gone(name: str, function: bytes) -> None:
    text = b"".join(function % n for n in range(1000))
    document = Document.of(by_name(name), text)
    assert document.symbols()
    at = text.index(b"f200")
    document = document.edited(at, at, b" ", 2)
    before = slices_of(document)
    for version, signs in enumerate((b'"', b"x", b"y"), 3):
        document = document.edited(at, at, signs, version)
        assert document.symbols() and document.structure is not None and not document.structure.clean
    document = document.edited(at, at + 3, b"", 6)
    assert document.structure is not None and document.structure.clean
    assert len(before) > 20 and len(before & slices_of(document)) >= len(before) - 3


def slices_of(document: Document) -> set[int]:
    """The items of each piece, by which object they are."""
    assert document.structure is not None
    return {id(items) for items, _ in document.structure.items()}
