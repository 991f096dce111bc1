"""Fifty rules over a large tree, against `ast-grep scan` with the same ones: `python -m bench.rules FOLDER`.

Both are whole processes: `outcrop check --json` with a warm index, and `ast-grep scan --json=stream`. The rules are
patterns as teams forbid or wonder about them, 25 for C and 25 for Python. The table says how many findings both have,
and what it takes to check for the first time with these rules, and again.
`--keys FILE` tells instead what a key costs with these rules and without, over the wire.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

RUNS = int(os.environ.get("OUTCROP_BENCH_RUNS", "3"))
C = (
    *("strcpy($A, $B)", "strcat($A, $B)", "sprintf($A, $$$B)", "gets($A)", "alloca($A)", "vsprintf($$$A)"),
    *("mutex_lock(&$A->$B)", "spin_lock_irqsave($A, $B)", "kmalloc($A, GFP_ATOMIC)", "kzalloc($A, GFP_ATOMIC)"),
    *(
        "BUG_ON($A)",
        "WARN_ON_ONCE($A)",
        "panic($$$A)",
        "udelay($A)",
        "mdelay($A)",
        "msleep($A)",
        "schedule_timeout($A)",
    ),
    *("memcpy($A, $B, sizeof($C))", "memset($A, 0, sizeof($B))", "kfree($A->$B)", "copy_from_user($A, $B, $C)"),
    *("list_for_each($A, $B)", "strncpy($A, $B, $C)", "simple_strtoul($$$A)", "printk(KERN_DEBUG $$$A)"),
)
PYTHON = (
    *("eval($A)", "exec($A)", "print($$$A)", "os.system($A)", "pickle.loads($A)", "yaml.load($A)", "assert $A, $B"),
    *(
        "isinstance($A, ($B, $C))",
        "$A == None",
        "$A != None",
        "raise Exception($A)",
        "len($A) == 0",
        "type($A) == $B",
    ),
    *("subprocess.call($$$A)", "open($A).read()", "time.sleep($A)", "setattr($A, $B, $C)", "warnings.warn($$$A)"),
    *("super($A, $B)", "dict($A)", "sorted(list($A))", "hasattr($A, $B)", "raise NotImplementedError($$$A)"),
    *("re.compile($A)", "json.dumps($A)"),
)


class Cost(NamedTuple):
    """Seconds on the clock, and of all processors."""

    clock: float
    processor: float


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--keys", type=Path, metavar="FILE", help="what a key costs in this file of the folder")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="outcrop-bench-") as scratch:
        os.environ["OUTCROP_CACHE_DIR"] = str(Path(scratch, "cache"))
        os.environ["XDG_CONFIG_HOME"] = str(Path(scratch, "config"))
        if given.keys is not None:
            _keys(given.folder.resolve(), given.keys.resolve(), Path(scratch))
            return
        _write_rules(Path(scratch))
        _scan(given.folder.resolve(), Path(scratch))


def _named() -> list[tuple[str, str, str]]:
    return [
        (f"{language}-{number}", language, pattern)
        for language, patterns in (("c", C), ("python", PYTHON))
        for number, pattern in enumerate(patterns)
    ]


def _write_rules(scratch: Path) -> None:
    """The same rules for both, in the user's own settings and in a project of ast-grep."""
    _write_rules_to(Path(scratch, "config"))
    Path(scratch, "sg").mkdir()
    Path(scratch, "sgconfig.yml").write_text("ruleDirs: [sg]\n")
    Path(scratch, "sg/all.yml").write_text(
        "---\n".join(
            f"id: {name}\nlanguage: {language}\nmessage: x\nrule: {{pattern: {json.dumps(pattern)}}}\n"
            for name, language, pattern in _named()
        )
    )


def _quoted(language: str, pattern: str) -> str:
    return json.dumps(f'lang:{language} pattern:"{pattern}"')


