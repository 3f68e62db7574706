"""The README's commands on an empty cluster."""

import time

import cluster
import fleet
from control import kubectl
from machine import run
from places import PROJECT
from wait import until

FORBIDDEN = "violates PodSecurity"


def by_the_readme():
    fleet.wipe()
    fleet.volumes()
    begun = time.monotonic()
    without_keda()
    fleet.rolled_out()
    fleet.kube("wait", "--for=condition=complete", "job/topology", "--timeout=60s")
    ready = time.monotonic() - begun
    assert not fleet.restarts(), f"workers restarted at the first deployment: {fleet.restarts()}"
    privileged_pods_are_refused()
    answered = examples()
    until("pods are in balance", lambda: not fleet.restarts(), seconds=5)
    fleet.wipe()
    return f"ready after {ready:.0f} s without a restart; {answered}; a pod against the restricted policy is refused"


def without_keda():
    """Applies the dev overlay. Without KEDA its scalers, and nothing else, are refused."""
    try:
        kubectl("apply", "-k", cluster.OVERLAY)
    except RuntimeError as error:
        refused = [line for line in str(error).splitlines() if "no matches for kind" in line or "rror" in line]
        others = [line for line in refused if "ScaledObject" not in line and "ensure CRDs" not in line]
        assert refused and not others, f"refused: {others or error}"


def privileged_pods_are_refused():
    try:
        fleet.kube("run", "privileged", "--image=docker.io/auspex/cli:dev", "--privileged")
    except RuntimeError as error:
        assert FORBIDDEN in str(error), error
    else:
        raise AssertionError("the namespace accepts a privileged pod")


def examples():
    begun = time.monotonic()
    files = sorted((PROJECT / "examples/events").glob("*.ndjson"))
    count = int(run("sh", "-c", f"cat {PROJECT}/examples/events/*.ndjson | wc -l"))
    token = fleet.auspex("token", "create", "examples", "--scopes", "publish,read").strip()
    printed = fleet.auspex("publish", "--wait", "--timeout", "3m", *files, token=token)
    assert f"{count}" in printed, printed
    return f"{count} examples answered in {time.monotonic() - begun:.1f} s"
