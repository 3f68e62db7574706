#!/bin/sh
# Fuzzes every target for its share of the time. Called by `make fuzz`. Needs cargo-fuzz and a nightly toolchain; without them the
# fixed-seed tests of the same parsers (cargo test hostile_bytes, cargo test fuzzing) are what runs.
#
# SECONDS_IN_ALL: time of all targets together [default: 60]. A release uses 600 for each of them.
set -eu
cd "$(dirname "$0")/.."
seconds=${SECONDS_IN_ALL:-60}
skip() { echo "fuzz: skipped: $1"; exit 0; }
command -v cargo-fuzz >/dev/null 2>&1 || skip "cargo-fuzz is not installed (cargo install --locked cargo-fuzz)"
cargo +nightly --version >/dev/null 2>&1 || skip "there is no nightly toolchain (rustup toolchain install nightly)"
cargo +nightly fuzz build
targets=$(cargo +nightly fuzz list)
share=$((seconds / $(echo "$targets" | wc -l)))
[ "$share" -gt 0 ] || share=1
failed=""
for target in $targets; do
    echo "fuzz: $target for $share s"
    # Memory in megabytes and seconds per input: an input beyond them is a finding, as a panic is.
    cargo +nightly fuzz run "$target" -- -max_total_time="$share" -timeout=10 -rss_limit_mb=1024 -max_len=65536 -print_final_stats=0 \
        || failed="$failed $target"
done
[ -z "$failed" ] || { echo "fuzz: findings in$failed; inputs are in fuzz/artifacts"; exit 1; }
echo "fuzz: no findings"
