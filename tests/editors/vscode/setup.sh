#!/usr/bin/env bash
# Installs what tests/editors/test_vscode.py needs, from npm alone: the extension's own packages, VS Code's server and
# what drives a browser. Node 20 or later and a Chromium must be there already. About 470 MB.
set -euo pipefail
cd "$(dirname "$0")"

npm_install=(npm --no-audit --no-fund --loglevel=error)
(cd ../../../editors/vscode && "${npm_install[@]}" ci --ignore-scripts)
"${npm_install[@]}" ci --ignore-scripts
cd node_modules/code-server/lib/vscode
"${npm_install[@]}" install --omit=dev --ignore-scripts
ln -sfn node_modules node_modules.asar
