"""Extensions that several languages share, and what in a file's text decides between them.

Each rule is a guess and an ordered list of tests. The first pattern found in the head of the file wins; when none is,
or there is no text to look at, the guess stands. An empty name means "not by this extension". Shebangs and mode lines
are asked before these rules, so no pattern needs to look for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple


class Rule(NamedTuple):
    """What to take an extension for: `tests` are (language, pattern); the pattern `b""` catches the rest."""

    guess: str
    tests: tuple[tuple[str, bytes], ...] = ()
    # Whether a shebang or mode line overrules the extension; "#!/usr/bin/env node" does not make a .ts JavaScript.
    yields: bool = True


# Each pattern starts with a literal, which `re` finds many times faster than a line start or a choice.
_CPP: Final = (
    (
        "cpp",
        rb"\n[ \t]*(?:template\s*<|(?:inline\s+)?namespace\b[\w\s:]*\{|namespace\s+[\w:]+\s*\n"
        rb"|using\s+(?:namespace\b|[\w:]+\s*[;=])"
        rb"|(?:public|private|protected)(?:\s+(?:slots|Q_SLOTS))?\s*:|virtual\s|explicit\s|friend\s|constexpr\s"
        rb"|(?:enum\s+)?class\s+(?:[A-Z_]+(?:\([^)\n]*\))?\s+)?\w+(?:\s+final)?\s*(?:[;{:]|\n)"
        rb"|#\s*include\s*<[a-z_]+>)",
    ),
    ("cpp", rb"::[~A-Za-z_]"),
    ("cpp", rb"_cast<"),
    ("cpp", rb"nullptr"),
    ("cpp", rb"noexcept"),
    ("cpp", rb"operator\s*(?:[=!<>+*/\[(-]|new\b|delete\b)"),
    ("cpp", rb"= (?:delete|default)\s*;"),
    ("cpp", rb"const\s+[\w:]+(?:<[^>\n]*>)?\s*&\s*\w*\s*[,)]"),
)
_FOR_CPP_ONLY: Final = (
    rb"(?ms)^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t(]*)__cplusplus.*?^[ \t]*#[ \t]*(?:else|elif|endif)"
)
_XML: Final = rb"\A\s*<(?:\?xml|!DOCTYPE|!--|[A-Za-z][\w.:-]*[\s>/])"
_PEM: Final = rb"^-----BEGIN [A-Z0-9 ]+-----"
_ROFF: Final = rb"\A(?:.*\n){0,40}?(?:\.\\\"|'\\\"|\.(?:TH|SH|Dd|Sh|so|PP|TP|de|ds|nr|if|ie|ig|\\\")\b)"
_INI_SECTION: Final = rb"^[ \t]*\[[^\]\n=]+\][ \t]*(?:[;#].*)?\r?$"
_PERL: Final = (
    rb"^[ \t]*(?:use\s+(?:strict|warnings|utf8|lib|vars|constant|Test::|v?5|[A-Z]\w*(?:::\w+)*[\s;])"
    rb"|package\s+\w+[^;{\n]*[;{]"
    rb"|(?:my|our|local)\s*[$@%(]|sub\s+\w+|require\s+[\"'\w]|[$@%]\w+\s*=|=(?:head1|pod|encoding)\b|BEGIN\s*\{"
    rb"|print\s+[\"'$]|(?:if|unless|foreach|while)\s*\(\s*[$@!])"
)
_PERL_HEADER: Final = rb"^[ \t]*(?:package\s+[\w:]+\s*[;{]|use\s+(?:strict|warnings|vars|parent|base|v?5)\b)"
_RAKU: Final = (
    rb"^[ \t]*(?:use\s+v6|(?:my\s+|our\s+|unit\s+)?(?:class|role|grammar|module)\s+[\w:-]+.*[{;]\s*$"
    rb"|(?:multi|proto|method|unit)\s+(?:sub|method|\w+)\b|has\s+(?:\w+\s+)?[$@%&][.!])"
)
_PROLOG: Final = rb"^[ \t]*:-\s*\w|^[a-z]\w*(?:\([^\n]*\))?\s*:-|^[a-z]\w*\([^\n]*\)\.\s*(?:%.*)?$"
_LISP: Final = rb"\A(?:\s*[;#][^\n]*\n|\s*#\|(?s:.*?)\|#)*\s*\((?!\*)"
_VB: Final = (
    rb"^(?:VERSION \d+\.\d+ CLASS|VERSION 5\.00|Attribute VB_)|(?i:^[ \t]*Option (?:Explicit|Base|Compare)\b"
    rb"|^[ \t]*(?:Public|Private|Friend)\s+(?:Sub|Function|Property|Declare|Const|Enum|Type)\b)"
)
_CONFIG_TESTS: Final = (
    # Apache's sections look like tags, so XML has to declare itself here.
    ("xml", rb"\A\s*<(?:\?xml|!DOCTYPE|!--)"),
    (
        "nginx",
        rb"^[ \t]*(?:server|http|events|upstream\s+\S+|location\s+[^\n{]+|map\s+\$[^\n{]+|stream)\s*\{"
        rb"|^[ \t]*(?:worker_processes|proxy_pass|fastcgi_param|proxy_set_header|server_name|listen\s+\S+\s*;)\b",
    ),
    (
        "apacheconf",
        rb"^[ \t]*<(?:VirtualHost|Directory|DirectoryMatch|IfModule|IfDefine|IfVersion|Location|LocationMatch"
        rb"|Files|FilesMatch|Proxy)\b"
        rb"|^[ \t]*(?:LoadModule|ServerName|DocumentRoot|RewriteEngine|RewriteRule|AddType|AddHandler"
        rb"|SetEnvIf|BrowserMatch)\s",
    ),
    (
        "hyprlang",
        rb"^[ \t]*(?:exec-once|bind[elmrnti]*|monitor|windowrulev?2?)\s*=|^(?:general|decoration|animations"
        rb"|dwindle)\s*\{",
    ),
    ("ini", _INI_SECTION),
    ("hocon", rb"^[ \t]*include\s+(?:required\()?(?:file|classpath|url)\(|[=:]\s*\$\{\??[\w.-]+\}"),
)
_ROS: Final = Rule(
    "ros",
    (
        ("tcl", rb"^[ \t]*(?:namespace\s+eval|::msgcat::)"),
        ("ros", rb"^[A-Za-z][\w/]*(?:<=\d+)?(?:\[(?:<=)?\d*\])?[ \t]+\w+[ \t]*(?:=[^\n;]*|#.*)?\r?$|^---\r?$"),
        ("", b""),
    ),
)
_UNIT: Final = Rule("ini", (("ini", _INI_SECTION), ("", b"")))
_MAN_PAGE: Final = Rule("roff", (("roff", _ROFF), ("", b"")))
_PEM_ONLY: Final = Rule("pem", (("pem", _PEM), ("", b"")))
_UNITY: Final = Rule("yaml", (("yaml", rb"\A%YAML|\A---|^fileFormatVersion:"), ("", b"")))
_XML_ONLY: Final = Rule("xml", (("xml", _XML), ("", b"")))


RULES: Final[dict[str, Rule]] = {
    ".boot": Rule("clojure", (("clojure", _LISP), ("", b""))),
    ".action": _ROS,
    ".msg": _ROS,
    ".srv": _ROS,
    ".master": Rule("asp", (("asp", rb"<%|\A\s*<"), ("", b""))),
    ".tmpl": Rule("gotemplate", (("gotemplate", rb"\{\{"), ("html", _XML), ("", b""))),
    ".asy": Rule("asymptote", (("", rb"\AVersion \d+\s"),)),
    ".cake": Rule("csharp", (("coffeescript", rb"^[ \t]*task\s+['\"]|->\s*$"),)),
    ".dsc": Rule("debcontrol", (("debcontrol", rb"^(?:Format|Source|Version): |\A-----BEGIN PGP"), ("", b""))),
    ".dsp": Rule("faust", (("", rb"\A# Microsoft Developer Studio"),)),
    ".gts": Rule("glimmerts", (("", rb"\A(?:%|G04)"),)),
    ".php": Rule("php", (("hack", rb"\A(?:#![^\n]*\n)?\s*<\?hh\b"),), yields=False),
    ".plist": _XML_ONLY,
    ".svx": Rule("markdown", (("", rb"^\*(?:begin|include|data)\b"),)),
    ".tsp": Rule("typespec", (("", rb"^NAME\s*:"),)),
    ".uc": Rule("unrealscript", (("javascript", rb"^[ \t]*(?:import\s[^\n]*from|'use strict'|let\s)"),)),
    ".H": Rule("cpp"),
    ".al": Rule("al", (("perl", _PERL),)),
    ".anim": _UNITY,
    ".app": Rule("erlang", (("erlang", rb"^[ \t]*\{\s*application\b"), ("", b""))),
    ".as": Rule(
        "actionscript",
        (
            (
                "actionscript",
                rb"^[ \t]*(?:package\b|import\s+[\w.]+\.[\w*]+|(?:public|private"
                rb"|internal)\s+(?:static\s+)?(?:class|function|var))",
            ),
            (
                "angelscript",
                rb"^[ \t]*(?:#include|(?:void|u?int\d*|float|bool|string|array<\w+>)\s+\w+\s*[(;=@]|(?:shared"
                rb"|mixin)\s+\w+|\w+@\s*\w+)",
            ),
        ),
    ),
    ".asc": Rule("asciidoc", (("pem", _PEM), ("asciidoc", rb"^(?:=+ \S|={4,}\s*$|:\w[\w-]*:|\[\[?\w)"), ("", b""))),
    ".asset": _UNITY,
    ".bas": Rule("basic", (("vb", _VB),)),
    ".bb": Rule(
        "bitbake",
        (
            ("clojure", rb"\A(?:\s*;[^\n]*\n)*\s*\("),
            (
                "basic",
                rb"(?i)^[ \t]*(?:Graphics3?D?\s+\d+|Function\s+\w+[%#$]?\(|Global\s+\w+|Include\s+\""
                rb"|End Function|Local\s+\w+)",
            ),
        ),
    ),
    ".bf": Rule(
        "brainfuck",
        (("beef", rb"^[ \t]*(?:using\s+[\w.]+;|namespace\s+\w+)"), ("brainfuck", rb"^[\s\[\]<>+.,-]{8}"), ("", b"")),
    ),
    ".brd": _XML_ONLY,
    ".cer": _PEM_ONLY,
    ".cfg": Rule(
        "ini",
        (
            ("xml", _XML),
            ("haproxy", rb"^(?:frontend|backend|listen)\s+\S+|^defaults\s*$"),
            ("ini", _INI_SECTION),
            (
                "tcl",
                rb"^[ \t]*(?:source\s+\[find|set\s+_?[A-Z]+\s|adapter\s+(?:driver|speed)|jtag\s+newtap"
                rb"|proc\s+\w+\s*\{)",
            ),
            ("conf", b""),
        ),
    ),
    ".cgi": Rule("perl", (("perl", _PERL), ("python", rb"^(?:import|from)\s+\w"), ("bash", rb"^[ \t]*echo\s"))),
    ".cl": Rule(
        "commonlisp",
        (
            (
                "opencl",
                rb"\b(?:__kernel|__global|__local|__constant|kernel\s+void|get_global_id)\b|#pragma\s+OPENCL"
                rb"|^[ \t]*#\s*(?:define|include|if)",
            ),
            ("commonlisp", _LISP),
            ("cool", rb"^[ \t]*class\s+[A-Z]\w*(?:\s+inherits\s+\w+)?\s*\{"),
            ("opencl", rb"^(?:(?:static|inline)\s+)?(?:void|float\d*|u?int\d*|half)\s+\w+\s*\("),
        ),
    ),
    ".cls": Rule(
        "apex",
        (
            (
                "latex",
                rb"^[ \t]*\\(?:NeedsTeXFormat|ProvidesClass|LoadClass|RequirePackage|newcommand|def"
                rb"|DeclareOption)\b|\A%",
            ),
            ("vb", _VB),
            ("objectscript", rb"^(?:Class|Include)\s+[%\w.]+[^\n]*$(?:\s*\{|\s*$)|^ClassMethod\s"),
            (
                "abl",
                rb"(?i)^[ \t]*(?:using\s+[\w.*]+\s*(?:from\s+\w+)?\.\s*$|class\s+[\w.]+[^{\n]*:\s*$|(?:block"
                rb"|routine)-level\s+on\s+error)",
            ),
        ),
    ),
    ".cnf": Rule("ini", (("ini", _INI_SECTION), ("conf", b""))),
    ".conf": Rule("conf", _CONFIG_TESTS),
    ".config": Rule("conf", (("xml", _XML), ("ini", _INI_SECTION))),
    ".crl": _PEM_ONLY,
    ".crt": _PEM_ONLY,
    ".cs": Rule("csharp", (("smalltalk", rb"^!\w+(?: class)? methodsFor: |^'From \w+"),)),
    ".csl": Rule("xml", (("xml", _XML), ("kusto", b""))),
    ".csr": _PEM_ONLY,
    ".cue": Rule("cue", (("", rb"^[ \t]*(?:FILE\s+\".*\"\s+(?:WAVE|MP3|BINARY)|TRACK\s+\d+\s+AUDIO)"),)),
    ".d": Rule(
        "d",
        (
            # A dependency file starts with a target and its colon; no D file does.
            ("make", rb"\A(?:#[^\n]*\n|\s)*(?:[^\s:;{}()\"=\\]|\\ )+\s*:(?:[ \t]|\\?\r?\n|\Z)"),
            (
                "dtrace",
                rb"^#pragma\s+D\s+option|^[ \t]*(?:[\w*$]*:){2,3}[\w*-]*\s*(?:/|\{|$)|^(?:BEGIN|END"
                rb"|provider\s+\w+)\s*\{?\s*$",
            ),
        ),
    ),
    ".def": Rule(
        "",
        (
            ("latex", rb"^[ \t]*\\(?:Provides\w+|def|newcommand|DeclareTextSymbol|gdef)\b"),
            ("singularity", rb"(?i)^[ \t]*Bootstrap:\s*\w"),
            ("modula2", rb"^[ \t]*DEFINITION\s+MODULE\b"),
            ("c", rb"^[ \t]*#\s*(?:ifn?def|define|undef|include|if)\b|^/\*|^[A-Z_]+\s*\([^\n]*\)\s*;?\s*$"),
        ),
    ),
    ".do": Rule(
        "stata",
        (
            ("tcl", rb"^[ \t]*(?:vlib|vsim|vlog|vcom|add\s+wave|onerror|quietly\s+WaveActivateNextPane)\b"),
            ("bash", rb"^[ \t]*redo-"),
        ),
    ),
    ".f": Rule("fortran", (("forth", rb"^:\s+\S+|^\\ |^\( "),)),
    ".fcgi": Rule(
        "perl",
        (
            ("php", rb"<\?php"),
            ("perl", _PERL),
            ("python", rb"^(?:import|from)\s+\w"),
            ("ruby", rb"^require\s+['\"]"),
            ("bash", rb"^[ \t]*exec\s"),
        ),
    ),
    ".filters": _XML_ONLY,
    ".for": Rule("fortran", (("forth", rb"^:\s+\S+|^\\ |^\( "),)),
    ".fpp": Rule(
        "fortran",
        (
            (
                "fpp",
                rb"^[ \t]*(?:(?:active|passive|queued)\s+component\s|module\s+\w+\s*\{|topology\s+\w"
                rb"|instance\s+\w+\s*:)",
            ),
        ),
    ),
    ".fr": Rule("", (("forth", rb"^:\s+\S+|^\\ "), ("frege", rb"^[ \t]*(?:module|import|data|package)\s+\w"))),
    ".fs": Rule(
        "fsharp",
        (
            (
                "glsl",
                rb"^[ \t]*#\s*version\s+\d|^[ \t]*(?:uniform|varying|precision|in|out)\s+\w+\s+\w+\s*;"
                rb"|\bvoid\s+main\s*\(|\bgl_Frag",
            ),
            ("forth", rb"^:\s+\S+|^\\ |^\( "),
        ),
    ),
    ".ftl": Rule("freemarker", (("freemarker", rb"<#|<@|\$\{|\A\s*<"), ("fluent", rb"^-?[a-zA-Z][\w-]*\s*=|^#"))),
    ".g": Rule(
        "",
        (
            ("antlr", rb"^[ \t]*(?:(?:lexer|parser|tree)\s+)?grammar\s+\w+\s*;"),
            ("gcode", rb"^(?:N\d+\s*)?[GM]\d+\b"),
            ("gap", rb":=|^#"),
        ),
    ),
    ".gd": Rule("gdscript", (("gap", rb"^[ \t]*Declare[A-Z]\w+\s*\(|^#\w  \S"),)),
    ".gml": Rule("gamemaker", (("xml", _XML), ("", rb"^[ \t]*graph\s*\["))),
    ".gs": Rule(
        "javascript",
        (
            ("genie", rb"^\[indent=|^[ \t]*(?:uses|init|namespace)\s*\w*\s*$"),
            ("glsl", rb"^[ \t]*#\s*version\s+\d|\bvoid\s+main\s*\(\s*(?:void)?\s*\)"),
            ("gosu", rb"^[ \t]*uses\s+[\w.]+|^[ \t]*package\s+[\w.]+\s*$"),
        ),
    ),
    ".gsh": Rule("groovy", (("glsl", rb"^[ \t]*#\s*version\s+\d|\bvoid\s+main\s*\("),)),
    ".gst": _XML_ONLY,
    ".h": Rule(
        "c",
        (
            ("objc", rb"\n[ \t]*(?:@(?:interface|protocol|implementation)\s+\w|@class\s+\w[\w, ]*;|#import\s+[<\"])"),
            *_CPP,
        ),
    ),
    ".hh": Rule("cpp", (("hack", rb"\A(?:#![^\n]*\n)?\s*<\?hh\b"),)),
    ".hx": Rule("haxe", (("qemuhx", rb"^HXCOMM\b|^(?:STEXI|SRST|ETEXI|ERST)\b|^DEF(?:HEADING)?\("),)),
    ".i": Rule(
        "c",
        (
            ("swig", rb"^[ \t]*%(?:module|include|\{|import|template|inline)"),
            ("c", rb"^# \d+ \""),
            ("asm", rb"^[ \t]*(?:;|\.\w+\s|\w+:\s*$)"),
        ),
    ),
    ".idl": Rule("idl", (("idlang", rb"(?i)^[ \t]*(?:pro|function)\s+\w+\s*(?:,|$)"),)),
    ".if": Rule("", (("selinux", rb"^(?:interface|template)\(`\w"),)),
    ".ijs": Rule("j", (("javascript", rb"^[ \t]*(?:const|let|var|import|function|//|require\()"),)),
    ".import": _UNIT,
    ".inc": Rule(
        "cpp",
        (
            ("php", rb"<\?(?:php|=|\s)"),
            (
                "bitbake",
                rb"^(?:SUMMARY|DESCRIPTION|LICENSE|SRC_URI|DEPENDS|RDEPENDS|inherit|require|PR|PV"
                rb"|PACKAGECONFIG|FILESEXTRAPATHS|DISTRO_FEATURES\w*|PREFERRED_\w+)\b[^;\n]*$",
            ),
            (
                "sourcepawn",
                rb"^[ \t]*#(?:tryinclude|pragma\s+(?:semicolon|newdecls))|^[ \t]*(?:native|forward|stock"
                rb"|methodmap)\s+\w[^\n]*\(",
            ),
            ("pawn", rb"^[ \t]*(?:native|forward|stock)\s+\w"),
            ("povray", rb"^[ \t]*#(?:declare|macro|local|version)\s"),
            (
                "pascal",
                rb"(?i)^[ \t]*(?:\{\$(?:ifn?def|include|i|mode|define)\b|(?:procedure|function|unit|uses"
                rb"|implementation)\s+[\w.]+[^{\n]*;)|:=[^\n]*;\s*$",
            ),
            ("html", rb"(?i)\A\s*</?(?:!--|!doctype|html|div|p|table|ul|h[1-6]|a|script|span)\b"),
            *_CPP,
            ("c", rb"^[ \t]*#\s*(?:include|define|ifn?def|if|pragma|undef)\b|\A\s*/[*/]"),
            (
                "asm",
                rb"(?i)^[ \t]*(?:;|%(?:define|macro|include|ifdef)|\.(?:macro|equ|global|section|include|set"
                rb"|type|text)\b|\w+\s+(?:equ|macro|proc)\b|(?:mov|push|jmp|call)\s)",
            ),
            (
                "sql",
                rb"(?i)^[ \t]*(?:--\s|(?:create|drop|alter)\s+(?:table|procedure|function|database|view"
                rb"|user)\b|insert\s+into\b|select\s|let\s+\$\w+\s*=|--(?:source|let|echo|disable_)\w*)",
            ),
            ("c", rb"[;{},]\s*$"),
            ("", b""),
        ),
    ),
    ".init": Rule("bash"),
    ".install": Rule("", (("php", rb"<\?php"), ("bash", rb"^[ \t]*(?:pre|post)_(?:install|upgrade|remove)\s*\(\)"))),
    ".its": Rule("xml", (("xml", _XML), ("devicetree", rb"^/dts-v1/;"), ("", b""))),
    ".j": Rule(
        "objc",
        (
            ("objc", rb"^[ \t]*@(?:import|implementation|class)\b"),
            ("asm", rb"^\.(?:class|source|bytecode)\b"),
            ("", b""),
        ),
    ),
    ".k": Rule("kcl"),
    ".key": _PEM_ONLY,
    ".kube": _UNIT,
    ".l": Rule(
        "lex",
        (
            ("lex", rb"^%(?:\{|%|option|top|s\s|x\s)"),
            ("roff", _ROFF),
            ("picolisp", rb"^\((?:de|load|class|dm|setq)\s"),
            ("commonlisp", _LISP),
        ),
    ),
    ".launch": Rule("xml", (("xml", _XML), ("", b""))),
    ".ll": Rule("llvm", (("lex", rb"^%(?:\{|%$|option)"),)),
    ".lock": Rule(
        "",
        (
            ("json", rb"\A\s*\{\s*\""),
            ("toml", rb"^\[\[?[\w.-]+\]\]?\s*$"),
            ("yaml", rb"\A(?:#[^\n]*\n|\s)*(?:---|[\w-]+:(?:\s|$))"),
        ),
    ),
    ".lp": Rule("lp", (("prolog", rb":-|^[a-z]\w*\([^\n]*\)\.|^#(?:show|const|minimize|maximize|include|program)\b"),)),
    ".lsp": Rule("commonlisp", (("newlisp", rb"\(context\s+'|\(define\s+\("),)),
    ".m": Rule(
        "objc",
        (
            ("mercury", rb"^[ \t]*:-\s*(?:module|interface|import_module)\b"),
            (
                "objc",
                rb"^[ \t]*(?:@(?:interface|implementation|protocol|property|class|import|end|synthesize)\b"
                rb"|#\s*(?:import|include|define|pragma|if)\b)"
                rb"|@\"",
            ),
            (
                "wolfram",
                rb"\(\*\s*(?:::|[A-Za-z])|^[ \t]*(?:BeginPackage|Begin|Needs|Get)\[\"|\w\[[^\]\n]*_[^\]\n]*\]\s*:?=",
            ),
            ("mumps", rb"\A;|\A(?:[A-Za-z%]\w*(?:\([^)\n]*\))?)?[ \t]+;|\A[A-Za-z%]\w*(?:\([^)\n]*\))?[ \t]*;[ \t]*\w"),
            ("matlab", b""),
        ),
    ),
    ".mac": Rule("maxima", (("objectscript", rb"^[ \t]*ROUTINE\s+\w|^#include\s+%"),)),
    ".manifest": _XML_ONLY,
    ".map": Rule("json", (("json", rb"\A\s*\{\s*\"|\A\)\]\}'"), ("", b""))),
    ".mask": _UNITY,
    ".mat": _UNITY,
    ".mc": Rule(
        "java",
        (
            ("m4", rb"^(?:divert|dnl|define|include|MAILER|FEATURE|OSTYPE|VERSIONID)\b"),
            ("java", rb"^[ \t]*(?:using|import)\s+(?:Toybox|[\w.]+)[^\n]*;|^[ \t]*(?:class|module|function)\s+\w+"),
            ("", b""),
        ),
    ),
    ".md": Rule(
        "markdown",
        (("gccmd", rb"\A;;|\n\(define_(?:insn|expand|attr|split|c_enum|constants|register_constraint|predicate)\b"),),
    ),
    ".mdoc": Rule("markdown", (("roff", _ROFF),)),
    ".me": Rule("roff", (("roff", _ROFF), ("", b""))),
    ".menu": _XML_ONLY,
    ".meta": _UNITY,
    ".ml": Rule(
        "ocaml",
        (
            (
                "sml",
                rb"^[ \t]*(?:structure\s+\w+[^\n]*=|functor\s+\w|datatype\s+[\w'(]|fun\s+\w+\s[^\n>]*="
                rb"|signature\s+\w+\s*=)",
            ),
        ),
    ),
    ".mm": Rule("objcpp", (("xml", _XML), ("roff", _ROFF))),
    ".mo": Rule(
        "modelica",
        (
            (
                "motoko",
                rb"^[ \t]*(?:import\s+\w+\s+\"mo:|(?:persistent\s+)?actor\b"
                rb"|(?:public\s+)?(?:shared\s+)?func\s|module\s*\{)",
            ),
            ("", rb"\A(?:\xde\x12\x04\x95|\x95\x04\x12\xde)"),
        ),
    ),
    ".mod": Rule(
        "modula2",
        (
            ("gomod", rb"^module\s+[\w.-]+(?:/\S*)?\s*$|^go\s+\d+\.\d+"),
            ("xml", rb"\A\s*<\?xml(?![^>]*encoding[^>]*\?>\s*<!(?:--|ENTITY|ELEMENT))"),
            ("dtd", rb"^[ \t]*<!(?:ENTITY|ELEMENT|ATTLIST|--)"),
            ("pascal", rb"(?i)^[ \t]*MODULE\s+\w+\s*;(?s:.*)\b(?:OBERON|Out\.|Texts\.|Kernel\.)"),
            ("modula2", rb"^[ \t]*(?:(?:DEFINITION|IMPLEMENTATION)\s+)?MODULE\s+\w+"),
            ("ampl", rb"^[ \t]*(?:param|set|var|minimize|maximize|subject\s+to|s\.t\.)\s"),
            ("", b""),
        ),
    ),
    ".module": Rule("php", (("php", rb"<\?php"), ("", b""))),
    ".ms": Rule(
        "roff",
        (
            ("roff", _ROFF),
            ("asm", rb"^[ \t]*\.(?:globa?l|text|section|include)\b"),
            ("maxscript", rb"^[ \t]*(?:fn|global|rollout|macroscript|utility|plugin)\s"),
            ("", b""),
        ),
    ),
    ".n": Rule(
        "roff", (("roff", _ROFF), ("nemerle", rb"^[ \t]*(?:using\s+[\w.]+;|namespace\s|module\s+\w+)"), ("", b""))
    ),
    ".nb": Rule("wolfram", (("wolfram", rb"\A\s*\(\*"), ("", b""))),
    ".nc": Rule("nesc", (("gcode", rb"^(?:N\d+\s*)?[GM]\d+\b|^%\s*$"),)),
    ".ncl": Rule(
        "nickel",
        (
            ("xml", _XML),
            ("ncl", rb"^[ \t]*(?:begin\b|load\s+\"|;|undef\s*\()|:=|@\w+\s*="),
        ),
    ),
    ".nr": Rule("rust", (("roff", _ROFF),)),
    ".p": Rule(
        "abl",
        (
            ("gnuplot", rb"^[ \t]*(?:set\s+(?:term|output|title|xlabel|ylabel|[xy]?range)|s?plot)\b"),
            ("pascal", rb"(?i)^[ \t]*(?:program|unit|procedure)\s+\w+[^\n]*;"),
        ),
    ),
    ".page": Rule("xml", (("xml", _XML), ("", b""))),
    ".pc": Rule("pkgconfig", (("proc", rb"(?i)\bEXEC\s+SQL\b|^[ \t]*#\s*include"),)),
    ".pkl": Rule("pkl", (("", rb"\A(?:\x80[\x00-\x05]|\(?[dlpc]p?\d)"),)),
    ".pl": Rule("perl", (("perl", _PERL_HEADER), ("raku", _RAKU), ("perl", _PERL), ("prolog", _PROLOG))),
    ".pls": Rule("plsql", (("ini", rb"(?i)\A\s*\[playlist\]"),)),
    ".plt": Rule("gnuplot", (("prolog", _PROLOG),)),
    ".pm": Rule("perl", (("perl", _PERL_HEADER), ("c", rb"/\* XPM \*/"), ("raku", _RAKU))),
    ".pod": Rule("pod", (("pod", rb"^=\w+"), ("ini", _INI_SECTION))),
    ".policy": _XML_ONLY,
    ".pp": Rule(
        "puppet",
        (
            (
                "pascal",
                rb"(?i)^[ \t]*(?:program|unit|library|uses|interface|implementation|begin)\b[^{=]*$|^[ \t]*\{\$\w",
            ),
        ),
    ),
    ".prc": Rule("plsql"),
    ".preinst": Rule("bash"),
    ".prerm": Rule("bash"),
    ".postinst": Rule("bash"),
    ".postrm": Rule("bash"),
    ".prefs": Rule("properties", (("ini", _INI_SECTION),)),
    ".pro": Rule(
        "qmake",
        (
            ("proguard", rb"^[ \t]*-(?:keep\w*|dont\w+|optimi\w+|include|assumenosideeffects|libraryjars)\b"),
            (
                "qmake",
                rb"^[ \t]*(?:TEMPLATE|QT|SOURCES|HEADERS|TARGET|CONFIG|SUBDIRS|INCLUDEPATH|DEFINES|LIBS|FORMS"
                rb"|RESOURCES)\s*[+*\-~]?=|^[ \t]*include\(",
            ),
            ("prolog", _PROLOG),
            ("idlang", rb"(?i)^[ \t]*(?:pro|function)\s+\w+|^[ \t]*;"),
        ),
    ),
    ".props": Rule("xml", (("xml", _XML), ("properties", b""))),
    ".pt": _XML_ONLY,
    ".pub": _PEM_ONLY,
    ".q": Rule("sql", (("kdb", rb"^\\(?:d|l)\s|^/ |^[ \t]*\.?[a-zA-Z][\w.]*:|^[ \t]*\.\w+\.\w+"),)),
    ".qs": Rule("javascript", (("qsharp", rb"^[ \t]*(?:namespace\s+[\w.]+\s*\{|operation\s+\w+|open\s+[\w.]+;)"),)),
    ".r": Rule("r", (("rebol", rb"(?i)^[ \t]*REBOL\s*\["),)),
    ".rc": Rule(
        "conf",
        (
            ("bash", rb"^[ \t]*(?:export\s+\w+=|if\s+\[|\w+\s*\(\)\s*\{)"),
            (
                "resource",
                rb"^[ \t]*#\s*include\b"
                rb"|^[ \t]*[\w.\"]+\s+(?:ICON|BITMAP|CURSOR|DIALOG(?:EX)?|MENU(?:EX)?|VERSIONINFO|RCDATA)\b"
                rb"|^[ \t]*STRINGTABLE\b",
            ),
        ),
    ),
    ".re": Rule(
        "reason", (("re2c", rb"/\*!(?:re2c|max|rules|use)"), ("cpp", rb"^[ \t]*#\s*(?:include|ifn?def|define)\b"))
    ),
    ".rd": Rule("rhelp", (("rhelp", rb"^[ \t]*(?:%|\\\w+\{)"), ("", b""))),
    ".res": Rule("rescript", (("xml", _XML), ("", rb"\A[^\n]*\x00"))),
    ".rpy": Rule(
        "renpy",
        (
            (
                "renpy",
                rb"^[ \t]*(?:label\s+\w+|screen\s+\w+|define\s+\w|init\b[^\n]*:|image\s+\w|transform\s+\w"
                rb"|default\s+\w+\s*=|\$\s)",
            ),
            ("python", rb"^[ \t]*(?:import|from|class|def)\s"),
        ),
    ),
    ".rs": Rule("rust", (("xml", _XML), ("renderscript", rb"^#pragma\s+(?:version|rs)\b"))),
    ".rsc": Rule("routeros", (("routeros", rb"^[ \t]*[:/#]\s*\w"), ("", b""))),
    ".rules": Rule(
        "udev",
        (
            (
                "udev",
                rb"^[ \t]*(?:ACTION|SUBSYSTEMS?|KERNELS?|ATTRS?\{|ENV\{|DRIVERS?|LABEL|GOTO|IMPORT\{|TAG|RUN"
                rb"|SYMLINK|DEVPATH|MODE|OPTIONS)\S*\s*(?:==|!=|\+=|=)",
            ),
            ("javascript", rb"\bpolkit\.add(?:Admin)?Rule\("),
            ("yaml", rb"^groups:\s*$"),
            ("conf", b""),
        ),
    ),
    ".scd": Rule("supercollider", (("scdoc", rb"\A(?:;[^\n]*\n)*[^\s()]+\(\d\w*\)"),)),
    ".sc": Rule(
        "scala",
        (
            (
                "supercollider",
                rb"^[ \t]*(?:\+[ \t]*)?\w+[ \t]*:\s*\w+\s*\{|\bSynthDef\(|^[ \t]*\^\w|\bvar\s+<>?\w|\*new\s*\{|~\w+\s*="
                rb"|\{\s*\|[^|\n]+\|",
            ),
        ),
    ),
    ".sch": Rule("scheme", (("xml", _XML), ("", rb"\A(?:EESchema|v \d{8})"))),
    ".scm": Rule(
        "scheme",
        (("query", rb"^[ \t]*(?:;+\s*(?:inherits|extends)\b|\(#[\w-]+[?!])|[)\]\"_]\s*[*+?]?\s*@[a-z_][\w.-]*"),),
    ),
    ".sdf": _XML_ONLY,
    ".service": Rule("ini", (("xml", _XML), ("ini", _INI_SECTION), ("", b""))),
    ".session": _UNIT,
    ".sh": Rule("bash"),
    ".shader": Rule(
        "hlsl",
        (
            (
                "glsl",
                rb"^[ \t]*#\s*(?:version|shader)\b|^[ \t]*shader_type\s|\bgl_Position\b|\bvoid\s+main(?:Image)?\s*\(",
            ),
        ),
    ),
    ".sig": Rule("sml", (("sml", rb"^[ \t]*signature\s+\w+\s*="), ("", b""))),
    ".sls": Rule("yaml", (("scheme", rb"^[ \t]*(?:\(library|#!r6rs|\(import)\b|\A\s*;"),)),
    ".snap": Rule("javascript", (("javascript", rb"^(?://|exports\[)"), ("yaml", rb"\A---"), ("", b""))),
    ".sources": Rule("", (("debcontrol", rb"^(?:Types|URIs|Suites):"),)),
    ".sp": Rule(
        "sourcepawn",
        (("sourcepawn", rb"^[ \t]*#\s*(?:include|pragma|define)|^[ \t]*(?:public|stock|native|forward)\s"), ("", b"")),
    ),
    ".spec": Rule(
        "rpmspec",
        (
            ("rpmspec", rb"^(?:Name|Version|Summary|Release|License|%\w+)\s*:?\s"),
            ("python", rb"^[ \t]*(?:a\s*=\s*Analysis\(|import\s+\w|from\s+\w+\s+import\b|block_cipher\b)"),
            ("ruby", rb"^[ \t]*(?:Gem::Specification|require\s+['\"]|describe\s)"),
            ("", b""),
        ),
    ),
    ".st": Rule(
        "smalltalk",
        (
            (
                "structuredtext",
                rb"(?i)^[ \t]*(?:PROGRAM|FUNCTION_BLOCK|FUNCTION|TYPE|VAR(?:_\w+)?|CONFIGURATION)\b[^\n]*(?::"
                rb"|$)(?s:.*)(?:END_\w+|:=)",
            ),
            (
                "stringtemplate",
                rb"^[ \t]*(?:delimiters\s+\"|group\s+\w+|\w+\([^)\n]*\)\s*::=)|<if\(|<\w[\w.]*(?:;|:\{)|\$\w[\w.()]*\$",
            ),
        ),
    ),
    ".t": Rule(
        "perl",
        (
            ("perl", _PERL_HEADER),
            ("raku", _RAKU),
            ("perl", _PERL),
            ("lua", rb"^[ \t]*(?:local\s+\w|terra\s+\w|(?:\w+\s*=\s*)?require\s*\(?[\"'])"),
            ("turing", rb"^[ \t]*(?:var|const)\s+\w+\s*:|^[ \t]*put\s+[\"\w]|^[ \t]*end\s+\w+\s*$"),
        ),
    ),
    ".tab": Rule("tsv", (("sql", rb"(?i)^[ \t]*(?:create|alter|drop|insert|prompt)\s"),)),
    ".test": Rule(
        "",
        (
            ("php", rb"<\?php"),
            (
                "tcl",
                rb"^[ \t]*(?:set\s+\w+|proc\s+\w|do_\w+_?test\b|test\s+[\w.-]+|package\s+require"
                rb"|namespace\s+(?:eval|import)|source\s+\[)",
            ),
        ),
    ),
    ".theme": Rule("ini", (("php", rb"<\?php"), ("xml", _XML), ("ini", _INI_SECTION), ("", b""))),
    ".toc": Rule("latex", (("", rb"^##\s*\w+"),)),
    ".tpl": Rule(
        "smarty",
        (
            ("gotemplate", rb"\{\{-?\s*(?:define|include|template|if|range|with|end|block|/\*|\.\w|\$)"),
            ("smarty", rb"\{(?:\$|if\b|foreach\b|include\b|\*|literal\b|block\b|extends\b|assign\b)"),
            ("html", _XML),
            ("", b""),
        ),
    ),
    ".trigger": Rule("apex", (("bash", rb"^[ \t]*(?:set\s+-|echo\s|if\s+\[)"),)),
    ".ts": Rule("typescript", (("xml", rb"\A\s*<(?:\?xml|TS\b|!DOCTYPE)"), ("", rb"(?s)\AG.{187}G")), yields=False),
    ".tsx": Rule("tsx", (("xml", rb"\A\s*<(?:\?xml|tileset|!DOCTYPE)"),), yields=False),
    ".tst": Rule("gap", (("scilab", rb"^[ \t]*//"),)),
    ".typ": Rule("typst", (("xml", _XML),)),
    ".v": Rule(
        "verilog",
        (
            (
                "coq",
                rb"^[ \t]*(?:(?:From\s+[\w.]+\s+)?Require\b|(?:Import|Export)\s+\w|(?:Theorem|Lemma"
                rb"|Definition|Inductive|Fixpoint|Section|Module|Ltac|Notation|Proof|Qed|Variable|Hypothesis"
                rb"|Goal|Corollary|Axiom|Parameter)\b)",
            ),
            (
                "verilog",
                rb"^[ \t]*(?:endmodule|`(?:timescale|include|define|ifdef|default_nettype)"
                rb"|module\s+\\?[\w$]+\s*(?:[#(;]|$\s*[#(;])|always\s*@|assign\s|(?:input|output|inout|wire"
                rb"|reg|parameter)\s)",
            ),
            (
                "v",
                rb"^[ \t]*(?:pub\s+)?(?:fn\s+[\w(]|struct\s+\w+|module\s+\w+\s*$|import\s+[\w.]+(?:\s*$"
                rb"|\s+as\s)|mut\s+\w|enum\s+\w+\s*\{|interface\s+\w+\s*\{|const\s*\()|:=",
            ),
        ),
    ),
    ".vba": Rule("vb", (("vim", rb"^\" Vimball Archiver|^UseVimball"),)),
    ".vcf": Rule("icalendar", (("icalendar", rb"\ABEGIN:VCARD"), ("tsv", rb"\A##fileformat=VCF"), ("", b""))),
    ".vhost": Rule("nginx", _CONFIG_TESTS[1:3]),
    ".vsh": Rule(
        "glsl",
        (
            ("v", rb"^[ \t]*(?:fn\s|import\s+\w|println\(|\w+\s*:=|for\s+\w+\s+in\b)"),
            ("hlsl", rb"\b(?:cbuffer|SV_POSITION|float4x4|vs_\d)\b"),
        ),
    ),
    ".w": Rule("abl", (("c", rb"^@[*c\s]|^@<"),)),
    ".workflow": Rule(
        "xml",
        (("xml", _XML), ("hcl", rb"^[ \t]*(?:workflow|action)\s+\"")),
    ),
    ".workspace": _XML_ONLY,
    ".x": Rule(
        "rpcgen",
        (
            ("linkerscript", rb"^[ \t]*(?:SECTIONS|MEMORY|OUTPUT_(?:FORMAT|ARCH)|ENTRY|PHDRS|PROVIDE)\b"),
            ("objc", rb"^[ \t]*%(?:hook|group|ctor|new|orig|end)\b|^#import\b"),
            ("haskell", rb"^[ \t]*(?:module\s+[A-Z][\w.]*|%wrapper\s+\"|:-\s*$)"),
            ("rpcgen", rb"^[ \t]*(?:program|version|struct|union|enum|typedef|const)\s+\w|^[ \t]*[#%/]"),
            ("", b""),
        ),
    ),
    ".yy": Rule("yacc", (("json", rb"\A\s*\{\s*\""), ("yacc", b""))),
}
RULES.update(
    dict.fromkeys(
        (
            *(".automount", ".container", ".device", ".dnssd", ".link", ".mount", ".netdev", ".network", ".nspawn"),
            *(".path", ".scope", ".slice", ".socket", ".swap", ".target", ".timer", ".volume"),
        ),
        _UNIT,
    )
)
RULES.update(
    dict.fromkeys(
        (
            *(".0p", ".1", ".1m", ".1p", ".1posix", ".1ssl", ".1x", ".2", ".2const", ".2type", ".3", ".3am", ".3const"),
            *(".3head", ".3m", ".3ncurses", ".3p", ".3perl", ".3pm", ".3posix", ".3qt", ".3ssl", ".3tcl", ".3type"),
            *(".3x", ".4", ".5", ".5ssl", ".6", ".7", ".7posix", ".7ssl", ".8", ".8m", ".9", ".man"),
        ),
        _MAN_PAGE,
    )
)


def decide(extension: str, head: bytes) -> str:
    """The name of the language that a file with this shared extension is in, or "" if the extension says nothing."""
    rule = RULES[extension]
    if not head or (extension == ".h" and _is_plain_c(head)):
        return rule.guess
    decided = _first(rule, head)
    if extension == ".h" and decided != rule.guess:
        # What made it more than C may have stood in a comment.
        return _first(rule, _c_code(head))
    return decided


def _is_plain_c(head: bytes) -> bool:
    """Whether no test for a header finds anything. Most headers are plain C, and RE2 tells in one go."""
    return b"\v" not in head and not _more_than_c()(head)  # which is no space to RE2


@cache
def _more_than_c() -> Callable[[bytes], object]:
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    search: Callable[[bytes], object] = re2.compile(
        b"|".join(b"(?:%b)" % pattern for _, pattern in RULES[".h"].tests), options
    ).search
    return search


def _first(rule: Rule, text: bytes) -> str:
    return next((language for language, pattern in rule.tests if re.search(pattern, text, re.MULTILINE)), rule.guess)


def _c_code(head: bytes) -> bytes:
    """C without its comments and string texts, and without what a C header keeps for C++ compilers only."""
    code = re.sub(rb"/\*[^*]*(?:\*+[^*/][^*]*)*(?:\*+/|\*?\Z)|//[^\n]*|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"", b'""', head)
    if b"__cplusplus" in code:
        code = re.sub(_FOR_CPP_ONLY, b"", code)
    return code
