-- The schema of the library.
CREATE SCHEMA library;

CREATE TYPE condition AS ENUM ('new', 'worn', 'lost');

CREATE TABLE IF NOT EXISTS library.books (
    id integer PRIMARY KEY,
    title text NOT NULL,
    "shelf mark" varchar(20),
    added timestamp DEFAULT now()
);

CREATE TABLE `loans` (
    `book` int NOT NULL,
    `reader` int NOT NULL
);

CREATE UNIQUE INDEX books_title ON library.books (title);

CREATE SEQUENCE loan_number;

CREATE OR REPLACE VIEW library.on_loan AS
SELECT b.id, b.title
FROM library.books b
JOIN loans l ON l.book = b.id;

CREATE MATERIALIZED VIEW loan_counts AS
SELECT book, count(*) AS times
FROM loans
GROUP BY book;

CREATE FUNCTION library.is_free(book_id int) RETURNS boolean AS $$
    SELECT NOT EXISTS (
        SELECT 1 FROM loans WHERE book = book_id
    );
$$ LANGUAGE sql;

CREATE TRIGGER loans_audit
    AFTER INSERT ON loans
    FOR EACH ROW EXECUTE FUNCTION audit();

CREATE ROLE librarian;

WITH busy AS (
    SELECT book FROM loans
),
idle AS (
    SELECT id FROM library.books
)
SELECT CASE WHEN i.id IS NULL THEN 'out' ELSE 'in' END
FROM idle i;

CREATE PROCEDURE lend(book_id int, reader_id int)
BEGIN
    IF library.is_free(book_id) THEN
        INSERT INTO loans VALUES (book_id, reader_id);
    END IF;
END;

CREATE TYPE address AS (
    street text,
    town text
);

CREATE POLICY own_loans ON loans USING (reader = current_reader());
