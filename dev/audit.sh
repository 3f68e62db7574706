#!/bin/sh
# Checks the supply chain with the tools that are installed; installs nothing. Each missing tool or database is one line. Exit code 1 if
# a check fails. Called by `make audit`. Both lock files are checked: that of the workspace and that of libFuzzer.
#
# ADVISORY_DB: a clone of https://github.com/rustsec/advisory-db [default: ~/.cargo/advisory-db, where cargo audit keeps its own].
set -u
cd "$(dirname "$0")/.." || exit 1
database=${ADVISORY_DB:-${CARGO_HOME:-$HOME/.cargo}/advisory-db}
failed=0

installed() {
    command -v "cargo-$1" >/dev/null 2>&1 && return 0
    echo "audit: skipped $2: cargo-$1 is not installed (cargo install --locked cargo-$1)"
    return 1
}

run() {
    echo "audit: $*"
    "$@" || failed=1
}

# cargo deny reads the manifests of all crates, those for other platforms included. Without a network those of the last fetch must do.
fetched() {
    cargo fetch --locked --quiet --manifest-path "$1" 2>/dev/null && return 0
    cargo metadata --locked --offline --format-version 1 --manifest-path "$1" >/dev/null 2>&1 && return 0
    echo "audit: skipped licences, bans and sources of $1: its crates are not downloaded, and there is no network"
    return 1
}

if installed deny "licences, bans and sources"; then
    for manifest in Cargo.toml fuzz/libfuzzer/Cargo.toml; do
        fetched "$manifest" && run cargo deny --offline --manifest-path "$manifest" --log-level error check licenses bans sources
    done
fi
if installed audit "advisories"; then
    if [ -d "$database/crates" ]; then
        for lock in Cargo.lock fuzz/libfuzzer/Cargo.lock; do
            run cargo audit --no-fetch --stale --quiet --db "$database" --file "$lock"
        done
    else
        echo "audit: skipped advisories: no database in $database (clone https://github.com/rustsec/advisory-db there, or set ADVISORY_DB)"
    fi
fi
exit "$failed"
