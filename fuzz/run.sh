#!/usr/bin/env bash
# Runs the fuzz targets, each for so many seconds: `fuzz/run.sh [SECONDS]`. Needs cargo-fuzz
# (`cargo install cargo-fuzz`); works on the stable toolchain. The first inputs are the rule cases and a few records.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds="${1:-60}"
export RUSTC_BOOTSTRAP=1

mkdir -p fuzz/corpus/{actions,record,referee}
node -e '
  const { readFileSync, readdirSync, writeFileSync } = require("node:fs");
  for (const file of readdirSync("tests/data/scenarios")) {
    const { scenario } = JSON.parse(readFileSync(`tests/data/scenarios/${file}`));
    writeFileSync(`fuzz/corpus/referee/${file}`, JSON.stringify(scenario));
  }'
FLYCHESS_CORPUS="$PWD/fuzz/corpus/record" cargo test --quiet --locked --test fuzz_corpus -- --exact real_records_hold

for target in actions record referee; do
  printf '\n==== %s, %d s ====\n' "$target" "$seconds"
  cargo fuzz run --sanitizer none "$target" -- -verbosity=0 -print_funcs=0 -print_final_stats=1 \
    -max_total_time="$seconds" -max_len=20000 -timeout=10 -rss_limit_mb=1024
done
