"""The judges on a sample: what the interpreters themselves say of the corpus and of the libraries beside them.

The long versions take any folder: `python -m tests.oracles.ruby FOLDER`. A judge that is not installed is a skip here
and a failure in CI.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.corpus import corpus, module
from tests.judges import missing, needed
from tests.paths import ROOT

CASES = "tests/cases/outline"
# judge: what comes with it and is looked through, where it is there
HEREDOCS = {
    "perl": ["/usr/share/perl/*/ExtUtils", "/usr/share/perl/*/Pod", "/usr/share/perl/*/CPAN*"],
    "php": ["/usr/share/php"],
    "ruby": ["/usr/lib/ruby"],
    "shell": [],
}


def existing(pattern: str) -> list[str]:
    base = Path("/") if pattern.startswith("/") else ROOT
    return sorted({str(path.resolve()) for path in base.glob(pattern.lstrip("/"))})


def run(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"tests.oracles.{module}", *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = result.stdout + result.stderr
    if re.search(r"^skipped\b", said, re.MULTILINE | re.IGNORECASE):
        missing(said.strip())
    assert result.returncode == 0, said[-4000:]
    return said


@pytest.mark.parametrize("judge", sorted(HEREDOCS))
def test_heredocs_are_where_the_interpreter_says(judge: str) -> None:
    folders = [found for folder in HEREDOCS[judge] for found in existing(folder)]
    said = run(judge, *folders, CASES, *(str(corpus(name)) for name in ("ansible-core", "pygments")))
    compared = [
        int(number)
        for number in re.findall(r"heredocs\D{0,12}?(\d+)|(\d+) heredocs", said)
        for number in number
        if number
    ]
    assert any(compared), f"nothing was compared: {said}"


def test_python_definitions_are_those_of_the_ast() -> None:
    said = run("definitions", "python", *(str(module(name)) for name in ("core", "db/models", "forms", "template")))
    missing = re.search(r"missing: \{(.*)\}", said)
    extents = re.search(r"extents equal (\d+) of (\d+)", said)
    assert missing and extents, said
    assert not re.search(r"function|method|class", missing[1]), "every def and class, not most of them"
    assert extents[1] == extents[2] != "0", said


@pytest.mark.parametrize(
    ("grammar", "folder"), [("php", "/usr/share/php/Symfony/Component/Console"), ("ruby", "/usr/lib/ruby/*/rdoc")]
)
def test_definitions_are_those_of_the_interpreter(grammar: str, folder: str) -> None:
    if not existing(folder):
        missing(folder)
    said = run("definitions", grammar, *existing(folder), "tests/cases/outline")
    found = re.search(r"definitions (\d+), found (\d+) .* extents equal (\d+) of (\d+)", said)
    assert found, said
    assert found[1] == found[2] and found[3] == found[4], said
    assert int(found[1]) > 500, "nothing much was compared"


def test_python_references_are_those_of_the_ast() -> None:
    said = run("references", "python", *(str(module(name)) for name in ("core", "db/models", "forms", "template")))
    counts = re.findall(r"(\w+): (\d+), found (\d+) \(.*\), only ours (\d+)", said)
    assert {kind for kind, *_ in counts} >= {"call", "import", "extends"}, said
    for kind, judged, found, extra in counts:
        assert judged == found and extra == "0", f"{kind}: {said}"


def test_python_names_mean_what_jedi_says(tmp_path: Path) -> None:
    pytest.importorskip("jedi")
    folder = tmp_path / "library"
    shutil.copytree(Path(sysconfig.get_paths()["stdlib"]) / "json", folder / "sample")
    _judged_names("python", folder, 60)


def test_go_names_mean_what_gopls_says(tmp_path: Path) -> None:
    needed("gopls")
    (tmp_path / "go.mod").write_text("module sample\n\ngo 1.21\n")
    (tmp_path / "shape.go").write_text(SAMPLE_GO)
    _judged_names("go", tmp_path, 40)


def test_java_names_mean_what_javac_says(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        missing("javac")
    for path, text in SAMPLE_JAVA.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    _judged_names("java", tmp_path, 60)


def test_typescript_names_mean_what_the_compiler_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = subprocess.run([needed("npm"), "root", "-g"], capture_output=True, text=True, check=True).stdout.strip()
    if not (Path(modules) / "typescript").is_dir():
        missing("the npm package typescript")
    monkeypatch.setenv("NODE_PATH", modules)
    (tmp_path / "shape.ts").write_text(SAMPLE_TYPESCRIPT)
    (tmp_path / "index.ts").write_text("export * from './shape'\nexport { make as default } from './shape'\n")
    (tmp_path / "use.ts").write_text(SAMPLE_TYPESCRIPT_USE)
    _judged_names("typescript", tmp_path, 40)


def _judged_names(language: str, folder: Path, count: int) -> None:
    """Names drawn at random are taken where the judge takes them, but for a few."""
    from tests.oracles.resolution import Score, answers, drawn

    uses = drawn(language, folder, "", count, 1)
    score = Score()
    for use, targets in answers(folder, uses):
        score.add(use, targets)
    assert score.inside["all"] >= count // 2, "nothing much was compared"
    assert score.inside["first"] >= 0.9 * score.inside["all"], score.misses
    assert score.outside["wrong"] <= 0.05 * score.outside.total() + 1, score.misses


SAMPLE_JAVA = {
    "main/shapes/Shape.java": """package shapes;

