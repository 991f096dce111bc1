"""How names of a language find what they mean: the data that `indexer/graph` reads trees by.

A language has a module here, called like its grammar, with a `SCOPING`, and a query file `queries/scopes/GRAMMAR.scm`.
A language without either is resolved by name alone. The recipe is in docs/architecture.md; this is what the fields say.

The query file says where scopes, bindings and bases are. A pattern has one of these captures, which says what it is:

    @scope.class, @scope.function, @scope.block   a node that names are bound in; the file is one without being said
    @scope.namespace                              likewise, whose names are its members and seen in all of it
    @scope.rest                                   a statement that begins a class, which ends with what is around it or
                                                  where the next such begins
    @bind.KIND                                    what binds a name: function, method, property, class, parameter,
                                                  self, variable, field, member, import, star, embedded, type …;
                                                  export is a name that only other files see, shorthand a member that is
                                                  a use of the name too, generic one that stands for a type, signature
                                                  one of the ways to call a function, which is bound beside them;
                                                  set a use of a field that gives it a value, narrowed one of a
                                                  variable that tells its type from there on; glob all names of what
                                                  its @value is, where imports are paths
    @base                                         what the class around inherits from; also beside @bind.embedded;
                                                  where one hides another, its pattern stands before the other's
    @outer                                        a part of a scope's node that is read outside of it: a default value
    @returns                                      what the function around gives back
    @global, @nonlocal                            a name of the file, or of a function around, although bound here
                                                  (beside @bind.global: also of other files)
    @own                                          a name of the function around, where others are names of the file
    @package                                      the name of the package that a file is of
    @adds                                         beside @scope.class: the type that its members are added to

and beside @bind these:

    @name      the name, or a list of names that take a value apart
    @type      the declared type of what is bound        @value     the value it is given
    @result    what calling it gives                     @module    where an import looks, as written
    @imported  the name that it takes from there         @self      the object that a field is set on
    @of        the type that a method belongs to         @within    the scope that the binding is good for, if another
    @local     the name of this file that an export is   @private   there where no other file sees it
    @under     the path that @module goes on from, or that a class is named with
    @takes     the parameters, where several functions have one name
    @space     more of what `space` says, where a part of the text tells it

A pattern can set `take` to "element" (the value is gone through), "range" (likewise, the first of two names is the
key), "instance" (the value is a class, the name one of its kind), "many" (it is the type of each of several),
"entered" (the value is a context), "function" (it is what calling the name gives), "this" (it is the object that the
function around is called on) and `scope` to the kind of scope that
it is bound in if that is not the innermost: "file", "function", "not class", or "own", the function around if it says
that the name is its own and else the file.
`called` is the name itself where the text has none, `imported` what an import takes where it does not say so.
With `again` a name that the same scope has already is the one it has. `space` is the word for the names it is one of.
Where two patterns bind the same place, the first in the file counts. A first line `; inherits: NAME` puts the patterns
of another file before those of this one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Literal, NamedTuple

from tree_sitter import Node

Op = Literal[
    "array",  # (an element's type,): something new that holds others
    "call",  # (what is called,)
    "declared",  # (a type,), which may be written in a string
    "either",  # each of these
    "function",  # (the value it gives,): a function without a name
    "instance",  # (a type,): something of that type
    "invoke",  # (of what, its name): a call of a member or, where it is of nothing, of a plain name
    "item",  # (what is indexed,), or a type with what it is about in brackets
    "list",  # (an element,): values that are alike
    "many",  # (an element's type, that of its key): a type that holds others
    "member",  # (of what, its name)
    "module",  # the module around, one above it, or the outermost: `roots` of the scoping tells which
    "outside",  # something of a type that no workspace defines: a string, a number
    "same",  # (what it is the same as,)
    "scope",  # a class without a name, which is a scope by itself; with parts: unless it has that name
    "several",  # values side by side
    "signature",  # (the type it gives,): a function, or the type of one
    "sum",  # what an operation makes of its parts
    "super",  # the class above the one around
    "this",  # the object that the function around is called on
]


class Shape(NamedTuple):
    """What a kind of node is worth. A part is the name of a field or the number of a named child; none means all."""

    op: Op
    parts: tuple[str | int, ...] = ()


class Expecting(NamedTuple):
    """Where a literal may stand whose keys are fields of a type that is said around it."""

    literals: frozenset[str] = frozenset()  # such literals
    keys: Mapping[str, str] = {}  # what they are made of, and the field of the key
    same: frozenset[str] = frozenset()  # nodes of which the same is expected as of what is in them
    typed: Mapping[str, str | int] = {}  # nodes that say a type, and the field of it
    assigned: Mapping[str, str] = {}  # nodes that give a value to something, and the field of that
    lists: frozenset[str] = frozenset()  # nodes that hold elements
    arguments: frozenset[str] = frozenset()  # nodes that hold what a function is called with
    returns: frozenset[str] = frozenset()  # nodes that say what a function gives


class Paths(NamedTuple):
    """How imports are written that give a name to a path, which is read as any other path is."""

    roots: Mapping[str, Literal["top", "here", "above"]]  # nodes that a path begins with, and the module they mean
    parts: Mapping[str, str]  # nodes that paths are made of, and the field of what stands before their name
    lists: Mapping[str, str] = {}  # nodes with a list of paths, and the field of what stands before each
    head: str = ""  # how the first word of a path is asked for: it may be a module that nothing binds
    form: str = ""  # how an import that only names a module is followed


class Patterns(NamedTuple):
    """How patterns take values apart by the types that they name."""

    typed: Mapping[str, str] = {}  # nodes that name a type, and the field of it
    fields: Mapping[str, tuple[str, str]] = {}  # nodes in them that take a member: the fields of it and of its pattern
    passing: frozenset[str] = frozenset()  # nodes all of whose parts take the whole value
    holders: frozenset[str] = frozenset()  # types that only hold what is taken out of them: `Some(a)`
    rest: frozenset[str] = frozenset()  # nodes that stand for any number of parts
    constant: re.Pattern[str] | None = None  # names that are compared with, and not bound


class Loose(NamedTuple):
    """Nodes whose parts are words and signs that nobody has put together: what a macro is given."""

    nodes: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()  # signs between a value and a member of it
    tries: frozenset[str] = frozenset()  # signs behind a value that take an element out of it


class Word(NamedTuple):
    """A name that is written in a text, with the space that it is looked up in."""

    start: int
    name: str
    space: str


class Overloading(NamedTuple):
    """How functions of one name are told apart by the types of what they are called with."""

    type_of: Callable[[Node], str]  # the type that a node is, or is of, whatever is around it; "" where that tells
    types: frozenset[str]  # how names of types are asked for
    widening: Mapping[str, tuple[str, ...]]  # types of plain numbers, and those wanted where each can be given
    least: str  # the narrowest type of number that an operation gives
    boxes: Mapping[str, str]  # plain types, and those of the objects that they are put into
    above: Mapping[str, tuple[str, ...]]  # types from outside, and all that is above them
    top: str  # the type above all
    text: str  # the type of what is made of a text and something else
    nothing: str  # the type of what can be given for anything but plain values
    function: str  # the type of a function without a name
    results: Mapping[str, str]  # members of types from outside, and what they give; "" for the type itself


class Scoping(NamedTuple):
    """How names are bound and found in a language."""

    identifiers: frozenset[str]  # the kinds of nodes that are names
    shapes: Mapping[str, Shape]  # what expressions and types are worth
    lists: frozenset[str] = frozenset()  # nodes that take values apart or hold them side by side
    elements: frozenset[str] = frozenset()  # those of them that take elements out of one value
    keyed: frozenset[str] = frozenset()  # those of them that take members, each by its name
    pairs: Mapping[str, tuple[str, str]] = {}  # nodes in such that take a member and give it another name
    defaults: Mapping[str, str] = {}  # nodes that say what else a name may be, and the field of the name
    members: frozenset[str] = frozenset()  # the kinds of names that are only ever members of something
    ordered: frozenset[str] = frozenset()  # scopes in which a name is known only after what binds it
    class_sees_itself: bool = True  # names in the body of a class, outside of functions, may be its own members
    class_is_seen: bool = False  # functions in a class see its members without saying whose they are
    # Files that share their outermost names: all "files" of a folder, those of a "folder" that say the same package, of
    # folders on one "path", or that say so ("declared"). "named": any file may open a package by its full name, and
    # functions and variables are members of it.
    package: Literal["", "files", "folder", "path", "declared", "named"] = ""
    # Where packages are "named": one in another is named after it, imports shorten their names, and a package gives all
    # that it has and takes.
    packages_nest: bool = False
    class_is_module: bool = False  # an import goes on into the class that the file it leads to is called after
    sorts: Mapping[str, frozenset[str]] = {}  # nodes that names are, or are in, and which kinds of bindings those mean
    labels: Mapping[str, tuple[str, str]] = {}  # nodes whose names may be members of a field of a node around
    folder_is_module: bool = False  # an import leads to a folder, all files of which are meant
    stars_are_implicit: bool = False  # an import gives everything in the file it leads to: C's include
    announcing: frozenset[str] = frozenset()  # kinds of bindings that lead on to a definition, in this file or another
    declarators: frozenset[str] = frozenset()  # nodes around a name that is declared: `*(a[3])`
    closed: frozenset[str] = frozenset()  # kinds of bindings that a function does not see from around it
    first_binds: bool = False  # a variable is defined where it is bound first, whatever it holds later
    branches: Mapping[str, frozenset[str]] = {}  # nodes that run one of their parts, and those parts
    jumps: frozenset[str] = frozenset()  # statements that leave the function
    steps: frozenset[str] = frozenset()  # those that leave, or begin anew, what is in `loops`
    loops: frozenset[str] = frozenset()
    blocks: frozenset[str] = frozenset()  # nodes that hold statements
    signed: Mapping[str, frozenset[str]] = {}  # nodes that put a sign before a name; in which nodes it is a member's
    paths: frozenset[str] = frozenset()  # nodes that are a name with the path to it
    nested: frozenset[str] = frozenset()  # nodes for names that are looked up in the classes around, by full name
    reopened: bool = False  # a class may go on in another file: its members are told by its full name
    class_space: str = ""  # the space of the members that a class has itself, and not what is made of it
    fields: str = ""  # the sign before names of fields, which only the object itself has
    asks_self: bool = False  # a name that nothing binds is a member of the object that the function is called on
    creates: str = ""  # the member of a class that makes something of it
    assigned_space: str = ""  # the space of members that are called where one is given a value, in these nodes
    assigning: frozenset[str] = frozenset()
    super_calls: frozenset[str] = frozenset()  # nodes that call what the function around overrides
    functions: frozenset[str] = frozenset()  # nodes that define the functions around those
    blocks_share: bool = False  # a variable of the function that a block sets is that of the function
    prefixes: Mapping[str, int] = {}  # nodes that hold a name behind so many signs
    selves: frozenset[str] = frozenset()  # names for the object or class that the function around is called on
    parents: frozenset[str] = frozenset()  # names for the class above that
    signs: str = ""  # signs that any name may have between its letters
    keyword_space: str = ""  # the space of the parameters that are named in a call
    spaces: Mapping[str, str] = {}  # nodes whose own names are a space apart, and the word for it: `struct a`, `goto a`
    space_of: Callable[[Node], str] | None = None  # the same, where the node around does not tell
    word_nodes: frozenset[str] = frozenset()  # nodes that hold names side by side, or one in quotes
    words: Callable[[Node], list[Word]] | None = None  # the names in such a node
    inner_paths: bool = False  # a name and the path to it are one node, with `module_separator` between the parts
    # Nodes whose parts are read whole before a name that is bound in them is known, where scopes are ordered.
    statements: frozenset[str] = frozenset()
    known_in_own_value: bool = False  # a name is known in the value it is given, where scopes are ordered
    variant: re.Pattern[str] | None = None  # paths of files that are for one platform: other files come first
    module_separator: str = "."
    builtins: frozenset[str] = frozenset()  # names that are known everywhere and defined nowhere
    builtin_pattern: re.Pattern[str] | None = None  # more such names
    outside_names: Mapping[str, re.Pattern[str]] = {}  # nodes, and which names in them are none of the program
    outside_members: frozenset[str] = frozenset()  # members that things of built-in types have
    narrows: bool = False  # which of several types something is of is told by tests before, which nobody follows here
    makers: frozenset[str] = frozenset()  # calls that give something of the type that is their first argument
    copies: frozenset[str] = frozenset()  # calls that give what is their first argument
    taking: frozenset[str] = frozenset()  # signs before a value that take an element out of it
    supers: frozenset[str] = frozenset()  # calls that give the class above
    wrappers: frozenset[str] = frozenset()  # types that are worth what is in their brackets: Optional[T]
    containers: frozenset[str] = frozenset()  # types that hold what is in their brackets: list[T]
    tuples: frozenset[str] = frozenset()  # those of them that have a type for each of their parts: tuple[S, T]
    unions: frozenset[str] = frozenset()  # types that are one of those in their brackets: Union[S, T]
    containers_are_outside: bool = False  # no file of the workspace defines those
    givers: frozenset[str] = frozenset()  # members of such types whose call gives what they hold
    keywords: Mapping[str, str] = {}  # nodes that name a parameter of what is called, and the field of the name
    literal_keys: frozenset[str] = frozenset()  # nodes whose first child may name a field of the literal around
    keys_are_fields: bool = False  # and never names anything else; a literal in a literal is of the same type
    expecting: Expecting = Expecting()  # the same where the type is not said in the literal
    overloading: Overloading | None = None  # functions of one name are told apart by what they take
    constructors: tuple[str, ...] = ()  # members that a call of a class is a call of
    static: frozenset[str] = frozenset()  # decorators of methods that are called on nothing
    first_parameter_is_self: bool = False  # the first parameter of a method is the object it is called on
    is_name: Callable[[Node], bool] | None = None  # whether a node of such a kind is a name where it stands
    # Where a name is looked up that is part of an address: its words with their spaces, each a member of the one
    # before; none where it leads out of the program. None for a name that is looked up as it stands.
    address: Callable[[Node], tuple[str, ...] | None] | None = None
    sort_of: Callable[[Node], str] | None = (
        None  # a name's key in `sorts`, where its node and the one around do not tell
    )
    defined_as: Mapping[str, frozenset[str]] = {}  # by sort: the kinds of definitions that a name can mean by itself
    named_paths: Paths | None = None  # imports are names for paths
    patterns: Patterns = Patterns()
    loose: Loose = Loose()
    hides: bool = False  # in ordered scopes a name hides the same name before it
    unordered: frozenset[str] = frozenset()  # kinds of bindings that are known in all of an ordered scope
    shorthands: frozenset[str] = frozenset()  # nodes whose name is a field and a variable at once: `Point { x }`
    sealed: bool = False  # what is around a namespace is not seen in it
    own_type: str = ""  # the word for the type around
    arguments: frozenset[str] = frozenset()  # nodes that hold the types which another is about
    maps: frozenset[str] = frozenset()  # types that hold keys and values side by side
    valued: frozenset[str] = frozenset()  # members of such types whose call gives one that holds the values
    keepers: frozenset[str] = frozenset()  # members whose call gives what they are asked of, unless a type defines them
    numbering: frozenset[str] = frozenset()  # members whose call gives each element with its number before it
    unwrapped: Callable[[bytes], bytes] | None = None  # the text with blanks for what only wraps definitions: macros
    inherits_by: Mapping[str, str] = {}  # types that give members of another: the name of that in what is added by them
    entries: frozenset[str] = frozenset()  # functions of a file that the language itself calls
    structural: bool = False  # a type has an interface by having its methods, without saying so
    outside_interfaces: frozenset[frozenset[str]] = frozenset()  # what those ask for that no workspace defines
    bound_as: Callable[[str], str] | None = None  # how what an address means is bound, with its space; "" for none
    # Who reads the names of pages and style sheets in a text, beside what its tree tells or, without identifiers,
    # instead of it: `module:function`, of the text and the name of its language.
    marks: str = ""
    marked: Literal["", "sheet", "page", "script"] = ""  # what such a text is to those names


@cache
def scoping_of(grammar: str | None) -> Scoping | None:
    """What is known of the names of a language; None where nothing is."""
    module = f"{__name__}.{(grammar or '').replace('-', '_')}"
    if not grammar or find_spec(module) is None:
        return None
    found: Scoping = import_module(module).SCOPING
    return found
