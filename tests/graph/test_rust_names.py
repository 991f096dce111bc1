"""What names mean in Rust, case by case: `→` is before the name that is asked about, `●` before what it means."""

from __future__ import annotations

import pytest

from indexer.graph.renames import Renaming
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from indexer.model import Limits
from tests.graph.test_names import corpus_of, targets


def case(title: str, evidence: str, text: str, **others: str) -> object:
    named = {name.replace("__", "/") + ".rs": other for name, other in others.items()}
    return pytest.param(evidence, {"src/lib.rs": text, **named}, id=title)


S = "struct S { x: u8 }\n"

CASES = [
    case("a parameter", "scope", "fn f(●x: u8) -> u8 { →x }\n"),
    case("a name hides the one before it", "scope", "fn f(x: u8) -> u8 { let x = x; let ●x = x + 1; →x }\n"),
    case("not in its own value", "scope", "fn f(●x: u8) -> u8 { let x = →x + 1; x }\n"),
    case("a block has its own", "scope", "fn f() -> u8 { let ●x = 1; { let x = 2; g(x); } →x }\n"),
    case("an arm of a match has its own", "scope", "fn f(x: E) -> u8 { match x { E::A(●x) => →x, _ => 1 } }\n"),
    case("a guard sees it", "scope", "fn f(x: E) -> u8 { match x { E::A(●y) if →y > 1 => y, _ => 1 } }\n"),
    case("if let", "scope", "fn f(x: Option<u8>) -> u8 { if let Some(●x) = x { →x } else { 1 } }\n"),
    case("if let is over in else", "scope", "fn f(●x: R) -> R { if let Some(x) = x { x } else { →x } }\n"),
    case("the value of if let is before it", "scope", "fn f(●x: R) -> R { if let Some(x) = →x { x } else { x } }\n"),
    case("a chain of let", "scope", "fn f(a: R) { if let Some(●b) = a && let Some(c) = →b { g(c) } }\n"),
    case("let else", "scope", "fn f(a: R) -> u8 { let Some(●b) = a else { return 1 }; →b }\n"),
    case("while let", "scope", "fn f(a: R) { while let Some(●b) = a.next() { g(→b) } }\n"),
    case("a closure", "scope", "fn f() { let x = 1; h(|●x, y| →x + y) }\n"),
    case("a pattern in a pattern", "scope", "fn f((a, [●b, ..]): T) { g(→b) }\n"),
    case("a name for what fits", "scope", "fn f(a: u8) { match a { ●n @ 1..=3 => g(→n), _ => {} } }\n"),
    case("a field in a pattern", "scope", S + "fn f(s: S) { let S { ●x } = s; g(→x) }\n"),
    case(
        "a constant in a pattern binds nothing",
        "scope",
        "const ●A: u8 = 1;\nfn f(x: u8) { match x { →A => {}, _ => {} } }\n",
    ),
    case("a loop's label", "scope", "fn f() { '●a: loop { loop { break '→a; } } }\n"),
    case("a lifetime", "scope", "fn f<'●a>(x: &'→a str) {}\n"),
    case("a type that stands for any", "scope", "fn f<T: Into<U>, ●U>(x: T) -> →U { x.into() }\n"),
    case("of an implementation", "scope", "struct W<T>(T);\nimpl<●T> W<T> { fn f(x: →T) {} }\n"),
    case("an item is known before it stands there", "scope", "fn f() { const ●B: u8 = 2; g(→B) }\n"),
    case("a function is no module", "scope", "mod a { pub fn f() {} }\nfn ●a() {}\nfn g() { →a(); a::f(); }\n"),
    case("a module is no function", "scope", "mod ●a { pub fn f() {} }\nfn a() {}\nfn g() { a(); →a::f(); }\n"),
    case("a module is no variable", "scope", "mod ●path { pub fn f() {} }\nfn g(path: u8) { →path::f(); }\n"),
    case("a macro is no function", "scope", "macro_rules! ●m { () => {} }\nfn m() {}\nfn g() { →m!(); }\n"),
    case("names in what a macro is given", "scope", 'fn f(●x: u8) { println!("{}", →x) }\n'),
    case("members there", "member", "struct S { ●x: u8 }\nfn f(s: S) { assert!(s.→x > 1) }\n"),
    case("calls there", "member", "struct S;\nimpl S { fn ●go(&self) {} }\nfn f(s: S) { assert_eq!(1, s.→go()) }\n"),
    case("paths there", "member", "struct S;\nimpl S { fn ●new() -> S { S } }\nfn f() { dbg!(S::→new()); }\n"),
    case(
        "what is around a module is not seen in it",
        "name",
        "const X: u8 = 1;\nconst X: u8 = 2;\nmod a { const Y: u8 = →X; }\n",
    ),
    case("unless it says so", "scope", "const ●X: u8 = 1;\nmod a { use super::*; const Y: u8 = →X; }\n"),
    case("super", "import", "const ●X: u8 = 1;\nmod a { const Y: u8 = super::→X; }\n"),
    case("self", "member", "mod a { pub const ●X: u8 = 1; }\nconst Y: u8 = self::a::→X;\n"),
    case("super of super", "import", "const ●X: u8 = 1;\nmod a { mod b { const Y: u8 = super::super::→X; } }\n"),
    case("a module in a file", "import", "mod a;\nfn f() { a::→g() }\n", src__a="pub fn ●g() {}\n"),
    case("crate", "import", "mod a;\npub fn ●g() {}\n", src__a="fn f() { crate::→g() }\n"),
    case("an import", "import", "mod a;\nuse a::g;\nfn f() { →g() }\n", src__a="pub fn ●g() {}\n"),
    case(
        "a list of imports", "import", "mod a;\nuse crate::a::{b::*, g};\nfn f() { →g() }\n", src__a="pub fn ●g() {}\n"
    ),
    case("in braces in braces", "import", "mod a;\nuse {a::{self, g}};\nfn f() { →g() }\n", src__a="pub fn ●g() {}\n"),
    case(
        "self in braces",
        "import",
        "mod a;\nuse crate::{a::{self as z}};\nfn f() { z::→g() }\n",
        src__a="pub fn ●g() {}\n",
    ),
    case("another name", "import", "mod a;\nuse a::g as h;\nfn f() { →h() }\n", src__a="pub fn ●g() {}\n"),
    case("the name in the import", "import", "mod a;\nuse a::→g as h;\n", src__a="pub fn ●g() {}\n"),
    case("a star", "import", "mod a;\nuse a::*;\nfn f() { →g() }\n", src__a="pub fn ●g() {}\n"),
    case("a star in braces", "import", "mod a;\nuse crate::{a::{*}};\nfn f() { →g() }\n", src__a="pub fn ●g() {}\n"),
    case(
        "a name goes before a star",
        "scope",
        "mod a;\nuse a::*;\nfn ●g() {}\nfn f() { →g() }\n",
        src__a="pub fn g() {}\n",
    ),
    case("a star of an enum", "scope", "enum E { ●A, B }\nfn f() { use E::*; g(→A) }\n"),
    case(
        "what a module gives on",
        "import",
        "mod a;\nuse a::G;\nfn f(x: →G) {}\n",
        src__a="mod b;\npub use self::b::G;\n",
        src__a__b="pub struct ●G;\n",
    ),
    case(
        "a star that a module gives on",
        "import",
        "mod a;\nfn f(x: a::→G) {}\n",
        src__a="mod b;\npub use self::b::*;\n",
        src__a__b="pub struct ●G;\n",
    ),
    case(
        "two files that give on to each other",
        "import",
        "mod a;\nmod b;\nuse a::G;\nfn f(x: →G) {}\n",
        src__a="pub use crate::b::*;\n",
        src__b="pub use crate::a::*;\npub struct ●G;\n",
    ),
    case(
        "a name that is the path's own",
        "import",
        "mod log;\nuse log::{log, x};\nfn f() { →log() }\n",
        src__log="pub fn ●log() {}\n",
    ),
    case("a field of self", "member", "struct S { ●x: u8 }\nimpl S { fn f(&self) -> u8 { self.→x } }\n"),
    case("a method of self", "member", "struct S;\nimpl S { fn ●g(&self) {} }\nimpl S { fn f(&self) { self.→g() } }\n"),
    case(
        "a method is no field", "member", "struct S { x: u8 }\nimpl S { fn ●x(&self) {} fn f(&self) { self.→x() } }\n"
    ),
    case("a field is no method", "member", "struct S { ●x: u8 }\nimpl S { fn x(&self) {} fn f(&self) { self.→x; } }\n"),
    case("Self", "scope", "struct ●S;\nimpl S { fn f() -> →Self { S } }\n"),
    case("a function of Self", "member", "struct S;\nimpl S { fn ●new() {} fn f() { Self::→new() } }\n"),
    case(
        "a type in Self's place",
        "member",
        "impl It for S { type ●Item = u8; fn f() -> Self::→Item { 1 } }\nstruct S;\n",
    ),
    case(
        "in another file",
        "member",
        "mod a;\npub struct S;\nfn f(s: S) { s.→g() }\n",
        src__a="impl crate::S { pub fn ●g(&self) {} }\n",
    ),
    case(
        "of the type that is meant",
        "member",
        "mod a;\nmod b;\nuse b::S;\nfn f(s: S) { s.→g() }\n",
        src__a="pub struct S;\nimpl S { pub fn g(&self) {} }\n",
        src__b="pub struct S;\nimpl S { pub fn ●g(&self) {} }\n",
    ),
    case("what makes one", "member", "struct S;\nimpl S { fn ●new() -> S { S } }\nfn f() { S::→new(); }\n"),
    case(
        "what was made",
        "member",
        "struct S;\nimpl S { fn new() -> Self { S } fn ●g(&self) {} }\nfn f() { let s = S::new(); s.→g() }\n",
    ),
    case("a literal", "member", "struct S { ●x: u8 }\nfn f() { let s = S { x: 1 }; s.→x; }\n"),
    case("a field in a literal", "member", "struct S { ●x: u8 }\nfn f(x: u8) -> S { S { →x: x } }\n"),
    case("the value in a literal", "scope", "struct S { x: u8 }\nfn f(●x: u8) -> S { S { x: →x } }\n"),
    case("the value of the field's name", "scope", "struct S { x: u8 }\nfn f(●x: u8) -> S { S { →x } }\n"),
    case("a field's name in a pattern", "member", "struct S { ●x: u8 }\nfn f(s: S) { let S { →x: y } = s; g(y) }\n"),
    case("a field of a tuple", "member", "struct T { ●x: u8 }\nstruct S(T);\nfn f(s: S) { s.0.→x; }\n"),
    case("a variant", "member", "enum E { ●A, B }\nfn f() -> E { E::→A }\n"),
    case("a variant of Self", "member", "enum E { ●A, B }\nimpl E { fn f() -> E { Self::→A } }\n"),
    case(
        "a variant is one of its type",
        "member",
        "enum E { A(u8) }\nimpl E { fn ●g(&self) {} }\nfn f() { E::A(1).→g() }\n",
    ),
    case(
        "a field of a variant", "member", "enum E { A { ●x: u8 } }\nfn f(e: E) { match e { E::A { →x: y } => g(y) } }\n"
    ),
    case(
        "what a variant holds",
        "member",
        "struct S { ●x: u8 }\nenum E { A(S) }\nfn f(e: E) { if let E::A(s) = e { s.→x; } }\n",
    ),
    case("an alternative", "member", "struct S { ●x: u8 }\nfn f(s: Option<S>) { if let Some(s) = s { s.→x; } }\n"),
    case(
        "what is asked for with a question",
        "member",
        "struct S { ●x: u8 }\nfn g() -> Result<S, E> {}\nfn f() { g()?.→x; }\n",
    ),
    case("an element", "member", "struct S { ●x: u8 }\nfn f(v: &[S]) { for s in v.iter() { s.→x; } }\n"),
    case(
        "an element with its number",
        "member",
        "struct S { ●x: u8 }\nfn f(v: Vec<S>) { for (i, s) in v.iter().enumerate() { s.→x; } }\n",
    ),
    case("a value of a map", "member", "struct S { ●x: u8 }\nfn f(m: HashMap<u8, S>) { for (k, s) in &m { s.→x; } }\n"),
    case("got out of a map", "member", "struct S { ●x: u8 }\nfn f(m: HashMap<u8, S>) { m.get(&1).unwrap().→x; }\n"),
    case("behind a pointer", "member", "struct S { ●x: u8 }\nfn f(s: Arc<Mutex<S>>) { s.lock().unwrap().→x; }\n"),
    case(
        "in a closure of what holds it", "member", "struct S { ●x: u8 }\nfn f(v: Vec<S>) { v.iter().map(|s| s.→x); }\n"
    ),
    case("a method of a trait", "member", "trait T { fn ●g(&self); }\nfn f<A: T>(a: A) { a.→g() }\n"),
    case("of any that has a trait", "member", "trait T { fn ●g(&self); }\nfn f(a: &dyn T) { a.→g() }\n"),
    case(
        "as it is implemented",
        "member",
        "trait T { fn g(&self); }\nstruct S;\nimpl T for S { fn ●g(&self) {} }\nfn f(s: S) { s.→g() }\n",
    ),
    case(
        "as the trait has it",
        "member",
        "trait T { fn ●g(&self) {} }\nstruct S;\nimpl T for S {}\nfn f(s: S) { s.→g() }\n",
    ),
    case("a trait above", "member", "trait A { fn ●g(&self); }\ntrait B: A {}\nfn f<T: B>(t: T) { t.→g() }\n"),
    case(
        "what it is a pointer to",
        "member",
        "struct I;\nimpl I { fn ●g(&self) {} }\nstruct S(I);\nimpl Deref for S { type Target = I; }\n"
        "fn f(s: S) { s.→g() }\n",
    ),
    case("another type's name", "member", "struct S { ●x: u8 }\ntype A = S;\nfn f(a: A) { a.→x; }\n"),
    case("nothing says which", "name", "struct A { x: u8 }\nstruct B { x: u8 }\nfn f() { h().→x; }\n"),
    case("the only one", "unique", "struct A { ●x: u8 }\nfn f() { h().→x; }\n"),
    case("an import from outside", "external", "use std::fmt::Display;\nstruct Displays;\nfn f(x: →Display) {}\n"),
    case("a path from outside", "external", "fn sort() {}\nfn f() { std::slice::→sort() }\n"),
    case("a crate from outside", "external", "fn f() { →serde_json::to_string(1) }\nfn serde_json() {}\n"),
    case("what is always known", "external", "fn f(x: →Option<u8>) {}\n"),
    case("a method of a number", "external", "struct S;\nimpl S { fn pow(&self) {} }\nfn f(x: u8) { x.→pow() }\n"),
    case(
        "a method of what holds others",
        "external",
        "struct S;\nimpl S { fn push(&self) {} }\nfn f(x: Vec<S>) { x.→push() }\n",
    ),
]


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_a_name_leads_to_its_definition(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    assert [target.evidence for target in found][:1] == [evidence]
    if meant:
        assert {found[0].path: found[0].span.start} == meant


def test_crates_of_one_workspace() -> None:
    files = {
        "a/Cargo.toml": '[package]\nname = "one-a"\n',
        "a/src/lib.rs": "mod inner;\npub use inner::G;\n",
        "a/src/inner.rs": "pub struct G;\nimpl G { pub fn ●new() -> G { G } }\n",
        "b/Cargo.toml": '[package]\nname = "b"\n[dependencies]\none-a = { path = "../a" }\n',
        "b/src/main.rs": "use one_a::G;\nfn main() { G::→new(); }\n",
    }
    found, meant = targets(files)
    assert {found[0].path: found[0].span.start} == meant
    assert found[0].evidence == "member"


@pytest.mark.parametrize(
    "text",
    [
        "use self::self::self::x;\nfn f() { →x() }\n",
        "use super::super::super::x as y;\nfn f() { →y() }\n",
        "use a::b;\nuse b::a;\nfn f() { →a::b() }\n",
        "type A = B;\ntype B = A;\nfn f(a: A) { a.→x }\n",
        "impl A for B {}\nimpl B for A {}\ntrait A: B {}\ntrait B: A {}\nfn f(a: A) { a.→x() }\n",
        "struct S;\nimpl Deref for S { type Target = S; }\nfn f(s: S) { s.→x() }\n",
        "fn f() { m!(" + "a." * 3000 + "→x) }\n",
        "fn f() { m!(" + "(" * 3000 + "→x" + ")" * 3000 + ") }\n",
        "use " + "a::{" * 2000 + "→x" + "}" * 2000 + ";\n",
        "fn f(" + "(" * 2000 + "x" + ",)" * 2000 + ": u8) { →x }\n",
        "mod a { use super::*; }\nuse a::*;\nfn f() { →x() }\n",
        "macro_rules! m { ($x:expr) => { $x.→y } }\n",
    ],
)
def test_texts_that_lead_in_circles_or_into_the_deep_end(text: str) -> None:
    found, _ = targets({"src/lib.rs": text})
    assert len(found) <= 2


def test_rename_takes_the_heads_of_implementations_and_writes_out_what_is_written_short() -> None:
    files = {
        "src/lib.rs": "mod a;\nuse a::Point;\nimpl Point { fn f(self) -> u8 { self.y } }\n",
        "src/a.rs": "pub struct Point { pub x: u8, pub y: u8 }\nfn g(x: u8) -> Point { Point { x, y: 1 } }\n",
    }
    corpus, _, _ = corpus_of(files)

    def answer(name: str) -> Renaming:
        at = files["src/a.rs"].index(name)
        found = Renamer(Resolver([corpus], KnownTexts()), corpus, "src/a.rs", at, Limits()).renaming("other")
        assert isinstance(found, Renaming), found
        return found

    def renamed(name: str) -> list[tuple[str, int]]:
        return [(one.path, one.span.start) for one in answer(name).sure]

    assert renamed("Point") == [
        ("src/a.rs", 11),
        ("src/a.rs", 57),
        ("src/a.rs", 65),
        ("src/lib.rs", 14),
        ("src/lib.rs", 26),
    ]
    used = [(path, files[path].index(text)) for path, text in [("src/a.rs", "y: u8"), ("src/a.rs", "y: 1")]]
    assert renamed("y: u8") == [*used, ("src/lib.rs", files["src/lib.rs"].index("y }"))]
    assert [one.written("other") for one in answer("x: u8, ").doubtful] == ["other: x"]
    assert [one.written("other") for one in answer("x: u8) ").sure] == ["other", "x: other"]
