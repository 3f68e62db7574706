"""Pods that are stopped while they start."""

import time

import fleet
from load import Load
from wait import until

TIMES = 6
SECONDS = 30


def started(before):
    """Returns the name of a new researcher whose container runs."""
    for pod in fleet.pods_of("researcher"):
        name, states = pod["metadata"]["name"], pod["status"].get("containerStatuses", [])
        if name not in before and states and states[0]["state"].get("running") and "deletionTimestamp" not in pod["metadata"]:
            return name
    return None


def staying():
    """Returns the name of a researcher that is not being deleted: one that is has its successor already."""
    names = [pod["metadata"]["name"] for pod in fleet.pods_of("researcher") if "deletionTimestamp" not in pod["metadata"]]
    return min(names, default=None)


def stop_one():
    """Deletes a researcher, and its successor as soon as that runs, with the grace period of the manifest. Returns the seconds until it is gone."""
    first = until("a researcher", staying, seconds=90)
    known = {pod["metadata"]["name"] for pod in fleet.pods_of("researcher")}
    fleet.kube("delete", "pod", first, "--wait=false")
    name = until("a new researcher", lambda: started(known), seconds=90, pause=0.05)
    begun = time.monotonic()
    fleet.kube("delete", "pod", name, f"--timeout={SECONDS}s")
    return time.monotonic() - begun


def stopped_while_starting():
    fleet.ensure()
    load = Load(questions=40)
    longest = max(stop_one() for _ in range(TIMES))
    fleet.rolled_out()
    return f"{TIMES} researchers were stopped as soon as they ran: gone after {longest:.0f} s at most; {load.judge()}"
