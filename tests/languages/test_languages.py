"""The table of languages keeps its promises, and files of every kind are recognised."""

from __future__ import annotations

import subprocess
import sys
import typing
from collections import Counter

import pytest
import tree_sitter_language_pack
from hypothesis import given
from hypothesis import strategies as st

from indexer.languages.ambiguous import RULES, _first, _is_plain_c
from indexer.languages.detect import detect
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_editor_id, by_extension, by_name, languages

GRAMMARS = sorted(typing.get_args(tree_sitter_language_pack.SupportedLanguage))
# Its scanner never returns, whatever the input, so no row may name it.
HANGING = {"cobol"}


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_every_grammar_has_a_row(grammar: str) -> None:
    language = by_name(grammar)
    assert language is not None
    assert language.name == grammar
    assert language.grammar == (None if grammar in HANGING else grammar)


def test_rows_name_only_grammars_that_exist_and_return() -> None:
    compiled = {
        profile_of(grammar).grammar.compiled or grammar for language in languages() if (grammar := language.grammar)
    }
    assert compiled == set(GRAMMARS) - HANGING


def test_table_is_sorted_and_names_are_unique() -> None:
    names = [language.name for language in languages()]
    assert names == sorted(set(names))
    assert all(name == name.lower() for name in names)


@pytest.mark.parametrize("field", ["editor_ids", "filenames", "shebangs"])
def test_no_two_rows_claim_the_same(field: str) -> None:
    counts = Counter(value for language in languages() for value in getattr(language, field))
    assert [value for value, count in counts.items() if count > 1] == []


def test_editor_ids_are_written_in_lower_case() -> None:
    assert [i for language in languages() for i in language.editor_ids if i != i.lower()] == []


def test_no_extension_is_repeated_in_a_row() -> None:
    assert [language.name for language in languages() if len(set(language.extensions)) < len(language.extensions)] == []


def test_an_extension_is_shared_only_where_a_rule_decides() -> None:
    shared = {extension for extension, sharing in by_extension().items() if len(sharing) > 1}
    assert shared - RULES.keys() == set()


@pytest.mark.parametrize("extension", sorted(RULES))
def test_a_rule_chooses_between_exactly_the_rows_that_list_the_extension(extension: str) -> None:
    rule = RULES[extension]
    choices = {rule.guess, *(language for language, _ in rule.tests)} - {""}
    assert choices == {language.name for language in by_extension()[extension]}


def test_adapters_fit_the_rest_of_the_row() -> None:
    for language in languages():
        assert language.adapter != "syntax" or language.grammar is not None, language.name
        assert language.editor_ids[0] == language.name
        assert all(extension.startswith(".") for extension in language.extensions), language.name
        assert all(filename.count("*") <= 1 for filename in language.filenames), language.name
    headings = {language.name for language in languages() if language.adapter == "markdown"}
    assert headings >= {"markdown", "mdx", "rst", "org", "asciidoc"}


def test_statement_lexers_serve_their_languages() -> None:
    served = {language.name: language.lexer for language in languages() if language.lexer}
    assert served == {
        "bash": "shell",
        "crystal": "ruby",
        "dockerfile": "dockerfile",
        "hcl": "hcl",
        "ksh": "shell",
        "perl": "perl",
        "php": "php",
        "powershell": "powershell",
        "ruby": "ruby",
        "terraform": "hcl",
        "zsh": "shell",
    }


def test_importing_the_registry_loads_no_grammar_and_no_table() -> None:
    code = (
        "import sys, indexer.languages; print(*(m for m in sys.modules if 'tree_sitter' in m or m.endswith('.table')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("python", "python"),
        ("Python", "python"),
        (" C# ", "csharp"),
        ("c++", "cpp"),
        ("objective-c", "objc"),
        ("sh", "bash"),
        ("py", "python"),
        ("yml", "yaml"),
        ("rb", "ruby"),
        ("erb", "embeddedtemplate"),
        ("no such language", None),
        ("", None),
    ],
)
def test_by_name(name: str, expected: str | None) -> None:
    found = by_name(name)
    assert (found.name if found else None) == expected


