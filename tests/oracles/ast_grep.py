"""ast-grep as a judge of patterns: one run for all patterns of a language, and real sources to run it on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Place = tuple[str, int, int]  # path, start, end
Spans = dict[str, tuple[int, int]]
_AT_ONCE = 200

# Small repositories with much plain code, at the commits that the figures of docs/patterns.md were taken from.
CORPUS = {
    "Alamofire/Alamofire": "7595cbcf59809f9977c5f6378500de2ad73b7ddb",
    "BurntSushi/ripgrep": "3fce3b5bb0236da2df6d99672afb8a719642eca7",
    "DapperLib/Dapper": "6d48ef664acc7298c649e2d449d903b3360d5a90",
    "DaveGamble/cJSON": "a29814f285cc531c00223743ad3c55cd38c0dc56",
    "OpenZeppelin/openzeppelin-contracts": "fddac901ccdbdb06be90536822936ea765dd9218",
    "animate-css/animate.css": "3f8ab233dbbd9d2fe577528d2296382954be3d1a",
    "colinhacks/zod": "e516c3baf22615e20934116abebfed6c000222c2",
    "com-lihaoyi/os-lib": "e237000cbd4d97a4c4463df43d64556130d2bc50",
    "dart-lang/http": "a0d49cb2f80eae038c835394014aadcae8a95c8b",
    "elixir-plug/plug": "a898c454a04ca5ffad306bd751a15c7ac9ff6927",
    "expressjs/express": "a3714473feb3d2908add734d340e7755fd85e0a3",
    "fmtlib/fmt": "60ccad511fd680cb91d8b60a315759f71c67bef9",
    "gabime/spdlog": "62302019babd8fdf63c1c6dc4c9faa48d441a7f0",
    "google/gson": "9835b6f90192f79cdf5300c528fc6212455fb6c1",
    "guzzle/guzzle": "2779e868a00289e1b1fd854af030c43a06f4bcb4",
    "koalaman/shellcheck": "764802b7c023e9fdc191c12f57c418f186ad76ae",
    "luarocks/luarocks": "2d2cc8eff2f03c23d142f8059146fb241dcf56b5",
    "nix-community/home-manager": "ec1a8fdf74ed3f276148ee106299a2ba0e65d51f",
    "nvm-sh/nvm": "b17550a0b9ab691439815dfccc8b73e3a59fa103",
    "pallets/flask": "2ac89889f4cc330eabd50f295dcef02828522c69",
    "pmndrs/zustand": "f094eebe9bd3b4b0d77b997f69ab1d273f69a877",
    "reduxjs/redux": "3084fc33bb23ab4cab4796172eafe342da4e73d9",
    "sinatra/sinatra": "cb22afd7902b566b6eaba6c4ea89739494a65d12",
    "spf13/cobra": "adbc8813901bba65827259daa8e22ff94ec1f30e",
    "square/okio": "4164f2976ac7174f3d35d52150e8ffbdbe0acbec",
    "terraform-aws-modules/terraform-aws-vpc": "82d1929e669efef4e2ad00611b8a68e7a56e049c",
    "twbs/bootstrap": "b8932a1ec1c3e633084b1f1cb65e1ef05eb19f1e",
}


def program() -> str | None:
    beside = Path(sys.executable).with_name("ast-grep")
    return str(beside) if beside.exists() else shutil.which("ast-grep")


def is_there() -> bool:
    return program() is not None


def fetch(folder: Path) -> None:
    """Brings the pinned repositories into a folder, each at its commit; those that are there are kept."""
    for name, commit in CORPUS.items():
        place = folder / name.replace("/", "+")
        if place.exists():
            continue
        subprocess.run(["git", "init", "-q", str(place)], check=True)
        address = f"https://github.com/{name}"
        fetched = subprocess.run(["git", "-C", str(place), "fetch", "-q", "--depth", "1", address, commit], check=False)
        if fetched.returncode:
            shutil.rmtree(place)
            print(f"SKIPPED: {name} cannot be fetched")
        else:
            subprocess.run(["git", "-C", str(place), "checkout", "-q", "FETCH_HEAD"], check=True)


def matches(language: str, patterns: Sequence[str], paths: Sequence[Path]) -> dict[str, dict[Place, Spans] | None]:
    """The matches of each pattern with what it captured; None for a pattern that ast-grep refuses."""
    found = _scanned(language, patterns, paths)
    if found is not None:
        return {**found}
    accepted = [source for source in patterns if _scanned(language, [source], ()) is not None]
    judged = _scanned(language, accepted, paths)
    assert judged is not None, language
    return {source: judged.get(source) for source in patterns}


def _scanned(language: str, patterns: Sequence[str], paths: Sequence[Path]) -> dict[str, dict[Place, Spans]] | None:
    rules = "\n---\n".join(
        json.dumps({"id": f"p{number}", "language": language, "rule": {"pattern": source}})
        for number, source in enumerate(patterns)
    )
    found: dict[str, dict[Place, Spans]] = {source: {} for source in patterns}
    command = [program() or "", "scan", "--inline-rules", rules, "--json=stream", "--no-ignore", "hidden"]
    for at in range(0, max(len(paths), 1), _AT_ONCE):
        some = list(map(str, paths[at : at + _AT_ONCE])) or [str(Path(__file__).parent / "__init__.py")]
        result = subprocess.run([*command, *some], capture_output=True, text=True, check=False)
        if "annot parse" in result.stderr or "Error:" in result.stderr:
            return None
        for row in result.stdout.splitlines():
            match = json.loads(row)
            span = match["range"]["byteOffset"]
            place = (match["file"], span["start"], span["end"])
            found[patterns[int(match["ruleId"][1:])]][place] = _captures(match.get("metaVariables") or {})
    return found


def _captures(said: dict[str, Any]) -> Spans:
    """What metavariables stand for: those that stand for something, without a separator at either end."""
    found: Spans = {}
    for name, one in said.get("single", {}).items():
        found[name] = (one["range"]["byteOffset"]["start"], one["range"]["byteOffset"]["end"])
    for name, many in said.get("multi", {}).items():
        nodes = [node for node in many if any(sign.isalnum() or sign in "\"'`_$" for sign in node["text"])]
        if nodes and not name.startswith("_"):
            first, last = nodes[0]["range"]["byteOffset"], nodes[-1]["range"]["byteOffset"]
            found[name] = (first["start"], last["end"])
    return {name: span for name, span in found.items() if not name.startswith("_")}


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
