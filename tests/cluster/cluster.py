"""A Kubernetes on this machine: start, volumes, nodes."""

import fcntl
import json
import os
from pathlib import Path

import control
import images
import machine
import node
from control import kubectl
from places import LOCK, PROJECT, RUN
from wait import until

OVERLAY = PROJECT / "k8s/overlays/dev"


def lock():
    """Holds the lock of the machine until the process ends."""
    file = open(LOCK, "w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise SystemExit(f"k8s-test: another cluster runs on this machine ({LOCK})") from error
    return file


def missing():
    """Returns what this machine lacks, or an empty text."""
    programs = ["go", "runc", "nft", "ip", "iptables", "nsenter", "openssl", "busybox", "strip", "curl"]
    absent = [name for name in programs if not any((Path(folder) / name).exists() for folder in os.environ["PATH"].split(":"))]
    if os.geteuid() != 0:
        return "root is needed for namespaces, cgroups and mounts"
    if absent:
        return f"not installed: {', '.join(absent)} (apt-get install runc nftables iptables iproute2 busybox-static)"
    if not (machine.CGROUPS / "memory").is_dir():
        return "the machine has no cgroup v1"
    return ""


def up(count):
    machine.remove()
    nodes = list(range(1, count + 1))
    control.up([node.name(number) for number in nodes])
    for number in nodes:
        node.up(number, count)
    until(f"{count} nodes", lambda: len(registered()) == count, seconds=60)
    load_images(nodes)
    kubectl("apply", "-f", Path(__file__).parent / "dns.yaml")
    until(f"{count} ready nodes", lambda: sum(map(is_ready, registered())) == count, seconds=60)
    kubectl("-n", "kube-system", "rollout", "status", "daemonset/coredns", "--timeout=60s")
    return nodes


def load_images(nodes):
    images.load(list(images.own(kubectl("kustomize", OVERLAY))), nodes)


def registered():
    return get("nodes")


def get(*arguments):
    """Returns the objects of a kind as parsed JSON."""
    return json.loads(kubectl("get", *arguments, "-o", "json"))["items"]


def is_ready(thing):
    """Returns true if the object has the condition Ready, as nodes and pods have it."""
    conditions = thing.get("status", {}).get("conditions", [])
    return any(one["type"] == "Ready" and one["status"] == "True" for one in conditions)


def apply(objects):
    kubectl("apply", "-f", "-", input=json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))


def volume(name, claim, namespace="auspex"):
    """Creates a volume on the machine's disk for one claim. All nodes see it, as they see one of a network storage."""
    place = RUN / "volumes" / name
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o777)
    spec = {
        "capacity": {"storage": "100Gi"},
        "accessModes": ["ReadWriteOnce", "ReadWriteMany"],
        "hostPath": {"path": str(place)},
        "claimRef": {"namespace": namespace, "name": claim},
        "persistentVolumeReclaimPolicy": "Retain",
    }
    apply([{"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name}, "spec": spec}])
