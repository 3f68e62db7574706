# An index of verbs. `make` prints them; what they do is Rust (`cargo run -p cli`, `cargo test`).
.DEFAULT_GOAL := help
.PHONY: help setup build demo up test check chaos researchers bench bench-quality trace-demo k8s-check settings clean

AUSPEX := target/debug/auspex
# Tests start servers and whole fleets: few at a time on two cores.
TEST_THREADS ?= 4
# For chaos and bench, e.g. make chaos ARGS="--seed 7 --jobs 500"
ARGS ?=

help: ## what there is
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## fetch nats-server, Valkey and Postgres (pinned by hash, into .dev/)
	cargo run --quiet -p local-servers --example setup

build: ## build all binaries into target/debug
	cargo build --locked --workspace --bins

demo: build ## the main job: a fleet in the offline world works on examples/ and says what came of it
	$(AUSPEX) demo

up: build ## a whole local fleet until Ctrl-C
	$(AUSPEX) up

test: build ## every test, on real servers
	cargo test --locked --workspace --no-fail-fast -- --test-threads=$(TEST_THREADS)

check: ## format, lints, documentation, structure
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --document-private-items --quiet
	cargo test --locked --quiet --workspace --test structure --test deploy

chaos: ## the kill loop, in full size: 2,000 jobs under kills of everything (release build)
	cargo build --locked --release --workspace --bins
	target/release/chaos $(ARGS)

researchers: build ## twenty researchers, 200 tasks for the same ten entities, with and without kills, in full size
	cargo test --locked --workspace --test researchers -- --include-ignored --nocapture

bench: ## the figures of the README, each beside its limit (release build)
	cargo build --locked --release --workspace --bins
	target/release/bench $(ARGS)

bench-quality: ## every capability on sets with known answers, beside its peers: ARGS="--data DIR" (release build)
	cargo build --locked --release -p cli -p tests --bin auspex --bin quality
	target/release/quality $(ARGS)

trace-demo: build ## one event's trace as a tree in the terminal
	$(AUSPEX) demo --trace

k8s-check: ## render the overlays and hold them against the Kubernetes schemas
	cargo test --locked --workspace --test k8s -- --nocapture

settings: build ## write docs/CONFIGURATION.md from what the binaries read
	cargo build --quiet --locked --workspace --example settings
	target/debug/examples/settings > target/settings.md && cp target/settings.md docs/CONFIGURATION.md

clean: ## remove builds, fetched servers and the local fleet's data
	rm -rf target .dev .auspex
