"""The skill: what an agent reads to know when to ask Outcrop and how. Its queries are parsed by a test."""

SKILL = """\
---
name: outcrop
description: Find code by its shape with the Outcrop tools (search, symbols, callers, references, outline, read). \
Use it to find where something is defined, who calls or imports it, what a change touches, code of a certain shape, \
or what a file holds, before grep or before reading whole files.
---

# Outcrop

Outcrop knows the structure of this code. Its answers are small, so ask it before you read files.

| to learn | ask |
|---|---|
| what there is | `overview`, then `overview` with a `path` |
| where something is defined | `symbols` with a name as one types it (`getusr` finds `get_user`) |
| what it takes, its members, its doc | `symbol` |
| who calls it, up to three hops back | `callers` |
| every place that names it | `references` |
| what a file holds | `outline` |
| its text, by id or lines | `read` |
| what imports a file, what it imports | `dependencies` |
| something you have no name for | `chunks` with the question in plain words |
| anything by text and structure | `search` |

Without the tools, the command `outcrop 'QUERY' [PATH...]` searches likewise; `--json` prints data.

## Queries

Words side by side must all hold; `OR`, `-not` and parentheses combine them. Text finds lines; kinds, names and sizes
find definitions; `select:line`, `select:block`, `select:symbol` or `select:file` says what to find.

```text
"connection refused" -file:test           where a message comes from
TODO is:comment                           text in comments; is:string, is:code, is:heredoc likewise
kind:function lines:>80 file:src/**       long functions below a folder
kind:function in:UserService              methods of a class
kind:class extends:Model                  subclasses; implements:, call:, import:, type:, ref: likewise
kind:function has:(kind:try) -has:finally functions with a try block and no finally
pattern:"open($F, $$$)" lang:python       code of a shape; $NAME is one thing, $$$ any number
sym:=Exact OR sym:get*                    names
/time(out|r)\\b/ lang:go                    regular expressions
changed:HEAD kind:function                functions that changed since the last commit
```

## Before and after a change

1. `callers` or `references` of what you change shows what else has to change.
2. `replace` makes a patch of one change in many places: `pattern:"foo($A, $B)"` becomes `bar($B, $A)`.
3. An empty answer says why in `notes`; a cut one says `truncated` and in `left_out` how much is missing.
"""
