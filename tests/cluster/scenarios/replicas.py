"""Two replicas, one of which loses its way to servers: the other one goes on, and the first one returns, as tests/tests/replicas.rs checks with proxies.

A classifier loses Postgres, NATS, Valkey and the model, a writer the object store, and Postgres beside it; each singly, and some in pairs."""

import time
from typing import NamedTuple

import bucket
import fleet
import load
from faults import FROZEN, REFUSED, SLOW, Faults
from load import Load
from machine import HOME, run_inside
from wait import until

# Share of its half that the healthy replica must settle, in percent.
KEPT = 80
# Each delivery to a writer that cannot reach the bucket costs 10 to 20 s, and every second one is to it.
SETTLED_SECONDS = 240
RETURN_SECONDS = 30
MET_SECONDS = 30
# Time between a few events and the next ones after a repair, until the replica has settled one.
PAUSE_SECONDS = 3
# Outcomes of messages that a replica did not settle.
OTHERS = ["retry", "defer", "held", "abandoned", "duplicate", "dead"]
# A model that accepts a request and never answers is found after 3 s in place of 300.
QUICK = [{"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value": {"name": "AUSPEX_MODEL_HEADER_TIMEOUT", "value": "3s"}}]


class Worker(NamedTuple):
    """What is published for a worker, the consumer that settles it, and a query for the number of events that have an outcome."""

    name: str
    consumer: str
    outcomes: str
    many: dict
    few: dict
    cases: list


CLASSIFIER = Worker(
    name="classifier",
    consumer="classifier",
    outcomes="""SELECT count(*) FROM (SELECT job FROM event WHERE job {0} UNION SELECT job FROM verdict WHERE grp IS NOT NULL AND job {0}
                UNION SELECT job FROM dead_letter WHERE job {0}) known""",
    # Dust is an event that needs no model.
    many={"questions": 0, "transactions": 20, "dust": 20},
    few={"questions": 0, "transactions": 4, "dust": 4},
    cases=[
        *({server: fault} for server in ["postgres", "nats", "valkey", "offline"] for fault in [FROZEN, REFUSED, SLOW]),
        {"postgres": FROZEN, "nats": REFUSED},
        {"valkey": REFUSED, "offline": FROZEN},
        {"nats": FROZEN, "valkey": SLOW},
    ],
)
WRITER = Worker(
    name="writer",
    consumer="writer-forecasts",
    outcomes="SELECT count(*) FROM result WHERE kind = 'forecast' AND event {0}",
    many={"questions": 10, "transactions": 0},
    few={"questions": 4, "transactions": 0},
    cases=[*({"bucket": fault} for fault in [FROZEN, REFUSED, SLOW]), {"bucket": FROZEN, "postgres": REFUSED}],
)


class Pair:
    """Two replicas of a worker."""

    def __init__(self, worker):
        self.worker = worker
        self.well, self.ill = sorted(fleet.pods_of(worker.name), key=lambda pod: pod["metadata"]["name"])

    def settled_by(self, pod):
        """Returns the number of messages that a replica has given an outcome."""
        page = run_inside(HOME, "curl", "--silent", "--fail", f"http://{pod['status']['podIP']}:8080/metrics")
        lines = [line for line in page.splitlines() if line.startswith("auspex_jobs_total{") and f'consumer="{self.worker.consumer}"' in line]
        return sum(round(float(line.rsplit(" ", 1)[1])) for line in lines if not any(f'"{other}"' in line for other in OTHERS))

    def lose(self, faults):
        """Applies faults to one replica while work arrives, and repairs them."""
        case = ", ".join(f"{server} {fault}" for server, fault in faults.items())
        trouble, before = Faults(self.ill), self.settled_by(self.well)
        try:
            trouble.apply(faults)
            begun = time.monotonic()
            jobs = publish(self.worker.many)
            until(f"{case}: an outcome of each event", lambda: accounted(self.worker, jobs), seconds=SETTLED_SECONDS)
            taken, share = time.monotonic() - begun, self.settled_by(self.well) - before
            # An idle connection is used every few seconds.
            until(f"{case}: the replica has met the faults", lambda: trouble.met() == set(faults), seconds=MET_SECONDS)
        finally:
            trouble.repair()
        seen = Seen(case, any(fault != SLOW and server != "valkey" for server, fault in faults.items()), share, len(jobs), taken, self.returns(case))
        print(f"  {self.worker.name}: {seen.line()}", flush=True)
        seen.check()
        return seen

    def returns(self, case):
        """Waits until the repaired replica settles work again and no event waits. Returns the time of each."""
        begun, before, jobs = time.monotonic(), self.settled_by(self.ill), []
        while self.settled_by(self.ill) == before:
            assert time.monotonic() - begun < RETURN_SECONDS, f"{case}: the replica settles nothing {RETURN_SECONDS} s after the repair"
            jobs += publish(self.worker.few)
            end = time.monotonic() + PAUSE_SECONDS
            while time.monotonic() < end and self.settled_by(self.ill) == before:
                time.sleep(0.2)
        again = time.monotonic() - begun
        until(f"{case}: an outcome of each event after the repair", lambda: accounted(self.worker, jobs), seconds=SETTLED_SECONDS)
        return again, time.monotonic() - begun


class Seen(NamedTuple):
    """What was seen in one case. `is_lost`: a replica that is only slow, or without Valkey, works, so it may take more than its half of a burst."""

    case: str
    is_lost: bool
    share: int
    events: int
    taken: float
    returned: tuple

    def line(self):
        again, rest = self.returned
        return f"{self.case}: the healthy replica settled {self.share} of {self.events}, all after {self.taken:.0f} s; the other one again after {again:.1f} s, all after {rest:.1f} s"

    def check(self):
        assert not self.is_lost or self.share * 200 >= self.events * KEPT, self.line()
        assert max(self.returned) < RETURN_SECONDS, self.line()


def publish(events):
    """Publishes events and returns their ids."""
    before = len(fleet.JOBS.read_text().splitlines())
    Load(**events).published()
    return fleet.JOBS.read_text().splitlines()[before:]


def accounted(worker, jobs):
    """Returns true if each event has an outcome: a verdict of the classifier, or a stored forecast."""
    listed = ", ".join(f"'{job}'" for job in jobs)
    return int(load.sql(worker.outcomes.format(f"IN ({listed})"))) == len(jobs)


def one_in_trouble():
    with bucket.running():
        fleet.ensure("replicas", servers=[fleet.patch(QUICK, kind="Deployment", name=CLASSIFIER.name), bucket.patch()])
        try:
            return measured()
        finally:
            # The other scenarios have no bucket.
            fleet.forget()


def measured():
    whole = Load(questions=10, transactions=0)
    whole.published()
    # Its events would count among those of the first case.
    until("an outcome of the first events", lambda: accounted(CLASSIFIER, fleet.JOBS.read_text().splitlines()), seconds=60)
    seen = []
    for worker in [CLASSIFIER, WRITER]:
        pair = Pair(worker)
        seen += [pair.lose(faults) for faults in worker.cases]
    verdict = whole.judge()
    least = min(100 * one.share // one.events for one in seen if one.is_lost)
    taken, again = max(one.taken for one in seen), max(one.returned[0] for one in seen)
    found = f"{len(seen)} cases; the healthy replica settles at least {least} % of the events (its half is 50 %), all are settled after at most {taken:.0f} s"
    return f"{found}; the other one works again at most {again:.0f} s after the repair; {bucket.count()} objects; {verdict}"
