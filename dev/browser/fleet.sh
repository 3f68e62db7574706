# The demo of the offline world, for the scripts beside this one and `samples.sh`. Sets `link` to a sign-in link; the fleet ends with the script.
#
# expects: auspex, place, root, name (of the make target); options (of `auspex demo`) may be empty
rm -rf "$place/demo" "$place/demo.log"
cd "$root"
AUSPEX_GATEWAY_RATE=0 "$auspex" demo --stay ${options:-} --dir "$place/demo" > "$place/demo.log" 2>&1 &
fleet=$!
trap 'kill -INT $fleet 2> /dev/null; wait $fleet || true' EXIT
tries=0
until grep -qs "/console/sign-in?code=" "$place/demo.log"; do
    tries=$((tries + 1))
    if [ $tries -gt "${LIMIT:-600}" ] || ! kill -0 $fleet 2> /dev/null; then
        cat "$place/demo.log"
        # `make demo` judges the start; a run with a limit of time checks the console only.
        [ -z "${until:-}" ] || skip "the fleet did not start in time"
        echo "$name: the fleet did not start" >&2
        exit 1
    fi
    sleep 1
done
link=$(grep -o "http://[^ ]*/console/sign-in?code=[A-Za-z0-9_]*" "$place/demo.log" | tail -n 1)
