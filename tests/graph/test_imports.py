"""Which file an import leads to, language by language."""

from __future__ import annotations

import pytest

from tests.graph.leads import imports, leads


def check(path: str, text: str, others: str, expected: dict[str, str], **said: str) -> None:
    """`others` are the paths of the other files, `said` what some of them say, with `_` for what no name can have."""
    texts = {name.replace("__", "/").replace("_", "."): body for name, body in said.items()}
    files = {**dict.fromkeys(others.split(), ""), **texts, path: text}
    assert leads(files, path) == {written: targets.split() for written, targets in expected.items()}


def test_python_packages_and_relative_imports() -> None:
    check(
        "a/b/c.py",
        "import os, a.d\nfrom . import e, f\nfrom ..d import (\n  g,  # h\n  i,\n)\nfrom a.b import *\n"
        "import a.b.e as x\n",
        "a/__init__.py a/b/__init__.py a/b/e.py a/d.py",
        {"os": "", "a.d": "a/d.py", ".": "a/b/__init__.py a/b/e.py", "..d": "a/d.py", "a.b": "a/b/__init__.py"}
        | {"a.b.e": "a/b/e.py"},
    )


def test_python_says_which_name_is_a_module() -> None:
    files = {"p/__init__.py": "", "p/m.py": "", "q.py": "from p import m as n, name\n"}
    (found,) = imports(files, "q.py")
    assert found.files == ("p/__init__.py",)
    assert [(taken.name, part) for taken, part in zip(found.names, found.parts, strict=True)] == [
        ("m", ("p/m.py",)),
        ("name", ()),
    ]


def test_python_imports_from_folders_of_sources() -> None:
    check("tests/test_x.py", "import pkg.mod\n", "src/pkg/__init__.py src/pkg/mod.py", {"pkg.mod": "src/pkg/mod.py"})
    check(
        "tests/test_x.py",
        "from pkg import mod\n",
        "code/pkg/__init__.py code/pkg/mod.py",
        {"pkg": "code/pkg/mod.py"},
        pyproject_toml="[tool.setuptools.packages.find]\nwhere = ['code']\n",
    )


def test_python_takes_the_standard_library_for_what_it_is() -> None:
    check("a/b.py", "import types\nimport json\n", "a/__init__.py a/types.py json.py", {"types": "", "json": "json.py"})


def test_python_namespace_packages_and_conditional_imports() -> None:
    check(
        "app/main.py",
        "try:\n    from ns.one import x\nexcept ImportError:\n    import ns.two\ndef f():\n    from ns import three\n",
        "ns/one.py ns/two.py ns/three.py",
        {"ns.one": "ns/one.py", "ns.two": "ns/two.py", "ns": "ns/three.py"},
    )


def test_a_star_does_not_swallow_the_next_import() -> None:
    check("m.py", "from a import *\nimport b\n", "a.py b.py", {"a": "a.py", "b": "b.py"})


def test_typescript_relative_paths() -> None:
    check(
        "src/app.ts",
        "import a, { b as c } from './a';\nimport type { T } from './types.js';\nexport * from '../lib';\n"
        "const x = require('./x.json');\nawait import('./lazy');\nimport './style.css';\nimport React from 'react';\n",
        "src/a.tsx src/types.ts lib/index.ts src/x.json src/lazy.js src/style.css",
        {"./a": "src/a.tsx", "./types.js": "src/types.ts", "../lib": "lib/index.ts", "./x.json": "src/x.json"}
        | {"./lazy": "src/lazy.js", "./style.css": "src/style.css", "react": ""},
    )


def test_typescript_paths_of_tsconfig_and_packages_of_the_workspace() -> None:
    files = {
        "tsconfig.base.json": '{ // all\n "compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["libs/*/src"],}}}',
        "apps/web/tsconfig.json": '{"extends": "../../tsconfig.base.json"}',
        "apps/web/main.ts": "import '@lib/ui';\nimport { x } from '@scope/core';\n"
        "import '@scope/core/deep';\nimport '#own';\n",
        "apps/web/package.json": '{"name": "web", "imports": {"#own": "./own.ts"}}',
        "apps/web/own.ts": "",
        "libs/ui/src/index.ts": "",
        "packages/core/package.json": '{"name": "@scope/core", "exports": {".": {"import": "./dist/index.js"},'
        ' "./deep": "./src/deep.ts"}}',
        "packages/core/src/index.ts": "",
        "packages/core/src/deep.ts": "",
    }
    assert leads(files, "apps/web/main.ts") == {
        "@lib/ui": ["libs/ui/src/index.ts"],
        "@scope/core": ["~packages/core/src/index.ts"],
        "@scope/core/deep": ["packages/core/src/deep.ts"],
        "#own": ["apps/web/own.ts"],
    }


