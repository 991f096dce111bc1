(* let not_a_value = 1 *)
open Printf
include Stdlib

exception Empty of string

type colour = Red | Green of int

type 'a node = {
  value : 'a;
  mutable next : 'a node option;
}

type tag = [ `Left | `Right ]

let limit = 100

let rec length = function
  | [] -> 0
  | _ :: rest -> 1 + length rest

let rec even n = n = 0 || odd (n - 1)
and odd n = n > 0 && even (n - 1)

let ( +++ ) a b = a @ b

let double = fun x -> x * 2

module Stack = struct
  type t = int list

  let empty = []

  let push x s =
    let y = x + 1 in
    y :: s
end

module type Store = sig
  val get : string -> int
end

module Make (S : Store) = struct
  let find key = S.get key
end

class counter = object
  val mutable count = 0
  method bump = count <- count + 1
end

external now : unit -> float = "now"

let () =
  match length [] with
  | 0 -> printf "empty"
  | _ -> raise (Empty "no")
