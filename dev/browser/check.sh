#!/bin/sh
# Checks the console in a real browser: starts the demo of the offline world, adds hostile and numerous data, and opens every page and
# action. Run by `make console-check`, and by CI with PART=functional.
#
# usage: check.sh AUSPEX DIRECTORY [SCREENSHOTS]
# AUSPEX is the program, DIRECTORY a place for tools and data outside of the repository, SCREENSHOTS a folder for pictures of the pages.
# ALBUM names a folder for pictures of every page as a whole at three widths; CHECKS are words of the checks to run, all if it is empty;
# TIMES=report reports times without judging them; LOAD=1 adds 1,000,000 events, 50,000 runs and 50,000 dead letters first (psql);
# PART=functional leaves out the checks whose result depends on the speed of the machine; after LIMIT seconds no further check begins.
set -eu

auspex=$(realpath "$1")
mkdir -p "$2"
place=$(realpath "$2")
pictures=${3:+$(realpath "$3")}
here=$(dirname "$(realpath "$0")")
root=$(dirname "$(dirname "$here")")
until=${LIMIT:+$(($(date +%s) + LIMIT))}

skip() {
    echo "console-check: SKIPPED: $1"
    exit 0
}

command -v node > /dev/null || skip "node is missing"
command -v npm > /dev/null || skip "npm is missing"
[ -z "${LOAD:-}" ] || command -v psql > /dev/null || skip "psql is missing, which LOAD needs"
found=
for program in chromium chromium-browser google-chrome-stable google-chrome; do
    [ -n "$found" ] || found=$(command -v $program || true)
done
browser=${CHROMIUM:-$found}
[ -n "$browser" ] || skip "Chromium is missing (Debian: apt-get install chromium); CHROMIUM names one at another place"

cp "$here"/package.json "$here"/package-lock.json "$here"/*.mjs "$place"/
(cd "$place" && npm ci --silent --no-audit --no-fund) || skip "the packages of dev/browser/package-lock.json cannot be installed"

name=console-check
# The gateway prints reports with a browser of PATH.
options=${found:+--browser}
. "$here/fleet.sh"
cd "$place"
CHROMIUM=$browser LINK=$link FLEET=$place/demo/.auspex PICTURES=$pictures ALBUM=${ALBUM:-} LOAD=${LOAD:+$here/load.sql} UNTIL=$until node main.mjs ${CHECKS:-}
