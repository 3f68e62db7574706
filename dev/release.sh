#!/bin/sh
# Checks the supply chain, fuzzes every parser, and builds the release: binaries, checksums, SBOM (CycloneDX), licences and a provenance
# statement (in-toto, SLSA 1.0), in the folder $1 [default: dist]. Builds no image; deploy/Dockerfile does, and RUST_IMAGE and BASE_IMAGE
# name its builder and its base by digest. The folder must not exist; it appears when everything in it is complete, and a run that failed
# leaves $1.part at most.
#
# FUZZ_EACH: seconds of each fuzz target [default: 600, two to three hours on two cores].
set -eu
cd "$(dirname "$0")/.."
final=${1:-dist}
out=$final.part
binaries="auspex classifier researcher filter forecaster writer gateway"
[ -z "$(git status --porcelain)" ] || { echo "release: the work tree has changes; commit or remove them"; exit 1; }
[ ! -e "$final" ] || { echo "release: $final exists; remove it, since files of another release must not be mixed in"; exit 1; }
rm -rf "$out"
commit=$(git rev-parse HEAD)
# `make fuzz` skips itself without one.
command -v c++ >/dev/null || { echo "release: fuzzing needs a C++ compiler (c++)"; exit 1; }
CI=true make --no-print-directory audit
make --no-print-directory fuzz EACH="${FUZZ_EACH:-600}"
mkdir -p "$out"
started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
# Programs name source files in panics. Without the folders of this machine two builds of a commit have the same bytes, wherever they run.
cargo fetch --locked
separator=$(printf '\037')
flags="--remap-path-prefix=$PWD=/auspex"
for sources in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do flags="$flags$separator--remap-path-prefix=$sources=/crates"; done
export CARGO_ENCODED_RUSTFLAGS="$flags" RELEASE_BUILD=1
cargo build --locked --release $(for name in $binaries; do printf -- '--bin %s ' "$name"; done)
for name in $binaries; do cp "${CARGO_TARGET_DIR:-target}/release/$name" "$out/"; done
for name in $binaries; do python3 dev/release.py sbom "$name" > "$out/$name.cdx.json"; done
python3 dev/release.py licences > "$out/licences.txt"
(cd "$out" && sha256sum $binaries ./*.cdx.json licences.txt > SHA256SUMS)
python3 dev/release.py provenance "$out" "$started" > "$out/provenance.intoto.json"
# The provenance names HEAD: it must be what was audited, fuzzed and built.
if [ "$(git rev-parse HEAD)" != "$commit" ] || [ -n "$(git status --porcelain)" ]; then
    echo "release: the work tree or its commit changed during the release"
    exit 1
fi
mv "$out" "$final"
echo "release: $(find "$final" -type f | wc -l) files in $final; unsigned: the workflow `release` signs them in another job"
