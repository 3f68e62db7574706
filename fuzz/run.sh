#!/bin/sh
# Fuzzes every target for its share of the time. Called by `make fuzz`. Needs the stable toolchain of this repository and a C++ compiler
# for libFuzzer; without one the fixed-seed tests of the same parsers (cargo test arbitrary_bytes) are what runs.
#
# SECONDS_IN_ALL: time of all targets together [default: 60]. A release uses 600 for each of them.
# TARGETS: names of the targets to run [default: all].
set -eu
cd "$(dirname "$0")"
seconds=${SECONDS_IN_ALL:-60}
if ! command -v c++ >/dev/null 2>&1 && ! command -v "${CXX:-g++}" >/dev/null 2>&1; then
    echo "fuzz: skipped: there is no C++ compiler"
    exit 0
fi
# The instrumentation of cargo-fuzz, without a sanitizer: safe Rust needs none, and with them a nightly compiler would be necessary.
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
coverage="$coverage -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
# Overflow is checked and debug assertions hold, as in the tests.
# With --target the flags do not apply to build scripts.
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="$coverage --cfg fuzzing" cargo build --locked --target-dir target --target "$host"
targets=${TARGETS:-$(sed -n 's/^    ("\([a-z_]*\)", .*/\1/p' src/targets.rs)}
share=$((seconds / $(echo "$targets" | wc -w)))
[ "$share" -gt 0 ] || share=1
# Examples of the repository are the first inputs.
mkdir -p target/events
awk '{ file = "target/events/" FILENAME "-" FNR; gsub("[.][.]/examples/events/", "", file); print > file; close(file) }' ../examples/events/*.ndjson
failed=""
for target in $targets; do
    mkdir -p "corpus/$target" "artifacts/$target"
    case $target in
        html | document) seeds=../examples/corpus/web ;;
        macro_file | verb) seeds=../macros ;;
        event_* | helius | json_repair) seeds=target/events ;;
        *) seeds="" ;;
    esac
    # Memory in megabytes and seconds per input: an input beyond them is a finding, as a panic is.
    # shellcheck disable=SC2086
    if FUZZ_TARGET=$target "target/$host/debug/fuzz" "corpus/$target" $seeds -max_total_time="$share" -timeout=10 -rss_limit_mb=1024 \
        -max_len=65536 -artifact_prefix="artifacts/$target/" -verbosity=0 -print_final_stats=1 >"artifacts/$target/log" 2>&1; then
        echo "fuzz: $target: $(sed -n 's/.*number_of_executed_units: *//p' "artifacts/$target/log") inputs in $share s"
    else
        tail -n 30 "artifacts/$target/log"
        failed="$failed $target"
    fi
done
[ -z "$failed" ] || { echo "fuzz: findings in$failed; inputs are in fuzz/artifacts"; exit 1; }
echo "fuzz: no findings"
