#!/usr/bin/env python3
"""Writes the sample reports of docs/samples from a demo of the offline world that runs. Run by dev/samples.sh.

    python3 -B dev/samples.py AUSPEX GATEWAY DIRECTORY

AUSPEX is the program, GATEWAY the address of the demo's gateway, DIRECTORY its folder. Each report is the HTML file as the fleet has written it.
Exit code 1: the fleet has not written one of the reports.
"""

import json
import pathlib
import subprocess
import sys
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "samples"
# Name of the file, beginning of the report's key, words of its title.
WRITTEN = [
    ("run", "runs/", "cut its policy rate"),
    ("entity", "entities/", "Hern72"),
    ("bundle", "research/", "Tidewater Batteries"),
]
TOPIC = "How do Tidewater Batteries and GridShare earn money with home batteries?"


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
    auspex, url, place = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    gateway = Gateway(url, place / ".auspex")
    listed = gateway.reports()
    for name, prefix, words in WRITTEN:
        keys = [key for key, title in listed if key.startswith(prefix) and words in title]
        if not keys:
            sys.exit(f"samples: no report of {prefix} has {words!r} in its title: {listed}")
        key = urllib.parse.quote(keys[0], safe="")
        (FOLDER / f"{name}.html").write_bytes(gateway.get(f"/v1/reports/content?key={key}", "text/html"))
    subprocess.run([auspex, "report", TOPIC, "--depth", "2", "--output", FOLDER / "deep-report.html"], cwd=place, check=True)
    for file in sorted(FOLDER.glob("*.html")):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
