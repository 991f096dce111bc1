// Runs tests of the extension: node run.mjs host|view VSIX FOLDER SCRATCH. Those of the view need what those in the host leave.
// Prints one line for each test; exit code 1 if one fails.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { testView } from "./view_tests.mjs";
import { VSCodeServer } from "./vscode_server.mjs";

const [vsix, folder, scratch] = process.argv.slice(3).map((name) => path.resolve(name));
const here = path.dirname(fileURLToPath(import.meta.url));
// Else these are left to a server of the language's own, where there usually is one.
const settings = { "outcrop.definition": "on", "outcrop.references": "on", "outcrop.rename": "on" };
const server = await VSCodeServer.start({ vsix, scratch, settings });
try {
  if (process.argv[2] === "host") {
    await server.runInHost(folder, path.join(here, "in_host"));
  } else {
    await testView(server, folder, scratch);
  }
} catch (error) {
  console.error(error.stack);
  process.exitCode = 1;
} finally {
  await server.stop();
}
