"""Judges of where a name is defined, asked as users ask them: jedi, gopls, clangd, javac, rust-analyzer and others."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

Answers = list[tuple[Path, int]]  # files and offsets


class Judge:
    """Says where names of a folder are defined."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to end."""

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        raise NotImplementedError

    def names(self, file: Path) -> list[tuple[int, str]] | None:
        """Where the names of a file are; None where trees tell that."""
        return None


class Jedi(Judge):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import jedi

        self._jedi = jedi
        self._project = jedi.Project(folder, smart_sys_path=False, sys_path=[str(folder), *_library()])
        self._script: tuple[Path, Any, Any] | None = None

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        if self._script is None or self._script[0] != file:
            import parso

            self._script = file, self._jedi.Script(path=file, project=self._project), parso.parse(data.decode())
        before = data[:offset].decode("utf-8")
        row = before.count("\n") + 1
        column = len(before) - before.rfind("\n") - 1
        leaf = self._script[2].get_leaf_for_position((row, column), include_prefixes=True)
        bound = leaf is not None and leaf.type == "name" and leaf.is_definition()
        if bound and leaf.get_definition().type not in ("import_name", "import_from"):
            return []  # it stands where it is defined; jedi would go to what it overrides
        try:
            found = self._script[1].goto(row, column, follow_imports=True)
        except Exception:
            return []
        answers: Answers = []
        for one in found:
            if one.module_path is not None and "django-stubs" in str(one.module_path):
                return []  # what it brings along for Django says nothing of the files
            if one.module_path is None or one.line is None:
                answers.append((Path("/outside"), 0))
            else:
                text = Path(one.module_path).read_text("utf-8").splitlines(keepends=True)
                start = (
                    len("".join(text[: one.line - 1]).encode()) + len(text[one.line - 1][: one.column].encode())
                    if text
                    else 0
                )
                answers.append((Path(one.module_path), start))
        return answers


def _library() -> list[str]:
    import sysconfig

    return [sysconfig.get_paths()["stdlib"]]


