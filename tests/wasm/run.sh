#!/usr/bin/env bash
# The engine in WebAssembly against the engine as it is: `run.sh` compares the games, `run.sh speed` how fast they are
# played. Needs `wasm-bindgen` (`make check-wasm` and `make bench` bring it along) and Node.js.
set -euo pipefail
cd "$(dirname "$0")/../.."

built="target/engine"
engine="$built/release/flychess"
wasm="$built/wasm32-unknown-unknown/release/examples/engine_wasm.wasm"
out="$built/wasm"

if ! command -v wasm-bindgen > /dev/null; then
  echo "wasm-bindgen is not on the PATH; run \`make check-wasm\`" >&2
  exit 1
fi
cargo build --quiet --locked --release --features cli --bin flychess --target-dir "$built"
cargo build --quiet --locked --release --target wasm32-unknown-unknown --example engine_wasm --target-dir "$built"
wasm-bindgen --target nodejs --no-typescript --out-dir "$out" "$wasm"
# Node.js takes a module without a package of its own for what the package around it says.
echo '{"type": "commonjs"}' > "$out/package.json"
exec node "tests/wasm/${1:-digest}.mjs" "$engine" "$out/engine_wasm.js"