@pytest.mark.parametrize(
    ("editor_id", "expected"),
    [
        ("typescriptreact", "tsx"),
        ("javascriptreact", "jsx"),
        ("shellscript", "bash"),
        ("sh", "bash"),
        ("objective-c", "objc"),
        ("objcpp", "objcpp"),
        ("dockerfile", "dockerfile"),
        ("makefile", "make"),
        ("make", "make"),
        ("csharp", "csharp"),
        ("cs", "csharp"),
        ("c_sharp", "csharp"),
        ("c-sharp", "csharp"),
        ("emacs-lisp", "elisp"),
        ("dosini", "ini"),
        ("jproperties", "properties"),
        ("cuda-cpp", "cuda"),
        ("git-commit", "gitcommit"),
        ("yaml.ansible", "yaml"),
        ("python.something", "python"),
        ("PYTHON", "python"),
        ("unheard-of", None),
        ("", None),
    ],
)
def test_by_editor_id(editor_id: str, expected: str | None) -> None:
    found = by_editor_id(editor_id)
    assert (found.name if found else None) == expected


def _name(path: str, head: bytes | str = b"", editor_id: str | None = None) -> str | None:
    found = detect(path, head.encode() if isinstance(head, str) else head, editor_id)
    return found.name if found else None


@pytest.mark.parametrize(
    ("path", "editor_id", "expected"),
    [
        ("a.h", "c", "c"),
        ("a.py", "ruby", "ruby"),
        ("a.py", "plaintext", "python"),
        ("a.py", "text", "python"),
        ("a.py", "some-extension-of-someone", "python"),
        ("notes", "plaintext", "text"),
        ("my.conf", "conf", "conf"),
        ("a.zsh", "shellscript", "zsh"),
        ("tsconfig.json", "json", "jsonc"),
        ("untitled", "python", "python"),
    ],
)
def test_the_editor_is_believed_where_it_knows(path: str, editor_id: str, expected: str) -> None:
    assert _name(path, "class A {};\n" if path == "a.h" else "", editor_id) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        # by exact name
        ("Makefile", "make"),
        ("src/GNUmakefile", "make"),
        ("MAKEFILE", "make"),
        ("Makefile.PL", "perl"),
        ("Kconfig", "kconfig"),
        ("drivers/Kconfig.debug", "kconfig"),
        ("CMakeLists.txt", "cmake"),
        ("go.mod", "gomod"),
        ("go.sum", "gosum"),
        ("Gemfile", "ruby"),
        ("Gemfile.lock", "gemlock"),
        ("Cargo.lock", "toml"),
        ("yarn.lock", "yaml"),
        ("package-lock.json", "json"),
        ("composer.lock", "json"),
        ("BUILD.bazel", "starlark"),
        ("Jenkinsfile", "groovy"),
        ("meson.build", "meson"),
        (".bashrc", "bash"),
        (".zshrc", "zsh"),
        (".vimrc", "vim"),
        (".gitignore", "gitignore"),
        (".dockerignore", "gitignore"),
        (".env", "dotenv"),
        (".env.local", "dotenv"),
        ("COMMIT_EDITMSG", "gitcommit"),
        ("MANIFEST.in", "pymanifest"),
        ("requirements-dev.txt", "requirements"),
        ("debian/rules", "make"),
        ("debian/control", "debcontrol"),
        ("debian/changelog", "changelog"),
        ("configure.ac", "m4"),
        ("README", "text"),
        ("LICENSE.APACHE", "text"),
        ("README.md", "markdown"),
        ("queries/python/highlights.scm", "query"),
        # by pattern
        ("Dockerfile", "dockerfile"),
        ("Dockerfile.alpine", "dockerfile"),
        ("docker/dockerfile.vim", "vim"),
        ("arm_defconfig", "conf"),
        ("tsconfig.build.json", "jsonc"),
        # by extension, compound before simple, case before no case
        ("a.py", "python"),
        ("A.PY", "python"),
        ("types.d.ts", "typescript"),
        ("index.html.erb", "embeddedtemplate"),
        ("page.blade.php", "blade"),
        ("app.component.html", "html"),
        ("vmlinux.lds.S", "linkerscript"),
        ("main.C", "cpp"),
        ("main.c", "c"),
        ("plot.R", "r"),
        ("plot.r", "r"),
        ("boot.S", "asm"),
        ("boot.s", "asm"),
        ("a.tf", "terraform"),
        ("a.tfvars", "terraform"),
        ("a.hcl", "hcl"),
        ("a.jsx", "jsx"),
        ("a.tsx", "tsx"),
        ("a.mdx", "mdx"),
        ("a.adoc", "asciidoc"),
        ("a.mm", "objcpp"),
        ("a.json5", "json5"),
        ("a.less", "less"),
        ("a.cr", "crystal"),
        ("a.cbl", "cobol"),
        ("a.bat", "batch"),
        ("a.feature", "gherkin"),
        ("a.robot", "robot"),
        ("a.patch", "diff"),
        ("a.f90", "fortran"),
        ("a.F90", "fortran"),
        ("board.dtsi", "devicetree"),
        ("C:\\src\\main.rs", "rust"),
        # what is done with a file is not what is in it
        ("config.h.in", "c"),
        ("Makefile.in", "make"),
        ("setup.py.tmpl", "python"),
        ("nginx.conf.j2", "nginx"),
        ("site.yml.j2", "yaml"),
        ("page.j2", "jinja"),
        ("main.c.orig", "c"),
        ("main.c~", "c"),
        ("config.php.dist", "php"),
        ("lib.zsh.inc", "zsh"),
        # nothing tells
        ("data.unknown", None),
        ("mystery", None),
        ("", None),
    ],
)
def test_names(path: str, expected: str | None) -> None:
    assert _name(path) == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("#!/bin/sh\nset -e\n", "bash"),
        ("#! /bin/bash -e\n", "bash"),
        ("#!/usr/bin/env python3\n", "python"),
        ("#!/usr/bin/env -S python3 -u\n", "python"),
        ("#!/usr/bin/env -S LANG=C perl -w\n", "perl"),
        ("#!/usr/bin/env -i -u PATH ruby\n", "ruby"),
        ("#!/usr/local/bin/python3.11\n", "python"),
        ("#!/usr/bin/perl5.36.0 -T\r\n", "perl"),
        ("#!/usr/bin/tclsh8.6\n", "tcl"),
        ("#!/usr/bin/env node\n", "javascript"),
        ("#!/usr/bin/env -S deno run --allow-net\n", "typescript"),
        ("#!/usr/bin/env -S npx tsx\n", "typescript"),
        ("#!/usr/bin/env -S uv run --script\n", "python"),
        ("#!/usr/bin/make -f\n", "make"),
        ("#!/usr/bin/awk -f\n", "awk"),
        ("#!/usr/bin/env raku\n", "raku"),
        ("#!/usr/bin/env perl6\n", "raku"),
        ("#!/bin/zsh\n", "zsh"),
        ("#!/bin/busybox sh\n", "bash"),
        ("#!/usr/bin/osascript -l JavaScript\n", "javascript"),
        ("#!/usr/bin/osascript\n", "applescript"),
        ("#!@PERL@ -w\n", "perl"),
        ("#!/usr/bin/env nix-shell\n#!nix-shell -i python3 -p python3\n", "python"),
        ('#!/bin/sh\n# the next line restarts using tclsh \\\nexec tclsh "$0" "$@"\n', "tcl"),
        ('#!/bin/sh\nexec guile -s "$0" "$@"\n!#\n(display "x")\n', "scheme"),
        ('#!/bin/sh\nexec /usr/lib/app/main "$@"\n', "bash"),
        ("#!/opt/unheard/of\n", None),
        ("#!\n", None),
        ("\ufeff#!/usr/bin/env ruby\n", "ruby"),
        ("# -*- mode: ruby; coding: utf-8 -*-\n", "ruby"),
        ("# -*- Perl -*-\n", "perl"),
        ("#!/opt/x\n;;; -*- Mode: Lisp; Package: USER -*-\n", "commonlisp"),
        ("# -*- coding: utf-8 -*-\nx\n", None),
        ("// -*-C++-*-\n", "cpp"),
        ("# vim: set ft=perl:\n", "perl"),
        ("# vim:ts=4:sw=4:filetype=yaml\n", "yaml"),
        ("a\nb\nc\n# ex: syntax=sh\n", "bash"),
        ("filler\n" * 400 + "# vim: ft=ruby\n", "ruby"),
        ("the words vim: and ft are no mode line\n", None),
        ("#compdef git\n", "zsh"),
        ("<?php\necho 1;\n", "php"),
        ("<?xml version='1.0'?>\n<a/>\n", "xml"),
        ("<!DOCTYPE html>\n<html>\n", "html"),
        ("%YAML 1.2\n---\n", "yaml"),
        ("diff --git a/x b/x\n", "diff"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "diff"),
        ("-----BEGIN CERTIFICATE-----\n", "pem"),
        ('.\\" man page\n.TH LS 1\n', "roff"),
        ('{\n  "name": "x"\n}\n', "json"),
        ("Just some prose.\n", None),
    ],
)
def test_what_a_file_without_a_telling_name_says_of_itself(head: str, expected: str | None) -> None:
    assert _name("thing", head) == expected


