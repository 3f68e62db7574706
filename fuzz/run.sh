#!/bin/sh
# Fuzzes every target for its share of the time, one on each processor. Called by `make fuzz`. Needs the stable compiler and a C++ compiler for
# libFuzzer; without the latter only the fixed-seed tests of the same parsers run (cargo test arbitrary_bytes, cargo test -p fuzz).
#
# SECONDS_IN_ALL: processor time of all targets together [default: 60].
# SECONDS_EACH: time of each target instead; a release uses 600.
# TARGETS: names of the targets to run [default: all].
set -eu
cd "$(dirname "$0")/.."
if ! command -v c++ >/dev/null 2>&1; then
    echo "fuzz: skipped: there is no C++ compiler for libFuzzer"
    exit 0
fi
targets=${TARGETS:-$(sed -n 's/^    ("\([a-z_]*\)", .*/\1/p' fuzz/src/targets.rs)}
each=${SECONDS_EACH:-$((${SECONDS_IN_ALL:-60} / $(echo "$targets" | wc -w)))}
[ "$each" -gt 0 ] || each=1

# The debug build of all crates that are not ours is used as it is. CXXFLAGS: the crate `cc` would compile libFuzzer without optimisation.
export CARGO_INCREMENTAL=0
CXXFLAGS=-O1 cargo build --locked --quiet --manifest-path fuzz/libfuzzer/Cargo.toml --target-dir target/libfuzzer
archive=$(ls -t target/libfuzzer/debug/build/libfuzzer-sys-*/out/libfuzzer.a | head -n 1)
# Cargo compiles anew if the name of the wrapper changes, and does not look at its content.
mkdir -p target/fuzz
wrapper=$PWD/target/fuzz/rustc-$(cksum <fuzz/rustc.sh | cut -d ' ' -f 1)
ln -sf "$PWD/fuzz/rustc.sh" "$wrapper"
RUSTC_WORKSPACE_WRAPPER=$wrapper cargo rustc --locked --package fuzz --bin fuzz --features libfuzzer -- \
    -L "native=$PWD/$(dirname "$archive")" -l static=fuzzer -l stdc++
program=target/debug/fuzz

# Events of the examples, one per file, are seeds beside those of fuzz/seeds.
events=target/fuzz/events
mkdir -p "$events"
for file in examples/events/*.ndjson; do split -l 1 "$file" "$events/$(basename "$file" .ndjson)-"; done

fuzz() {
    target=$1
    corpus=target/fuzz/corpus/$target
    found=target/fuzz/found/$target
    mkdir -p "$corpus" "$found"
    seeds="fuzz/seeds/$target"
    [ ! -d "fuzz/found/$target" ] || seeds="$seeds fuzz/found/$target"
    case $target in
        html | document) seeds="$seeds examples/corpus/web" ;;
        macro_file) seeds="$seeds macros" ;;
        event_json | gateway_body) seeds="$seeds $events" ;;
    esac
    # Seconds and megabytes per input: an input beyond them is a finding, as a panic is.
    # shellcheck disable=SC2086
    if FUZZ_TARGET=$target "$program" -max_total_time="$each" -timeout=10 -rss_limit_mb=1024 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$found/" "$corpus" $seeds >"$found/log" 2>&1; then
        echo "fuzz: $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/log") inputs in $each s"
        return 0
    fi
    tail -n 40 "$found/log"
    for input in "$found"/crash-* "$found"/timeout-* "$found"/oom-*; do
        [ ! -f "$input" ] || echo "fuzz: replay with FUZZ_TARGET=$target $program $input"
    done
    return 1
}

# The targets take equally long, so those of a round end together.
failed="" round=""
finish() {
    for job in $round; do
        wait "${job#*:}" || failed="$failed ${job%:*}"
    done
    round=""
}
processors=$(getconf _NPROCESSORS_ONLN)
for target in $targets; do
    fuzz "$target" &
    round="$round $target:$!"
    [ "$(echo "$round" | wc -w)" -lt "$processors" ] || finish
done
finish
if [ -n "$failed" ]; then
    echo "fuzz: findings in$failed; copy each input to fuzz/found/TARGET/, where cargo test -p fuzz replays it"
    exit 1
fi
echo "fuzz: no findings"
