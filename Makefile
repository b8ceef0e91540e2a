# FLYCHESS. `make play` plays, `make test` tests, `make help` tells the rest.
#
# Tools that are missing are installed once for each user, in a folder that is named after their version, so a later
# run (of another clone, too) finds them by looking for a file.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

CARGO_LEPTOS := 0.3.6
CARGO_DENY := 0.20.2
BINARYEN := 132.0.0
WORKBOX := 7.4.1
# The generator must be of exactly the version that the page's program was compiled against.
WASM_BINDGEN := $(shell awk '/^name = "wasm-bindgen"$$/ { getline; gsub(/"/, "", $$3); print $$3; exit }' Cargo.lock)

TOOLS := $(or $(FLYCHESS_TOOLS),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/flychess/tools)
LEPTOS_BIN := $(TOOLS)/cargo-leptos-$(CARGO_LEPTOS)/bin
BINDGEN_BIN := $(TOOLS)/wasm-bindgen-$(WASM_BINDGEN)/bin
DENY_BIN := $(TOOLS)/cargo-deny-$(CARGO_DENY)/bin
BINARYEN_BIN := $(TOOLS)/binaryen-$(BINARYEN)/node_modules/.bin
WORKBOX_LIB := $(TOOLS)/workbox-$(WORKBOX)/node_modules
export PATH := $(LEPTOS_BIN):$(BINDGEN_BIN):$(DENY_BIN):$(BINARYEN_BIN):$(PATH)

# As released these tools optimise for minutes what runs for seconds.
QUICK := CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1
INSTALL = $(QUICK) cargo install --quiet --root $(dir $(@D)) --target-dir $(TOOLS)/build-$(@F)
WASM := wasm32-unknown-unknown
WASM_STD = $(shell rustc --print target-libdir --target $(WASM) 2>/dev/null)