def test_go_packages_are_folders() -> None:
    check(
        "cmd/x/main.go",
        'package main\nimport (\n\t"fmt"\n\tu "example.com/m/internal/util"\n\t"other.org/dep"\n'
        '\t"near.org/n/sub"\n)\n',
        "internal/util/a.go internal/util/b.go internal/util/a_test.go vendor/other.org/dep/d.go near/sub/s.go",
        {"fmt": "", "example.com/m/internal/util": "internal/util/a.go internal/util/b.go"}
        | {"other.org/dep": "vendor/other.org/dep/d.go", "near.org/n/sub": "near/sub/s.go"},
        go_mod="module example.com/m\n\nreplace (\n\tnear.org/n v1.2.0 => ./near\n)\n",
    )


def test_java_classes_and_packages() -> None:
    check(
        "app/src/main/java/org/x/A.java",
        "package org.x;\nimport org.x.util.B;\nimport static org.x.util.C.of;\nimport org.x.all.*;\n"
        "import java.util.List;\n",
        "app/src/main/java/org/x/util/B.java app/src/main/java/org/x/util/C.java app/src/main/java/org/x/all/D.java",
        {
            "org.x.util.B": "app/src/main/java/org/x/util/B.java",
            "org.x.util.C.of": "app/src/main/java/org/x/util/C.java",
        }
        | {"org.x.all": "app/src/main/java/org/x/all/D.java", "java.util.List": ""},
    )


def test_kotlin_finds_what_a_package_declares_wherever_it_lies() -> None:
    files = {
        "src/a/Main.kt": "package org.x.a\nimport org.x.b.helper\n",
        "src/b/Things.kt": "package org.x.b\nfun helper(): Int = 1\n",
        "src/b/More.kt": "package org.x.b\nfun other(): Int = 1\n",
    }
    assert leads(files, "src/a/Main.kt") == {"org.x.b.helper": ["src/b/Things.kt"]}


def test_scala_braces() -> None:
    check(
        "src/main/scala/org/x/A.scala",
        "package org.x\nimport org.x.util.{B, C => D}\nimport org.x.all._\n",
        "src/main/scala/org/x/util/B.scala src/main/scala/org/x/util/C.scala src/main/scala/org/x/all/E.scala",
        {"org.x.util": "src/main/scala/org/x/util/B.scala src/main/scala/org/x/util/C.scala"}
        | {"org.x.all": "src/main/scala/org/x/all/E.scala"},
    )


def test_c_headers_beside_and_below_include() -> None:
    check(
        "src/net/a.c",
        '#include "a.h"\n#include "util/x.h"\n#include <proj/y.h>\n#include <string.h>\n#include "gone.h"\n',
        "src/net/a.h src/util/x.h include/proj/y.h lib/string.h",
        {
            "a.h": "src/net/a.h",
            "util/x.h": "src/util/x.h",
            "proj/y.h": "include/proj/y.h",
            "string.h": "",
            "gone.h": "",
        },
    )


def test_a_header_that_two_folders_have_as_near_is_a_guess() -> None:
    check("main.c", '#include "x.h"\n', "one/x.h two/x.h", {"x.h": "~one/x.h ~two/x.h"})


def test_rust_modules_and_crates() -> None:
    check(
        "core/src/lib.rs",
        "mod a;\npub mod b;\nuse crate::a::{Thing, deep::{self, X as Y}};\nuse std::fmt;\nuse helper::sub::f;\n",
        "core/src/a.rs core/src/a/deep.rs core/src/b/mod.rs helper/src/lib.rs helper/src/sub.rs",
        {"a": "core/src/a.rs", "b": "core/src/b/mod.rs", "crate::a::Thing": "core/src/a.rs", "std::fmt": ""}
        | {"crate::a::deep": "core/src/a/deep.rs", "crate::a::deep::X": "core/src/a/deep.rs"}
        | {"helper::sub::f": "helper/src/sub.rs"},
        helper__Cargo_toml="[package]\nname = 'helper'\n",
    )
    check("src/a/b.rs", "use super::c::D;\nuse self::e::F;\n", "src/a/c.rs src/a.rs src/a/b/e.rs src/lib.rs", {
        "super::c::D": "src/a/c.rs", "self::e::F": "src/a/b/e.rs"})  # fmt: skip


