"""SQL's definitions are read from the text, whatever the dialect; see indexer.extract.sql."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name

CASES = {
    "columns, not constraints": (
        "CREATE TABLE a.b (id int, `key` text, key varchar(9), PRIMARY KEY (id), KEY k (id),\n"
        " CONSTRAINT c CHECK (id > 0), \"full name\" text DEFAULT 'a,b');",
        "table a.b; field id; field key; field key; field full name",
    ),
    "what CREATE may say first": (
        "CREATE OR REPLACE ALGORITHM=UNDEFINED DEFINER=`root`@`localhost` SQL SECURITY DEFINER VIEW v AS SELECT 1;\n"
        "CREATE GLOBAL TEMPORARY TABLE t (x int); CREATE UNIQUE CLUSTERED INDEX IF NOT EXISTS i ON t (x);\n"
        "CREATE MATERIALIZED VIEW IF NOT EXISTS m AS SELECT 1; CREATE EVENT TRIGGER e ON ddl_command_end;",
        "table v; table t; field x; key i; table m; event e",
    ),
    "nothing without a name or a kind": (
        "CREATE INDEX ON t (x); CREATE CAST (a AS b) WITHOUT FUNCTION; CREATE ACCESS METHOD h TYPE INDEX HANDLER f;\n"
        "CREATE USER MAPPING FOR u SERVER s; CREATE OPERATOR CLASS c FOR TYPE t USING btree AS STORAGE x;",
        "",
    ),
    "strings, comments and dollar quotes hide": (
        "SELECT 'CREATE TABLE no (x int);'; -- CREATE TABLE no (x int);\n/* CREATE TABLE no (x int);\n*/\n"
        "CREATE FUNCTION f() RETURNS void AS $body$\nCREATE TABLE no (x int);\n$body$ LANGUAGE plpgsql;\n"
        "SELECT E'it\\'s'; SELECT 'C:\\'; CREATE SCHEMA s;",
        "function f; namespace s",
    ),
    "an enumeration and a composite type": (
        "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TYPE pair AS (a int, b text[]); CREATE DOMAIN d AS int;",
        "type mood; enum_member sad; enum_member ok; type pair; field a; field b; type d",
    ),
    "MySQL's delimiters and executable comments": (
        "DELIMITER $$\nCREATE PROCEDURE p(IN a INT)\nBEGIN\n  IF a THEN SELECT 1; END IF;\n"
        "  CREATE TEMPORARY TABLE tmp (x int);\nEND$$\nDELIMITER ;\n"
        "/*!50003 CREATE*/ /*!50017 DEFINER=r@`%`*/ /*!50003 TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET @a = 1*/;\n"
        "CREATE TABLE `t` (`it's` int COMMENT 'it\\'s') ENGINE=InnoDB;",
        "function p; event tr; table t; field it's",
    ),
    "T-SQL's batches": (
        "CREATE PROCEDURE [dbo].[p] @a int = 1 AS\nBEGIN\n  CREATE TABLE #t (x int);\nEND;\nSELECT 1;\nGO\n"
        "IF OBJECT_ID('v') IS NULL\n  CREATE TABLE dbo.v ([a b] int)\nCREATE INDEX i ON dbo.v ([a b])\nGO\n",
        "function dbo.p; table dbo.v; field a b; key i",
    ),
    "Oracle's packages and client commands": (
        "SET ECHO OFF\nPROMPT Creating\nCREATE TABLE t (id NUMBER);\n"
        "CREATE OR REPLACE PACKAGE BODY pkg IS\n  n NUMBER;\n  FUNCTION f(a NUMBER) RETURN NUMBER IS\n    b NUMBER;\n"
        "  BEGIN\n    RETURN CASE WHEN a > 0 THEN 1 END;\n  END f;\n  PROCEDURE g IS BEGIN NULL; END;\nEND pkg;\n/\n"
        "CREATE SEQUENCE s;",
        "table t; field id; package pkg; function f; function g; variable s",
    ),
    "SQLite's triggers and virtual tables": (
        "CREATE TRIGGER tr AFTER UPDATE ON t BEGIN\n UPDATE u SET x = CASE WHEN 1 THEN 2 END;\n  DELETE FROM u;\nEND;\n"
        "CREATE VIRTUAL TABLE docs USING fts5(title, body);\nCREATE TABLE 'quoted' (a);",
        "event tr; table docs; table quoted; field a",
    ),
    "names given by WITH": (
        "WITH RECURSIVE a (n) AS (SELECT 1), b AS NOT MATERIALIZED (SELECT 2) SELECT * FROM a, b;\n"
        "INSERT INTO t WITH c AS (SELECT 3) SELECT * FROM c; SELECT * FROM t WITH (NOLOCK);\n"
        "CREATE VIEW v AS WITH d AS (SELECT 4) SELECT * FROM d;",
        "table a; table b; table c; table v; table d",
    ),
    "rows of COPY are no statements": (
        "COPY t (a) FROM stdin;\nCREATE TABLE no (x int);\nit's\n\\.\nCREATE TABLE yes (x int);\n\\d t\nCREATE ROLE r;",
        "table yes; field x; resource r",
    ),
    "a broken statement hides no other": (
        "CREATE TABLE a (x int,, y;\n\nCREATE TABLE b (z int);\nSELEKT ((;\nCREATE VIEW c AS SELECT;",
        "table a; field x; table b; field z; table c",
    ),
    "a name that no one quoted alone": ('CREATE TABLE "public"."users" (id int);', 'table "public"."users"; field id'),
}


@pytest.mark.parametrize("case", CASES)
def test_definitions(case: str) -> None:
    text, expected = CASES[case]
    document = Document.of(by_name("sql"), text.encode())
    assert "; ".join(f"{symbol.kind} {symbol.name}" for symbol in document.symbols()) == expected


def test_extents_and_signatures() -> None:
    text = (
        "CREATE PROCEDURE raise_pay(who int)\nBEGIN\n  IF who THEN\n    UPDATE pay SET x = 1;\n  END IF;\nEND;\n"
        "CREATE TABLE pay (\n  x int\n);\n"
    )
    symbols = Document.of(by_name("sql"), text.encode()).symbols()
    assert [(s.row_start, s.row_end, s.signature) for s in symbols] == [
        (0, 5, "CREATE PROCEDURE raise_pay(who int)"),
        (6, 8, "CREATE TABLE pay"),
        (7, 7, "x int"),
    ]


def test_an_edit_gives_what_the_final_text_gives() -> None:
    language = by_name("sql")
    before = Document.of(language, b"CREATE TABLE a (x int);\nSELECT 1;\n")
    assert len(before.symbols()) == 2
    after = before.edited(24, 24, b"CREATE PROCEDURE p() BEGIN END;\n", 1)
    assert after.symbols() == Document.of(language, after.text.data).symbols()
    assert [symbol.name for symbol in after.symbols()] == ["a", "x", "p"]
