#!/usr/bin/env python3
"""Prints the results of a tenant as they are made, each once, also after a lost connection. Plain Python 3.8 or newer, no packages.

    AUSPEX_URL=http://127.0.0.1:8088 AUSPEX_TOKEN=... python3 results.py [--from-start] [--position FILE] [--most N]

The gateway sends results as server-sent events (`GET /v1/results`): `id` is the position, `event` the kind, `data` the result as JSON. A
reader that stores the position after it has processed a result, and sends it as `Last-Event-ID`, misses none. Results of the stream
AUSPEX_RESULTS of NATS are protobuf; docs/recipes/tenants.md describes how to read them there.
"""

import argparse
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.request

RETRY_SECONDS = 1
IDLE_SECONDS = 60  # The gateway sends a comment every 15 s.


def events(lines):
    """Yields the fields of each event of a stream."""
    fields = {}
    for line in lines:
        line = line.decode("utf-8").rstrip("\r\n")
        if not line:
            if fields:
                yield fields
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            fields[name] = fields[name] + "\n" + value if name == "data" and name in fields else value


def read(url, token, position):
    """Opens the stream after a position; an empty one begins with new results."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    if position:
        headers["Last-Event-ID"] = position
    request = urllib.request.Request(f"{url}/v1/results", headers=headers)
    with urllib.request.urlopen(request, timeout=IDLE_SECONDS) as stream:
        yield from events(stream)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from-start", action="store_true", help="begin with the oldest result that is kept")
    parser.add_argument("--position", type=pathlib.Path, help="file that keeps the position between starts")
    parser.add_argument("--most", type=int, default=0, help="end after this number of results")
    arguments = parser.parse_args()
    url, token = os.environ.get("AUSPEX_URL", "http://127.0.0.1:8088"), os.environ.get("AUSPEX_TOKEN", "")
    position = "0" if arguments.from_start else ""
    if arguments.position and arguments.position.exists():
        position = arguments.position.read_text(encoding="utf-8").strip()
    printed = 0
    while True:
        try:
            for event in read(url, token, position):
                kind = event.get("event", "")
                if kind in ("gap", "reset"):
                    sys.exit(f"{kind}: {event.get('data', '')}")
                if "data" in event:
                    # Process the result here; store its position afterwards.
                    print(json.dumps({"kind": kind, "result": json.loads(event["data"])}), flush=True)
                    printed += 1
                position = event.get("id", position)
                if arguments.position:
                    arguments.position.write_text(position, encoding="utf-8")
                if arguments.most and printed >= arguments.most:
                    return
        except urllib.error.HTTPError as refused:
            if refused.code < 500 and refused.code != 429:
                sys.exit(f"the gateway answers {refused.code}: {refused.read().decode('utf-8', 'replace')}")
        except (OSError, ValueError) as lost:
            print(f"connection lost ({lost}); it is opened again", file=sys.stderr)
        time.sleep(RETRY_SECONDS)


if __name__ == "__main__":
    main()
