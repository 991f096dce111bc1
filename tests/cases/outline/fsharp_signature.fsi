namespace Shop.Orders

open System

/// The most lines of an order.
// val hidden: int is only a comment.
[<RequireQualifiedAccess>]
module internal Totals =
    val maxLines: int
    val inline total: lines: Line list -> decimal

    val twice:
        f: (int -> int) ->
        x: int ->
            int

type OrderId = OrderId of Guid

type Status =
    | Draft
    | Placed of at: DateTime

type internal Line =
    { Sku: string
      Quantity: int }

    member Total: price: decimal -> decimal
    static member Empty: Line

and Basket =
    inherit Object
    new: owner: string -> Basket
    abstract Owner: string
    override ToString: unit -> string

exception OutOfStock of string