def test_ruby_php_and_perl() -> None:
    check(
        "lib/x/a.rb",
        "require_relative 'b'\nrequire 'x/c'\nrequire 'json'\n",
        "lib/x/b.rb lib/x/c.rb test/json.rb",
        {"b": "lib/x/b.rb", "x/c": "lib/x/c.rb", "json": ""},
    )
    check(
        "src/A.php",
        "<?php\nuse App\\Model\\User;\nuse Other\\Thing;\nrequire __DIR__ . '/boot.php';\n"
        "require_once dirname(__DIR__) . '/top.php';\n",
        "src/Model/User.php src/boot.php top.php",
        {
            "App\\Model\\User": "src/Model/User.php",
            "Other\\Thing": "",
            "boot.php": "src/boot.php",
            "../top.php": "top.php",
        },
        composer_json='{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
    )
    check(
        "bin/tool.pl",
        "use strict;\nuse Foo::Bar qw(x);\nrequire Foo::Baz;\n",
        "lib/Foo/Bar.pm lib/Foo/Baz.pm",
        {"strict": "", "Foo::Bar": "lib/Foo/Bar.pm", "Foo::Baz": "lib/Foo/Baz.pm"},
    )


def test_shell_sources_from_where_the_script_lies() -> None:
    check(
        "bin/run.sh",
        'source ./a.sh\n. "$(dirname "$0")/b.sh"\nsource "${BASH_SOURCE%/*}/../lib/c.sh"\n. "$LIB/d.sh"\n'
        '. "$ANY"\n. /etc/profile\n',
        "bin/a.sh bin/b.sh lib/c.sh lib/d.sh",
        {"./a.sh": "bin/a.sh", '$(dirname "$0")/b.sh': "bin/b.sh", "${BASH_SOURCE%/*}/../lib/c.sh": "lib/c.sh"}
        | {"$LIB/d.sh": "~lib/d.sh", "$ANY": "", "/etc/profile": ""},
    )


@pytest.mark.parametrize(
    ("path", "text", "others", "written", "target"),
    [
        ("a/x.lua", 'local m = require("lib.mod")\n', "lib/mod/init.lua", "lib.mod", "lib/mod/init.lua"),
        ("lib/app/a.ex", "alias App.UserView\n", "lib/app/user_view.ex", "App.UserView", "lib/app/user_view.ex"),
        ("src/a.erl", '-include("b.hrl").\n', "include/b.hrl", "b.hrl", "include/b.hrl"),
        ("src/Main.hs", "import qualified Data.Thing as T\n", "src/Data/Thing.hs", "Data.Thing", "src/Data/Thing.hs"),
        ("src/a.ml", "open Util\n", "src/util.ml", "Util", "src/util.ml"),
        ("lib/a.dart", "import 'package:app/b.dart';\n", "lib/b.dart", "package:app/b.dart", "lib/b.dart"),
        ("main.tf", 'module "m" {\n  source = "./mod"\n}\n', "mod/a.tf", "./mod", "mod/a.tf"),
        ("s/a.scss", "@use 'parts/button';\n", "s/parts/_button.scss", "parts/button", "s/parts/_button.scss"),
        ("a.css", "@import url('b.css');\n", "b.css", "b.css", "b.css"),
        ("web/a.html", '<script src="js/x.js"></script>\n', "web/js/x.js", "js/x.js", "web/js/x.js"),
        ("Makefile", "include mk/rules.mk\n", "mk/rules.mk", "mk/rules.mk", "mk/rules.mk"),
        ("a.nix", "import ./b {}\n", "b/default.nix", "./b", "b/default.nix"),
        ("api/a.proto", 'syntax = "proto3";\nimport "api/b.proto";\n', "api/b.proto", "api/b.proto", "api/b.proto"),
        ("a.zig", 'const b = @import("b.zig");\n', "b.zig", "b.zig", "b.zig"),
        ("src/a.nim", "import b\n", "src/b.nim", "b", "src/b.nim"),
        ("a.jl", 'include("b.jl")\n', "b.jl", "b.jl", "b.jl"),
        ("a.R", 'source("b.R")\n', "b.R", "b.R", "b.R"),
        ("App/A.cs", "using App.Models;\n", "App/Models/U.cs", "App.Models", "~App/Models/U.cs"),
        ("Sources/A/a.swift", "import B\n", "Sources/B/b.swift", "B", "Sources/B/b.swift"),
        ("x/BUILD.bazel", 'load("//tools:d.bzl", "d")\n', "tools/d.bzl", "//tools:d.bzl", "tools/d.bzl"),
        ("src/A.vue", "<script>\nimport B from './B.vue'\n</script>\n", "src/B.vue", "./B.vue", "src/B.vue"),
    ],
)
def test_other_languages(path: str, text: str, others: str, written: str, target: str) -> None:
    found = leads({**dict.fromkeys(others.split(), ""), path: text, "pubspec.yaml": "name: app\n"}, path)
    assert found.get(written) == [target], found
