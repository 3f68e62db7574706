"""Replicas of a worker from one to ten and back under load."""

import time

import fleet
from load import Load
from wait import until

MOST = 10


def scale(count):
    """Sets the replicas of the researcher, and returns the time until they are ready and no other pod is left."""
    begun = time.monotonic()
    fleet.kube("scale", "deployment/researcher", f"--replicas={count}")
    until(f"{count} researchers", lambda: reached(count), seconds=400)
    return time.monotonic() - begun


def reached(count):
    pods = fleet.pods_of("researcher")
    return len(pods) == count and all(map(fleet.is_serving, pods))


def one_to_ten_and_back():
    fleet.ensure()
    scale(1)
    load = Load(questions=150)
    up, down = scale(MOST), scale(1)
    found = load.judge()
    scale(2)
    return f"to {MOST} in {up:.0f} s, back to 1 in {down:.0f} s; {found}"
