#!/bin/sh
# Measures the pages of the console with 1,000,000 events and 50,000 runs of one tenant. Run by `make console-load`.
#
# usage: load.sh AUSPEX DIRECTORY
set -eu

auspex=$(realpath "$1")
mkdir -p "$2"
place=$(realpath "$2")
here=$(dirname "$(realpath "$0")")

for program in node psql; do
    command -v $program > /dev/null || { echo "console-load: SKIPPED: $program is missing"; exit 0; }
done

name=console-load
root=$(dirname "$(dirname "$here")")
. "$here/fleet.sh"
state=$place/demo/.auspex
node -e 'const fs = require("fs"); console.log(JSON.parse(fs.readFileSync(process.argv[1])).postgres_owner_url)' "$state/fleet.json" > "$place/url"
curl -sf -H "Authorization: Bearer $(cat "$state/gateway.token")" "${link%%/console/*}/v1/runs" > "$place/demo/run.json"
psql -q -v ON_ERROR_STOP=1 -v age=0 -f "$here/load.sql" "$(cat "$place/url")"
rm "$place/url"
LINK=$link FLEET=$state node "$here/load.mjs"