class Gopls(Judge):
    language = "go"
    capabilities: ClassVar[dict[str, Any]] = {}

    def command(self) -> list[str]:
        return [shutil.which("gopls") or str(Path.home() / "go/bin/gopls"), "serve"]

    def options(self) -> dict[str, Any]:
        return {}

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._number = 0
        self._opened: set[Path] = set()
        uri = self.folder.as_uri()
        self._ask(
            "initialize",
            {
                "processId": None,
                "rootUri": uri,
                "capabilities": self.capabilities,
                "workspaceFolders": [{"uri": uri, "name": "w"}],
                "initializationOptions": self.options(),
            },
        )
        self._send({"method": "initialized", "params": {}})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self._number and "method" not in message:
                return message.get("result")
            else:
                self._told(message)

    def _told(self, message: dict[str, Any]) -> None:
        """What a server says without being asked."""

    def _read(self) -> dict[str, Any]:
        """The next message; a question of the server is answered with nothing."""
        assert self._process.stdout is not None
        length = 0
        while (line := self._process.stdout.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        if "method" in message and "id" in message:
            items = message.get("params", {}).get("items", [])
            self._send({"id": message["id"], "result": [None] * len(items) if items else None})
        return message

    @staticmethod
    def _place(file: Path, data: bytes, offset: int) -> dict[str, Any]:
        start = data.rfind(b"\n", 0, offset) + 1
        column = len(data[start:offset].decode().encode("utf-16-le")) // 2
        place = {"line": data[:offset].count(b"\n"), "character": column}
        return {"textDocument": {"uri": file.as_uri()}, "position": place}

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        uri = file.as_uri()
        if file not in self._opened:
            self._opened.add(file)
            self._send(
                {
                    "method": "textDocument/didOpen",
                    "params": {
                        "textDocument": {
                            "uri": uri,
                            "languageId": self.language,
                            "version": 1,
                            "text": data.decode(),
                        }
                    },
                }
            )
        found = self._ask("textDocument/definition", self._place(file, data, offset)) or []
        answers: Answers = []
        for one in found:
            path = Path(one["uri"].removeprefix("file://"))
            lines = path.read_bytes().split(b"\n")
            row = one["range"]["start"]
            before = (
                lines[row["line"]].decode().encode("utf-16-le")[: row["character"] * 2].decode("utf-16-le").encode()
            )
            answers.append((path, sum(map(len, lines[: row["line"]])) + row["line"] + len(before)))
        return [(Path("/outside"), 0) if path.name == "builtin.go" else (path, at) for path, at in answers]


class TypeScript(Judge):
    """The language service of the compiler, in a process of its own; NODE_PATH says where the compiler is."""

    def __enter__(self) -> Self:
        program = [shutil.which("node") or "node", str(Path(__file__).with_name("resolution_typescript.js"))]
        self._process = subprocess.Popen(
            [*program, str(self.folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._texts: dict[Path, str] = {}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        assert self._process.stdin is not None and self._process.stdout is not None
        units = len(data[:offset].decode().encode("utf-16-le")) // 2
        self._process.stdin.write(json.dumps({"path": str(file), "offset": units}) + "\n")
        self._process.stdin.flush()
        answers: Answers = []
        for path, at in json.loads(self._process.stdout.readline()):
            if not path or not Path(path).is_relative_to(self.folder) or "node_modules" in path:
                answers.append((Path("/outside"), 0))
                continue
            place = Path(path)
            text = self._texts.setdefault(place, place.read_bytes().decode())
            answers.append((place, len(text.encode("utf-16-le")[: at * 2].decode("utf-16-le").encode())))
        return list(dict.fromkeys(answers))


class Intelephense(Gopls):
    """Says where a declaration begins; where its name stands in there is looked for here. NODE_PATH has it."""

    language = "php"
    _HEAD = re.compile(
        rb"(?:/\*.*?\*/\s*|//[^\n]*\n\s*|\#\[.*?\]\s*(?=[\w#/\[]))*+(?:catch\s*\(\s*)?"
        rb"(?:(?:final|abstract|public|protected|private|static|readonly|var|const|case)\s+)*+"
        rb"(?:(?:function\s*&?\s*|class\s+|interface\s+|trait\s+|enum\s+)(?P<name>\w+)"
        rb"|(?:[?\\\w|&]+\s+)*(?:&\s*)?(?:\.\.\.\s*)?\$(?P<variable>\w+)"
        rb"|define\s*\(\s*['\"](?P<define>\w+)|(?P<constant>\w+))",
        re.IGNORECASE | re.DOTALL,
    )

    def command(self) -> list[str]:
        folders = os.environ.get("NODE_PATH", "").split(os.pathsep)
        found = [Path(folder) / "intelephense" / "lib" / "intelephense.js" for folder in folders if folder]
        return ["node", str(next(path for path in found if path.exists())), "--stdio"]

    def options(self) -> dict[str, Any]:
        kept = tempfile.mkdtemp(prefix="intelephense-")
        return {"storagePath": kept, "globalStoragePath": kept, "clearCache": True}

    def __enter__(self) -> Self:
        entered = super().__enter__()
        while self._read().get("method") != "indexingEnded":
            pass
        return entered

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        if re.compile(rb"\w+\\").match(data, offset):
            return []  # a part of a namespace, which it takes to the class
        if data[offset - 1 : offset] == b"$" and re.compile(rb"\w+\s*=(?![=>])").match(data, offset):
            return []  # it is given a value; which of the others it goes to then is a matter of taste
        found = super().definitions(file, data, offset)
        answers: Answers = []
        for path, at in found:
            if not path.is_relative_to(self.folder):
                answers.append((Path("/outside"), 0))
                continue
            head = self._HEAD.match(path.read_bytes(), at)
            named = next((name for name in head.groupdict() if head[name] is not None), None) if head else None
            answers.append((path, head.start(named) if head and named else at))
        return answers


class Clangd(Gopls):
    """Knows what compile_commands.json of the folder says of it; other files it reads as their neighbours."""

    language = "c"

    def command(self) -> list[str]:
        return ["clangd", "--background-index", "-j=1", "--log=error", f"--compile-commands-dir={self.folder}"]

    def __enter__(self) -> Self:
        entered = super().__enter__()
        self._wait_for_index()
        return entered

    def _wait_for_index(self) -> None:
        """It goes through all files first; only then does it know what other files define."""
        commands = json.loads((self.folder / "compile_commands.json").read_text())
        kept = self.folder / ".cache" / "clangd" / "index"
        first = Path(commands[0]["directory"]) / commands[0]["file"]
        data = first.read_bytes()
        names = {Path(each["file"]).name for each in commands}
        for _ in range(600):
            self.definitions(first, data, 0)
            done = {path.name.split(".")[0] for path in kept.glob("*.c.*.idx")} if kept.exists() else set()
            if len(done) >= len(names) * 0.97:
                return
            time.sleep(1)

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        found = super().definitions(file, data, offset)
        if not self._ask("textDocument/symbolInfo", self._place(file, data, offset)):
            return []  # code that is not compiled here: it goes by the letters then
        if len(found) == 1 and found[0] != (file, offset) and found[0][0].is_relative_to(self.folder):
            # From a definition it goes to the declaration, and back: then the name stands where it is declared.
            back = super().definitions(found[0][0], found[0][0].read_bytes(), found[0][1])
            if (file, offset) in back:
                return []
        return found


class RustAnalyzer(Gopls):
    """Reads the crates of a folder with all their features; it runs nothing of them.

    RUST_ANALYZER is the program, RUST_SRC the folder with the sources of the standard library (`library/std`).
    """

    language = "rust"
    capabilities: ClassVar[dict[str, Any]] = {"experimental": {"serverStatusNotification": True}}

    def command(self) -> list[str]:
        return [os.environ.get("RUST_ANALYZER") or "rust-analyzer"]

    def options(self) -> dict[str, Any]:
        sources = {"sysrootSrc": os.environ["RUST_SRC"]} if os.environ.get("RUST_SRC") else {}
        return {
            "cargo": {"features": "all", "buildScripts": {"enable": False}, **sources},
            "procMacro": {"enable": False},
            "checkOnSave": False,
            "cachePriming": {"enable": False},
            "numThreads": 1,
        }

    def __enter__(self) -> Self:
        self._ready = False
        super().__enter__()
        for _ in range(600):
            if self._ready:
                break
            self._ask("workspace/symbol", {"query": "nothing is called so"})
            time.sleep(1)
        return self

    def _told(self, message: dict[str, Any]) -> None:
        if message.get("method") == "experimental/serverStatus":
            self._ready = bool(message["params"]["quiescent"])

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        """From `Self` it goes to the head of the implementation: what is there is the type.

        From a type that an implementation defines it goes to the trait: that name stands where it is defined.
        A lifetime begins at its sign, which is no part of the name here.
        """
        if re.search(rb"\btype\s+\Z", data[max(offset - 20, 0) : offset]):
            return []
        found = super().definitions(file, data, offset)
        if data[offset : offset + 4] == b"Self" and len(found) == 1 and found[0][0].is_relative_to(self.folder):
            found = super().definitions(found[0][0], found[0][0].read_bytes(), found[0][1]) or found
        texts = {path: path.read_bytes() for path, _ in found}
        return [(path, at + (texts[path][at : at + 1] == b"'")) for path, at in found]


class BashLanguageServer(Gopls):
    """Knows what a file and those that it sources declare; a command that nobody declares is none of theirs.

    BASH_LANGUAGE_SERVER is the program.
    """

    language = "shellscript"

    def command(self) -> list[str]:
        return [os.environ.get("BASH_LANGUAGE_SERVER") or "bash-language-server", "start"]

    def __enter__(self) -> Self:
        run = subprocess.run(["bash", "-c", "compgen -bck"], capture_output=True, check=True)
        self._commands = set(run.stdout.split())
        return super().__enter__()

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        """It points to where a declaration begins: the name is the first place in it that has it."""
        match = re.match(rb"[^\s;|&()<>\"'`$={}\[\]:+#%,/*@?!^]+", data[offset:])
        if match is None:
            return []
        name = match[0]
        found: Answers = []
        for path, at in super().definitions(file, data, offset):
            text = path.read_bytes()
            within = re.compile(rb"(?<![\w.-])" + re.escape(name) + rb"(?![\w.-])").search(text, at)
            if within is not None:
                found.append((path, within.start()))
        if not found and name in self._commands and data[offset - 1 : offset] not in b"${":
            return [(Path("/outside"), 0)]
        return found


class Javac(Judge):
    """The compiler tells of all names at once; `JavaNames.java` asks it."""

    def __enter__(self) -> Self:
        program = Path(__file__).with_name("JavaNames.java")
        exports = "--add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"
        run = subprocess.run(["java", exports, str(program), str(self.folder)], capture_output=True, check=True)
        self._told: dict[Path, dict[int, list[tuple[str, int]]]] = {}
        for row in run.stdout.decode().splitlines():
            path, at, *places = row.split("\t")
            answers = [(places[i], int(places[i + 1])) for i in range(0, len(places), 2)]
            self._told.setdefault(Path(path), {})[int(at)] = answers
        return self

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        at = len(data[:offset].decode().encode("utf-16-le")) // 2
        found = self._told.get(file, {}).get(at, [])
        return [
            (Path("/outside"), 0) if path == "-" else (Path(path), _in_bytes(Path(path).read_bytes(), place))
            for path, place in found
        ]


class Terraform(Judge):
    """HashiCorp's parser of the language, fetched as a module of Go; `resolution_terraform.go` asks it."""

    def __enter__(self) -> Self:
        program = Path(__file__).with_name("resolution_terraform.go")
        with tempfile.TemporaryDirectory() as made:
            shutil.copy(program, Path(made) / "main.go")
            for command in ("mod init judge", "get github.com/hashicorp/hcl/v2@v2.20.1", "mod tidy"):
                subprocess.run(["go", *command.split()], cwd=made, capture_output=True, check=True)
            run = subprocess.run(["go", "run", ".", str(self.folder)], cwd=made, capture_output=True, check=True)
        self._told: dict[tuple[str, int], tuple[str, int]] = {}
        for row in run.stdout.decode().splitlines():
            path, at, place, where = row.split("\t")
            self._told[path, int(at)] = place, int(where)
        return self

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        found = self._told.get((str(file), offset))
        if found is None:
            return []
        return [(Path("/outside"), 0) if found[0] == "-" else (Path(found[0]), found[1])]


class Ruby(Judge):
    """Ruby itself, which has loaded the folder; `resolution_ruby.rb` asks it."""

    def command(self) -> list[str]:
        program = Path(__file__).with_name("resolution_ruby.rb")
        return ["ruby", "--disable=gems", str(program), str(self.folder)]

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._told: dict[Path, dict[int, list[tuple[str, int]]]] = {}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        if file not in self._told:
            self._told[file] = self._ask(file)
        found = self._told[file].get(offset, [])
        return [(Path("/outside"), 0) if path == "-" else (Path(path), place) for path, place in found]

    def _ask(self, file: Path) -> dict[int, list[tuple[str, int]]]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{file}\n")
        self._process.stdin.flush()
        told = {}
        while row := self._process.stdout.readline().strip():
            at, *places = row.split("\t")
            told[int(at)] = [(places[i], int(places[i + 1])) for i in range(0, len(places), 2)]
        return told


class Perl(Ruby):
    """perl itself, which compiles the folder, and PPI, which says where words are; `resolution_perl.pl` asks them."""

    def command(self) -> list[str]:
        libraries = [f"-I{self.folder}", f"-I{self.folder / 'lib'}"]  # what the program itself uses may be judged
        return ["perl", *libraries, str(Path(__file__).with_name("resolution_perl.pl")), str(self.folder)]


class Styles(Judge):
    """parse5 and PostCSS read pages and sheets; `resolution_styles.mjs` follows their links. NODE_PATH has them."""

    program = "resolution_styles.mjs"

    def __enter__(self) -> Self:
        command = ["node", str(Path(__file__).with_name(self.program)), str(self.folder)]
        told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        self._told = {
            (path, at): [(Path("/outside" if where is None else where), place) for where, place in answers]
            for path, uses in told.items()
            for at, _, answers in uses
        }
        self._names = {path: [(at, name) for at, name, _ in uses] for path, uses in told.items()}
        return self

    def definitions(self, file: Path, data: bytes, offset: int) -> Answers:
        return self._told.get((str(file), offset), [])

    def names(self, file: Path) -> list[tuple[int, str]]:
        return self._names.get(str(file), [])


class DartSass(Styles):
    """Dart Sass tells what it sees from where while it compiles; `resolution_scss.mjs` asks it. NODE_PATH has it."""

    program = "resolution_scss.mjs"


def _in_bytes(data: bytes, units: int) -> int:
    return len(data.decode().encode("utf-16-le")[: units * 2].decode("utf-16-le").encode())


JUDGES: dict[str, type[Judge]] = {
    "python": Jedi,
    "go": Gopls,
    "c": Clangd,
    "java": Javac,
    "php": Intelephense,
    "rust": RustAnalyzer,
    "bash": BashLanguageServer,
    "css": Styles,
    "scss": DartSass,
    "perl": Perl,
    "ruby": Ruby,
    "terraform": Terraform,
    "typescript": TypeScript,
    "tsx": TypeScript,
    "javascript": TypeScript,
}
