"""The commands of operators in the ops pod."""

import json

import fleet
from machine import HOME, run_inside
from places import BINARIES
from scenarios.mends import UNKNOWN_HOST, WRONG_DATABASE
from wait import until


def in_pod(*arguments, **options):
    return fleet.kube("exec", "deploy/ops", "--", "/service", *arguments, **options)


def start():
    fleet.kube("scale", "deployment/ops", "--replicas=1")
    fleet.kube("rollout", "status", "deployment/ops", "--timeout=60s")


def garbage(name):
    """Publishes bytes that are no event; they become a dead letter."""
    run_inside(HOME, BINARIES / "examples/cluster", "garbage", "--id", name, "--nats", fleet.reachable()["nats"])


def dead():
    return json.loads("[" + ",".join(in_pod("dead", "list", "--json").splitlines()) + "]")


def findings(state):
    """Returns the findings of `auspex doctor` with this state."""
    printed = in_pod("doctor", "--json", check=False)
    return [one for one in json.loads(printed)["findings"] if one["state"] == state]


def without(server, what, state):
    """Takes a server away; doctor names it, with a mend. Then it returns, and doctor says so."""

    def found():
        return [one for one in findings(state) if one["what"] == what and one["mend"]]

    assert not found(), f"doctor doubts {what} while it is there: {found()}"
    fleet.kube("scale", f"statefulset/{server}", "--replicas=0")
    try:
        until(f"doctor names {server}", found, seconds=90)
    finally:
        fleet.kube("scale", f"statefulset/{server}", "--replicas=1")
    until(f"doctor sees the return of {server}", lambda: not found(), seconds=90)


def with_wrong(url, words):
    """Gives the pod a wrong address of Postgres, as a wrong secret does; doctor says what is wrong, with a mend."""
    spec = {"spec": {"template": {"spec": {"containers": [{"name": "ops", "env": [{"name": "AUSPEX_POSTGRES_URL", "value": url}]}]}}}}
    fleet.kube("patch", "deployment", "ops", "--patch", json.dumps(spec))

    def found():
        return [one for one in findings("broken") if one["what"] == "Postgres" and one["mend"] and words in one["detail"]]

    try:
        fleet.kube("rollout", "status", "deployment/ops", "--timeout=60s")
        until(f"doctor says: {words}", found, seconds=60)
    finally:
        fleet.kube("rollout", "undo", "deployment/ops")
        fleet.kube("rollout", "status", "deployment/ops", "--timeout=60s")


def doctor_and_redrive():
    fleet.ensure()
    start()
    healthy = json.loads(in_pod("doctor", "--json"))
    assert healthy["healthy"], findings("broken")
    doubted = [one for one in healthy["findings"] if "AUSPEX_NATS_URL" in one["detail"] and one["state"] != "fine"]
    assert not doubted, f"doctor doubts the settings of the manifests: {doubted}"
    garbage("garbage-of-operators")
    first = until("a dead letter", dead, seconds=30)
    # Without its class a message that cannot be read is left alone.
    printed = in_pod("dead", "redrive", "--all", "--class", "undecodable")
    until("the message is dead-lettered again", lambda: dead() and dead() != first, seconds=30)
    without("valkey", "Redis", "notable")
    without("postgres", "Postgres", "broken")
    with_wrong(WRONG_DATABASE, "password authentication failed")
    with_wrong(UNKNOWN_HOST, "postgers")
    fleet.kube("scale", "deployment/ops", "--replicas=0")
    return f"doctor: {len(healthy['findings'])} findings, none broken; it names Redis and Postgres while away, a wrong password and a wrong host; {printed.strip().splitlines()[-1]}"
