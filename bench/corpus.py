"""Real files to type in, the same for everybody: `python -m bench.corpus FOLDER`.

They come from packages that anybody can get, by name and version, with the client that each registry has; nothing of
them is run or kept here. For each language there are files of some 200, 2,000, 6,000 and 20,000 lines, where such files
exist and somebody publishes them. A package that cannot be had, since its client or its version is missing, is named,
and the rest is fetched all the same. About 300 MB go over the net, and 20 MB stay.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile, which
from tempfile import TemporaryDirectory
from typing import NamedTuple


class Package(NamedTuple):
    """Files of one package, by their paths in it."""

    client: str
    name: str
    version: str
    files: tuple[str, ...]


_PHOBOS = "usr/lib/ldc/x86_64-linux-gnu/include/d/std/"
_ERLANG = "usr/lib/erlang/lib/"
_EMACS = "usr/share/emacs/28.2/lisp/"
_TCLLIB = "usr/share/tcltk/tcllib1.21/"
_WORDPRESS = "usr/share/wordpress/wp-includes/"
_PERL = "usr/share/perl/5.36.0/"
_EXIF = "usr/share/perl5/Image/ExifTool/"
_EXIF_PAGES = "usr/share/doc/libimage-exiftool-perl/html/TagNames/"
_TEX = "usr/share/texlive/texmf-dist/tex/luatex/"
_NSC = "scala/tools/nsc/"
_RX = "io/reactivex/rxjava3/"
_RUBY = "META-INF/jruby.home/lib/ruby/stdlib/"
_RENDERER = "ReactCommon/react/renderer/"
_CSHARP = "ansible/module_utils/csharp/Ansible."

PACKAGES = (
    Package("cargo", "ash", "0.38.0", ("src/extensions_generated.rs",)),
    Package("cargo", "libsqlite3-sys", "0.30.1", ("sqlite3/sqlite3.h",)),
    Package("cargo", "onig_sys", "69.8.1", ("oniguruma/src/big5.c", "oniguruma/src/regexec.c")),
    Package("cargo", "regex-automata", "0.4.9", ("src/util/search.rs",)),
    Package("cargo", "regex-syntax", "0.8.5", ("src/parser.rs", "src/ast/parse.rs")),
    Package("cargo", "zstd-sys", "2.0.13", ("zstd/lib/decompress/huf_decompress.c",)),
    Package("deb", "dkms", "3.0.10-8+deb12u1", ("usr/sbin/dkms",)),
    Package(
        *("deb", "emacs-el", "1:28.2+1-15+deb12u4"),
        tuple(f"{_EMACS}{name}.el.gz" for name in ("format-spec", "help", "subr", "org/org")),
    ),
    Package(
        *("deb", "erlang-src", "1:25.2.3+dfsg-1+deb12u4"),
        (
            f"{_ERLANG}mnesia-4.21.3/src/mnesia_backup.erl",
            f"{_ERLANG}stdlib-4.2/src/erl_tar.erl",
            f"{_ERLANG}dialyzer-5.0.4/src/erl_types.erl",
            f"{_ERLANG}stdlib-4.2/src/erl_parse.erl",
        ),
    ),
    Package(
        *("deb", "libimage-exiftool-perl", "12.57+dfsg-1"),
        (f"{_EXIF}Nikon.pm", *(f"{_EXIF_PAGES}{name}.html" for name in ("MPF", "CanonVRD", "Kodak", "XMP"))),
    ),
    Package(
        *("deb", "libphobos2-ldc-shared-dev", "1:1.30.0-1+b1"),
        tuple(
            f"{_PHOBOS}{name}.d" for name in ("experimental/logger/multilogger", "functional", "stdio", "range/package")
        ),
    ),
    Package("deb", "neovim-runtime", "0.7.2-7", ("usr/share/nvim/runtime/lua/vim/lsp/util.lua",)),
    Package(
        *("deb", "nim", "1.6.10-2"),
        tuple(f"usr/lib/nim/lib/{name}.nim" for name in ("pure/dynlib", "pure/asyncdispatch")),
    ),
    Package(
        "deb",
        "perl-modules-5.36",
        "5.36.0-7+deb12u4",
        tuple(f"{_PERL}{name}" for name in ("Tie/Handle.pm", "Test/More.pm", "CPAN.pm")),
    ),
    Package(
        "deb", "php-illuminate-database", "8.83.26+dfsg-2", ("usr/share/php/Illuminate/Database/Eloquent/Builder.php",)
    ),
    Package("deb", "php-tcpdf", "6.6.2+dfsg1-1+deb12u1", ("usr/share/php/tcpdf/tcpdf.php",)),
    Package(
        *("deb", "tcllib", "1.21+dfsg-1"),
        tuple(f"{_TCLLIB}{name}.tcl" for name in ("crc/cksum", "httpd/httpd", "pt/pt_parse_peg_c")),
    ),
    Package("deb", "testssl.sh", "3.0.8+dfsg-1", ("usr/bin/testssl",)),
    Package(
        *("deb", "texlive-luatex", "2022.20230122-3"),
        tuple(
            f"{_TEX}{name}.lua"
            for name in ("luaotfload/fontloader-font-afk", "lualibs/lualibs-basic-merged", "penlight/penlight")
        ),
    ),
    Package(
        "deb",
        "vim-runtime",
        "2:9.0.1378-2+deb12u2",
        tuple(f"usr/share/vim/vim90/{name}.vim" for name in ("syntax/markdown", "syntax/2html", "autoload/netrw")),
    ),
    Package(
        "deb",
        "wordpress",
        "6.1.9+dfsg1-0+deb12u1",
        tuple(f"{_WORDPRESS}{name}.php" for name in ("class-wp-block-type-registry", "formatting")),
    ),
    Package("go", "golang.org/x/net", "v0.31.0", ("http2/transport_test.go", "publicsuffix/table_test.go")),
    Package("go", "golang.org/x/tools", "v0.27.0", ("cmd/ssadump/main.go", "internal/imports/fix.go")),
    Package(
        "maven",
        "io.reactivex.rxjava3:rxjava",
        "3.1.9:jar:sources",
        tuple(
            f"{_RX}{name}.java"
            for name in (
                "internal/operators/flowable/FlowableGenerate",
                "parallel/ParallelFlowable",
                "core/Single",
                "core/Flowable",
            )
        ),
    ),
    Package(
        "maven",
        "org.clojure:clojure",
        "1.12.0:jar",
        tuple(f"clojure/{name}.clj" for name in ("core/protocols", "pprint/cl_format", "core")),
    ),
    Package(
        "maven",
        "org.jetbrains.kotlin:kotlin-stdlib",
        "1.9.25:jar:sources",
        tuple(
            f"commonMain/{name}.kt"
            for name in ("kotlin/time/TimeSources", "generated/_Strings", "generated/_Collections", "generated/_Arrays")
        ),
    ),
    Package(
        "maven",
        "org.jruby:jruby-stdlib",
        "9.4.9.0:jar",
        tuple(f"{_RUBY}{name}.rb" for name in ("reline/face", "drb/drb", "net/imap", "rdoc/markdown")),
    ),
    Package(
        "maven",
        "org.scala-lang:scala-compiler",
        "2.13.15:jar:sources",
        tuple(
            f"{_NSC}{name}.scala"
            for name in ("transform/patmat/MatchCodeGen", "typechecker/Implicits", "typechecker/Typers")
        ),
    ),
    Package("npm", "acorn", "8.14.0", ("dist/acorn.js",)),
    Package(
        "npm",
        "bootstrap",
        "5.3.3",
        (
            "js/dist/toast.js",
            "scss/_nav.scss",
            "scss/_variables.scss",
            "dist/css/bootstrap-utilities.css",
            "dist/css/bootstrap.css",
        ),
    ),
    Package("npm", "commander", "12.1.0", ("lib/command.js",)),
    Package(
        "npm", "effect", "3.12.0", tuple(f"src/{name}.ts" for name in ("internal/take", "Record", "Array", "Effect"))
    ),
    Package("npm", "lodash", "4.17.21", ("lodash.js",)),
    Package(
        "npm",
        "lottie-ios",
        "4.5.0",
        tuple(f"Sources/Public/Animation/{name}.swift" for name in ("LottieAnimation", "LottieAnimationLayer")),
    ),
    Package(
        "npm",
        "react-native",
        "0.76.3",
        (
            "scripts/react-native-xcode.sh",
            f"{_RENDERER}observers/mutation/MutationObserver.cpp",
            f"{_RENDERER}animations/LayoutAnimationKeyFrameManager.cpp",
            "React/Base/RCTMultipartStreamReader.m",
            "React/Modules/RCTUIManager.m",
        ),
    ),
    Package("pip", "ansible-core", "2.18.1", (f"{_CSHARP}Basic.cs", "ansible/config/base.yml")),
    Package("pip", "ccxt", "4.4.36", ("ccxt/binance.py",)),
    Package(
        "pip",
        "sympy",
        "1.13.3",
        tuple(f"sympy/{name}.py" for name in ("polys/domains/rationalfield", "core/basic", "polys/polytools")),
    ),
    Package(
        "pip",
        "ziglang",
        "0.13.0",
        tuple(
            f"ziglang/lib/{name}"
            for name in (
                "libcxx/src/locale.cpp",
                "std/io/fixed_buffer_stream.zig",
                "std/process.zig",
                "std/os/windows.zig",
                "std/zig/AstGen.zig",
            )
        ),
    ),
)


class Missing(Exception):
    """A package that cannot be had, and why."""


def _run(folder: Path, *command: str) -> str:
    """What a client prints."""
    if which(command[0]) is None:
        raise Missing(f"there is no {command[0]}")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Missing((done.stderr or done.stdout).strip()[-200:])
    return done.stdout


def _cargo(package: Package, folder: Path) -> Path:
    name = package.name
    (folder / "src").mkdir()
    (folder / "src/lib.rs").touch()
    head = '[package]\nname = "corpus"\nversion = "0.0.0"\nedition = "2021"\n'
    (folder / "Cargo.toml").write_text(f'{head}[dependencies]\n{name} = "={package.version}"\n')
    _run(folder, "cargo", "vendor", "--quiet", "vendored")
    return folder / "vendored" / name


def _deb(package: Package, folder: Path) -> Path:
    try:
        _run(folder, "apt-get", "download", f"{package.name}={package.version}")
    except Missing:  # Debian keeps the newest of a release alone
        print(f"{package.name}: version {package.version} is gone, so the newest is taken", flush=True)
        _run(folder, "apt-get", "download", package.name)
    [archive] = folder.iterdir()
    (folder / "unpacked").mkdir()
    _run(folder, "dpkg-deb", "-x", str(archive), "unpacked")
    return folder / "unpacked"


def _go(package: Package, folder: Path) -> Path:
    told = json.loads(_run(folder, "go", "mod", "download", "-json", f"{package.name}@{package.version}"))
    return Path(told["Dir"])


def _maven(package: Package, folder: Path) -> Path:
    artifact = f"-Dartifact={package.name}:{package.version}"
    _run(folder, "mvn", "--quiet", "--batch-mode", "dependency:copy", artifact, f"-DoutputDirectory={folder}")
    return _unzipped(folder, package)


def _npm(package: Package, folder: Path) -> Path:
    _run(folder, "npm", "pack", "--silent", f"{package.name}@{package.version}")
    [archive] = folder.iterdir()
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "package"


def _pip(package: Package, folder: Path) -> Path:
    command = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    _run(folder, sys.executable, *command, f"{package.name}=={package.version}")
    return _unzipped(folder, package)


def _unzipped(folder: Path, package: Package) -> Path:
    [archive] = folder.iterdir()
    with zipfile.ZipFile(archive) as packed:
        for file in package.files:
            packed.extract(file, folder)
    return folder


CLIENTS: dict[str, Callable[[Package, Path], Path]] = {
    "cargo": _cargo,
    "deb": _deb,
    "go": _go,
    "maven": _maven,
    "npm": _npm,
    "pip": _pip,
}


def fetched(package: Package, into: Path) -> None:
    """Puts the files of a package below a folder that has its name; what is there already stays."""
    kept = into / package.name.replace("/", "-").replace(":", "-")
    if all((kept / file.removesuffix(".gz")).is_file() for file in package.files):
        return
    with TemporaryDirectory() as scratch:
        unpacked = CLIENTS[package.client](package, Path(scratch))
        for file in package.files:
            place = kept / file.removesuffix(".gz")
            if not (unpacked / file).is_file():
                raise Missing(f"it has no {file}")
            place.parent.mkdir(parents=True, exist_ok=True)
            if file.endswith(".gz"):
                place.write_bytes(gzip.decompress((unpacked / file).read_bytes()))
            else:
                copyfile(unpacked / file, place)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument(
        "--client", choices=sorted(CLIENTS), action="append", help="only its packages (may be repeated)"
    )
    given = options.parse_args()
    missing = 0
    for package in PACKAGES:
        if given.client and package.client not in given.client:
            continue
        try:
            fetched(package, given.folder)
            print(f"{package.client} {package.name} {package.version}: {len(package.files)} files", flush=True)
        except (Missing, KeyError, ValueError) as error:
            missing += 1
            print(f"{package.client} {package.name} {package.version} cannot be had: {error}", flush=True)
    if missing:
        sys.exit(f"{missing} of {len(PACKAGES)} packages are missing; the table will have fewer rows")


if __name__ == "__main__":
    main()
