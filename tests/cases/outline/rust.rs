//! A bounded ring.
#![allow(dead_code)]

use std::collections::{HashMap, VecDeque as Deque};
extern crate alloc;

pub const LIMIT: usize = 10;
static mut COUNT: u32 = 0;

pub type Items<T> = Deque<T>;

/// Documentation is not part of the range, attributes are.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Ring<T>
where
    T: Clone,
{
    items: Items<T>,
    #[serde(skip)]
    pub(crate) hits: usize,
}

struct Pair(u8, u8);
struct Unit;

union Word {
    whole: u32,
    parts: [u8; 4],
}

#[non_exhaustive]
pub enum Event {
    Closed,
    #[default]
    Pushed(usize),
    Moved { from: usize, to: usize } = 3,
}

pub trait Visit: Sized {
    const NAME: &'static str;
    type Output;
    fn visit(&self) -> Self::Output;
    fn leave(&self) {}
}

impl<T: Clone> Ring<T> {
    #[inline]
    #[must_use]
    pub async fn new(size: usize) -> Self {
        const INNER: usize = 1;
        let double = |x: usize| x * 2;
        fn helper() {}
        match size {
            0 => unreachable!(),
            _ => Ring { items: Deque::new(), hits: double(size) },
        }
    }
}

impl<'a, T> Visit for &'a Ring<T> {
    const NAME: &'static str = "ring";
    type Output = ();
    fn visit(&self) {}
}

macro_rules! ring {
    ($($x:expr),*) => {
        Ring::from([$($x),*])
    };
}

extern "C" {
    fn ring_free(ring: *mut u8);
    static RING_VERSION: u32;
}

mod storage;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes() {
        assert_eq!(LIMIT, 10);
    }
}