import java.util.ArrayList;
import java.util.List;

public abstract class Shape {
    protected final String name;
    private final List<Shape> parts = new ArrayList<>();

    protected Shape(String name) { this.name = name; }

    public abstract double area();

    public String name() { return name; }

    public Shape add(Shape part) {
        parts.add(part);
        return this;
    }

    public double sum() {
        double area = area();
        for (Shape part : parts) { area += part.sum(); }
        return area + parts.get(0).area();
    }

    public enum Kind { ROUND, FLAT }
}
""",
    "main/shapes/round/Circle.java": """package shapes.round;

import static java.lang.Math.PI;

import shapes.Shape;
import shapes.Shape.Kind;

public class Circle extends Shape {
    private final double radius;

    public Circle(double radius) {
        super("circle");
        this.radius = radius;
    }

    @Override public double area() { return PI * radius * radius; }

    static <T extends Shape> double all(T shape, Kind kind) {
        switch (kind) {
            case ROUND: return shape.add(new Circle(1)).area();
            default: return shape.name().length();
        }
    }

    String told() { return name + name() + sum(); }
}
""",
}
SAMPLE_TYPESCRIPT = """export interface Options { name: string; sides?: number[] }

export abstract class Base {
  constructor(protected readonly options: Options) {}
  abstract area(): number
  get title(): string { return this.options.name.toUpperCase() }
}

export class Shape<T extends Options> extends Base {
  private next: Shape<T> | undefined = undefined
  area(): number {
    let total = 0
    for (const side of this.options.sides || []) total += side
    return this.next ? total + this.next.area() : total
  }
}

export function make({ name, sides = [] }: Options): Shape<Options> {
  const shape = new Shape({ name, sides })
  return shape
}
"""
SAMPLE_TYPESCRIPT_USE = """import create, { Shape, type Options } from './index'
import * as all from './shape'

const given: Options = { name: 'square', sides: [1, 2] }
export const shapes: Shape<Options>[] = [create(given), all.make({ name: 'round' })]
for (const shape of shapes) {
  const { title } = shape
  console.log(title, shape.area(), given.name, Math.max(1, shapes.length))
}
"""
SAMPLE_GO = """package sample

import "strings"

type Base struct{ name string }

func (b *Base) Name() string { return strings.ToUpper(b.name) }

type Shape struct {
	Base
	sides []int
	next  *Shape
}

func New(name string, sides ...int) (*Shape, error) {
	s := &Shape{Base: Base{name: name}, sides: sides}
	return s, nil
}

func Sum(shapes map[string]*Shape) (total int) {
	for key, shape := range shapes {
		if shape, err := New(key); err == nil {
			total += len(shape.Name())
		}
		for _, side := range shape.sides {
			total += side
		}
		if shape.next != nil {
			total += len(shape.next.Name())
		}
	}
	return total
}
"""


@pytest.mark.parametrize(("in_ci", "end"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_files_that_are_missing_are_a_skip_and_in_ci_a_failure(
    in_ci: str, end: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", in_ci)
    with pytest.raises(end, match="no/such/folder"):
        test_definitions_are_those_of_the_interpreter("php", "/no/such/folder")


def test_cython_defines_what_its_own_parser_sees() -> None:
    assert " 0 missing" in run("cython")