CPP_HEADER = "/* Widgets. */\n#pragma once\n#include <string>\nnamespace ui {\nclass Widget { public: int x; };\n}\n"
C_HEADER = (
    "/*\n * The class of a device: see namespace::rules, virtual or not.\n */\n#ifndef DEV_H\n#define DEV_H\n"
    '#ifdef __cplusplus\nextern "C" {\n#endif\nstruct class;\nint dev_open(struct class *class, int flags);\n'
    "#ifdef __cplusplus\n}\n#endif\n#endif\n"
)


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("a.h", C_HEADER, "c"),
        ("a.h", CPP_HEADER, "cpp"),
        ("a.h", "// -*- C++ -*-\n#define A 1\n", "cpp"),
        ("a.h", "#include <x.h>\n\nvoid f(const Foo& foo);\n", "cpp"),
        ("a.h", "#import <Foundation/Foundation.h>\n\n@interface Foo : NSObject\n@end\n", "objc"),
        ("a.h.in", CPP_HEADER, "cpp"),
        ("a.hh", "<?hh // strict\nfunction f(): void {}\n", "hack"),
        ("a.hh", "#pragma once\n", "cpp"),
        ("a.m", '#import "Foo.h"\n@implementation Foo\n@end\n', "objc"),
        ("a.m", "function y = f(x)\n% doubles\ny = [x x];\nend\n", "matlab"),
        ("a.m", ":- module hello.\n:- interface.\n", "mercury"),
        ("a.m", '(* ::Package:: *)\nBeginPackage["Foo`"]\n', "wolfram"),
        ("a.m", "HELLO ; says hello\n WRITE !,1\n QUIT\n", "mumps"),
        ("a.pl", "use strict;\nmy $x = 1;\n", "perl"),
        ("a.pl", "% facts\nparent(tom, bob).\ngrand(X, Z) :- parent(X, Y), parent(Y, Z).\n", "prolog"),
        ("a.pl", "#!/usr/bin/env swipl\nmain.\n", "prolog"),
        ("a.pl", "use v6;\nsay 1;\n", "raku"),
        ("a.pm", "package Foo;\nuse strict;\n1;\n", "perl"),
        ("a.pm", "unit module Foo;\n", "raku"),
        ("a.t", "use Test::More;\nok 1;\n", "perl"),
        ("a.t", 'var count : int := 0\nput "hello"\n', "turing"),
        ("a.t", "#!/bin/sh\necho 1..1\n", "bash"),
        ("a.v", "`timescale 1ns/1ps\nmodule top(input clk);\nendmodule\n", "verilog"),
        ("a.v", "Require Import List.\nLemma foo : True.\nProof. trivial. Qed.\n", "coq"),
        ("a.v", "module main\n\nimport os\n\nfn main() {\n\tx := 1\n}\n", "v"),
        ("a.ts", "export const x: number = 1;\n", "typescript"),
        ("a.ts", "#!/usr/bin/env node\nexport {};\n", "typescript"),
        ("de.ts", '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1">\n', "xml"),
        ("video.ts", b"G@\x00" + b"\xff" * 185 + b"G@\x00" + b"\xff" * 185, None),
        ("a.tsx", "export const A = () => <b/>;\n", "tsx"),
        ("tiles.tsx", '<?xml version="1.0"?>\n<tileset name="x"/>\n', "xml"),
        ("a.sql", "SELECT 1;\n", "sql"),
        ("a.r", "f <- function(x) x\n", "r"),
        ("a.r", 'REBOL [Title: "x"]\nprint 1\n', "rebol"),
        ("a.d", "module a.b;\nimport std.stdio : writeln;\n", "d"),
        ("a.d", "main.o: main.c main.h \\\n util.h\n", "make"),
        ("a.d", "/home/me/target/debug/x: src/main.rs\n", "make"),
        ("a.d", "#pragma D option quiet\nsyscall::open:entry\n{\n}\n", "dtrace"),
        ("a.fs", "module Foo\nlet x = 1\n", "fsharp"),
        ("a.fs", "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n", "glsl"),
        ("a.fs", "\\ squares\n: square dup * ;\n", "forth"),
        ("a.cls", "\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesClass{x}\n", "latex"),
        ("a.cls", "public with sharing class Foo {\n}\n", "apex"),
        ("a.cls", 'VERSION 1.0 CLASS\nBEGIN\nEND\nAttribute VB_Name = "x"\n', "vb"),
        ("a.cls", "Class Foo.Bar Extends %Persistent\n{\n}\n", "objectscript"),
        ("a.inc", "<?php\nfunction f() {}\n", "php"),
        ("a.inc", "; macros\n%define X 1\n\tmov eax, X\n", "asm"),
        ("a.inc", "{$IFDEF FPC}\nprocedure Foo;\n", "pascal"),
        ("a.inc", 'SUMMARY = "x"\nLICENSE = "MIT"\nSRC_URI = "y"\n', "bitbake"),
        ("a.inc", "// llvm\nstd::vector<int> v;\n", "cpp"),
        ("a.inc", "#define A(x) x\n", "c"),
        ("a.cgi", "#!/usr/bin/python3\nprint(1)\n", "python"),
        ("a.cgi", "use CGI;\nprint header;\n", "perl"),
        ("a.conf", "server {\n    listen 80;\n}\n", "nginx"),
        ("a.conf", "<VirtualHost *:80>\n  ServerName x\n</VirtualHost>\n", "apacheconf"),
        ("a.conf", "[main]\nkey = 1\n", "ini"),
        ("a.conf", '<?xml version="1.0"?>\n<fontconfig/>\n', "xml"),
        ("a.conf", "# plain\nkey value\n", "conf"),
        ("a.cfg", "[metadata]\nname = x\n", "ini"),
        ("a.cfg", "global\n  daemon\nfrontend web\n  bind :80\n", "haproxy"),
        ("a.pp", "class ntp {\n  package { 'ntp': ensure => present }\n}\n", "puppet"),
        ("a.pp", "program Hello;\nbegin\n  WriteLn('x');\nend.\n", "pascal"),
        ("a.as", "package com.x {\n  public class A {}\n}\n", "actionscript"),
        ("a.as", "void main() {\n  array<int> a;\n}\n", "angelscript"),
        ("a.cl", "__kernel void f(__global float *x) {}\n", "opencl"),
        ("a.cl", ";; hi\n(defun f (x) x)\n", "commonlisp"),
        ("a.cl", "(* cool *)\nclass Main inherits IO {\n};\n", "cool"),
        ("a.l", "%{\n#include <stdio.h>\n%}\n%%\n", "lex"),
        ("a.l", "(defun f (x) x)\n", "commonlisp"),
        ("a.lisp", "(defun f (x) x)\n", "commonlisp"),
        ("a.ml", "let f = fun x -> x + 1\n", "ocaml"),
        ("a.ml", "structure Foo = struct\n  fun f x = x\nend\n", "sml"),
        ("old.mod", "module example.com/x\n\ngo 1.21\n", "gomod"),
        ("a.mod", "IMPLEMENTATION MODULE Foo;\nEND Foo.\n", "modula2"),
        ("a.n", '.\\" tcl\n.TH after n\n', "roff"),
        ("a.n", "using System;\nnamespace X { }\n", "nemerle"),
        ("a.y", "%token A\n%%\n", "yacc"),
        ("a.rs", "fn main() {}\n", "rust"),
        ("a.rs", "#pragma version(1)\n#pragma rs java_package_name(x)\n", "renderscript"),
        ("a.st", "Object subclass: #Foo\n  instanceVariableNames: ''\n", "smalltalk"),
        ("a.st", "PROGRAM main\nVAR\n  x : INT;\nEND_VAR\nx := 1;\nEND_PROGRAM\n", "structuredtext"),
        ("a.ex", "defmodule A do\nend\n", "elixir"),
        ("a.gs", "function onOpen() {\n  Logger.log(1);\n}\n", "javascript"),
        ("a.bas", 'Attribute VB_Name = "Module1"\nSub X()\nEnd Sub\n', "vb"),
        ("a.bas", '10 PRINT "HI"\n20 GOTO 10\n', "basic"),
        ("a.frag", "void main() {}\n", "glsl"),
        ("99-x.rules", 'ACTION=="add", SUBSYSTEM=="usb", MODE="0666"\n', "udev"),
        ("50-x.rules", "polkit.addRule(function(action, subject) {});\n", "javascript"),
        ("x.service", "[Unit]\nDescription=x\n", "ini"),
        ("x.service", '<?xml version="1.0"?>\n<service-group/>\n', "xml"),
        ("x.target", "[Unit]\nDescription=x\n", "ini"),
        ("x.target", "something else\n", None),
        ("ls.1", '.\\" x\n.TH LS 1\n.SH NAME\n', "roff"),
        ("notes.1", "first draft\n", None),
        ("a.sh", "#!/usr/bin/env zsh\n", "zsh"),
        ("a.sh", "echo 1\n", "bash"),
        ("a.scm", "(define (f x) x)\n", "scheme"),
        ("a.scm", "(call function: (identifier) @name)\n", "query"),
        ("a.spec", "Name: x\nVersion: 1\n%description\n", "rpmspec"),
        ("a.spec", "a = Analysis(['x.py'])\n", "python"),
        ("a.tpl", '{{- define "x" -}}\n{{ .Values.a }}\n{{- end }}\n', "gotemplate"),
        ("a.tpl", "<p>{$name}</p>\n{include file='x.tpl'}\n", "smarty"),
        ("a.php", "<?hh\nfunction f(): void {}\n", "hack"),
        ("a.md", "# Title\n\ntext\n", "markdown"),
        ("i386.md", ';; insns\n(define_insn "addsi3"\n', "gccmd"),
        ("a.re", "let x = 1;\n", "reason"),
        ("a.re", "/*!re2c\n re2c:define:YYCTYPE = char;\n*/\n", "re2c"),
        ("app.js.map", '{"version":3}', "json"),
        ("linker.map", "Memory Configuration\n", None),
        ("server.key", "-----BEGIN PRIVATE KEY-----\n", "pem"),
        ("server.key", b"\x30\x82\x01\x22", None),
        ("a.pro", "QT += core\nSOURCES += main.cpp\n", "qmake"),
        ("a.pro", "-keep class com.x.** { *; }\n", "proguard"),
        ("a.asc", "= Title\n\ntext\n", "asciidoc"),
        ("a.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n", "pem"),
        # a mode line beats an ambiguous extension, and no other
        ("a.inc", "# -*- sh -*-\nx=1\n", "bash"),
        ("a.py", "# -*- mode: ruby -*-\n", "python"),
    ],
)
def test_ambiguous_extensions(path: str, head: bytes | str, expected: str | None) -> None:
    assert _name(path, head) == expected


