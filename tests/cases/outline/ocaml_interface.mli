(** Orders. val not_real : int is only a comment. *)
open Base

type status =
  | Draft
  | Placed of int

type line = {
  sku : string;
  mutable quantity : int;
}

type 'a t
and id = private int

exception Out_of_stock of string

val max_lines : int
val total : ?start:int -> line list -> int
val ( +. ) : float -> float -> float
external now : unit -> float = "unix_now"

module Lines : sig
  type t = line list

  val empty : t
end

module Make (S : Store) : sig
  val load : int -> line
end

module type Store = sig
  val load : int -> line option
end

class basket : string -> object
  val mutable lines : line list
  method owner : string
  method add : line -> unit
end

class type countable = object
  method count : int
end

include Comparable.S with type t := status
