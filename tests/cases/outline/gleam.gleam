//// Orders. fn not_real() is only a comment.

import gleam/int
import gleam/list.{fold, map as list_map}
import gleam/option.{type Option, Some}

pub const max_lines = 20

const currency: String = "fn fake() { }"

pub type Status {
  Draft
  Placed(at: Int)
  Cancelled(reason: String, by: Option(String))
}

pub opaque type OrderId {
  OrderId(value: Int)
}

pub type Element

pub type Prices =
  List(#(String, Float))

@external(erlang, "erlang", "now")
pub fn now() -> Int

/// Adds them up.
pub fn total(lines: List(Line), with step: fn(Int) -> Int) -> Int {
  let sum = fold(lines, 0, fn(acc, line) { acc + line.quantity })
  use value <- option.then(Some(1))
  case sum {
    0 -> int.to_string(value)
    n if n > max_lines -> {
      let local = step(n)
      local
    }
    _ -> panic as "no"
  }
}

fn helper(x) {
  [
    x,
    x,
  ]
  |> list_map(fn(y) { y + 1 })
}

pub fn total_test() {
  helper(1)
}
