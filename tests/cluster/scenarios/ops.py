"""The commands of operators in the ops pod."""

import json

import fleet
from machine import HOME, run_inside
from places import BINARIES
from wait import until


def in_pod(*arguments):
    return fleet.kube("exec", "deploy/ops", "--", "/service", *arguments)


def start():
    fleet.kube("scale", "deployment/ops", "--replicas=1")
    fleet.kube("rollout", "status", "deployment/ops", "--timeout=60s")


def garbage():
    """Publishes bytes that are no event; they become a dead letter."""
    run_inside(HOME, BINARIES / "examples/cluster", "garbage", "--id", "garbage-1", "--nats", fleet.reachable()["nats"])


def dead():
    return json.loads("[" + ",".join(in_pod("dead", "list", "--json").splitlines()) + "]")


def doctor_and_redrive():
    fleet.ensure()
    start()
    healthy = json.loads(in_pod("doctor", "--json"))
    broken = [finding for finding in healthy["findings"] if finding["state"] == "broken"]
    assert healthy["healthy"] and not broken, broken
    garbage()
    until("a dead letter", lambda: len(dead()) == 1, seconds=30)
    printed = in_pod("dead", "redrive", "--all")
    until("the message is dead-lettered again", lambda: len(dead()) == 1, seconds=30)
    fleet.kube("scale", "deployment/ops", "--replicas=0")
    return f"doctor: {len(healthy['findings'])} findings, none broken; {printed.strip().splitlines()[-1]}"
