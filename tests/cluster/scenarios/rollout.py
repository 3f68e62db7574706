"""Rollouts of all workers under load."""

import json

import fleet
from load import Load


def targets():
    return [f"deployment/{name}" for name in [*fleet.WORKERS, "gateway"]]


def restart_everything():
    fleet.ensure()
    load = Load()
    fleet.kube("rollout", "restart", *targets())
    fleet.rolled_out(seconds=400)
    return load.judge()


def revision(name):
    deployment = json.loads(fleet.kube("get", "deployment", name, "-o", "json"))
    return int(deployment["metadata"]["annotations"]["deployment.kubernetes.io/revision"])


def undo_everything():
    fleet.ensure()
    if revision("filter") == 1:
        fleet.kube("rollout", "restart", *targets())
        fleet.rolled_out(seconds=400)
    load = Load()
    fleet.kube("rollout", "undo", *targets())
    fleet.rolled_out(seconds=400)
    return load.judge()
