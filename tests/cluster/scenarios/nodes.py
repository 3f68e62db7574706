"""Nodes that are drained, and one that is lost."""

import time
from collections import Counter

import cluster
import fleet
import load
import node
from control import kubectl
from load import Load
from sampler import Sampler
from wait import until

DRAIN_SECONDS = 90
GAP_SECONDS = 20
CONTINUE_SECONDS = 60
# 20 s until the node counts as lost (control.py), 30 s of toleration, and the start of a pod.
REPLACE_SECONDS = 90


class Watch(Sampler):
    """Measures the longest time during which each worker had no ready pod."""

    def __init__(self):
        super().__init__(pause=0.5)
        self.seen = dict.fromkeys(fleet.WORKERS, time.monotonic())
        self.longest = dict.fromkeys(fleet.WORKERS, 0.0)

    def sample(self):
        serving = Counter(fleet.name_of(pod) for pod in fleet.worker_pods() if fleet.is_serving(pod))
        now = time.monotonic()
        for worker in fleet.WORKERS:
            if serving[worker]:
                self.seen[worker] = now
            self.longest[worker] = max(self.longest[worker], now - self.seen[worker])


def numbers():
    return range(1, len(cluster.registered()) + 1)


def drain(number):
    """Drains a node and returns the time that it took."""
    begun = time.monotonic()
    name = node.name(number)
    try:
        kubectl("drain", name, "--ignore-daemonsets", "--delete-emptydir-data", f"--timeout={DRAIN_SECONDS}s")
    finally:
        kubectl("uncordon", name)
    return time.monotonic() - begun


def drain_each():
    fleet.ensure()
    times = []
    with Watch() as watch:
        loads = Load(questions=150)
        for number in numbers():
            times.append(drain(number))
            fleet.rolled_out()
    gap = max(watch.longest.values())
    assert gap <= GAP_SECONDS, f"without a ready pod: {watch.longest}"
    taken = ", ".join(f"{seconds:.0f} s" for seconds in times)
    return f"drained in {taken}; longest without a ready pod of a worker: {gap:.0f} s; {loads.judge()}"


def without_servers():
    """Returns a node without servers: a server of one replica that is lost comes back with its node only."""
    held = {pod["spec"]["nodeName"] for pod in fleet.pods("app.kubernetes.io/component=server")}
    return next((number for number in numbers() if node.name(number) not in held), None)


def move_servers():
    """Moves the servers away from the last node."""
    number = max(numbers())
    kubectl("cordon", node.name(number))
    for pod in fleet.pods("app.kubernetes.io/component=server"):
        if pod["spec"]["nodeName"] == node.name(number):
            fleet.kube("delete", "pod", pod["metadata"]["name"])
    until("servers elsewhere", lambda: fleet.addresses() and without_servers() == number, seconds=120)
    kubectl("uncordon", node.name(number))
    return number


def workers_on(name):
    return [fleet.name_of(pod) for pod in fleet.worker_pods() if pod["spec"].get("nodeName") == name]


def unplaced(pod):
    """Returns true if the remaining nodes have no place for the pod."""
    return any(one["type"] == "PodScheduled" and one["status"] == "False" for one in pod["status"].get("conditions", []))


def replaced(lost, count):
    """Returns true if `count` workers are ready on other nodes, or have no place there."""
    elsewhere = [pod for pod in fleet.worker_pods() if pod["spec"].get("nodeName") != lost]
    return len([pod for pod in elsewhere if fleet.is_serving(pod) or unplaced(pod)]) >= count


def lose_one():
    fleet.ensure()
    number = without_servers() or move_servers()
    name = node.name(number)
    if not workers_on(name):
        fleet.kube("rollout", "restart", "deployment")
        fleet.rolled_out(seconds=400)
    held, count = workers_on(name), len(fleet.worker_pods())
    assert held, f"no worker is on {name}"
    loads = Load(questions=150)
    until("the first forecasts", lambda: load.forecasts() > 0, seconds=60)
    loads.published()
    node.cut(number)
    try:
        before, begun = load.forecasts(), time.monotonic()
        until("work continues without the node", lambda: load.forecasts() > before, seconds=CONTINUE_SECONDS)
        first = time.monotonic() - begun
        until("the workers of the node are replaced", lambda: replaced(name, count), seconds=REPLACE_SECONDS)
        later = time.monotonic() - begun
        found = loads.judge(repeated=0.02)
    finally:
        node.join(number)
    until("the node returns", lambda: all(map(cluster.is_ready, cluster.registered())), seconds=120)
    fleet.rolled_out()
    return f"the next forecast {first:.0f} s after the cut of a node with {len(held)} workers, which were replaced after {later:.0f} s; {found}"
