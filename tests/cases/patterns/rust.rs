fn f() { match x { Some(y) => y, None => z, }; match x { Some(y) => y, None => z }; let v: Vec<u8> = vec![1]; println!("{}", a); foo::<T>(x); }
#[derive(Debug)]
struct S { a: u8, pub b: T }
impl A for B {}
use std::io::Read;
use std::fmt;
fn g<'a>(x: &'a str) -> S { S { a: 1, b: x } }
