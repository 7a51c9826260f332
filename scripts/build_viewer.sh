#!/usr/bin/env bash
# Builds the report page's viewer into FOLDER/template.html: build_viewer.sh FOLDER
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/../viewer"
# Packages are installed anew only when the lock file has changed.
installed=node_modules/.installed
if ! cmp -s package-lock.json "$installed"; then
  npm ci --no-audit --no-fund --loglevel=error
  cp package-lock.json "$installed"
fi
npm run --silent build -- --outDir "$folder" --emptyOutDir --logLevel warn
