## Orders. proc notReal() is only a comment.
import std/[strutils, tables]
from os import walkDir
include helpers

const maxLines = 20
const
  currency* = "proc fake() = 1"
  limit = 5
var counter, total: int = 0
let started = true

type
  Status* = enum
    draft, placed = "p"
    cancelled
  Money = distinct int
  Prices = Table[string, float]
  Line* {.packed.} = object
    sku*: string
    quantity, weight: int
    case kind: Status
    of draft:
      note: string
    else:
      discard
  Basket*[T] = ref object of RootObj
    items: seq[T]
  Handler = proc (x: int): int {.closure.}
  Store = concept x
    x.load is int
  Pair = tuple[a: int, b: string]

proc add*(self: var Line, amount: int = 1): int {.discardable.} =
  var local = 0
  proc inner() =
    echo "inner"
  if amount > 0:
    local = amount
  elif amount == 0:
    inner()
  else:
    discard
  for i in 0 ..< 3:
    echo i
  while local > 3:
    dec local
  case local
  of 1: echo "one"
  else: echo "many"
  try:
    inner()
  except ValueError:
    discard
  finally:
    discard
  self.quantity += local

func `+`*(a, b: Line): Line = a
method load(self: Basket[int]): int {.base.} = 0
iterator items*(b: Basket[int]): int =
  yield 1
converter toInt(x: Money): int = int(x)

template twice(body: untyped) =
  body
  body

macro build(n: static int): untyped =
  result = newStmtList()

when defined(windows):
  proc platform() = discard
else:
  proc platform() = discard

let square = proc (x: int): int = x * x

test "adds":
  twice:
    counter.inc
