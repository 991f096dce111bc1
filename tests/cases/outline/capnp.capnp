# A library.
@0xdbb9ad1f14bf0b36;

using Cxx = import "/capnp/c++.capnp";
using Date = import "date.capnp".Date;
$Cxx.namespace("library");

struct Book $Cxx.name("BookRecord") {
  id @0 :UInt64;
  title @1 :Text = "untitled";
  condition @2 :Condition;

  enum Condition {
    new @0;
    worn @1;
  }

  state :union {
    free @3 :Void;
    lent :group {
      reader @4 :Text;
      until @5 :Date;
    }
  }

  const maxLoans :Int32 = 5;
  using Id = UInt64;
}

interface Library extends(Closeable) {
  find @0 (id :UInt64) -> (book :Book);
  lend @1 (
    id :UInt64,
    reader :Text
  ) -> ();
}

const nobody :Text = "nobody";

annotation deprecated(field, struct) :Text;
