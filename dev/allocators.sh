#!/usr/bin/env bash
# Compares allocators on the work of a researcher (crates/extraction/examples/allocator.rs): dev/allocators.sh [JOBS] [ROUNDS]
# Prints the medians of the rounds. What is not installed is named and left out:
#   apt-get install libjemalloc2 libmimalloc2.0; rustup target add x86_64-unknown-linux-musl
# PROFILE=debug shows in a minute that it works; its figures mean nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-20000} rounds=${2:-5} profile=${PROFILE:-release}
target=${CARGO_TARGET_DIR:-target} musl=$(uname -m)-unknown-linux-musl
flags=(--locked --quiet --workspace --example allocator)
[ "$profile" = debug ] || flags+=(--release)

cargo build "${flags[@]}"
declare -A run=()
names=(glibc glibc-2-arenas)
run[glibc]=$target/$profile/examples/allocator
run[glibc-2-arenas]="env MALLOC_ARENA_MAX=2 ${run[glibc]}"
for name in jemalloc mimalloc; do
  library=$(ldconfig -p | awk -v name="lib$name" 'index($1, name) == 1 { print $NF; exit }')
  if [ -n "$library" ]; then
    names+=("$name") run[$name]="env LD_PRELOAD=$library ${run[glibc]}"
  else
    echo "$name: skipped, the library is not installed"
  fi
done
if rustup target list --installed 2>/dev/null | grep -qx "$musl"; then
  cargo build "${flags[@]}" --target "$musl"
  names+=(musl) run[musl]=$target/$musl/$profile/examples/allocator
else
  echo "musl: skipped, rustup target add $musl"
fi

figures=$(mktemp)
trap 'rm -f "$figures"' EXIT
# Rounds outside, allocators inside: what else the machine does affects all of them.
for _ in $(seq "$rounds"); do
  for name in "${names[@]}"; do
    echo "$name $(${run[$name]} examples/corpus/web "$jobs")" >>"$figures"
  done
done
python3 - "$figures" <<'P'
import statistics, sys
rows = {}
for line in open(sys.argv[1]):
    name, *figures = line.split()
    rows.setdefault(name, []).append([float(figure) for figure in figures])
print("| allocator | jobs per second | lowest and highest | peak MB | MB at the end |\n|---|---|---|---|---|")
for name, runs in rows.items():
    rates, peaks, ends = zip(*runs)
    print(f"| {name} | {statistics.median(rates):.0f} | {min(rates):.0f}, {max(rates):.0f} | {statistics.median(peaks):.0f} | {statistics.median(ends):.0f} |")
P
