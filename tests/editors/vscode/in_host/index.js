// Tests that run inside VS Code's extension host, with the extension installed from its .vsix.
// The folder is a copy of packages of Python's standard library and of some of Perl's modules.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const COMMAND = process.env.OUTCROP_TEST_SERVER;
const [SLOW, ...SLOW_ARGUMENTS] = JSON.parse(process.env.OUTCROP_SLOW_SERVER);
const PATIENCE = 60; // seconds until something counts as hanging, far more than anything takes
const extension = vscode.extensions.getExtension("outcrop.outcrop");
const folder = vscode.workspace.workspaceFolders[0].uri;
let outcrop;

const tests = {
  async "tells that there is no server, and changes nothing"() {
    outcrop = await extension.activate();
    await until(() => outcrop.server.phase === "missing");
    await assert.rejects(outcrop.search("kind:class"), /not found/);
  },

  async "starts the command in the settings, and indexes the folder"() {
    await configure("server.command", COMMAND);
    await until(() => outcrop.server.phase === "running" && outcrop.server.status?.state === "ready");
    assert.equal(outcrop.server.command.origin, "the setting outcrop.server.command");
    assert.ok(outcrop.server.status.files > 30, `${outcrop.server.status.files} files`);
    assert.ok(outcrop.server.status.symbols > 500);
  },

  async "document symbols are nested"() {
    const document = await opened("json/decoder.py");
    const symbols = await symbolsOf(document);
    const decoder = symbols.find((symbol) => symbol.name === "JSONDecoder");
    assert.ok(decoder, names(symbols));
    assert.equal(decoder.kind, vscode.SymbolKind.Class);
    assert.ok(decoder.children.some((child) => child.name === "raw_decode"), names(decoder.children));
    assert.equal(document.getText(decoder.selectionRange), "JSONDecoder");
  },

  async "a language that no extension of VS Code knows has an outline, too"() {
    const symbols = await symbolsOf(await opened("perl/Temp.pm"));
    assert.ok(symbols.length > 5, names(symbols));
  },

  async "a language that VS Code outlines itself is not outlined twice"() {
    const file = vscode.Uri.joinPath(folder, "page.css");
    await vscode.workspace.fs.writeFile(file, Buffer.from(".page {\n  color: red;\n}\n"));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const outline = () => until(async () => (await symbolsOf(document)).length > 0 && symbolsOf(document));
    assert.equal(names(await outline()), ".page");
    await configure("outline", "always");
    await edited(document, "\n"); // VS Code asks anew for a new version only
    assert.equal(names(await outline()), ".page .page");
    await configure("outline", undefined);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.workspace.fs.delete(file);
  },

  async "folds"() {
    const document = await opened("json/decoder.py");
    const folds = await vscode.commands.executeCommand("vscode.executeFoldingRangeProvider", document.uri);
    const line = lineOf(document, "class JSONDecoder");
    assert.ok(folds.some((fold) => fold.start === line), JSON.stringify(folds.slice(0, 10)));
  },

  async "expands the selection to the expression"() {
    const document = await opened("json/decoder.py");
    const at = document.positionAt(document.getText().indexOf("raw_decode(s"));
    const [range] = await vscode.commands.executeCommand("vscode.executeSelectionRangeProvider", document.uri, [at]);
    const around = [];
    for (let one = range; one; one = one.parent) {
      around.push(document.getText(one.range));
    }
    assert.ok(around.some((text) => text.startsWith("class JSONDecoder")), "the class is around it");
  },

  async "workspace symbols, by name and by query"() {
    const found = async (query) => vscode.commands.executeCommand("vscode.executeWorkspaceSymbolProvider", query);
    assert.ok((await found("JSONEncoder")).some((symbol) => symbol.location.uri.path.endsWith("json/encoder.py")));
    assert.ok(names(await found("kind:method in:JSONDecoder")).includes("raw_decode"));
  },

  async "an edit is followed by fresh symbols, and by hits in text that is not saved"() {
    const document = await opened("json/scanner.py");
    await edited(document, "\n\ndef brand_new_scanner():\n    return 1\n");
    assert.ok(names(await symbolsOf(document)).includes("brand_new_scanner"));
    const answer = await outcrop.search("sym:=brand_new_scanner");
    assert.equal(answer.total, 1);
    assert.equal(answer.hits[0].location.range.start.line, lineOf(document, "def brand_new_scanner"));
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  },

  async "a query becomes a rule, whose findings come and go, and whose fix is applied"() {
    await vscode.commands.executeCommand("outcrop.saveAsRule", { name: "no-eval", query: 'pattern:"eval($A)"' });
    const rule = vscode.window.activeTextEditor.document;
    assert.ok(rule.uri.path.endsWith("/.outcrop/rules/no-eval.toml"), rule.uri.path);
    fs.writeFileSync(rule.uri.fsPath, `${rule.getText()}fix = "parse($A)"\n`);
    const file = vscode.Uri.joinPath(folder, "ruled.py");
    await vscode.workspace.fs.writeFile(file, Buffer.from("x = eval(a)\n"));
    const document = await opened("ruled.py");
    const found = () => vscode.languages.getDiagnostics(file).filter((each) => each.source === "Outcrop");
    await until(() => found().length === 1);
    assert.deepEqual([found()[0].code, document.getText(found()[0].range)], ["no-eval", "eval(a)"]);
    await replaced(document, "x = int(a)\n");
    await until(() => found().length === 0);
    await replaced(document, "x = eval(a)\n");
    await until(() => found().length === 1);
    const fix = await until(async () => {
      const actions = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", file, found()[0].range);
      return actions.find((action) => action.title.startsWith("Fix: "));
    });
    await vscode.workspace.applyEdit(fix.edit);
    assert.equal(document.getText(), "x = parse(a)\n");
    await until(() => found().length === 0);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.workspace.fs.delete(file);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, ".outcrop"), { recursive: true });
  },

  async "calls and types are followed both ways"() {
    const [base, round] = [await opened("shapes/base.py"), await opened("shapes/round.py")];
    const ask = (what, ...given) => vscode.commands.executeCommand(`vscode.${what}`, ...given);
    const [measured] = await ask("prepareCallHierarchy", base.uri, positionOf(base, "measured("));
    const [caller] = await ask("provideIncomingCalls", measured);
    assert.equal(caller.from.name, "report");
    assert.deepEqual(caller.fromRanges.map((range) => round.getText(range)), ["measured"]);
    const [report] = await ask("prepareCallHierarchy", round.uri, positionOf(round, "report("));
    assert.deepEqual((await ask("provideOutgoingCalls", report)).map((call) => call.to.name), ["measured"]);
    const [shape] = await ask("prepareTypeHierarchy", base.uri, positionOf(base, "Shape:"));
    const [circle] = await ask("provideSubtypes", shape);
    assert.equal(circle.name, "Circle");
    assert.deepEqual(names(await ask("provideSupertypes", circle)), "Shape");
  },

  async "goes to the definition and to the implementation"() {
    const [base, round] = [await opened("shapes/base.py"), await opened("shapes/round.py")];
    const found = async (what, document, text) => {
      const places = await vscode.commands.executeCommand(`vscode.execute${what}Provider`, document.uri, positionOf(document, text));
      return places.map((place) => `${vscode.workspace.asRelativePath(place.uri)}:${place.range.start.line + 1}`);
    };
    assert.deepEqual(await found("Definition", round, "measured(c"), [`shapes/base.py:${lineOf(base, "def measured") + 1}`]);
    assert.deepEqual(await found("Implementation", base, "area(self)"), [`shapes/round.py:${lineOf(round, "def area") + 1}`]);
  },

  async "a rename has all that surely means the same, and asks about what only has the name"() {
    const base = await opened("shapes/base.py");
    const edit = await vscode.commands.executeCommand("vscode.executeDocumentRenameProvider", base.uri, positionOf(base, "area(self)"), "surface");
    const changed = edit.entries().map(([uri, edits]) => `${vscode.workspace.asRelativePath(uri)} ${edits.map((one) => one.range.start.line + 1)}`);
    assert.deepEqual(changed.sort(), ["shapes/base.py 2,7,11", "shapes/round.py 5"]);
    const wrong = vscode.commands.executeCommand("vscode.executeDocumentRenameProvider", base.uri, positionOf(base, "measured("), "guess");
    await assert.rejects(wrong, /already means something else/);
  },

  async "a file that appears on disk is found"() {
    const file = vscode.Uri.joinPath(folder, "appeared.py");
    fs.writeFileSync(file.fsPath, "def out_of_nowhere():\n    pass\n");
    await until(async () => (await outcrop.search("sym:=out_of_nowhere")).total === 1);
    fs.unlinkSync(file.fsPath);
    await until(async () => (await outcrop.search("sym:=out_of_nowhere")).total === 0);
  },

  async "structural search has ancestry, and says what is wrong with a query"() {
    const answer = await outcrop.search("kind:method in:JSONDecoder", 5);
    assert.ok(answer.hits.length > 0);
    assert.equal(answer.hits[0].ancestry[0].name, "JSONDecoder");
    const wrong = await outcrop.search("knd:class");
    assert.deepEqual(wrong.hits, []);
    assert.deepEqual([wrong.problems[0].start, wrong.problems[0].end], [0, 3]);
  },

  async "settings that somebody chose reach the server, and no others"() {
    const all = (await outcrop.search("kind:class", 1000)).total;
    await configure("ignore", ["asyncio/"]);
    await until(async () => (await outcrop.search("kind:class", 1000)).hits.every((hit) => !hit.location.uri.includes("/asyncio/")));
    await configure("ignore", undefined);
    await until(async () => (await outcrop.search("kind:class", 1000)).total === all);
  },

  async "the project's own settings stand where the editor has none"() {
    fs.writeFileSync(path.join(folder.fsPath, ".outcrop.toml"), "search_limit = 3\n");
    await vscode.commands.executeCommand("outcrop.restartServer");
    await ready();
    assert.equal((await outcrop.search("def")).hits.length, 3);
    fs.unlinkSync(path.join(folder.fsPath, ".outcrop.toml"));
    await vscode.commands.executeCommand("outcrop.restartServer");
    await ready();
    assert.equal((await outcrop.search("def")).hits.length, 100);
  },

  async "after a crash the server is started again, and knows what is open"() {
    const document = await opened("json/decoder.py");
    const before = outcrop.server.processId;
    process.kill(before, "SIGKILL");
    await until(() => outcrop.server.processId !== undefined && outcrop.server.processId !== before);
    await ready();
    assert.ok(names(await symbolsOf(document)).includes("JSONDecoder"));
    assert.ok((await outcrop.search("kind:class")).total > 10);
  },

  async "after a crash the server is started again, though messages went into its closed pipe"() {
    const before = outcrop.server.processId;
    process.kill(before, "SIGKILL");
    while (isAlive(before)) {} // nothing here hears of its end meanwhile
    const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(() => outcrop.search("kind:class")));
    assert.ok(asked.every((one) => one.status === "rejected"));
    await until(() => outcrop.server.processId !== undefined && outcrop.server.processId !== before);
    await ready();
    assert.ok((await outcrop.search("kind:class")).total > 10);
  },

  async "a server that keeps crashing stays off, says so, and can be restarted"() {
    await vscode.commands.executeCommand("outcrop.restartServer");
    await ready();
    const killed = new Set();
    while (outcrop.server.phase !== "failed") {
      const next = await until(() => outcrop.server.phase === "failed" || (!killed.has(outcrop.server.processId) && outcrop.server.processId));
      if (next !== true) {
        killed.add(next);
        process.kill(next, "SIGKILL");
      }
    }
    assert.equal(killed.size, 5);
    assert.match(outcrop.server.trouble, /stays off/);
    await vscode.commands.executeCommand("outcrop.restartServer");
    await ready();
  },

  async "the index is rebuilt on request"() {
    await vscode.commands.executeCommand("outcrop.rebuildIndex");
    await ready();
    assert.ok((await outcrop.search("kind:class")).total > 10);
  },

  async "hits come while the search goes on, in the order of the answer"() {
    const places = (hits) => hits.map((hit) => `${hit.location.uri}:${hit.location.range.start.line}`);
    const queries = { byPath: "kind:class file:asyncio/**", byScore: "self return file:asyncio/**" };
    const expected = {};
    for (const [order, query] of Object.entries(queries)) {
      expected[order] = places((await outcrop.search(query)).hits);
    }
    await configure("server.arguments", SLOW_ARGUMENTS);
    await configure("server.command", SLOW);
    await until(() => outcrop.server.command?.command === SLOW);
    await ready();
    for (const [order, query] of Object.entries(queries)) {
      const parts = [];
      const answer = await outcrop.search(query, undefined, (part) => parts.push(part));
      assert.ok(parts.length > 1, `${order}: ${parts.length} parts`);
      assert.ok(parts.every((part) => part.replace === (order === "byScore")));
      assert.deepEqual(places(answer.hits), expected[order]);
      const told = order === "byScore" ? parts.at(-1).hits : parts.flatMap((part) => part.hits);
      assert.deepEqual(places(told), expected[order]);
    }
  },

  async "a search that is stopped tells of no more hits, and the next one is answered"() {
    const source = new vscode.CancellationTokenSource();
    const parts = [];
    const told = (part) => {
      parts.push(part);
      source.cancel();
    };
    await assert.rejects(outcrop.server.search("kind:class", undefined, source.token, told), /cancel/i);
    const count = parts.length;
    const answer = await outcrop.search("sym:=JSONDecoder");
    assert.equal(answer.total, 1);
    assert.equal(parts.length, count);
  },

  async "a command that never answers does not stand in the way of the next"() {
    await configure("server.arguments", ["1000"]);
    await configure("server.command", "/bin/sleep");
    await until(() => outcrop.server.command?.command === "/bin/sleep" && outcrop.server.phase === "starting");
    await configure("server.command", COMMAND);
    await configure("server.arguments", undefined);
    await ready();
  },

  async "a command that cannot be started is named"() {
    await configure("server.command", "/no/such/outcrop-lsp");
    await until(() => outcrop.server.phase === "failed");
    assert.match(outcrop.server.trouble, /no\/such\/outcrop-lsp/);
  },

  async "without a server of the user's, it installs its own when asked"() {
    await configure("server.command", undefined);
    await until(() => outcrop.server.phase === "missing");
    const phases = [];
    const listener = outcrop.server.onDidChange(() => phases.push(outcrop.server.phase));
    await vscode.commands.executeCommand("outcrop.installServer");
    await ready();
    listener.dispose();
    assert.deepEqual([...new Set(phases)], ["stopped", "installing", "starting", "running"]);
    assert.equal(outcrop.server.command.origin, "the environment of this extension");
    assert.ok((await outcrop.search("kind:class")).total > 10);
  },
};

