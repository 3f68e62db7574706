#!/bin/sh
# Builds the release: binaries, checksums, SBOM (CycloneDX), licences and a provenance statement (in-toto, SLSA 1.0), in the folder $1
# [default: dist]. Builds no image; deploy/Dockerfile does, and RUST_IMAGE names its builder by digest.
set -eu
cd "$(dirname "$0")/.."
out=${1:-dist}
binaries="auspex classifier researcher filter forecaster writer gateway"
[ -z "$(git status --porcelain)" ] || { echo "release: the work tree has changes; commit or remove them"; exit 1; }
mkdir -p "$out"
started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
cargo build --locked --release --workspace --bins
for name in $binaries; do cp "target/release/$name" "$out/"; done
if command -v cargo-cyclonedx >/dev/null 2>&1; then
    cargo cyclonedx --format json
    for name in classifier researcher filter forecaster writer gateway cli; do
        cp "services/$name/$name.cdx.json" "$out/$name.cdx.json"
    done
else
    echo "release: no SBOM: cargo-cyclonedx is not installed (cargo install --locked cargo-cyclonedx)"
    exit 1
fi
python3 dev/release.py licences > "$out/licences.txt"
(cd "$out" && sha256sum $binaries ./*.cdx.json licences.txt > SHA256SUMS)
python3 dev/release.py provenance "$out" "$started" > "$out/provenance.intoto.json"
echo "release: $(find "$out" -type f | wc -l) files in $out; sign SHA256SUMS and provenance.intoto.json with the key of the project"
