// Reads a SCIP index with the bindings that another indexer ships, and prints what it holds.
const { scip } = require("@sourcegraph/scip-typescript/dist/src/scip.js");
const fs = require("fs");
const index = scip.Index.deserializeBinary(fs.readFileSync(process.argv[2]));
const documents = index.documents.map((document) => ({
  path: document.relative_path,
  language: document.language,
  symbols: document.symbols.map((one) => ({ symbol: one.symbol, name: one.display_name, kind: one.kind, said: one.documentation })),
  occurrences: document.occurrences.map((one) => ({ range: one.range, symbol: one.symbol, roles: one.symbol_roles })),
}));
console.log(JSON.stringify({ tool: index.metadata.tool_info.name, root: index.metadata.project_root, documents }));