_PARTS_OF_HEADERS = (
    *("template", "<", "namespace", "using", "a", "B", "_1", ":", "::", "~", ";", "{", "public", "slots", "virtual"),
    *("class", "final", "enum", "<vector>", "x_cast<", "nullptr", "noexcept", "operator", "=", "new", "const", "int"),
    *("&", ",", ")", "@interface", "@class", "#import", '"', "\xff", " ", "\t", "\n", "\v", "\f", "\r\n"),
    *("= delete", "# include"),
)


@given(st.lists(st.sampled_from(_PARTS_OF_HEADERS), max_size=12).map(lambda parts: "".join(parts).encode("latin-1")))
def test_a_header_is_plain_c_if_no_test_finds_anything(head: bytes) -> None:
    assert _is_plain_c(head) == (b"\v" not in head and _first(RULES[".h"], head) == "c")


@pytest.mark.parametrize("extension", sorted(RULES))
@pytest.mark.parametrize("filler", [b"\n", b" ", b"a ", b"((((", b"<", b"/*", b"x:\\\n", b".\n", bytes(range(256))])
def test_hostile_heads_are_decided_without_trouble(extension: str, filler: bytes) -> None:
    found = detect("file" + extension, filler * (8192 // len(filler)))
    assert found is None or by_name(found.name) is found
