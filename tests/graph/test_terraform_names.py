"""What names mean in Terraform, case by case: `→` is before the name that is asked about, `●` before what it means."""

from __future__ import annotations

import time

import pytest

from indexer.engine import Limits
from indexer.graph.calls import CallGraph, Walk
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from tests.graph.test_names import corpus_of, targets

_SECONDS = 5.0  # of the processor; what is meant takes milliseconds, what goes wrong takes minutes


def case(title: str, evidence: str, text: str, **others: str) -> object:
    named = {name.replace("__", "/") + ".tf": other for name, other in others.items()}
    return pytest.param(evidence, {"main.tf": text, **named}, id=title)


NET = 'module "net" {\n  source = "./net"\n}\n'

CASES = [
    case("a variable", "scope", 'variable "●x" {}\nlocals { y = var.→x }\n'),
    case("a variable of another file of the folder", "scope", "locals { y = var.→x }\n", v='variable "●x" {}\n'),
    case("another folder's is not meant", "none", "locals { y = var.→x }\n", other__v='variable "x" {}\n'),
    case("a local value", "scope", "locals { ●y = 1 }\nlocals { z = local.→y }\n"),
    case("a variable is no local value", "scope", 'variable "y" {}\nlocals { ●y = 1\n z = local.→y }\n'),
    case("a name with dashes", "scope", 'variable "●my-net" {}\nlocals { y = var.→my-net }\n'),
    case("a resource", "scope", 'resource "aws_vpc" "●a" {}\noutput "o" { value = aws_vpc.→a.id }\n'),
    case("one of its type", "scope", 'resource "b" "a" {}\nresource "aws_vpc" "●a" {}\nlocals { y = aws_vpc.→a.id }\n'),
    case("one of several", "scope", 'resource "aws_vpc" "●a" {}\nlocals { y = aws_vpc.→a[0].id }\n'),
    case("each of them", "scope", 'resource "aws_vpc" "●a" {}\nlocals { y = aws_vpc.→a[*].id }\n'),
    case("data", "scope", 'resource "i" "a" {}\ndata "i" "●a" {}\nlocals { y = data.i.→a.id }\n'),
    case("what it depends on", "scope", 'resource "i" "●a" {}\nresource "i" "b" {\n depends_on = [i.→a]\n}\n'),
    case("in a string", "scope", 'variable "●x" {}\nlocals { y = "is ${var.→x}!" }\n'),
    case("in a string in a string", "scope", 'variable "●x" {}\nlocals { y = "is ${upper("${var.→x}")}!" }\n'),
    case("in a heredoc", "scope", 'variable "●x" {}\nlocals {\n y = <<-EOT\n  is ${var.→x}\n  EOT\n}\n'),
    case("in a test", "scope", 'variable "●x" {}\nlocals { y = "%{ if var.→x == 1 }a%{ endif }" }\n'),
    case("beside another", "scope", 'variable "x" {}\nvariable "●z" {}\nlocals { y = var.x == var.→z }\n'),
    case("in a condition", "scope", 'variable "●x" {}\nlocals { y = var.→x ? 1 : 2 }\n'),
    case("as a key", "scope", 'variable "●x" {}\nlocals { y = { (var.→x) = 1 } }\n'),
    case("in an index", "scope", 'variable "●x" {}\nlocals { y = local.z[var.→x] }\n'),
    case("in what a loop goes through", "scope", 'variable "●x" {}\nlocals { y = [for x in var.→x : x.id] }\n'),
    case("in a loop", "scope", "locals { y = [for ●s in local.z : →s.id] }\n"),
    case("the value of a loop", "scope", "locals { y = { for k, ●v in local.z : k => →v.id if v.on } }\n"),
    case("a loop in a loop", "scope", "locals { y = [for s in local.z : [for ●s in s.all : →s]] }\n"),
    case("what a loop of a string goes through", "scope", 'locals { y = "%{ for ●s in local.z }${→s}%{ endfor }" }\n'),
    case(
        "a block for each",
        "scope",
        'resource "a" "b" {\n dynamic "●set" {\n  for_each = local.z\n  content { a = →set.value }\n }\n}\n',
    ),
    case(
        "by another name",
        "scope",
        'resource "a" "b" {\n dynamic "set" {\n  iterator = ●it\n  content { a = →it.value }\n }\n}\n',
    ),
    case("a module", "scope", 'module "●net" {\n  source = "./net"\n}\nlocals { y = module.→net.id }\n'),
    case("what a module gives", "import", NET + "locals { y = module.net.→id }\n", net__o='output "●id" {}\n'),
    case("one of several modules", "import", NET + "locals { y = module.net[0].→id }\n", net__o='output "●id" {}\n'),
    case("each module", "import", NET + "locals { y = module.net[*].→id }\n", net__o='output "●id" {}\n'),
    case(
        "not a variable of it", "import", NET + "locals { y = module.net.→id }\n",
        net__o='output "●id" {}\n', net__v='variable "id" {}\n',
    ),
    case(
        "what a module is given", "import", 'module "net" {\n  source = "./net"\n  →cidr = 1\n}\n',
        net__main='variable "●cidr" {}\n', net__o='output "cidr" {}\n',
    ),
    case("a module that lies outside", "external", 'module "n" {\n  source = "a/b/c"\n  →cidr = 1\n}\n'),
    case(
        "a provider", "scope",
        'provider "aws" {\n alias = "●east"\n}\nresource "a" "b" {\n provider = aws.→east\n}\n',
    ),
    case("without quotes", "scope", "variable ●x {}\nlocals { y = var.→x }\n"),
    case("a function", "external", "locals { y = →upper(1) }\n"),
    case("an attribute", "external", 'variable "id" {}\nlocals { y = local.z.→id }\n'),
    case("an attribute in a loop", "external", 'resource "s" "id" {}\nlocals { y = [for s in z : s.→id] }\n'),
    case("of the block itself", "external", 'variable "value" {}\nlocals { y = each.→value }\n'),
    case("the module's folder", "external", 'variable "module" {}\nlocals { y = path.→module }\n'),
    case("a kind of resource", "external", 'resource "aws_vpc" "a" {}\nlocals { y = →aws_vpc.a.id }\n'),
    case("a type", "external", 'variable "x" { type = →string }\nvariable "string" {}\n'),
    case("what nobody declares", "none", "locals { y = var.→x }\n"),
    case("the key of an object", "none", 'variable "a" {}\nlocals { y = { →a = 1 } }\n'),
    case("an argument of a resource", "none", 'variable "ami" {}\nresource "i" "b" {\n →ami = 1\n}\n'),
    case("a word in a string", "none", 'variable "a" {}\nlocals { y = "→a" }\n'),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_meaning(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    assert [one.evidence for one in found[:1]] == ([] if evidence == "none" else [evidence])
    assert [(one.path, one.span.start) for one in found[:1] if one.corpus is not None] == list(meant.items())


def test_a_file_of_values_names_variables() -> None:
    found, meant = targets({"a/x.tfvars": "→x = 1\n", "a/v.tf": 'variable "●x" {}\n', "v.tf": 'variable "x" {}\n'})
    assert [(one.path, one.span.start, one.evidence) for one in found] == [("a/v.tf", meant["a/v.tf"], "scope")]


def test_modules_that_are_made_of_each_other() -> None:
    files = {"main.tf": 'module "a" {\n  source = "./a"\n}\nlocals { y = module.a.→x }\n'}
    files["a/main.tf"] = 'module "a" {\n  source = "../"\n}\noutput "●x" { value = module.a.x }\n'
    found, meant = targets(files)
    assert [(one.path, one.span.start) for one in found] == [("a/main.tf", meant["a/main.tf"])]


def test_a_source_does_not_lead_out_of_the_root() -> None:
    found, _ = targets({"main.tf": 'module "a" {\n  source = "../../etc"\n  →x = 1\n}\n'})
    assert [one.evidence for one in found] == ["external"]


@pytest.mark.parametrize(
    "deep",
    [
        "local.z" + ".a" * 20_000,
        "local.z" + "[0]" * 20_000,
        "[for s in " * 150 + "local.z" + " : s]" * 150,
        "(" * 2000 + "local.z" + ")" * 2000,
        "{ a = " * 300 + "local.z" + " }" * 300,
        '"${' * 100 + "local.z" + '}"' * 100,
    ],
)
def test_long_and_deep_expressions_end(deep: str) -> None:
    before = time.process_time()
    found, meant = targets({"main.tf": f"locals {{\n  y = {deep}\n  ●x = 1\n  w = local.→x\n}}\n"})
    assert time.process_time() - before < _SECONDS
    assert [(one.path, one.span.start) for one in found] in ([], list(meant.items())), "or the tree is broken"


STACK = """\
variable "size" {}

locals {
  disk = var.size
}

resource "aws_instance" "web" {
  size = local.disk # not var.size
  tags = { size = 1 }
}

resource "aws_instance" "spare" {
  size = 1
}

output "id" {
  value = aws_instance.web.id
}
"""


def _edges(walk: Walk) -> list[tuple[str, int, str, tuple[int, ...]]]:
    return [(link.node.name or "", link.depth, link.evidence, link.rows) for link in walk.links]


def test_who_names_what_an_address_means_uses_it() -> None:
    corpus, _, _ = corpus_of({"main.tf": STACK})
    graph = CallGraph(Resolver([corpus], KnownTexts()))
    assert _edges(graph.callers(graph.named("var.size"), 3, Limits())) == [
        ("disk", 1, "scope", (3,)),
        ('resource "aws_instance" "web"', 2, "scope", (7,)),
        ('output "id"', 3, "scope", (16,)),
    ]
    assert _edges(graph.callees(graph.defined("aws_instance.web"), 2, Limits())) == [
        ("disk", 1, "scope", (7,)),
        ('variable "size"', 2, "scope", (3,)),
    ]
    spare = graph.named("aws_instance.spare")
    assert [node.name for node in spare] == ['resource "aws_instance" "spare"']
    assert _edges(graph.callers(spare, 1, Limits())) == []
