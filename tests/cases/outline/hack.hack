namespace Example\Library;

use namespace HH\Lib\{C, Vec};
use type Example\Author;

newtype BookId = int;
type Shelves = dict<string, vec<BookId>>;

const int MAX_LOANS = 5;

enum Condition: int {
  NEW = 1;
  WORN = 2;
}

interface Lendable {
  public function lend(string $reader): void;
}

trait Dated {
  protected ?int $added = null;
}

<<__EntryPoint>>
async function main(): Awaitable<void> {
  $books = vec[1, 2];
  foreach ($books as $book) {
    if ($book > 1) {
      print_book($book);
    } else {
      continue;
    }
  }
}

function print_book(BookId $id): void {
  try {
    echo (string)$id;
  } catch (\Exception $e) {
    throw $e;
  }
}

final class Book extends Author implements Lendable {
  use Dated;

  const string KIND = 'book';
  private static int $count = 0;

  public function __construct(private BookId $id) {}

  public function lend(string $reader): void {
    $f = $x ==> $x + 1;
    self::$count = $f(self::$count);
  }
}
