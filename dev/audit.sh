#!/bin/sh
# Checks the supply chain: licences, bans and sources (cargo deny) and advisories (cargo audit). Installs nothing; `make audit` installs the
# two programs. A missing one is one line, and a failure if CI is set. Exit code 1 if a check fails. Both lock files are checked: that of the
# workspace and that of libFuzzer.
#
# ADVISORY_DB: a clone of https://github.com/rustsec/advisory-db [default: ~/.cargo/advisory-db, where cargo audit keeps its own; without
#   one, the copy in dev/advisories.tar.gz, which knows no newer advisory]. To renew the copy from a clone:
#   git -C CLONE archive HEAD crates LICENSE.txt LICENSES | gzip -9n > dev/advisories.tar.gz
# AUDIT_TOOLS: folder of programs that are not on the PATH [default: .dev/audit/bin].
set -u
cd "$(dirname "$0")/.." || exit 1
PATH=$PATH:${AUDIT_TOOLS:-$PWD/.dev/audit/bin}
failed=0

skipped() {
    echo "audit: skipped $1"
    [ -z "${CI:-}" ] || failed=1
}

installed() {
    command -v "cargo-$1" >/dev/null 2>&1 && return 0
    skipped "$2: cargo-$1 is not installed (make audit installs it)"
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
    skipped "licences, bans and sources of $1: its crates are not downloaded, and there is no network"
    return 1
}

if installed deny "licences, bans and sources"; then
    for manifest in Cargo.toml fuzz/libfuzzer/Cargo.toml; do
        fetched "$manifest" && run cargo deny --offline --manifest-path "$manifest" --log-level error check licenses bans sources
    done
fi
if installed audit "advisories"; then
    database=${ADVISORY_DB:-${CARGO_HOME:-$HOME/.cargo}/advisory-db}
    if [ -z "${ADVISORY_DB:-}" ] && [ ! -d "$database/crates" ]; then
        copy=$(mktemp -d)
        trap 'rm -rf "$copy"' EXIT
        tar -xzf dev/advisories.tar.gz -C "$copy" && database=$copy
        echo "audit: advisories until $(date -u -r "$copy/LICENSE.txt" +%Y-%m-%d) only, from dev/advisories.tar.gz"
    fi
    for lock in Cargo.lock fuzz/libfuzzer/Cargo.lock; do
        run cargo audit --no-fetch --stale --quiet --deny warnings --db "$database" --file "$lock"
    done
fi
exit "$failed"
