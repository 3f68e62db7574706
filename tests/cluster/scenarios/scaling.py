"""Replicas of the researcher by KEDA on real lag, and of a full cluster by hand."""

import json
import time

import cluster
import fleet
import keda
from load import Load
from machine import HOME, run_inside
from sampler import Sampler
from scenarios import nodes
from wait import until

MOST = 10
# Less than in production, so that the way back is seen within the time of a test.
CALM_SECONDS = 30
DOWN = {"stabilizationWindowSeconds": CALM_SECONDS, "policies": [{"type": "Pods", "value": 5, "periodSeconds": 15}]}
FASTER = [
    {"op": "replace", "path": "/spec/maxReplicaCount", "value": MOST},
    {"op": "replace", "path": "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown", "value": DOWN},
]
OTHERS = "|".join(name for name in fleet.WORKERS if name != "researcher")


class Replicas(Sampler):
    """Notes when the number of ready researchers first rises, its maximum, and when nothing waits any more."""

    def __init__(self):
        super().__init__(pause=1)
        self.begun = time.monotonic()
        self.first, self.most, self.drained = None, 0, None

    def sample(self):
        ready = len([pod for pod in fleet.pods_of("researcher") if fleet.is_serving(pod)])
        waiting, now = lag(), time.monotonic() - self.begun
        self.most = max(self.most, ready)
        if ready > 1 and self.first is None:
            self.first = now
        self.drained = now if waiting else self.drained


def lag():
    """Returns the messages that wait for a researcher or are with one."""
    text = run_inside(HOME, "curl", "--silent", "--fail", f"http://{fleet.address('nats')}:8222/jsz?consumers=true")
    details = json.loads(text)["account_details"]
    consumers = [one for account in details for stream in account["stream_detail"] for one in stream.get("consumer_detail") or []]
    found = next(one for one in consumers if one["name"] == "researcher")
    return found["num_pending"] + found["num_ack_pending"]


def ensure():
    """Deploys one replica of each worker; KEDA scales the researcher only, so that one thing is measured."""
    removed = fleet.patch({"apiVersion": "keda.sh/v1alpha1", "kind": "ScaledObject", "metadata": {"name": "any"}, "$patch": "delete"}, kind="ScaledObject", name=OTHERS)
    scaler = fleet.patch(FASTER, kind="ScaledObject", name="researcher")
    fleet.deploy("scaled", [removed, scaler])


def one_to_ten_and_back():
    fleet.wipe()
    with keda.installed():
        try:
            ensure()
            fleet.kube("wait", "--for=condition=Ready", "scaledobject/researcher", "--timeout=120s")
            return measured()
        finally:
            fleet.wipe()


def measured():
    load = Load(questions=600, transactions=0)
    with Replicas() as seen:
        until("a further researcher", lambda: seen.first, seconds=180)
        found = load.judge(seconds=400)
        begun = time.monotonic()
        until("one researcher", lambda: len(fleet.pods_of("researcher")) == 1, seconds=500)
    down = time.monotonic() - begun
    return f"second pod ready {seen.first:.0f} s after the first event, at most {seen.most}, drained after {seen.drained:.0f} s, back to 1 {down:.0f} s later; {found}"


def unplaced(name):
    return [pod for pod in fleet.pods_of(name) if nodes.unplaced(pod)]


def evicted_for_others():
    """Returns the pods that the scheduler evicted for pods of a higher priority within the last hour."""
    return set(fleet.kube("get", "events", "--field-selector=reason=Preempted", "-o", "custom-columns=N:.involvedObject.name", "--no-headers").split())


def full_nodes():
    """Researchers take all places. Other workers that are restarted, and those of a drained node, must find a place nevertheless: that of a researcher."""
    fleet.ensure()
    earlier = evicted_for_others()
    fleet.kube("scale", "deployment/researcher", "--replicas=60")
    try:
        until("no place for a further researcher", lambda: unplaced("researcher"), seconds=200)
        events = fleet.kube("get", "events", "--field-selector=reason=FailedScheduling", "-o", "custom-columns=M:.message", "--no-headers")
        assert "Insufficient" in events, events
        full = len([pod for pod in fleet.pods_of("researcher") if pod["spec"].get("nodeName")])
        load = Load(questions=40)
        later = [f"deployment/{name}" for name in ["filter", "forecaster", "writer"]]
        fleet.kube("rollout", "restart", *later)
        begun = time.monotonic()
        for name in later:
            fleet.kube("rollout", "status", name, "--timeout=300s")
        taken = time.monotonic() - begun
        drained = nodes.drain(1)
        others = [name for name in evicted_for_others() - earlier if not name.startswith("researcher-")]
        assert not others, f"evicted instead of a researcher: {others}"
    finally:
        fleet.kube("scale", "deployment/researcher", "--replicas=2")
    until("two researchers", lambda: len(fleet.pods_of("researcher")) == 2, seconds=420)
    return f"{full} researchers fill {len(cluster.registered())} nodes; restart of the later workers ends after {taken:.0f} s, drain of a node after {drained:.0f} s, only researchers were evicted; {load.judge()}"
