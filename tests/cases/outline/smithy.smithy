$version: "2.0"

metadata suppressions = []

namespace example.library

use aws.protocols#restJson1
use smithy.api#readonly

/// Lends books.
@restJson1
@title("Library")
service Library {
    version: "2024-01-01"
    resources: [Book]
    operations: [CloseLibrary]
}

resource Book {
    identifiers: { bookId: BookId }
    read: GetBook
}

@pattern("^[0-9]+$")
string BookId

@readonly
@http(method: "GET", uri: "/books/{bookId}")
operation GetBook {
    input := {
        @required
        @httpLabel
        bookId: BookId
    }
    output: GetBookOutput
    errors: [NotFound]
}

operation CloseLibrary {
    input: Unit
}

structure GetBookOutput with [Dated] {
    title: String
    pages: Pages
    $added
}

@mixin
structure Dated {
    added: Timestamp
}

@error("client")
structure NotFound {
    message: String
}

union Found {
    book: GetBookOutput
    nothing: Unit
}

enum Condition {
    NEW = "new"
    WORN = "worn"
}

list Pages {
    member: String
}

map Shelves {
    key: String
    value: Pages
}
