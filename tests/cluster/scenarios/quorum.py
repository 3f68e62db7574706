"""Three nats-servers, one per node: the leader is killed, and the majority is away."""

import json
import time

import fleet
from load import Load, forecasts
from machine import HOME, run_inside
from wait import until

AWAY_SECONDS = 60
CONTINUE_SECONDS = 20
NAMES = [f"nats-{number}" for number in range(3)]
ARGUMENTS = [
    "--jetstream",
    "--store_dir=/data",
    "--http_port=8222",
    "--server_name=$(POD_NAME)",
    "--cluster_name=auspex",
    "--cluster=nats://0.0.0.0:6222",
    f"--routes={','.join(f'nats://{name}.nats:6222' for name in NAMES)}",
]
ONE_PER_NODE = {
    "maxSkew": 1,
    "topologyKey": "kubernetes.io/hostname",
    "whenUnsatisfiable": "DoNotSchedule",
    "labelSelector": {"matchLabels": {"app.kubernetes.io/name": "nats"}},
}
POD_NAME = {"name": "POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}
THREE = [
    {"op": "replace", "path": "/spec/replicas", "value": 3},
    {"op": "add", "path": "/spec/podManagementPolicy", "value": "Parallel"},
    {"op": "add", "path": "/spec/template/spec/topologySpreadConstraints", "value": [ONE_PER_NODE]},
    {"op": "replace", "path": "/spec/template/spec/containers/0/args", "value": ARGUMENTS},
    {"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value": POD_NAME},
]
SETTINGS = ["AUSPEX_NATS_URL=" + ",".join(f"nats://{name}.nats:4222" for name in NAMES), "AUSPEX_TOPOLOGY_REPLICAS=3"]


def ensure():
    # Servers find each other before they are ready.
    found_early = [{"op": "add", "path": "/spec/publishNotReadyAddresses", "value": True}]
    servers = [fleet.patch(THREE, kind="StatefulSet", name="nats"), fleet.patch(found_early, kind="Service", name="nats")]
    settings = [{"name": "fleet", "namespace": fleet.NAMESPACE, "behavior": "merge", "literals": SETTINGS}]
    fleet.ensure("three-nats", servers=servers, configMapGenerator=settings)


def leader():
    """Returns the pod of the server that leads the stream of work."""
    text = run_inside(HOME, "curl", "--silent", "--fail", f"http://{fleet.address('nats')}:8222/jsz?streams=true&accounts=true")
    streams = [one for account in json.loads(text)["account_details"] for one in account["stream_detail"]]
    return next(one["cluster"]["leader"] for one in streams if one["name"] == "AUSPEX_WORK")


def continued(what):
    """Returns the time until the next forecast, which must be short."""
    before, begun = forecasts(), time.monotonic()
    until(f"work continues after {what}", lambda: forecasts() > before, seconds=CONTINUE_SECONDS)
    return time.monotonic() - begun


def kill_leader():
    ensure()
    load = Load(questions=200)
    load.published()
    until("the first forecasts", forecasts, seconds=60)
    led = leader()
    fleet.kube("delete", "pod", led, "--grace-period=0", "--force")
    after = continued(f"the loss of {led}")
    found = load.judge()
    fleet.kube("rollout", "status", "statefulset/nats", "--timeout=120s")
    return f"the next forecast {after:.0f} s after the leader {led} was killed; {found}"


def lose_majority():
    ensure()
    load = Load(questions=200)
    load.published()
    fleet.kube("scale", "statefulset/nats", "--replicas=1")
    gone = time.monotonic()
    until(f"{AWAY_SECONDS} s without a majority", lambda: time.monotonic() - gone > AWAY_SECONDS, seconds=AWAY_SECONDS + 5)
    fleet.kube("scale", "statefulset/nats", "--replicas=3")
    fleet.kube("rollout", "status", "statefulset/nats", "--timeout=120s")
    after = continued("the return of the majority")
    return f"the next forecast {after:.0f} s after the majority returned; {load.judge()}"
