module Shop.Orders

open System
open System.Collections.Generic

// A comment with let not_a_symbol = 1 in it.
let maxLines = 20
let mutable counter = 0

[<Literal>]
let Currency = "EUR"

type OrderId = OrderId of Guid

type Status =
    | Draft
    | Placed of at: DateTime
    | Cancelled of reason: string

type Colour =
    | Red = 0
    | Green = 1

type Line =
    { Sku: string
      mutable Quantity: int }

    member this.Total(price: decimal) = decimal this.Quantity * price
    static member Empty = { Sku = ""; Quantity = 0 }

exception OutOfStock of string

type IStore =
    abstract member Load: id: Guid -> Line list
    abstract Save: Line list -> unit

type Prices = Map<string, decimal>

type Handler = delegate of obj * int -> unit

type Basket(owner: string) =
    inherit Object()
    let lines = List<Line>()
    let add line = lines.Add line
    new() = Basket("nobody")
    member val Note = "" with get, set
    member _.Owner = owner
    member this.Count
        with get () = lines.Count
    override this.ToString() =
        sprintf "%s: let fake = %d" owner lines.Count
    interface IDisposable with
        member this.Dispose() = lines.Clear()

module Totals =
    let (+.) a b = a + b

    let rec total (lines: Line list) =
        match lines with
        | [] -> 0
        | head :: tail ->
            let rest = total tail
            head.Quantity + rest

    let describe = function
        | Draft -> "draft"
        | _ -> "other"

let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd

let private first, second = 1, 2

let inline twice f x =
    for i in 1 .. 2 do
        printfn "%d" i
    try
        f (f x)
    with
    | :? ArgumentException -> x

type String with
    member s.Shout() = s.ToUpper()
