"""Neovim, headless, with the plugin of editors/neovim: what a user of it sees."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from indexer.query.fields import FIELDS
from indexer.query.kinds import KINDS
from tests.editors.editor import (
    ROOT,
    crash,
    definitions_in,
    environment,
    installed,
    make_project,
    methods_of,
    servers_of,
    until,
)
from tests.patience import PATIENCE

PLUGIN = ROOT / "editors/neovim"


class Neovim:
    """A running Neovim that is told what to do in Lua."""

    def __init__(self, program: str, folder: Path, start: str, *files: str) -> None:
        self.project = make_project(folder)
        self._folder = folder
        self._program = installed(program)
        self._socket = folder / "socket"
        self._environment = environment(folder / "home")
        (folder / "init.lua").write_text(start, "utf-8")
        command: list[str | Path] = [self._program, "--clean", "--headless", "-i", "NONE", "-u", folder / "init.lua"]
        self.process = subprocess.Popen(
            [*command, "--listen", self._socket, *files],
            cwd=self.project,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until("Neovim", self._socket.exists)

    def lua(self, code: str) -> Any:
        """What a piece of Lua returns."""
        (self._folder / "step.lua").write_text(code, "utf-8")
        done = subprocess.run(
            [
                *(self._program, "--clean", "--server", self._socket, "--remote-expr"),
                f"json_encode(luaeval('dofile(_A)', '{self._folder}/step.lua'))",
            ],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout or done.stderr)

    def wait_for_index(self) -> None:
        code = "local s = require('outcrop.client').ask('outcrop/status', vim.empty_dict(), 5000) return s and s.state"
        until("the index", lambda: self.lua(code) == "ready")

    def wait_for_server(self) -> None:
        until("the server", lambda: self.lua(ATTACHED))

    def quickfix(self, command: str) -> list[tuple[str, int, str]]:
        """The entries that a command puts into the quickfix list: file, line, text."""
        self.lua(f"vim.fn.setqflist({{}}, 'f') {command}")
        code = """
            return vim.tbl_map(function(entry)
              return { vim.fn.fnamemodify(vim.fn.bufname(entry.bufnr), ':.'), entry.lnum, entry.text }
            end, vim.fn.getqflist())"""
        found = until("the quickfix list", lambda: self.lua(code))
        self.lua("vim.cmd.cclose()")
        return [tuple(entry) for entry in found]

    def symbols(self) -> set[str]:
        """The names in the outline of the current buffer."""
        ask = "vim.lsp.buf.document_symbol{ on_list = function(list) vim.g.listed = list.items end }"
        self.lua(f"vim.g.listed = nil {ask}")
        listed = until("the outline", lambda: self.lua("return vim.g.listed"))
        return {entry["text"].split("] ")[1].split(" ")[0] for entry in listed}

    def messages(self) -> str:
        return str(self.lua("return vim.api.nvim_exec2('messages', { output = true }).output"))

    def wait_for_message(self, *any_of: str) -> str:
        """All that was said, once one of these was: what an earlier command says may arrive late."""

        def said() -> str:
            messages = self.messages()
            return messages if any(part in messages for part in any_of) else ""

        return until(f"a message with {any_of}", said)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


ATTACHED = "local c = vim.lsp.get_clients({ bufnr = 0, name = 'outcrop' })[1] return c and c.initialized or false"
START = f"vim.opt.rtp:prepend('{PLUGIN}') vim.cmd.runtime('plugin/outcrop.lua')\n"


@pytest.fixture(scope="module")
def nvim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    start = START + "require('outcrop').setup{ folding = true, winbar = true }"
    running = Neovim("nvim", tmp_path_factory.mktemp("neovim"), start, "lsp_server/session.py")
    try:
        running.wait_for_server()
        running.wait_for_index()
        yield running
    finally:
        running.end()


def test_the_outline_has_what_python_sees(nvim: Neovim) -> None:
    assert nvim.symbols() >= definitions_in(nvim.project / "lsp_server/session.py")


def test_a_definition_is_folded_to_its_end(nvim: Neovim) -> None:
    [(name, line), (_, following), *_] = methods_of("Session", nvim.project / "lsp_server/session.py")
    assert name == "__init__"
    code = f"vim.cmd('normal! zR') vim.cmd('{line}foldclose') return vim.fn.foldclosedend({line})"
    until("the folds", lambda: nvim.lua(f"return vim.fn.foldlevel({line})") == 2)
    assert nvim.lua(code) == following - 2, "one blank line lies between the methods"
    nvim.lua("vim.cmd('normal! zR')")


def test_workspace_symbols_take_initials(nvim: Neovim) -> None:
    found = nvim.quickfix("vim.lsp.buf.workspace_symbol('gubi')")
    assert [(file, line) for file, line, _ in found] == [("web/api.ts", 5)]


def test_a_structural_search_fills_the_quickfix_list(nvim: Neovim) -> None:
    found = nvim.quickfix("vim.cmd('Outcrop kind:function in:=Session sort:path')")
    expected = methods_of("Session", nvim.project / "lsp_server/session.py")
    assert [(file, line) for file, line, _ in found] == [("lsp_server/session.py", line) for _, line in expected]
    assert all("‹ Session" in text for _, _, text in found), "an entry says what it lies in"
    assert nvim.lua("return vim.fn.getqflist({ title = 1 }).title") == "Outcrop: kind:function in:=Session sort:path"


def test_without_a_picker_the_query_is_asked_for(nvim: Neovim) -> None:
    answering = "vim.ui.input = function(asked, answer) answer('kind:class lang:typescript') end"
    found = nvim.quickfix(f"local input = vim.ui.input {answering} vim.cmd('Outcrop') vim.ui.input = input")
    assert [(file, line) for file, line, _ in found] == [("web/api.ts", 4)]
    assert nvim.lua("return require('outcrop.pickers').complete('TODO -kin')") == ["TODO -kind:"]


def test_an_edit_is_seen_at_once(nvim: Neovim) -> None:
    nvim.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'def just_typed():', '    return 1 // 2', '' })")
    try:
        assert "just_typed" in nvim.symbols()
        [(file, line, _)] = nvim.quickfix("vim.cmd('Outcrop sym:=just_typed')")
        assert (file, line) == ("lsp_server/session.py", 1), "unsaved text is searched"
    finally:
        nvim.lua("vim.cmd.undo()")
    assert "just_typed" not in nvim.symbols()


def test_a_wrong_query_is_explained(nvim: Neovim) -> None:
    nvim.lua("vim.cmd.messages('clear') vim.cmd('Outcrop knd:class')")
    said = nvim.wait_for_message("unknown field `knd`, did you mean `kind`?")
    assert "  knd:class\n  ^^^" in said


def test_no_hits_leave_no_old_ones_and_more_hits_can_be_had(nvim: Neovim) -> None:
    assert nvim.quickfix("vim.cmd.Outcrop('kind:class sym:=Session')")
    nvim.lua("vim.cmd.Outcrop('kind:class sym:=NobodyIsCalledSo')")
    nvim.wait_for_message("0 hits")
    assert nvim.lua("return #vim.fn.getqflist()") == 0
    nvim.lua("require('outcrop').options.limit = 3")
    assert len(nvim.quickfix("vim.cmd.Outcrop('kind:method')")) == 3
    nvim.lua("vim.cmd.OutcropMore() require('outcrop').options.limit = 500")
    assert until("more hits", lambda: nvim.lua("return #vim.fn.getqflist()") == 15)
    nvim.lua("vim.cmd.cclose()")


def test_what_is_missing_is_said_once(nvim: Neovim) -> None:
    answer = "{{ hits = {{}}, total = 0, index = {{ state = 'indexing' }}, notes = {} }}"
    ask = f"return require('outcrop.search').summary({answer})"
    assert nvim.lua(ask.format("{ 'still being built' }")) == "Outcrop: 0 hits; still being built"
    assert nvim.lua(ask.format("{}")) == "Outcrop: 0 hits; the index is not complete yet"


def test_a_picker_says_what_is_wrong_with_a_query(nvim: Neovim) -> None:
    picker = """
        package.loaded.snacks = { picker = { pick = function(asked)
          local waiting = { resume = function() end, suspend = function() end, on = function() end }
          asked.finder(nil, { filter = { search = asked.search }, async = waiting })(function() end)
        end } }
        echo, vim.api.nvim_echo = vim.api.nvim_echo, function(parts) vim.g.echoed = parts[1] and parts[1][1] or '' end
        vim.cmd('Outcrop! kind:clas')"""
    nvim.lua(picker)
    until("the mistake", lambda: "class" in str(nvim.lua("return vim.g.echoed")))
    nvim.lua("package.loaded.snacks, vim.api.nvim_echo = nil, echo")


def test_completion_knows_every_field_and_kind(nvim: Neovim) -> None:
    offered = nvim.lua("return vim.fn.getcompletion('Outcrop ', 'cmdline')")
    assert set(offered) == {f"{field}:" for field in FIELDS}
    offered = nvim.lua("return vim.fn.getcompletion('Outcrop kind:', 'cmdline')")
    assert set(offered) == {f"kind:{kind}" for kind in KINDS}
    inside = nvim.lua("return vim.fn.getcompletion('Outcrop -in:(kind:cl', 'cmdline')")
    assert inside == ["-in:(kind:class"]
    assert nvim.lua("return vim.fn.getcompletion('Outcrop sym:=getUser', 'cmdline')") == ["sym:=getUserById"]


def test_the_winbar_says_where_the_cursor_is(nvim: Neovim) -> None:
    [_, (name, line), *_] = methods_of("Session", nvim.project / "lsp_server/session.py")
    nvim.lua(f"vim.api.nvim_win_set_cursor(0, {{ {line}, 0 }}) vim.api.nvim_exec_autocmds('CursorMoved', {{}})")
    until("the winbar", lambda: nvim.lua("return vim.wo.winbar") == f"Session › {name}")


def test_the_health_check_finds_nothing_wrong(nvim: Neovim) -> None:
    nvim.lua("vim.cmd('checkhealth outcrop')")
    report = "\n".join(nvim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))
    nvim.lua("vim.cmd('bwipeout')")
    assert "OK A server runs for" in report
    assert "OK Index: ready" in report
    assert "ERROR" not in report and "WARNING" not in report, report


def test_the_help_is_found_and_its_links_lead_somewhere(nvim: Neovim) -> None:
    code = """
        vim.cmd('help :Outcrop')
        local text, line = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'), vim.fn.getline('.')
        vim.cmd('bwipeout')
        local dead = {}
        for tag in text:gmatch('|([%w:._%-()\\']+)|') do
          if #vim.fn.getcompletion(tag, 'help') == 0 then table.insert(dead, tag) end
        end
        return { line, dead }"""
    line, dead = nvim.lua(code)
    assert ":Outcrop" in line
    assert not dead


def test_the_tags_of_the_help_are_those_of_its_text(nvim: Neovim, tmp_path: Path) -> None:
    """They come with the plugin, so that a folder on the runtime path has its help without another step."""
    shutil.copy(PLUGIN / "doc/outcrop.txt", tmp_path)
    nvim.lua(f"vim.cmd('helptags {tmp_path}')")
    assert (tmp_path / "tags").read_text("utf-8") == (PLUGIN / "doc/tags").read_text("utf-8")


def test_a_crashed_server_comes_back(nvim: Neovim) -> None:
    crashed = crash(nvim.process.pid)
    until("a new server", lambda: [one for one in servers_of(nvim.process.pid) if one != crashed])
    nvim.wait_for_server()
    assert nvim.symbols() >= definitions_in(nvim.project / "lsp_server/session.py")


def has_ended(nvim: Neovim, server: int) -> bool:
    return server not in servers_of(nvim.process.pid)


def test_a_server_that_keeps_crashing_is_left_alone(nvim: Neovim) -> None:
    for _ in range(8):
        if not servers_of(nvim.process.pid):
            break
        crashed = crash(nvim.process.pid)
        until("its end", partial(has_ended, nvim, crashed))
        until("it", lambda: servers_of(nvim.process.pid) or "stays off" in nvim.messages())
    nvim.wait_for_message("stays off")
    nvim.lua("vim.cmd.OutcropRestart()")
    nvim.wait_for_server()
    assert nvim.symbols() >= definitions_in(nvim.project / "lsp_server/session.py")


def test_a_search_needs_no_open_file(tmp_path: Path) -> None:
    start = START + "vim.lsp.enable('outcrop')"
    running = Neovim("nvim", tmp_path, start)
    try:
        running.wait_for_index()
        found = running.quickfix("vim.cmd('Outcrop kind:function in:UserService')")
        assert [(file, line) for file, line, _ in found] == [("app/users.py", 8), ("app/users.py", 20)]
    finally:
        running.end()


def test_the_configuration_works_without_the_plugin(tmp_path: Path) -> None:
    start = f"vim.lsp.config('outcrop', dofile('{PLUGIN}/lsp/outcrop.lua')) vim.lsp.enable('outcrop')"
    running = Neovim("nvim", tmp_path, start, "app/report.sh")
    try:
        running.wait_for_server()
        assert running.lua("return vim.lsp.get_clients()[1].root_dir") == str(running.project)
        assert running.symbols() == {"report"}
    finally:
        running.end()


def test_the_recipe_for_lazy_nvim_as_pasted(tmp_path: Path) -> None:
    """lazy.nvim puts the folder on the runtime path, runs what is in `plugin`, and gives the options to the module."""
    page = (ROOT / "docs/editors.md").read_text("utf-8").partition("With lazy.nvim")[2]
    recipe = page.partition("```lua\n")[2].partition("```")[0].replace("/path/to/outcrop", str(ROOT))
    lazy = """
        vim.opt.rtp:prepend(spec.dir)
        vim.cmd.runtime('plugin/outcrop.lua')
        require(spec.main).setup(spec.opts)"""
    running = Neovim("nvim", tmp_path, f"spec = (function() {recipe} end)()\n{lazy}", "app/users.py")
    try:
        running.wait_for_server()
        assert running.lua("return vim.wo.foldexpr") == "v:lua.vim.lsp.foldexpr()"
        assert running.symbols() >= {"UserService", "find"}
    finally:
        running.end()


def test_neovim_before_0_11(tmp_path: Path) -> None:
    running = Neovim("nvim-old", tmp_path, START + "require('outcrop').setup()", "app/users.py")
    try:
        assert running.lua("return vim.fn.has('nvim-0.11')") == 0
        running.wait_for_server()
        running.wait_for_index()
        assert running.symbols() >= {"UserService", "find", "expire_all", "main"}
        running.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, { \"face = '😀'; smile = 1\" })")
        running.quickfix("vim.cmd('Outcrop sym:=smile')")
        column = running.lua("return vim.fn.getqflist()[1].col")
        assert column == len("face = '😀'; ".encode()) + 1, "this Neovim counts in UTF-16, its lists in bytes"
        crash(running.process.pid)
        until("a new server", lambda: servers_of(running.process.pid))
        running.wait_for_server()
    finally:
        running.end()


ASKED = """pattern:"fetch($A, $B)" lang:python"""
PREVIEW = """
    local buffer = vim.fn.bufnr('^outcrop://replace$')
    return buffer >= 0 and vim.api.nvim_buf_get_lines(buffer, 0, -1, false) or false"""


@pytest.fixture
def replacing(tmp_path: Path) -> Iterator[Neovim]:
    """Three calls: two in a buffer whose text is not saved, one in a file that is not open."""
    running = Neovim("nvim", tmp_path, START + "vim.lsp.enable('outcrop')", "app/users.py")
    try:
        (running.project / "web/later.py").write_text("fetch(5, 6)\n")
        running.wait_for_server()
        running.wait_for_index()
        running.lua(
            "vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'def one():', '    fetch(1, 2)', '    fetch(3, 4)' })"
        )
        until("the index", lambda: len(running.quickfix(f"vim.cmd([[Outcrop {ASKED}]])")) == 3)
        yield running
    finally:
        running.end()


def preview(nvim: Neovim) -> list[str]:
    nvim.lua(f"require('outcrop').replace([[{ASKED}]], 'get($B, $A)')")
    shown: list[str] = until("the preview", lambda: nvim.lua(PREVIEW))
    return shown


def press(nvim: Neovim, line: str, key: str) -> None:
    """Presses a key on a line of the preview."""
    nvim.lua(f"vim.fn.search([[{line}]], 'w') vim.api.nvim_feedkeys(vim.keycode('{key}'), 'x', false)")


def text_of(nvim: Neovim, file: str) -> list[str]:
    found: list[str] = nvim.lua(
        f"return vim.api.nvim_buf_get_lines(vim.fn.bufadd('{nvim.project / file}'), 0, -1, false)"
    )
    return found


def test_a_replacement_is_shown_ticked_made_and_undone(replacing: Neovim) -> None:
    assert preview(replacing)[3:] == [
        "app/users.py",
        "[x]     2 - fetch(1, 2)",
        "          + get(2, 1)",
        "[x]     3 - fetch(3, 4)",
        "          + get(4, 3)",
        "",
        "web/later.py",
        "[x]     1 - fetch(5, 6)",
        "          + get(6, 5)",
    ]
    press(replacing, "fetch(3, 4)", "<Space>")
    assert "[ ]     3 - fetch(3, 4)" in replacing.lua(PREVIEW)
    replacing.lua("vim.cmd.write()")
    until("the change", lambda: text_of(replacing, "app/users.py")[1] == "    get(2, 1)")
    assert text_of(replacing, "app/users.py") == ["def one():", "    get(2, 1)", "    fetch(3, 4)"]
    until("the other change", lambda: text_of(replacing, "web/later.py") == ["get(6, 5)"])
    assert (replacing.project / "web/later.py").read_text() == "fetch(5, 6)\n", (
        "nothing is written before it is asked for"
    )
    replacing.wait_for_message("replaced 2 hits in 2 buffers")
    replacing.lua("vim.cmd.buffer(vim.fn.bufnr('app/users.py')) vim.cmd.undo()")
    assert text_of(replacing, "app/users.py")[1] == "    fetch(1, 2)"


def test_a_whole_file_is_unticked_and_another_place_is_looked_at(replacing: Neovim) -> None:
    preview(replacing)
    press(replacing, "app/users.py", "<Space>")
    assert [line[:3] for line in replacing.lua(PREVIEW) if " - " in line] == ["[ ]", "[ ]", "[x]"]
    press(replacing, "fetch(3, 4)", "<CR>")
    assert replacing.lua("return { vim.fn.expand('%:.'), vim.fn.line('.') }") == ["app/users.py", 3]


def test_code_that_changed_meanwhile_is_left_alone(replacing: Neovim) -> None:
    preview(replacing)
    replacing.lua("vim.api.nvim_buf_set_lines(vim.fn.bufnr('app/users.py'), 0, 0, false, { 'first = 1' })")
    replacing.lua("vim.cmd.buffer('outcrop://replace') vim.cmd.write()")
    replacing.wait_for_message("left alone", "nothing was replaced")
    assert text_of(replacing, "app/users.py") == ["first = 1", "def one():", "    fetch(1, 2)", "    fetch(3, 4)"]


def test_a_wrong_template_is_explained(replacing: Neovim) -> None:
    replacing.lua(f"require('outcrop').replace([[{ASKED}]], 'get($C)')")
    replacing.wait_for_message("$C")


def test_the_selection_becomes_a_pattern(replacing: Neovim) -> None:
    replacing.lua("vim.cmd('normal! 2Gwv$h\\27')")
    found = replacing.quickfix("vim.cmd(\"'<,'>Outcrop\")")
    assert [(file, line) for file, line, _ in found] == [("app/users.py", 2)]
