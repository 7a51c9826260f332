#!/usr/bin/env bash
# Tests of the report page: types and units of its sources, then pages in headless Chromium, made-up ones and those of
# the program: test_viewer.sh COMMAND
set -euo pipefail
export ALEMBERT=$(realpath "$1")
cd "$(dirname "$0")/../viewer"
npm run --silent typecheck
npm run --silent test
npm run --silent test:browser
npm run --silent test:program
