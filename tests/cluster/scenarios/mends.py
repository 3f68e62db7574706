"""Mistakes in a deployment: events and logs name what to correct, and the rollout stops while the old pods work on."""

import json

import cluster
import fleet
from control import kubectl
from load import Load
from wait import until

WRONG_DATABASE = "postgres://auspex:wrong@postgres:5432/auspex"
UNKNOWN_HOST = "postgres://auspex:auspex@postgers:5432/auspex"


def logs(name):
    pods = sorted(fleet.pods_of(name), key=lambda pod: pod["metadata"]["creationTimestamp"])
    return fleet.kube("logs", pods[-1]["metadata"]["name"], "--tail=50")


def events():
    return fleet.kube("get", "events", "-o", "custom-columns=MESSAGE:.message", "--no-headers")


def named(text, words):
    """Returns true if all words are in the text."""
    return all(word.lower() in text.lower() for word in words)


def container(name, **change):
    """Patches the container of a deployment: a strategic merge by the container's name."""
    spec = {"spec": {"template": {"spec": {"containers": [{"name": "worker", **change}]}}}}
    fleet.kube("patch", "deployment", name, "--patch", json.dumps(spec))


def undo(name):
    fleet.kube("rollout", "undo", f"deployment/{name}")
    fleet.kube("rollout", "status", f"deployment/{name}", "--timeout=400s")


def while_wrong(name, expected, change):
    """Applies a mistake, waits for its report, and returns the deployment to what it was. The old pods must stay ready."""
    before = len([pod for pod in fleet.pods_of(name) if fleet.is_serving(pod)])
    container(name, **change)
    try:
        until(f"{name} reports {expected[1]}", lambda: named(expected[0](), expected[1]), seconds=60)
        serving = len([pod for pod in fleet.pods_of(name) if fleet.is_serving(pod)])
        assert serving >= before, f"{name}: {serving} of {before} pods are ready"
    finally:
        undo(name)


def setting(name, value):
    return {"env": [{"name": name, "value": value}]}


def topology(url):
    """Runs the topology job with another address of Postgres and returns its log once it has the words."""
    job = json.loads(fleet.kube("get", "job", "topology", "-o", "json"))
    pod = job["spec"]["template"]
    for label in ["controller-uid", "batch.kubernetes.io/controller-uid", "job-name", "batch.kubernetes.io/job-name"]:
        pod["metadata"]["labels"].pop(label, None)
    first = pod["spec"]["containers"][0]
    first["env"] = [{"name": "AUSPEX_POSTGRES_URL", "value": url}]
    first["args"] = ["topology", "apply", "--wait", "5s"]
    spec = {"backoffLimit": 0, "template": pod}
    pod["spec"]["restartPolicy"] = "Never"
    cluster.apply([{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "wrong", "namespace": fleet.NAMESPACE}, "spec": spec}])
    try:
        fleet.kube("wait", "--for=condition=failed", "job/wrong", "--timeout=60s")
        return fleet.kube("logs", "job/wrong")
    finally:
        fleet.kube("delete", "job", "wrong")


def missing_definition():
    try:
        kubectl("apply", "-k", cluster.OVERLAY, "--dry-run=server")
    except RuntimeError as error:
        assert named(str(error), ["ScaledObject", "ensure CRDs are installed first"]), error
    else:
        raise AssertionError("the cluster knows ScaledObject")


def starved_quota():
    """A quota without a place for one more pod: the rollout waits, and an event names the quota."""
    quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "tight", "namespace": fleet.NAMESPACE}, "spec": {"hard": {"pods": "1"}}}
    cluster.apply([quota])
    try:
        fleet.kube("rollout", "restart", "deployment/filter")
        until("an event of the quota", lambda: named(events(), ["exceeded quota: tight"]), seconds=60)
        assert [pod for pod in fleet.pods_of("filter") if fleet.is_serving(pod)], "no filter is ready"
    finally:
        fleet.kube("delete", "resourcequota", "tight")
    # The controller tries again with growing delays.
    fleet.kube("rollout", "status", "deployment/filter", "--timeout=300s")


def errors_name_the_mend():
    fleet.ensure()
    load = Load(questions=40)
    while_wrong("filter", (lambda: logs("filter"), ["password authentication failed"]), setting("AUSPEX_POSTGRES_URL", WRONG_DATABASE))
    while_wrong("writer", (lambda: logs("writer"), ["postgers:5432", "AUSPEX_POSTGRES_URL"]), setting("AUSPEX_POSTGRES_URL", UNKNOWN_HOST))
    while_wrong("forecaster", (lambda: logs("forecaster"), ["AUSPEX_WORKER_GRACE"]), setting("AUSPEX_WORKER_GRACE", "soon"))
    while_wrong("classifier", (events, ["Failed to pull image", "registry.invalid/auspex/classifier:none"]), {"image": "registry.invalid/auspex/classifier:none"})
    starved_quota()
    missing_definition()
    failed = topology(WRONG_DATABASE)
    assert named(failed, ["password authentication failed"]), failed
    return f"secret, host, setting, image, quota, CRD, topology job: each named; {load.judge()}"
