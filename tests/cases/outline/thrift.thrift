/**
 * A small library service.
 */
namespace java org.example.library
namespace py library

include "shared.thrift"

typedef i64 BookId
typedef map<string, list<BookId>> Shelves

const i32 MAX_LOANS = 5
const map<string, string> GREETINGS = {
  "en": "hello",
  "fr": "bonjour"
}

enum Condition {
  NEW = 1,
  WORN,
  LOST = 9
}

struct Book {
  1: required BookId id,
  2: optional string title = "untitled",
  3: list<shared.Author> authors
}

union Found {
  1: Book book,
  2: string message
}

exception NotFound {
  1: string why
}

service Library extends shared.Service {
  # Finds a book.
  Book find(1: BookId id) throws (1: NotFound missing),

  void lend(
    1: BookId id,
    2: string reader
  ),

  oneway void close()
}
