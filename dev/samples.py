#!/usr/bin/env python3
"""Writes the sample reports of docs/samples from the demo of the offline world. Run by `make samples`.

    python3 -B dev/samples.py AUSPEX DIRECTORY [FOLDER]

AUSPEX is the program, DIRECTORY a place for the fleet outside of the repository, FOLDER the place of the reports (docs/samples by default).
Each report is the HTML file as the fleet has written it. Exit code 1: the fleet did not start, or it has not written one of the reports.
"""

import json
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
START_SECONDS = 600
# Name of the file, beginning of the report's key, words of its title.
WRITTEN = [
    ("run", "runs/", "cut its policy rate"),
    ("entity", "entities/", "Hern72"),
    ("bundle", "research/", "Tidewater Batteries"),
]
TOPIC = "How do Tidewater Batteries and GridShare earn money with home batteries?"


def started(auspex, place):
    """Starts the demo and returns its process and the address of its gateway."""
    log = place / "demo.log"
    with log.open("w") as out:
        demo = subprocess.Popen(
            [auspex, "demo", "--stay", "--dir", place / "demo"], cwd=ROOT, stdout=out, stderr=subprocess.STDOUT
        )
    for _ in range(START_SECONDS):
        link = re.search(r"(http://\S+)/console/sign-in\?code=", log.read_text())
        if link:
            return demo, link.group(1)
        if demo.poll() is not None:
            break
        time.sleep(1)
    demo.send_signal(signal.SIGINT)
    sys.exit(f"samples: the fleet did not start:\n{log.read_text()}")


class Gateway:
    """The HTTP API of the fleet, with the token of its commands."""

    def __init__(self, url, fleet):
        self.url, self.token = url, (fleet / "gateway.token").read_text().strip()

    def get(self, path, accept="application/json"):
        headers = {"Authorization": f"Bearer {self.token}", "Accept": accept}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers)) as answer:
            return answer.read()

    def reports(self):
        """Returns key and title of every report, newest first."""
        found, cursor = [], ""
        while cursor is not None:
            page = json.loads(self.get(f"/v1/reports?limit=200{cursor}"))
            found += [(item["key"], item["title"]) for item in page["items"]]
            cursor = f"&cursor={page['next']}" if page.get("next") else None
        return found


def main():
    auspex, place = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    folder = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else ROOT / "docs" / "samples"
    place.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    demo, url = started(auspex, place)
    try:
        gateway = Gateway(url, place / "demo" / ".auspex")
        listed = gateway.reports()
        for name, prefix, words in WRITTEN:
            keys = [key for key, title in listed if key.startswith(prefix) and words in title]
            if not keys:
                sys.exit(f"samples: no report of {prefix} has {words!r} in its title: {listed}")
            key = urllib.parse.quote(keys[0], safe="")
            (folder / f"{name}.html").write_bytes(gateway.get(f"/v1/reports/content?key={key}", "text/html"))
        command = [auspex, "report", TOPIC, "--depth", "2", "--output", (folder / "deep-report.html").resolve()]
        subprocess.run(command, cwd=place / "demo", check=True)
    finally:
        demo.send_signal(signal.SIGINT)
        demo.wait()
    for file in sorted(folder.glob("*.html")):
        print(f"{file}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
