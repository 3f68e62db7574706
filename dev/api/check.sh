#!/bin/sh
# Checks the HTTP API of a running gateway: Spectral lints its description, schemathesis sends generated requests and checks every
# answer. Run by `make api-check`; EXAMPLES is the number of requests in all.
#
# usage: check.sh AUSPEX DIRECTORY EXAMPLES
# AUSPEX is the program, DIRECTORY an empty place for tools and data outside of the repository.
set -eu

auspex=$(realpath "$1")
mkdir -p "$2"
place=$(realpath "$2")
examples=$3
here=$(dirname "$(realpath "$0")")
# Versions are fixed, so that a new release of a tool does not change the result.
schemathesis=schemathesis==4.32.5
spectral=@stoplight/spectral-cli@6

skip() {
    echo "api-check: SKIPPED: $1"
    exit 0
}

command -v curl > /dev/null || skip "curl is missing"
python3 -m venv --help > /dev/null 2>&1 || skip "python3 with venv is missing"
if ! [ -x "$place/venv/bin/schemathesis" ]; then
    python3 -m venv "$place/venv"
    "$place/venv/bin/pip" --quiet install "$schemathesis" || skip "$schemathesis cannot be installed"
fi

cd "$place"
AUSPEX_GATEWAY_RATE=0 "$auspex" up --offline --dir "$place/.auspex" > up.log 2>&1 &
fleet=$!
trap 'kill -INT $fleet; wait $fleet || true' EXIT
tries=0
until grep -qs "The fleet is up" up.log; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 $fleet; then
        cat up.log
        echo "api-check: the fleet did not start" >&2
        exit 1
    fi
    sleep 1
done
api=$(sed -n 's/.*described at \(.*\)\/openapi.json.*/\1/p' up.log)
token=$("$auspex" token create api-check --tenant api-check --scopes publish,read,review,admin 2> /dev/null)
curl --silent --show-error --fail "$api/openapi.json" > openapi.json

if command -v npm > /dev/null && npm install --silent --no-save --prefix "$place/npm" "$spectral" > npm.log 2>&1; then
    "$place/npm/node_modules/.bin/spectral" lint openapi.json --ruleset "$here/spectral.yaml" --fail-severity error
else
    echo "api-check: the lint is SKIPPED: npm is missing or cannot install $spectral"
fi

# Schemathesis counts examples per operation. Its other phases add about 30 requests per operation.
operations=$(grep -o '"operationId"' openapi.json | wc -l)
each=$((examples / operations))
[ $each -gt 0 ] || each=1
# One worker: threads that parse code at the same time fail in Python 3.11 (python/cpython issue 106905).
status=0
API_CHECK_SECRET=${token##*_} SCHEMATHESIS_HOOKS=checks PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1 \
    "$place/venv/bin/schemathesis" --config-file "$here/schemathesis.toml" run "$api/openapi.json" \
    -H "Authorization: Bearer $token" --checks all --max-examples $each --exclude-tag streams --workers 1 --no-color \
    > schemathesis.log 2>&1 || status=$?
tail -n 40 schemathesis.log
exit $status
