"""The fleet on the cluster: deployment, state and removal."""

import json
import os
import shutil

import cluster
from cluster import get
from control import kubectl
from machine import HOME, run_inside
from places import BINARIES, RUN
from wait import until

NAMESPACE = "auspex"
WORKERS = ["classifier", "researcher", "filter", "forecaster", "writer"]
SERVERS = ["nats", "postgres", "valkey"]
# Ids of the events that were published since the last deployment from nothing, one per line.
JOBS = RUN / "jobs.txt"
DEPLOYED = RUN / "deployed"
# A model that takes as long as a fast provider, and an invoice that, as a provider's, is not lost with a node.
WORLD = [
    {"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value": {"name": "AUSPEX_OFFLINE_LATENCY", "value": "500ms"}},
    {"op": "replace", "path": "/spec/template/spec/volumes/0", "value": {"name": "invoice", "persistentVolumeClaim": {"claimName": "invoice"}}},
    {"op": "add", "path": "/spec/strategy", "value": {"type": "Recreate"}},
]
INVOICE = {
    "apiVersion": "v1",
    "kind": "PersistentVolumeClaim",
    "metadata": {"name": "invoice", "namespace": NAMESPACE},
    "spec": {"accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Gi"}}},
}


def kube(*arguments, **options):
    return kubectl("-n", NAMESPACE, *arguments, **options)


def patch(change, **target):
    return {"target": target, "patch": json.dumps(change)}


def without(kind):
    """A patch that removes all objects of a kind."""
    return patch({"apiVersion": "any/v1", "kind": kind, "metadata": {"name": "any"}, "$patch": "delete"}, kind=kind)


def replicas(count):
    workers = {"kind": "Deployment", "name": "|".join(WORKERS)}
    return patch([{"op": "add", "path": "/spec/replicas", "value": count}], **workers)


def overlay(name, resources, patches=(), **more):
    """Writes an overlay and returns its folder."""
    folder = RUN / "overlays" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "invoice.json").write_text(json.dumps(INVOICE))
    kustomization = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": [*(os.path.relpath(path, folder) for path in resources), "invoice.json"],
        "patches": [patch(WORLD, kind="Deployment", name="offline"), *patches],
        **more,
    }
    (folder / "kustomization.yaml").write_text(json.dumps(kustomization, indent=1))
    return folder


def volumes():
    for server in [*(f"{server}-0" for server in SERVERS), "nats-1", "nats-2"]:
        cluster.volume(server, f"data-{server}")
    cluster.volume("objects", "objects")
    cluster.volume("invoice", "invoice")
    JOBS.touch()


def wipe():
    """Removes the fleet, its servers and their data."""
    forget()
    if NAMESPACE in (one["metadata"]["name"] for one in get("namespaces")):
        # Pods first and at once: the deletion of a namespace waits for half of the longest grace period, which is 360 s.
        kube("delete", "deployments,statefulsets,jobs", "--all", "--wait=false")
        kube("delete", "pods", "--all", "--grace-period=1", "--timeout=400s")
    kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found", "--timeout=400s")
    kubectl("delete", "persistentvolumes", "--all")
    # These belong to no namespace, and helm refuses to take over those of the overlay.
    of_the_cluster = "priorityclasses,validatingadmissionpolicies,validatingadmissionpolicybindings"
    kubectl("delete", of_the_cluster, "-l", "app.kubernetes.io/part-of=auspex")
    shutil.rmtree(RUN / "volumes", ignore_errors=True)
    JOBS.unlink(missing_ok=True)


def deployed():
    """Returns the name of the overlay that is deployed, or an empty text."""
    return DEPLOYED.read_text() if DEPLOYED.exists() else ""


def forget():
    """Makes the next scenario begin with a fleet of its own."""
    DEPLOYED.unlink(missing_ok=True)


def ensure(name="load", count=2, servers=(), **more):
    """Deploys `count` replicas of each worker with the servers of the dev overlay, changed by the patches `servers`, unless this is there."""
    if deployed() != name:
        wipe()
        deploy(name, [*replicated(count), *servers], **more)


def replicated(count):
    """Patches for a number of replicas that KEDA does not change."""
    return [without("ScaledObject"), replicas(count)]


def prepared(name, count=2, patches=()):
    """Writes the overlay that `ensure` applies, with further patches, and returns its folder."""
    return overlay(name, [cluster.OVERLAY], [*replicated(count), *patches])


def deploy(name, patches, **more):
    """Applies the dev overlay with patches and waits until all is ready."""
    volumes()
    kubectl("apply", "-k", overlay(name, [cluster.OVERLAY], patches, **more))
    rolled_out(seconds=300)
    DEPLOYED.write_text(name)


def rolled_out(seconds=180):
    for name in deployments():
        kube("rollout", "status", f"deployment/{name}", f"--timeout={seconds}s")


def deployments():
    return [one["metadata"]["name"] for one in get("deployments", "-n", NAMESPACE)]


def pods(selector=None):
    return get("pods", "-n", NAMESPACE, *(["-l", selector] if selector else []))


def pods_of(name):
    return pods(f"app.kubernetes.io/name={name}")


def worker_pods():
    return [pod for pod in pods("app.kubernetes.io/component=worker") if name_of(pod) in WORKERS]


def name_of(pod):
    return pod["metadata"]["labels"]["app.kubernetes.io/name"]


def is_serving(pod):
    return cluster.is_ready(pod) and "deletionTimestamp" not in pod["metadata"]


def address(service):
    """Returns the address of a ready pod behind a service."""
    slices = get("endpointslices", "-n", NAMESPACE, "-l", f"kubernetes.io/service-name={service}")
    points = [point for one in slices for point in one.get("endpoints") or []]
    return next(point["addresses"][0] for point in points if point["conditions"].get("serving"))


def addresses():
    at = {server: address(server) for server in ["nats", "postgres", "offline"]}
    return {
        "nats": f"nats://{at['nats']}:4222",
        "postgres": f"postgres://auspex:auspex@{at['postgres']}:5432/auspex",
        "world": f"http://{at['offline']}:8080",
    }


def reachable():
    return until("addresses of the servers", addresses, seconds=120)


def restarts():
    """Returns the restarts of the workers' containers by pod."""
    statuses = {pod["metadata"]["name"]: pod["status"].get("containerStatuses", []) for pod in worker_pods()}
    counted = {name: sum(one["restartCount"] for one in containers) for name, containers in statuses.items()}
    return {name: count for name, count in counted.items() if count}


def auspex(*arguments, token=None, **options):
    """Runs the command line where the servers can be reached, as the README does with port-forward: with a token a command of a user, which calls the gateway."""
    if token:
        settings = [f"AUSPEX_URL=http://{address('gateway')}:8088", f"AUSPEX_TOKEN={token}"]
    else:
        at = reachable()
        settings = [f"AUSPEX_NATS_URL={at['nats']}", f"AUSPEX_POSTGRES_URL={at['postgres']}"]
    return run_inside(HOME, "env", *settings, BINARIES / "auspex", *arguments, **options)
