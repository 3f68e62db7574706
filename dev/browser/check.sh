#!/bin/sh
# Checks the console in a real browser: starts the demo of the offline world, adds hostile and numerous data, and opens every page and
# action. Run by `make console-check`.
#
# usage: check.sh AUSPEX DIRECTORY [SCREENSHOTS]
# AUSPEX is the program, DIRECTORY a place for tools and data outside of the repository, SCREENSHOTS a folder for pictures of the pages.
set -eu

auspex=$(realpath "$1")
mkdir -p "$2"
place=$(realpath "$2")
pictures=${3:+$(realpath "$3")}
here=$(dirname "$(realpath "$0")")
root=$(dirname "$(dirname "$here")")

skip() {
    echo "console-check: SKIPPED: $1"
    exit 0
}

command -v node > /dev/null || skip "node is missing"
command -v npm > /dev/null || skip "npm is missing"
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$browser" ] || skip "Chromium is missing (Debian: apt-get install chromium); CHROMIUM names one at another place"

cp "$here"/package.json "$here"/package-lock.json "$here"/*.mjs "$place"/
(cd "$place" && npm ci --silent --no-audit --no-fund) || skip "the packages of dev/browser/package-lock.json cannot be installed"

name=console-check
. "$here/fleet.sh"
cd "$place"
CHROMIUM=$browser LINK=$link FLEET=$place/demo/.auspex PICTURES=$pictures node main.mjs
