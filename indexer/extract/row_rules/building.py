"""Rows of languages around compilers and packages: M4 and Autoconf, linker scripts, parser generators, installers."""

from __future__ import annotations

from indexer.extract.rows import BRACES, BRACKETS, INDENT, SECTION, SEMICOLON, Rows, Rule

_HASH = rb"#[^\n]*"
_SLASHES = rb"//[^\n]*|/\*.*?(?:\*/|\Z)"
_DOUBLE = rb'"(?:\\.|[^"\\\n])*"'
_SINGLE = rb"'(?:\\.|[^'\\\n])*'"
_C_CODE = rb"^%\{.*?(?:^[ \t]*%\}|\Z)"
_MACRO = Rule("macro", rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)")
# An argument of M4, in quotes or not.
_M4_NAME = rb"[ \t]*\(\s*[`\[{]*([A-Za-z_][\w.-]*)"
# A name of Make: a word in which variables may stand, in parentheses or braces.
_MAKE_NAME = rb"(?:[^\s:=#$?+!&|;\"'`()]|\$(?:\((?:[^()\n]|\([^()\n]*\))*\)|\{[^{}\n]*\}|[^({\s]))+(?:\([^()\n]*\))?"
_NSIS_NAME = rb"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`|([^\s;#\"'`]+)"

