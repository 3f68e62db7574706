#!/bin/sh
# Checks the supply chain with the tools that are installed; installs and downloads nothing. Each missing tool or database is one
# line. Exit code 1 if a check fails. Called by `make audit`.
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

if installed deny "licences, bans and sources"; then
    run cargo deny --offline check licenses bans sources
fi
if installed audit "advisories"; then
    if [ -d "$database/crates" ]; then
        run cargo audit --no-fetch --stale --db "$database"
    else
        echo "audit: skipped advisories: no database in $database (clone https://github.com/rustsec/advisory-db there, or set ADVISORY_DB)"
    fi
fi
if installed cyclonedx "the SBOM"; then
    # One *.cdx.json beside each Cargo.toml; .gitignore names them.
    run cargo cyclonedx --format json
fi
exit "$failed"