exports.run = async function run() {
  for (const [name, test] of Object.entries(tests)) {
    const start = Date.now();
    try {
      await test();
    } catch (error) {
      console.error(`FAILED ${name}: ${error.stack}`);
      throw error;
    }
    console.log(`ok ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
};

async function ready() {
  await until(() => outcrop.server.phase === "running" && outcrop.server.status?.state === "ready");
}

async function opened(name) {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, name));
  await vscode.window.showTextDocument(document);
  return document;
}

async function edited(document, added) {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(document.lineCount, 0), added);
  await vscode.workspace.applyEdit(edit);
}

async function replaced(document, text) {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
}

async function symbolsOf(document) {
  return (await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri)) ?? [];
}

async function configure(name, value) {
  await vscode.workspace.getConfiguration("outcrop").update(name, value, vscode.ConfigurationTarget.Global);
}

function names(symbols) {
  return symbols.map((symbol) => symbol.name).join(" ");
}

function positionOf(document, text) {
  return document.positionAt(document.getText().indexOf(text));
}

function lineOf(document, text) {
  return positionOf(document, text).line;
}

/** Whether a process runs. One that ended, but whose parent has not asked for that, does not. */
function isAlive(processId) {
  try {
    return !/\) Z /.test(fs.readFileSync(`/proc/${processId}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits until something is true, and returns it. */
async function until(condition) {
  const end = Date.now() + PATIENCE * 1000;
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    assert.ok(Date.now() < end, `still not true after ${PATIENCE} s: ${condition}\n${JSON.stringify({ phase: outcrop.server.phase, trouble: outcrop.server.trouble, status: outcrop.server.status })}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
