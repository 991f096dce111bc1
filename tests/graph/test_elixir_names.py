"""What names mean in Elixir, case by case: `→` stands before the name that is asked about, `●` before what it means."""

from __future__ import annotations

import pytest

from indexer.engine import Limits, Problem
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from indexer.graph.uses import uses_of_each
from tests.graph.test_names import corpus_of, targets

USER = "defmodule App.Accounts.User do\n  def ●changeset(a), do: a\nend\n"
MODULE = "defmodule ●App.Accounts.User do\n  def changeset(a), do: a\nend\n"
OTHER = "defmodule Other.User do\n  def changeset(a), do: a\n  def create(a), do: a\nend\n"


def case(title: str, evidence: str, text: str, **others: str) -> object:
    files = {"a.ex": text, **{f"{name}.ex": other for name, other in others.items()}}
    return pytest.param(evidence, files, id=title)


def of_module(title: str, evidence: str, body: str, **others: str) -> object:
    """A body of a module, beside another module that has functions of the same names."""
    return case(title, evidence, f"defmodule App.Web do\n{body}\nend\n", other=OTHER, **others)


CASES = [
    of_module("a full name", "member", "def f(a), do: App.Accounts.User.→changeset(a)", user=USER),
    of_module("its module", "import", "def f(a), do: →App.Accounts.User.changeset(a)", user=MODULE),
    of_module("alias", "member", "alias App.Accounts.User\ndef f(a), do: User.→changeset(a)", user=USER),
    of_module("what an alias names", "import", "alias →App.Accounts.User", user=MODULE),
    of_module("a module by its alias", "import", "alias App.Accounts.User\ndef f, do: →User", user=MODULE),
    of_module("a struct by its alias", "import", "alias App.Accounts.User\ndef f, do: %→User{}", user=MODULE),
    of_module("alias as", "member", "alias App.Accounts.User, as: U\ndef f(a), do: U.→changeset(a)", user=USER),
    of_module(
        "alias of several", "member", "alias App.Accounts.{Role, User}\ndef f, do: User.→changeset(1)", user=USER
    ),
    of_module("one of several", "import", "alias App.Accounts.{Role, →User}", user=MODULE),
    of_module(
        "alias of what is around", "member", "alias App.Accounts\ndef f, do: Accounts.User.→changeset(1)", user=USER
    ),
    of_module(
        "alias of an alias",
        "member",
        "alias App.Accounts\nalias Accounts.User, as: U\ndef f, do: U.→changeset(1)",
        user=USER,
    ),
    of_module(
        "an alias of a function is its own",
        "external",
        "def g do\nalias App.Accounts.User\nend\ndef f, do: User.→changeset(1)",
        user=USER.replace("●", ""),
    ),
    of_module(
        "the last alias counts",
        "member",
        "alias Other.User\nalias App.Accounts.User\ndef f, do: User.→changeset(1)",
        user=USER,
    ),
    of_module("a pipe", "member", "alias App.Accounts.User\ndef f(a), do: a |> User.→changeset()", user=USER),
    of_module(
        "a capture", "member", "alias App.Accounts.User\ndef f(a), do: Enum.map(a, &User.→changeset/1)", user=USER
    ),
    of_module("__MODULE__", "member", "def ●f(a), do: a\ndef g, do: __MODULE__.→f(1)"),
    of_module("alias of __MODULE__", "member", "alias __MODULE__, as: W\ndef ●f(a), do: a\ndef g, do: W.→f(1)"),
    of_module("a function of the module", "scope", "def ●create(a), do: a\ndef f, do: →create(1)"),
    of_module("a private one", "scope", "defp ●create(a), do: a\ndef f(a), do: a |> →create()"),
    of_module("a captured one", "scope", "def ●create(a), do: a\ndef f(a), do: Enum.map(a, &→create/1)"),
    of_module("a module in it", "member", "defmodule In do\ndef ●f, do: 1\nend\ndef g, do: In.→f()"),
    case(
        "a module in another",
        "member",
        "defmodule B do\n  def f, do: App.Web.In.→g()\nend\n",
        web="defmodule App.Web do\n  defmodule In do\n    def ●g, do: 1\n  end\n  def g, do: 2\nend\n",
    ),
    of_module("import", "import", "import App.Accounts.User\ndef f, do: →changeset(1)", user=USER),
    of_module(
        "what a use brings",
        "import",
        "use App.Case\ndef f, do: →changeset(1)",
        case="defmodule App.Case do\ndefmacro __using__(_) do\nquote do\nimport App.Accounts.User\nend\nend\nend\n",
        user=USER,
    ),
    case(
        "what a use defines",
        "member",
        "defmodule A do\ndef f, do: App.Repo.→save(1)\nend\n",
        repo="defmodule App.Repo do\nuse App.Saving\nend\n",
        saving="defmodule App.Saving do\ndefmacro __using__(_) do\nquote do\ndef ●save(a), do: a\nend\nend\nend\n",
    ),
    of_module("what a use from outside defines", "external", "use Ecto.Repo\ndef f, do: __MODULE__.→create(1)"),
    of_module("a module from outside", "external", "def f, do: Enum.→create(1)"),
    of_module("a module of Erlang", "external", "def f, do: :ets.→create(1)"),
    of_module("Kernel", "external", "def f(a), do: →is_nil(a)"),
    case(
        "a module that a variable holds",
        "unique",
        "defmodule A do\ndef f(mod), do: mod.→create(1)\nend\n",
        b="defmodule B do\ndef ●create(a), do: a\nend\n",
    ),
    of_module("an attribute", "scope", "@●size 3\ndef f, do: @→size"),
    of_module("a type", "scope", "@type ●t :: 1\n@spec f(→t) :: 1\ndef f(a), do: a"),
    of_module("a parameter", "scope", "def create(a), do: a\ndef f(●create), do: →create"),
    of_module("in a pattern", "scope", "def f(%{a: [●b | _]} = c), do: →b"),
    of_module("with a guard", "scope", "def f(●a) when →a > 1, do: 1"),
    of_module("a variable", "scope", "def f do\n{:ok, ●a} = g()\n→a\nend"),
    of_module("of a generator", "scope", "def f do\nwith {:ok, ●a} <- g() do\n→a\nend\nend"),
    of_module("of a clause", "scope", "def f(a) do\ncase a do\n{a, 1} -> a\n%{b: ●a} -> →a\nend\nend"),
    of_module("of a function without a name", "scope", "def f(a), do: Enum.map(a, fn ●a -> →a end)"),
    of_module("of a test", "scope", 'test "x", %{conn: ●conn} do\n→conn\nend'),
]


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_a_name_means(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    assert found, "nothing was found"
    assert found[0].evidence == evidence
    if evidence == "external":
        assert found[0].corpus is None and len(found) == 1
    else:
        assert {found[0].path: found[0].span.start} == meant


@pytest.mark.parametrize(
    "body",
    [
        "def f(user), do: user.→create",
        "def f, do: →create",
        "alias App.Accounts.User\ndef f, do: User.→create(1)",
    ],
    ids=["a field", "a variable that nothing binds", "what a module of the workspace lacks"],
)
def test_a_name_alone_means_no_function_elsewhere(body: str) -> None:
    text = f"defmodule App.Web do\n{body}\nend\n"
    found, _ = targets({"a.ex": text, "user.ex": USER.replace("●", ""), "other.ex": OTHER})
    assert found == []


def test_a_module_is_used_by_all_its_names() -> None:
    body = "alias App.Accounts.{User}\nalias App.Accounts.User, as: U\nalias Other\n"
    body += "def f, do: {User, U.g(), App.Accounts.User, Other.User, %U{}}\n"
    files = {"a.ex": f"defmodule A do\n{body}end\n", "user.ex": MODULE.replace("●", ""), "other.ex": OTHER}
    corpus, _, _ = corpus_of(files)
    resolver = Resolver([corpus], KnownTexts())
    meant = resolver.targets(corpus, "user.ex", len("defmodule "))
    used = [one.reference for one in uses_of_each({"User": meant}, resolver, Limits())]
    assert [(one.row, one.name.rpartition(".")[2]) for one in used] == [
        *((1, "User"), (2, "User"), (2, "U")),
        *((4, "User"), (4, "U"), (4, "User"), (4, "U")),
    ]


def test_renaming_a_function_takes_all_its_clauses_along() -> None:
    user = "defmodule App.User do\n  def →new(1), do: 1\n  def new(a), do: new(a - 1)\nend\n"
    web = "defmodule App.Web do\n  alias App.User\n  import User, only: [new: 1]\n"
    web += "  def f(new), do: User.new(2) |> Map.new(new: new)\nend\n"
    corpus, asked, _ = corpus_of({"user.ex": user, "web.ex": web})
    ((path, offset),) = asked.items()
    renaming = Renamer(Resolver([corpus], KnownTexts()), corpus, path, offset, Limits()).renaming("make")
    assert not isinstance(renaming, Problem)
    assert [(one.path, one.text.data[: one.span.start].count(b"\n")) for one in renaming.sure] == [
        *(("user.ex", 1), ("user.ex", 2), ("user.ex", 2)),
        *(("web.ex", 2), ("web.ex", 3)),
    ]
    assert renaming.doubtful == []
