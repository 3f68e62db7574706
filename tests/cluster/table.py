"""Runs scenarios one after another and prints what each one measured."""

import signal
import subprocess
import time
import traceback

import cluster
import fleet
import machine
import report
from scenarios import SCENARIOS

NODES = 3


def chosen(names):
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        raise SystemExit(f"k8s-test: no scenario {', '.join(unknown)}; there are: {', '.join(SCENARIOS)}")
    return [name for name in SCENARIOS if not names or name in names]


def attempt(name, action):
    """Runs one row of the table: (name, passed, seconds, what was measured or went wrong)."""
    begun = time.monotonic()
    try:
        passed, text = True, action() or ""
    except (AssertionError, RuntimeError, ValueError, KeyError, IndexError, OSError, subprocess.SubprocessError) as error:
        passed, text = False, str(error)
        print(traceback.format_exc(), report.state(), sep="\n", flush=True)
    row = (name, passed, time.monotonic() - begun, text)
    print_row(row)
    return row


def print_row(row):
    name, passed, seconds, text = row
    print(f"{name:<18} {'ok' if passed else 'FAILED':<7} {seconds:5.0f} s  {text[:600]}", flush=True)


def removed():
    machine.remove()
    left = machine.leftovers()
    assert not left, f"left behind: {left}"
    return "no process, mount, namespace, cgroup or file is left"


def run(names):
    """Runs the scenarios with these names, or all. Returns true if one failed."""
    names, rows = chosen(names), []
    try:
        rows.append(attempt("cluster", lambda: f"{len(cluster.up(NODES))} nodes ready"))
        for name in names if rows[0][1] else []:
            rows.append(attempt(name, SCENARIOS[name]))
            if not rows[-1][1]:
                # The next scenario begins with a fleet of its own.
                fleet.deployed = None
    finally:
        # A second Ctrl-C must not leave half of the cluster behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        rows.append(attempt("removal", removed))
        print("\n== k8s-test", flush=True)
        for row in rows:
            print_row(row)
    return not all(passed for _, passed, *_ in rows)
