// Tests of what a user sees and types, in the page of the workbench, with the extension installed from its .vsix.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export async function testView(server, folder, scratch) {
  const page = await server.open(folder);
  const shot = (name) => page.screenshot({ path: path.join(scratch, `${name}.png`) });
  try {
    await indexed(page);
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+G");
    const view = await viewOf(page);
    for (const [name, test] of Object.entries(tests)) {
      const start = Date.now();
      try {
        await test({ page, view, shot, folder, scratch });
      } catch (error) {
        await shot("failed");
        throw new Error(`FAILED ${name}: ${error.stack}`);
      }
      console.log(`ok ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    }
  } finally {
    await page.context().close();
  }
}

const EXTRA_DATA = 'raise JSONDecodeError("Extra data", s, end)';

const tests = {
  async "the view opens with the keyboard in the query box, and with examples"({ view, shot }) {
    await view.locator("#query:focus").waitFor();
    assert.ok((await view.locator(".example").count()) > 3);
    await shot("welcome");
  },

  async "fields and kinds are proposed as one types"({ page, view, shot }) {
    await page.keyboard.type("ki");
    await view.locator("#proposals li", { hasText: "kind:" }).first().waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await query(view), "kind:");
    await page.keyboard.type("met");
    await shot("proposals");
    await page.keyboard.press("Enter");
    assert.equal(await query(view), "kind:method");
  },

  async "hits are grouped by file, under what they lie in"({ page, view, shot }) {
    await page.keyboard.type(" in:JSONDecoder");
    await view.locator(".file", { hasText: "decoder.py" }).waitFor();
    await view.locator(".scope", { hasText: "JSONDecoder" }).waitFor();
    await view.locator(".hit", { hasText: "raw_decode" }).waitFor();
    assert.match(await view.locator("#summary").innerText(), /hits in 1 file/);
    await shot("hits");
  },

  async "Enter goes to the hits, arrows walk over them, Enter opens one"({ page, view, shot }) {
    await page.keyboard.press("Enter");
    await view.locator("#tree:focus").waitFor();
    await view.locator('.hit[aria-selected="true"]', { hasText: "__init__" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await view.locator('.hit[aria-selected="true"]', { hasText: "def decode" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".tab.active", { hasText: "decoder.py" }).waitFor();
    await page.locator(".monaco-editor.focused").first().waitFor();
    await page.keyboard.press("F4");
    await view.locator('.hit[aria-selected="true"]', { hasText: "def raw_decode" }).waitFor();
    await shot("opened");
  },

  async "a hit is copied with its path and line"({ page, view }) {
    await view.locator(".hit", { hasText: "def raw_decode" }).click();
    await page.keyboard.press("Control+C");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await until(async () => /^json\/decoder\.py:\d+: def raw_decode/.test(await copied()));
  },

  async "a mistake is underlined and explained, and the hits before it stay"({ page, view, shot }) {
    await page.keyboard.press("Escape");
    await retype(page, view, "knd:class JSON");
    await view.locator("#paper .wrong", { hasText: "knd" }).waitFor();
    assert.match(await view.locator("#problem").innerText(), /did you mean kind/);
    assert.ok((await view.locator(".hit").count()) > 0);
    await shot("problem");
  },

  async "the arrow up brings back earlier queries, the arrow down the one that was typed"({ page, view }) {
    await page.keyboard.press("ArrowUp");
    assert.equal(await query(view), "kind:method in:JSONDecoder");
    await view.locator(".hit", { hasText: "raw_decode" }).waitFor();
    await page.keyboard.press("ArrowDown");
    assert.equal(await query(view), "knd:class JSON");
  },

  async "many hits are shown in part, and more on request"({ page, view, shot }) {
    await retype(page, view, "def");
    await view.locator("#summary", { hasText: /first 100 hits of [\d,]+ and more/ }).waitFor();
    await shot("many");
    await view.locator("#summary button").click();
    await view.locator("#summary", { hasText: "first 500 hits" }).waitFor();
  },

  async "a long list is in the page as far as it is in sight"({ page, view, shot }) {
    await until(async () => (await view.locator(".row").count()) > 0);
    assert.ok((await view.locator(".row").count()) < 120, "500 hits, and no more elements than fit");
    await page.keyboard.press("Enter");
    await view.locator("#tree:focus").waitFor();
    const first = await view.locator('.row[aria-selected="true"]').innerText();
    await page.keyboard.press("End");
    await until(async () => (await view.locator('.row[aria-selected="true"]').innerText()) !== first);
    await until(async () => view.locator("#tree").evaluate((tree) => tree.scrollTop + tree.clientHeight > tree.scrollHeight - 30));
    await shot("end");
    await page.keyboard.press("Home");
    await view.locator('.file[aria-selected="true"]').waitFor();
    await page.keyboard.press("Escape");
  },

  async "names of the workspace are proposed behind in:, and a path behind file:"({ page, view, shot }) {
    await retype(page, view, "kind:method in:JSONDec");
    await view.locator("#proposals li", { hasText: "JSONDecoder" }).first().waitFor();
    await shot("names");
    await page.keyboard.press("Tab");
    assert.equal(await query(view), "kind:method in:JSONDecoder");
    await page.keyboard.type(" file:decod");
    await view.locator("#proposals li", { hasText: "json/decoder.py" }).first().waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await query(view), "kind:method in:JSONDecoder file:json/decoder.py");
    await view.locator(".hit", { hasText: "raw_decode" }).waitFor();
  },

  async "a hit that is of no interest goes from the list, and so does a file"({ page, view, shot }) {
    await page.keyboard.press("Enter");
    await view.locator('.hit[aria-selected="true"]', { hasText: "__init__" }).waitFor();
    await page.keyboard.press("Delete");
    await view.locator("#summary", { hasText: "2 hits in 1 file" }).waitFor();
    await view.locator('.hit[aria-selected="true"]', { hasText: "def decode" }).waitFor();
    await view.locator(".file").hover();
    await shot("dismiss");
    await view.locator(".file .dismiss").click();
    await until(async () => (await view.locator(".hit").count()) === 0);
    await command(page, "Outcrop: Refresh Search");
    await view.locator(".hit", { hasText: "raw_decode" }).waitFor();
  },

  async "the shortcut again takes what is selected in the editor, ready to be typed over"({ page, view }) {
    await select(page, EXTRA_DATA, "decoder.py");
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+G");
    await until(async () => (await query(view)) === '"raise JSONDecodeError(\\"Extra data\\", s, end)"');
    await view.locator(".hit", { hasText: "Extra data" }).waitFor();
    await page.keyboard.type("kind:class");
    await until(async () => (await query(view)) === "kind:class");
    await page.keyboard.press("Escape");
  },

  async "a folder of the explorer limits the search"({ page, view, shot }) {
    await retype(page, view, "kind:class sym:*Error");
    await view.locator(".file", { hasText: "decoder.py" }).waitFor();
    await page.mouse.move(900, 5); // what the mouse rests on would show a hint over the folders
    await page.keyboard.press("Control+Shift+E");
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "http" }).click({ button: "right" });
    await page.locator(".monaco-menu .action-item", { hasText: "Structural Search in This Folder" }).hover();
    await page.keyboard.press("Enter"); // a click on a menu that has just opened is ignored
    await until(async () => (await query(view)) === "file:http/** kind:class sym:*Error");
    await view.locator(".file", { hasText: "cookies.py" }).waitFor();
    await until(async () => (await view.locator(".file .folder").allInnerTexts()).every((name) => name === "http"));
    await shot("folder");
  },

  async "selected code becomes a pattern"({ page, view, shot }) {
    await select(page, EXTRA_DATA, "decoder.py");
    await command(page, "Outcrop: Find Code Like the Selection");
    await view.locator("#query:focus").waitFor();
    await until(async () => (await query(view)) === 'pattern:"raise JSONDecodeError(\\"Extra data\\", s, end)" lang:python');
    await view.locator(".hit", { hasText: "Extra data" }).waitFor();
    assert.equal(await view.locator(".hit").count(), 1);
    await view.locator("#query").fill('pattern:"raise JSONDecodeError($A, s, $B)" lang:python');
    await until(async () => (await view.locator(".hit").count()) > 5);
    await shot("pattern");
  },

  async "a variable in the selection is no hole in the pattern"({ page, view }) {
    await select(page, "our $KEEP_ALL = 0", "Temp.pm");
    await command(page, "Outcrop: Find Code Like the Selection");
    await until(async () => (await query(view)) === 'pattern:"our \\$KEEP_ALL = 0" lang:perl');
    await view.locator(".hit", { hasText: "our $KEEP_ALL" }).waitFor();
    assert.equal(await view.locator(".hit").count(), 1);
  },

  async "what would be replaced is shown, old beside new, with a tick for each hit and file"({ page, view, shot, folder }) {
    await command(page, "Outcrop: Structural Replace");
    await view.locator("#template:focus").waitFor();
    await view.locator("#query").fill('pattern:"raise JSONDecodeError($A, s, $B)" lang:python');
    await view.locator("#template").fill("raise JSONDecodeError($A, text=s, at=$B)");
    const extra = view.locator(".hit", { hasText: 'data",' });
    await extra.locator("ins", { hasText: "text=s, at=end" }).waitFor();
    assert.equal(await extra.locator("del").innerText(), "s, end", "what stays the same is not shown twice");
    const hits = await view.locator(".hit").count();
    assert.ok(hits > 5);
    assert.equal(await view.locator('.hit[aria-checked="true"]').count(), hits);
    for (const tick of await view.locator(".file .tick").all()) {
      await tick.click();
    }
    assert.equal(await view.locator('.hit[aria-checked="true"]').count(), 0);
    assert.ok(await view.locator("#replace-all").isDisabled());
    await view.locator(".file", { hasText: "decoder.py" }).locator(".tick").click();
    await extra.locator(".tick").click();
    assert.equal(await view.locator('.file[aria-checked="mixed"]').count(), 1);
    await shot("replace");
    assert.doesNotMatch(readFileSync(path.join(folder, "json/decoder.py"), "utf8"), /text=s/, "nothing is changed yet");
  },

  async "a mistake in the template is explained"({ view }) {
    await view.locator("#template").fill("raise $C");
    await view.locator("#template-problem", { hasText: "$C" }).waitFor();
    await view.locator("#template").fill("raise JSONDecodeError($A, text=s, at=$B)");
    await view.locator("#template-problem").waitFor({ state: "hidden" });
  },

  async "what is ticked is replaced, what is not stays, and one undo takes it back"({ page, view, shot, folder }) {
    const file = path.join(folder, "json/decoder.py");
    const before = readFileSync(file, "utf8");
    await select(page, EXTRA_DATA, "decoder.py");
    await view.locator(".hit ins").first().waitFor();
    await view.locator(".file", { hasText: "__init__.py" }).locator(".tick").click();
    await view.locator(".hit", { hasText: 'data",' }).locator(".tick").click();
    const ticked = await view.locator('.hit[aria-checked="true"]').count();
    await view.locator("#replace-all").click();
    await view.locator("#replaced", { hasText: `Replaced ${ticked} hits in 1 file` }).waitFor();
    await until(() => readFileSync(file, "utf8").includes("text=s"));
    const after = readFileSync(file, "utf8");
    assert.equal(after.split("text=s").length - 1, ticked);
    assert.ok(after.includes('raise JSONDecodeError("Extra data", s, end)'));
    await view.locator("#summary", { hasText: "2 hits in 2 files" }).waitFor();
    assert.equal(await view.locator('.hit[aria-checked="true"]').count(), 0, "what was not wanted stays without its tick");
    await shot("replaced");
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.press("Control+Z");
    await page.keyboard.press("Control+S");
    await until(() => readFileSync(file, "utf8") === before);
  },

  async "one hit is replaced by its own button, and the box is closed again"({ page, view, folder }) {
    const file = path.join(folder, "json/decoder.py");
    const before = readFileSync(file, "utf8");
    await command(page, "Outcrop: Refresh Search");
    await until(async () => (await view.locator(".hit ins").count()) > 5);
    await view.locator(".hit", { hasText: 'data",' }).hover();
    await view.locator(".hit", { hasText: 'data",' }).locator(".act").click();
    await view.locator("#replaced", { hasText: "Replaced 1 hit in 1 file" }).waitFor();
    await page.locator(".monaco-editor .view-lines").first().click();
    await page.keyboard.press("Control+Z");
    await page.keyboard.press("Control+S");
    await until(() => readFileSync(file, "utf8") === before);
    await view.locator("#toggle").click();
    await view.locator("#template").waitFor({ state: "hidden" });
    await until(async () => (await view.locator(".hit ins").count()) === 0 && (await view.locator(".hit").count()) > 0);
  },

  async "the same from the command palette"({ page, shot }) {
    await quickSearch(page);
    await page.keyboard.type("kind:class in:parse_headers OR sym:HTTPMessage");
    const hit = page.locator(".quick-input-list .monaco-list-row", { hasText: "class HTTPMessage" });
    await hit.waitFor();
    await shot("quick_pick");
    await page.keyboard.press("Enter");
    await page.locator(".tab.active", { hasText: "client.py" }).waitFor();
  },

  async "blocks at the cursor"({ page, shot }) {
    await select(page, EXTRA_DATA, "decoder.py");
    await command(page, "Outcrop: Show Blocks at the Cursor");
    const blocks = page.locator(".quick-input-list .quick-input-list-rows .quick-input-list-row:first-child .label-name");
    await blocks.filter({ hasText: "JSONDecoder" }).waitFor();
    assert.deepEqual((await blocks.allInnerTexts()).map((text) => text.trim()), ["if", "decode", "JSONDecoder"]);
    await shot("blocks");
    await page.keyboard.press("Escape");
  },

  async "a rename shows what only has the name before anything is changed"({ page, shot, folder }) {
    await select(page, "return shape.area()", "base.py");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft"); // between the name and its parentheses
    await page.keyboard.press("F2");
    await page.locator(".rename-input:focus").waitFor();
    await page.keyboard.insertText("surface");
    await page.keyboard.press("Enter");
    const ticked = (text) => page.locator(".panel .monaco-list-row", { hasText: text }).locator("input").isChecked();
    await page.locator(".panel .monaco-list-row", { hasText: "return thing." }).waitFor();
    assert.deepEqual([await ticked("return shape."), await ticked("return thing.")], [true, false]);
    await shot("rename");
    await page.locator(".panel .monaco-button", { hasText: "Apply" }).click();
    const saved = () => readFileSync(path.join(folder, "shapes/base.py"), "utf8");
    await until(() => saved().includes("return shape.surface()"));
    assert.match(saved(), /return thing\.area\(\)/);
  },

  async "the status bar tells how the index is, and offers what can be done"({ page, shot }) {
    await statusBar(page).click();
    await page.locator(".quick-input-titlebar", { hasText: /Outcrop: \d+ files, [\d,]+ symbols/ }).waitFor();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Rebuild the Index" }).waitFor();
    await shot("status");
    await page.keyboard.press("Escape");
  },

  async "hits come while the search goes on, and stay where they are"({ page, view, shot, scratch }) {
    await withSlowServer(page, scratch);
    await ask(view, "kind:class lines:>40");
    await view.locator("#summary", { hasText: /^\d+ hits? in \d+ files? so far/ }).waitFor();
    const early = await rowTexts(view);
    await view.locator(".row").first().evaluate((row) => (row.dataset.seen = "early"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const chosen = await view.locator('.row[aria-selected="true"]').innerText();
    await shot("streaming");
    await view.locator("#summary", { hasText: /\d m?s$/ }).waitFor();
    const all = await rowTexts(view);
    assert.ok(0 < early.length && early.length < all.length, `${early.length} rows, then ${all.length}`);
    assert.deepEqual(all.slice(0, early.length), early);
    assert.equal(await view.locator(".row").first().getAttribute("data-seen"), "early");
    assert.equal(await view.locator('.row[aria-selected="true"]').innerText(), chosen);
  },

  async "a search is stopped, and what it has found stays"({ page, view, shot }) {
    await ask(view, "kind:class lines:>41");
    await view.locator("#summary", { hasText: "so far" }).waitFor();
    await page.locator(".action-label[aria-label='Stop Search']:visible").first().waitFor();
    await view.locator("#stop").click();
    await view.locator("#summary", { hasText: /^Stopped: \d+ hits?/ }).waitFor();
    const found = await view.locator(".hit").count();
    assert.match(await view.locator("#summary").innerText(), new RegExp(`^Stopped: ${found} hit`));
    await page.locator(".action-label[aria-label='Refresh Search']:visible").first().waitFor();
    await shot("stopped");
    await view.locator("#summary button", { hasText: "Search again" }).click();
    await view.locator("#stop").waitFor();
    assert.ok((await view.locator(".hit").count()) >= found, "the hits stay until there are as many new ones");
    await view.locator("#query").focus();
    await page.keyboard.press("Escape");
    await view.locator("#summary", { hasText: "Stopped" }).waitFor();
  },

  async "a new query takes the place of the one that goes on"({ page, view }) {
    await ask(view, "kind:class lines:>42");
    await view.locator("#summary", { hasText: "so far" }).waitFor();
    await view.locator("#query").fill("sym:=JSONDecoder");
    await view.locator("#summary", { hasText: "1 hit in 1 file" }).waitFor();
    assert.equal(await view.locator(".hit").count(), 1);
  },

  async "the query language is explained"({ page, view }) {
    await command(page, "Outcrop: Explain the Query Language");
    await page.locator(".tab.active", { hasText: "query-language.md" }).waitFor();
    await view.locator("#query").waitFor();
  },

  async "the walkthrough leads to the search"({ page, shot }) {
    await command(page, "Outcrop: Open the Walkthrough");
    await page.locator(".getting-started-step", { hasText: "Ask your first question" }).first().waitFor();
    await shot("walkthrough");
  },

  async "the page of the extension shows its pictures"({ page, shot }) {
    await page.keyboard.press("Control+Shift+X");
    await page.locator(".extensions-list .monaco-list-row", { hasText: "Outcrop" }).first().click();
    await page.locator(".extension-editor").waitFor();
    const loaded = () => Promise.all(page.frames().map((frame) => frame.evaluate(() => [...document.images].map((one) => one.naturalWidth)).catch(() => [])));
    await until(async () => (await loaded()).some((widths) => widths.length >= 4 && widths.every((width) => width > 100)), 20);
    await shot("extension_page");
  },
};

/** Types a query in the place of the one that is there. */
export async function retype(page, view, text) {
  await view.locator("#query").selectText();
  await page.keyboard.type(text);
}

/** Asks a query with nothing left of the one before, whose hits and count stay until there are new ones. */
async function ask(view, text) {
  await view.locator("#query").fill("");
  await view.locator(".example").first().waitFor();
  await view.locator("#query").fill(text);
}

/** Waits until the server has read the whole folder. */
async function indexed(page) {
  const label = '.statusbar-item [aria-label^="Outcrop: "][aria-label$=" symbols"]:not([aria-label*=" of "])';
  await page.locator(label).first().waitFor({ timeout: 180_000 });
}

/** Chooses a server that rests before each file it looks at, for this machine: a folder has no say in it. */
async function withSlowServer(page, scratch) {
  const [command, ...args] = JSON.parse(process.env.OUTCROP_SLOW_SERVER);
  const file = path.join(scratch, "data", "data", "Machine", "settings.json");
  const settings = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...settings, "outcrop.server.command": command, "outcrop.server.arguments": args }));
  await page.locator('.statusbar-item [aria-label*="Outcrop: starting"]').first().waitFor();
  await indexed(page);
}

function rowTexts(view) {
  return view.locator(".row").allInnerTexts();
}

function query(view) {
  return view.locator("#query").inputValue();
}

function statusBar(page) {
  return page.locator('.statusbar-item[id="outcrop.outcrop.outcrop.status"], .statusbar-item', { hasText: "Outcrop" }).first();
}

/** The frame in which the view's page is. */
export async function viewOf(page) {
  return until(async () => {
    for (const frame of page.frames()) {
      const found = await frame.$("#query").catch(() => null);
      if (found !== null) {
        return frame;
      }
    }
    return undefined;
  });
}

export async function command(page, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).waitFor();
  await page.keyboard.press("Enter");
}

export async function quickSearch(page) {
  await command(page, "Outcrop: Structural Search in a Quick Pick");
  await page.locator(".quick-input-titlebar", { hasText: "Structural Search" }).waitFor();
  await page.locator(".quick-input-widget input:focus").waitFor();
}

/** Opens a file at a text that is in it once, by a search in the quick pick. The text is selected. */
async function select(page, text, file) {
  await quickSearch(page);
  await page.keyboard.insertText(`"${text.replace(/"/g, '\\"')}"`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: `${file}:` }).waitFor(); // not a query with its name
  await page.keyboard.press("Enter");
  await page.locator(".tab.active", { hasText: file }).waitFor();
  await page.locator(".monaco-editor.focused").first().waitFor();
  await page.locator(".statusbar-item", { hasText: "selected)" }).waitFor();
}

export async function until(condition, seconds = 10) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    assert.ok(Date.now() < end, `still not true after ${seconds} s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