def _scan(folder: Path, scratch: Path) -> None:
    outcrop = [sys.executable, "-m", "indexer.cli.main"]
    subprocess.run([*outcrop, "index", str(folder)], check=True, capture_output=True)
    ours_command = [*outcrop, "check", str(folder), "--json"]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody has it in daily work
    _timed([*outcrop, "check", "--help"])
    theirs_command = ["ast-grep", "scan", "--config", str(scratch / "sgconfig.yml"), "--json=stream", str(folder)]
    costs: list[tuple[Cost, ...]] = []
    kept = Path(os.environ["OUTCROP_CACHE_DIR"])
    for _ in range(RUNS):
        for file in kept.glob("*/findings-*"):
            file.unlink()
        first, _ = _timed(ours_command)
        again, said = _timed(ours_command)
        other, judged = _timed(theirs_command)
        costs.append((first, again, other))
    root = f"{folder}/"
    ours = {(each["rule"], each["file"], each["line"]) for each in json.loads(said)["findings"]}
    found = [json.loads(line) for line in judged.splitlines()]
    assert found, "ast-grep found nothing: can it read all of the rules?"
    theirs = {(each["ruleId"], each["file"].removeprefix(root), each["range"]["start"]["line"] + 1) for each in found}
    first, again, other = (
        Cost(*(statistics.median(cost[at] for cost in side) for at in (0, 1))) for side in zip(*costs, strict=True)
    )
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; {folder.name}, {len(_named())} rules\n")
    print("| | clock, s | processor, s | findings |\n|---|---|---|---|")
    print(
        f"| outcrop check, these rules for the first time | {first.clock:.2f} | {first.processor:.2f} | {len(ours):,} |"
    )
    print(f"| outcrop check, again | {again.clock:.2f} | {again.processor:.2f} | {len(ours):,} |")
    print(f"| ast-grep scan | {other.clock:.2f} | {other.processor:.2f} | {len(theirs):,} |")
    for name, mine in (("for the first time", first), ("again", again)):
        print(f"| ratio, {name} | **{mine.clock / other.clock:.2f}×** | {mine.processor / other.processor:.2f}× | |")
    same, more, fewer = len(ours & theirs), len(ours - theirs), len(theirs - ours)
    print(f"\n{same:,} findings are the same; {more} only ours, {fewer} only theirs.")
    for sign, rest in (("+", ours - theirs), ("-", theirs - ours)):
        for each in sorted(rest)[:5]:
            print(sign, *each)


def _timed(command: list[str]) -> tuple[Cost, str]:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    said = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.monotonic() - started, used), said


def _keys(folder: Path, file: Path, scratch: Path) -> None:
    """What a key with outline and folds takes with fifty rules asked after it, and with none, in turn."""
    from bench.typing import Change, Client, Typist
    from indexer.engine import Unreadable, read_document

    document = read_document(file)
    assert not isinstance(document, Unreadable) and document.language is not None
    text = document.text.data.decode("utf-8", "replace")
    times: dict[bool, list[float]] = {False: [], True: []}
    used: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(RUNS):
        for ruled in (False, True):
            config = Path(scratch, f"config-{ruled}")
            os.environ["XDG_CONFIG_HOME"] = str(config)
            if ruled and not config.exists():
                _write_rules_to(config)
            client = Client(Path(scratch, f"cache-{ruled}"))
            typist = Typist(client, file, document.language, text)
            at = text.index("\n", len(text) // 2) + 1
            for letter in "x = print(eval(a))  # typed\n":
                typist.key(Change(at, at, letter))
                at += 1
                time.sleep(0.02)  # some keys come while rules are asked
            time.sleep(0.5)
            for letter in "y = 1\n":
                typist.key(Change(at, at, letter))
                at += 1
                time.sleep(0.3)  # and some after
            times[ruled] += [each for keys in typist.keys.values() for each in keys.times]
            used[ruled].append(client.processor())
            client.end()
    print(f"{file.name}, {text.count(chr(10)):,} lines; load {os.getloadavg()[0]:.1f}\n")
    print("| | median, ms | p95, ms | processor of the server for all of it, s |\n|---|---|---|---|")
    medians: list[tuple[float, ...]] = []
    for ruled, name in ((False, "no rules"), (True, "50 rules")):
        ordered = sorted(times[ruled])
        medians.append((statistics.median(ordered), ordered[int(len(ordered) * 0.95)]))
        medians[-1] = (*medians[-1], statistics.median(used[ruled]))
        print(f"| {name} | {medians[-1][0]:.1f} | {medians[-1][1]:.1f} | {medians[-1][2]:.2f} |")
    print("| ratio | " + " | ".join(f"{mine / other:.2f}×" for other, mine in zip(*medians, strict=True)) + " |")


def _write_rules_to(config: Path) -> None:
    """The rules in the user's own settings."""
    own = config / "outcrop/config.toml"
    own.parent.mkdir(parents=True)
    own.write_text(
        "".join(
            f"[rules.{name}]\nquery = {_quoted(language, pattern)}\nmessage = 'x'\n"
            for name, language, pattern in _named()
        )
    )


if __name__ == "__main__":
    main()
