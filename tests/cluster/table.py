"""Runs scenarios one after another and prints what each one measured."""

import os
import signal
import subprocess
import time
import traceback
from typing import NamedTuple

import cluster
import fleet
import machine
import report
from machine import run as run_program
from places import CACHE, PROJECT
from scenarios import SCENARIOS

NODES = 3
# The short form: whether the manifests start a fleet, and whether a rollout loses nothing.
SHORT = ("deploy", "restart")
# The pods of the dev overlay and the further ones of a rollout request 4.4 cores together; a node has those of the machine.
CORES_OF_ONE_NODE = 5
TABLE = CACHE / "table.md"


def chosen(words):
    """Returns the scenarios with these names, which may be separated by commas; all without a name."""
    names = [name for word in words for name in word.split(",") if name]
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        raise SystemExit(f"k8s-test: no scenario {', '.join(unknown)}; there are: {', '.join(SCENARIOS)}")
    return [name for name in SCENARIOS if not names or name in names]


def attempt(name, action):
    """Runs one row of the table; its text is what was measured or went wrong."""
    begun = time.monotonic()
    try:
        passed, text = True, action() or ""
    except (AssertionError, RuntimeError, ValueError, KeyError, IndexError, OSError, StopIteration, subprocess.SubprocessError) as error:
        passed, text = False, str(error)
        print(traceback.format_exc(), report.state(), sep="\n", flush=True)
    row = Row(name, passed, time.monotonic() - begun, os.getloadavg()[1], text)
    print_row(row)
    return row


class Row(NamedTuple):
    """One line of the table. `load`: the machine's average of five minutes, because times on a busy machine say little about the fleet."""

    name: str
    passed: bool
    seconds: float
    load: float
    text: str

    def state(self):
        return "skipped" if self.passed and self.text.startswith("skipped") else "ok" if self.passed else "FAILED"


def print_row(row):
    print(f"{row.name:<18} {row.state():<7} {row.seconds:5.0f} s  load {row.load:4.1f}  {row.text[:700]}", flush=True)


def write(rows):
    """Writes the table for docs/CLUSTER.md."""
    commit = run_program("git", "-C", PROJECT, "describe", "--always", "--dirty").strip()
    lines = [f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC, commit {commit}, {os.cpu_count()} cores.", ""]
    lines += ["| scenario | result | seconds | load | seen |", "|---|---|---|---|---|"]
    lines += [f"| `{row.name}` | {row.state()} | {row.seconds:.0f} | {row.load:.1f} | {' '.join(row.text.split())[:700]} |" for row in rows]
    TABLE.write_text("\n".join(lines) + "\n")


def removed():
    machine.remove()
    left = machine.leftovers()
    assert not left, f"left behind: {left}"
    return "no process, mount, namespace, cgroup or file is left"


def scenarios(names, rows):
    """Runs the scenarios one after another and adds their rows."""
    for name in names:
        rows.append(attempt(name, SCENARIOS[name]))
        if not rows[-1].passed:
            fleet.forget()


def report_all(rows):
    print("\n== k8s-test", flush=True)
    for row in rows:
        print_row(row)
    write(rows)
    print(f"(as Markdown: {TABLE})", flush=True)
    return not all(row.passed for row in rows)


def on_running(names):
    """Runs the scenarios on the cluster that is up, and leaves it. Returns true if one failed."""
    rows = []
    scenarios(names, rows)
    return report_all(rows)


def nodes_of_short():
    """One node if the fleet has room on it."""
    return 1 if os.cpu_count() >= CORES_OF_ONE_NODE else NODES


def run(names, nodes=NODES):
    """Runs the scenarios on a cluster of their own. Returns true if one failed."""
    rows = []
    try:
        rows.append(attempt("cluster", lambda: f"{len(cluster.up(nodes))} nodes ready"))
        if rows[0].passed:
            scenarios(names, rows)
    finally:
        # A second Ctrl-C must not leave half of the cluster behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        rows.append(attempt("removal", removed))
        failed = report_all(rows)
    return failed