RULES: dict[str, Rows] = {
    "devicetree": Rows(
        (
            _MACRO,
            Rule("key", rb"([A-Za-z_]\w*):[ \t]*(?=[\w&/{])"),
            Rule(
                "element",
                rb"(?:[A-Za-z_]\w*:[ \t]*)*(?:/omit-if-no-ref/[ \t]*)?"
                rb"([\w,.+-]+(?:@[\w,.]+)?|/|&\w+|&\{[^}\n]*\})\s*\{",
                BRACES,
            ),
        ),
        comment=_SLASHES,
        string=_DOUBLE,
    ),
    "gperf": Rows(
        (
            Rule("function", rb"%define[ \t]+(?:hash|lookup)-function-name[ \t]+(\S+)"),
            Rule("class", rb"%define[ \t]+class-name[ \t]+(\S+)"),
            Rule("struct", rb"struct[ \t]+(\w+)", BRACES),
            Rule("key", rb"([A-Za-z_][^\s,;{}()%]*)[ \t]*(?:,|$)"),
        ),
        comment=_C_CODE + rb"|^#[^\n]*|/\*.*?\*/",
        within=rb"\A(.*?^%%.*?)(?:^%%|\Z)",
    ),
    "lex": Rows(
        (
            Rule("rule", rb"([A-Za-z_][\w-]*)[ \t]+(?=\S)"),
            Rule("constant", rb"%[xsXS][ \t]+([^\n]*)", each=rb"[A-Za-z_]\w*"),
        ),
        comment=_C_CODE + rb"|/\*.*?(?:\*/|\Z)",
        within=rb"\A(.*?)(?:^%%|\Z)",
    ),
    "linkerscript": Rows(
        (
            _MACRO,
            Rule("variable", rb"(?:PROVIDE(?:_HIDDEN)?|HIDDEN)[ \t]*\([ \t]*([A-Za-z_$.][\w.$]*)[ \t]*="),
            Rule("variable", rb"([A-Za-z_$.][\w.$]*[\w$])[ \t]*(?:[-+*/&|]|<<|>>)?=(?!=)"),
            Rule("resource", rb"(\w+)[ \t]*(?:\([^()\n]*\))?[ \t]*:[ \t]*(?:ORIGIN|org|o)\b"),
            Rule(
                "section",
                rb"(?!local\b|global\b)([A-Za-z_.$/*][\w.$/*-]*)[ \t]*"
                rb"(?:\([^()\n]*\)|0x[0-9A-Fa-f]+|\d+|\.|[A-Z]+\([^{};\n]*\))?"
                rb"(?:[ \t]*\(\w+\))?\s*:(?![:=])",
                BRACES,
            ),
            Rule("module", rb"(?!SECTIONS\b|MEMORY\b|PHDRS\b|VERSION\b)([A-Za-z_][\w.]*)\s*\{", BRACES),
        ),
        comment=rb"/\*.*?(?:\*/|\Z)",
        string=_DOUBLE,
    ),
    "m4": Rows(
        (
            Rule("function", rb"[^\n]*?\b(?:AC|AU|AT|AS)_DEFUN(?:_ONCE)?" + _M4_NAME, BRACKETS),
            Rule("macro", rb"[^\n]*?\b(?:m4_)?(?:define|pushdef)(?:_default)?" + _M4_NAME, BRACKETS),
            Rule("package", rb"AC_INIT" + _M4_NAME, BRACKETS),
            Rule("constant", rb"[^\n]*?\b(?:AC_DEFINE(?:_UNQUOTED)?|AH_TEMPLATE)" + _M4_NAME, BRACKETS),
            Rule("constant", rb"[^\n]*?\bAM_CONDITIONAL" + _M4_NAME, BRACKETS),
            Rule("key", rb"[^\n]*?\bAC_ARG_(?:WITH|ENABLE)" + _M4_NAME, BRACKETS),
            Rule("variable", rb"[^\n]*?\b(?:AC_SUBST(?:_FILE)?|AC_ARG_VAR)" + _M4_NAME, BRACKETS),
            Rule("test", rb"AT_SETUP[ \t]*\([ \t]*\[?([^\]\n)]+)", rb"AT_CLEANUP\b"),
        ),
        comment=rb"\bdnl\b[^\n]*|(?<!\$)#[^\n]*",
    ),
    "make": Rows(
        (
            Rule("macro", rb"(?<!\t)(?:override[ \t]+|export[ \t]+)*define[ \t]+([^\s=:#]+)", rb"(?<!\t)endef\b"),
            Rule(
                "variable",
                rb"(?<!\t)(?:(?:override|export|unexport|private|undefine)[ \t]+)*(%s)[ \t]*(?::{1,3}|[?+!])?="
                % _MAKE_NAME,
                inside=". target",
            ),
            Rule(
                "target",
                rb"(?<!\t)(?!\$[({](?:call|error|eval|foreach|if|info|warning)\b|-?s?include\b|export\b|vpath\b|ifn?eq\b"
                rb"|else\b|unexport\b|\.[A-Z_]+[ \t]*:)(%s(?:[ \t]+%s)*)[ \t]*&?::?(?!=)" % (_MAKE_NAME, _MAKE_NAME),
                INDENT,
                inside=". target",
                each=_MAKE_NAME,
            ),
        ),
        comment=rb"(?<=\\\n)[^\n]*|(?<=\\\r\n)[^\n]*|^#(?:[^\n\\]|\\.)*|(?<=[ \t])#[^\n]*",
    ),
    "myrddin": Rows(
        (
            Rule("package", rb"pkg[ \t]+([\w.]+)[ \t]*=", rb";;"),
            Rule("trait", rb"(?:pkglocal[ \t]+)?trait[ \t]+(\w+)"),
            Rule("type", rb"(?:pkglocal[ \t]+)?type[ \t]+(\w+)"),
            Rule(
                "function",
                rb"(?:pkglocal[ \t]+|extern[ \t]+|\$noret[ \t]+)*(?:const|generic)[ \t]+(\w+)[ \t]*=[ \t]*\{",
            ),
            Rule("constant", rb"(?:pkglocal[ \t]+|extern[ \t]+)*(?:const|generic)[ \t]+(\w+)"),
            Rule("variable", rb"(?:pkglocal[ \t]+|extern[ \t]+)*var[ \t]+(\w+)"),
        ),
        comment=_SLASHES,
        string=_DOUBLE,
    ),
    "nsis": Rows(
        (
            Rule("function", rb"Function[ \t]+([^\s;#]+)", rb"FunctionEnd\b"),
            Rule("macro", rb"!macro[ \t]+([^\s;#]+)", rb"!macroend\b"),
            Rule("module", rb"SectionGroup[ \t]+(?:/e[ \t]+)?(?:%s)" % _NSIS_NAME, rb"SectionGroupEnd\b"),
            Rule("section", rb"Section[ \t]+(?:/o[ \t]+)?(?:%s)" % _NSIS_NAME, rb"SectionEnd\b"),
            Rule("constant", rb"Section(?:Group)?[ \t]+(?:/\w[ \t]+)?(?:%s)[ \t]+([A-Za-z_]\w*)" % _NSIS_NAME),
            Rule("constant", rb"!define[ \t]+(?:/\w+[ \t]+)*([^\s;#/]+)"),
            Rule("variable", rb"Var[ \t]+(?:/GLOBAL[ \t]+)?([\w.]+)"),
            Rule("key", rb"(?:License)?LangString[ \t]+(\S+)"),
        ),
        comment=rb"/\*.*?(?:\*/|\Z)|^[ \t]*[;#][^\n]*|[ \t][;#][^\n]*",
        string=_DOUBLE,
        ignore_case=True,
    ),
    "qemuhx": Rows(
        (
            Rule("function", rb"DEF\([ \t]*\"([^\"\n]+)\"", BRACKETS),
            Rule("function", rb"\.name[ \t]*=[ \t]*\"([^\"\n]+)\""),
            Rule("section", rb"DEFHEADING\([ \t]*([^\n)]+?)[ \t]*:?\)"),
        ),
        comment=rb"/\*.*?(?:\*/|\Z)",
    ),
    "resource": Rows(
        (
            _MACRO,
            Rule(
                "resource",
                rb"(\"[^\"\n]+\"|[A-Za-z_0-9][\w.]*)[ \t]+(?:ACCELERATORS|BITMAP|CURSOR|DIALOG(?:EX)?|FONT|HTML|ICON"
                rb"|MENU(?:EX)?|MESSAGETABLE|RCDATA|TOOLBAR|VERSIONINFO|MANIFEST|TEXTINCLUDE|PNG|TYPELIB)\b",
            ),
            Rule("table", rb"(STRINGTABLE)\b"),
        ),
        comment=_SLASHES,
    ),
    "rpmmacros": Rows((Rule("macro", rb"%([A-Za-z_]\w*)(?:\([^()\n]*\))?(?=\s)"),), comment=rb"^[ \t]*#[^\n]*"),
    "rpmspec": Rows(
        (
            Rule("package", rb"Name[ \t]*:[ \t]*([^\s#]+)"),
            Rule("macro", rb"%(?:define|global)[ \t]+(\w+)"),
            Rule("constant", rb"%bcond(?:_with(?:out)?)?[ \t]+(\w+)"),
            Rule("package", rb"%package[ \t]+(?:-n[ \t]+)?(\S+)", SECTION, 1),
            Rule(
                "section",
                rb"(%(?:prep|build|install|check|clean|files|description|changelog|pre|post|preun|postun|pretrans"
                rb"|posttrans|triggerin|triggerun|generate_buildrequires|conf)\b[^\n]*)",
                SECTION,
                1,
            ),
            Rule("key", rb"([A-Z][A-Za-z]*\d*)(?:\([^()\n]*\))?[ \t]*:[ \t]"),
        ),
        comment=rb"^[ \t]*#[^\n]*",
        ignore_case=True,
    ),
    "selinux": Rows(
        (
            Rule("function", rb"(?:interface|template)[ \t]*\([ \t]*`(\w+)'", BRACKETS),
            Rule("macro", rb"define\(`(\w+)'", BRACKETS),
            Rule("module", rb"(?:policy_module[ \t]*\([ \t]*|module[ \t]+)(\w+)"),
            Rule("type", rb"(?:attribute|attribute_role|role|type)[ \t]+(\w+)(?=[ \t]*[;,]|[ \t]+(?:types|alias)\b)"),
            Rule("type", rb"type[ \t]+\w+[ \t]+alias[ \t]+([^\n;,]*)", each=rb"\w+"),
            Rule("type", rb"gen_user[ \t]*\([ \t]*(\w+)"),
            Rule("type", rb"typealias[ \t]+\w+[ \t]+alias[ \t]+([^\n;]*)", each=rb"\w+"),
            Rule("variable", rb"(?:gen_tunable|gen_bool)[ \t]*\([ \t]*`?(\w+)"),
            Rule("variable", rb"(?:bool|tunable)[ \t]+(\w+)"),
            Rule("class", rb"class[ \t]+(\w+)[ \t]*$"),
        ),
        comment=_HASH + rb"|^[ \t]*gen_require\(`.*?'\)|^[ \t]*require[ \t]*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}",
    ),
    "ttcn": Rows(
        (
            Rule("module", rb"module[ \t]+(\w+)", BRACES),
            Rule("namespace", rb"group[ \t]+(\w+)", BRACES),
            Rule("enum", rb"(?:\w+[ \t]+)?type[ \t]+enumerated[ \t]+(\w+)", BRACES),
            Rule("struct", rb"(?:\w+[ \t]+)?type[ \t]+(?:record|set|union)[ \t]+(?!of\b|length\b)(\w+)", BRACES),
            Rule("class", rb"(?:\w+[ \t]+)?type[ \t]+(?:component|port)[ \t]+(\w+)", BRACES),
            Rule(
                "type",
                rb"(?:\w+[ \t]+)?type[ \t]+(?:(?:record|set)[ \t]+(?:length[ \t]*\([^()\n]*\)[ \t]*)?of[ \t]+)?"
                rb"[\w.]+[ \t]+(\w+)",
            ),
            Rule("test", rb"(?:\w+[ \t]+)?testcase[ \t]+(\w+)", BRACES),
            Rule(
                "function",
                rb"(?:(?:public|private|friend|external)[ \t]+)*(?:function|altstep|signature)[ \t]+"
                rb"(?:@\w+[ \t]+)?(\w+)",
                BRACES,
            ),
            Rule(
                "variable",
                rb"(?:(?:public|private|friend)[ \t]+)?template[ \t]+(?:\(\w+\)[ \t]*)?[\w.]+[ \t]+(\w+)",
            ),
            Rule("constant", rb"(?:\w+[ \t]+)?(?:const|modulepar)[ \t]+[\w.]+[ \t]+(\w+)"),
            Rule("field", rb"port[ \t]+[\w.]+[ \t]+(\w+)"),
            Rule(
                "variable",
                rb"var[ \t]+(?:template[ \t]+)?(?:universal[ \t]+)?[\w.]+[ \t]+(\w+)",
                inside=". module namespace class",
            ),
            Rule("variable", rb"timer[ \t]+(\w+)", inside=". module namespace class"),
            Rule(
                "enum_member",
                rb"(?!(?:\w+[ \t]+)?type\b)([A-Za-z_][^\n{}]*)",
                inside="enum",
                each=rb"(?<![\w(])[A-Za-z_]\w*",
            ),
            Rule(
                "field",
                rb"[A-Za-z][\w.]*[ \t]+([A-Za-z_]\w*)[ \t]*(?:\[[^\]\n]*\][ \t]*)?(?:optional\b)?[ \t]*(?=,|$)",
                inside="struct",
            ),
        ),
        comment=_SLASHES,
        string=_DOUBLE,
    ),
    "varlink": Rows(
        (
            Rule("interface", rb"interface[ \t]+([\w.-]+)"),
            Rule("type", rb"(?:type|error)[ \t]+(\w+)", BRACKETS),
            Rule("method", rb"method[ \t]+(\w+)", BRACKETS),
            Rule("enum_member", rb"type[ \t]+\w+[ \t]*\(([^:()]*)\)", each=rb"\w+"),
            Rule("field", rb"type[ \t]+\w+[ \t]*\(([^\n]*)", each=rb"\w+(?=[ \t]*:)"),
            Rule("field", rb"([a-zA-Z_]\w*)[ \t]*:", inside="type"),
        ),
        comment=_HASH,
    ),
    "vera": Rows(
        (
            _MACRO,
            Rule("interface", rb"interface[ \t]+(\w+)", BRACES),
            Rule("class", rb"(?:(?:extern|virtual|local)[ \t]+)*class[ \t]+(\w+)", BRACES),
            Rule("module", rb"program[ \t]+(\w+)", BRACES),
            Rule("enum", rb"enum[ \t]+(\w+)", SEMICOLON),
            Rule(
                "function",
                rb"(?:(?:extern|virtual|local|protected|public|static)[ \t]+)*"
                rb"(?:task|function[ \t]+[\w\[\]:]+)[ \t]+([\w:]+)",
                BRACES,
            ),
            Rule("field", rb"(?:input|output|inout)[ \t]+(?:\[[^\]\n]*\][ \t]*)?(\w+)", inside="interface"),
        ),
        comment=_SLASHES,
        string=_DOUBLE,
    ),
    "yacc": Rows(
        (
            Rule(
                "constant",
                rb"%(?:token|term)[ \t]*(?:<[^<>\n]*>)?([^%;{}]*)",
                each=rb"(?<![\w<])[A-Za-z_]\w*(?![\w>])",
            ),
            Rule("rule", rb"([A-Za-z_.][\w.-]*)(?:\[[\w.]+\])?\s*:(?!:)", SEMICOLON),
        ),
        comment=_C_CODE + rb"|" + _SLASHES + rb"|^%union[^{]*\{.*?^[ \t]*\}",
        string=_DOUBLE + rb"|" + _SINGLE,
        within=rb"\A(.*?^%%.*?)(?:^%%|\Z)",
    ),
}
