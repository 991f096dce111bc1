// Takes the pictures of the extension's README from a real VS Code: node screenshots.mjs VSIX FOLDER SCRATCH IMAGES.
// FOLDER is a project with the packages asyncio, http and json of Python's standard library in it.
import path from "node:path";
import { quickSearch, retype, until, viewOf } from "./view_tests.mjs";
import { VSCodeServer } from "./vscode_server.mjs";

const [vsix, folder, scratch, images] = process.argv.slice(2).map((name) => path.resolve(name));
const settings = {
  "outcrop.server.command": process.env.OUTCROP_TEST_SERVER,
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.startupEditor": "none",
  "editor.minimap.enabled": false,
};
const server = await VSCodeServer.start({ vsix, scratch, settings });
try {
  const page = await server.open(folder, { width: 1180, height: 720 });
  const shot = (name) => page.screenshot({ path: path.join(images, `${name}.png`) });
  await page.locator(".statusbar-item", { hasText: "Outcrop" }).first().waitFor();
  await page.keyboard.press("Control+K");
  await page.keyboard.press("Control+G");
  const view = await viewOf(page);
  const sash = await page.locator(".monaco-sash.vertical").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x).filter((x) => x > 100)[0]);
  await page.mouse.move(sash + 2, 400);
  await page.mouse.down();
  await page.mouse.move(sash + 120, 400, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(900, 5);
  await until(async () => (await view.locator(".note").count()) === 0, 60);

  await retype(page, view, "kind:function has:(kind:try) -has:finally lines:>30 file:asyncio/**");
  await view.locator(".hit").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await view.locator("#tree:focus").waitFor();
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Space");
  await page.locator(".tab.active").waitFor();
  await page.waitForTimeout(1500);
  await shot("search");

  await retype(page, view, 'pattern:"raise $E($A, s, $B)" lang:python');
  await view.locator(".hit", { hasText: "raise JSONDecodeError" }).first().waitFor();
  await page.waitForTimeout(500);
  await shot("pattern");

  await quickSearch(page);
  await page.keyboard.insertText("call:open -in:(kind:with)");
  await page.locator(".quick-input-list .monaco-list-row").nth(2).waitFor();
  await page.waitForTimeout(700);
  await shot("quick-pick");
} finally {
  await server.stop();
}