STYLE := $(sort $(wildcard style/*.css))
CASES ?= 3000
SEED ?= 1

# The engine's tools alone, in a folder of their own: built with other features they would replace the server's binary.
ENGINE ?= target/engine/release/flychess

# `make test` builds the site once and says so to its later steps.
SITE := $(if $(BUILT),,build)

# `make test` builds a server that knows the settings of tests: a short clock, a fixed seed. `make play` builds one that
# does not.
TESTING ?=

.PHONY: help play test build dev fmt tools browser clean \
	check-fmt check-lint check-doc check-unit check-deny check-games check-wasm reference end2end tour weight bench million ladder fit sample fuzz

help: ## This list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## (.*)/  make \1|\2/' | column -ts '|'

play: build ## Install what lacks, build, and serve on http://127.0.0.1:3000
	target/release/flychess serve

test: ## Check everything: format, lints, docs, units, licences, references, the site in a browser
	tests/all.sh

build: tools target/style/flychess.css ## The server and the site, optimised
	RUST_BACKTRACE=0 cargo leptos build --release --precompress $(if $(TESTING),--bin-features ssr --bin-features testing)
	NODE_PATH=$(WORKBOX_LIB) node offline/worker.cjs target/site

dev: tools target/style/flychess.css ## Serve while you edit; rebuilds and reloads
	@while sleep 1; do $(MAKE) --silent target/style/flychess.css; done & trap "kill $$!" EXIT; cargo leptos watch

fmt: ## Format all Rust code
	cargo fmt

# --- the parts of `make test` ---

check-fmt: ## Is all Rust code formatted?
	cargo fmt --check

check-lint: $(WASM_STD)/ ## Clippy, for the engine alone, the server, and the page's program
	cargo clippy --locked --lib -- -D warnings
	cargo clippy --locked --features cli --all-targets -- -D warnings
	cargo clippy --locked --features ssr --all-targets -- -D warnings
	cargo clippy --locked --features hydrate --target $(WASM) --lib -- -D warnings

check-doc: ## Is the documentation whole?
	RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc --locked --no-deps --features ssr --document-private-items

check-unit: ## All tests in Rust
	cargo test --locked --features ssr

check-deny: $(DENY_BIN)/cargo-deny ## Licences, sources, doubled and vulnerable packages
	tests/deny.sh

check-wasm: $(WASM_STD)/ $(BINDGEN_BIN)/wasm-bindgen ## Does the engine play the same in WebAssembly?
	tests/wasm/run.sh digest

check-games: $(ENGINE) ## Do many whole games run clean, and dice evenly? (`make million`: a million of them)
	$(ENGINE) simulate --games 50000 --seed $(SEED) | tail -n 2
	tests/dice.sh $(ENGINE) 90000 $(SEED)
	node tests/ladder.mjs $(ENGINE) 200 $(SEED)

reference: $(ENGINE) ## The engine against a second one, written apart from it
	node tests/reference/selftest.mjs tests/data/scenarios
	node tests/reference/differential.mjs --engine $(ENGINE) --cases $(CASES) --seed $(SEED)

end2end: $(SITE) end2end/node_modules/.package-lock.json browser ## The built site in a browser
	cd end2end && npx --no-install playwright test

# --- longer runs, apart from `make test` ---

tour: $(SITE) end2end/node_modules/.package-lock.json browser ## All pages and states as pictures, in target/tour
	cd end2end && node tour.mjs ../target/tour

weight: $(SITE) end2end/node_modules/.package-lock.json browser ## What a first visit transfers; fails over the budget
	cd end2end && node weight.mjs

bench: $(WASM_STD)/ $(BINDGEN_BIN)/wasm-bindgen ## Measure the engine, native and in WebAssembly
	cargo bench --locked --features cli --bench engine
	tests/wasm/run.sh speed

million: $(ENGINE) ## A million whole games
	$(ENGINE) simulate --games 1000000 --seed $(SEED)

ladder: $(ENGINE) ## How much better is each computer player than the next?
	node tests/ladder.mjs $(ENGINE) 4000

fit: ## Fit the computer players' weights anew, to target/weights.rs
	cargo run --locked --release --features cli --example fit --target-dir target/engine -- --games 40000 --random 10 > target/weights.rs

fuzz: ## The engine against the reference, and its laws, for a long time (fuzz/run.sh: with cargo-fuzz)
	$(MAKE) reference CASES=200000 SEED=$$RANDOM
	seed=$$RANDOM; echo "FLYCHESS_SEED=$$seed"; FLYCHESS_CASES=50 FLYCHESS_SEED=$$seed \
	cargo test --locked --release --features cli --test laws --test four_seats --test fuzz_corpus

clean: ## Remove what was built; tools stay
	cargo clean

# --- what the site is made of ---

# One sheet from all parts; their cascade layers decide, not their order. Written only when it changed, for the
# watcher's sake.
target/style/flychess.css: $(STYLE) $(MAKEFILE_LIST)
	@mkdir -p $(@D)
	cat $(STYLE) > $@

# Cargo knows best whether it is up to date.
.PHONY: target/engine/release/flychess
target/engine/release/flychess:
	cargo build --locked --release --features cli --bin flychess --target-dir target/engine

# --- tools ---

tools: $(WASM_STD)/ $(LEPTOS_BIN)/cargo-leptos $(BINDGEN_BIN)/wasm-bindgen $(BINARYEN_BIN)/wasm-opt $(WORKBOX_LIB)/workbox-build ## Install what building needs

$(WASM_STD)/:
	rustup target add $(WASM)

$(LEPTOS_BIN)/cargo-leptos:
	@echo "Installing cargo-leptos $(CARGO_LEPTOS), once: about ten minutes on two cores"
	$(INSTALL) --locked cargo-leptos --version $(CARGO_LEPTOS)
	@rm -rf $(TOOLS)/build-$(@F)

$(BINDGEN_BIN)/wasm-bindgen:
	@echo "Installing wasm-bindgen $(WASM_BINDGEN), once: about two minutes"
	$(INSTALL) wasm-bindgen-cli --version $(WASM_BINDGEN)
	@rm -rf $(TOOLS)/build-$(@F)

$(DENY_BIN)/cargo-deny:
	@echo "Installing cargo-deny $(CARGO_DENY), once: about two minutes"
	$(INSTALL) --locked cargo-deny --version $(CARGO_DENY)
	@rm -rf $(TOOLS)/build-$(@F)

$(BINARYEN_BIN)/wasm-opt:
	@echo "Installing wasm-opt (binaryen $(BINARYEN)), once"
	npm install --prefix $(TOOLS)/binaryen-$(BINARYEN) --no-save --no-package-lock --no-fund --no-audit --loglevel error binaryen@$(BINARYEN)

$(WORKBOX_LIB)/workbox-build:
	@echo "Installing workbox-build $(WORKBOX), once"
	npm install --prefix $(TOOLS)/workbox-$(WORKBOX) --no-save --no-package-lock --no-fund --no-audit --loglevel error workbox-build@$(WORKBOX)

end2end/node_modules/.package-lock.json: end2end/package-lock.json
	cd end2end && npm ci --no-fund --no-audit --loglevel error
	@touch $@

browser: end2end/node_modules/.package-lock.json ## Install a browser for the tests, if there is none
	end2end/browser.sh
