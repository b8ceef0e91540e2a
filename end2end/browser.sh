#!/usr/bin/env bash
# A browser for the tests: the system's Chromium if there is one; else, where we may, the system's package; else the
# one that Playwright fetches. playwright.config.ts looks in the same places.
set -euo pipefail
cd "$(dirname "$0")"

if node -e 'import("./chromium.mjs").then(({ found }) => process.exit(found() ? 0 : 1))'; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing the system's Chromium"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium && exit 0
fi
echo "Installing Playwright's Chromium"
npx --no-install playwright install chromium
