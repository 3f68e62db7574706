"""Servers that are killed or taken away under load."""

import os
import signal
import time
from pathlib import Path

import fleet
import machine
from load import Load
from wait import until

AWAY_SECONDS = 30


def first_process(program):
    """Returns the process that is the first one of a container and runs a program of this name, or None."""
    for process in machine.processes():
        try:
            name = Path(os.readlink(f"/proc/{process}/exe")).name
            status = Path(f"/proc/{process}/status").read_text()
        except OSError:
            continue
        inner = next(line.split()[-1] for line in status.splitlines() if line.startswith("NSpid:"))
        if name == program and inner == "1":
            return process
    return None


def kill(server, program):
    """Kills a server as the kernel does when memory is short, and waits until its container is ready again."""
    fleet.ensure()
    load = Load()
    load.published()
    process = first_process(program)
    assert process, f"{program} does not run"
    os.kill(process, signal.SIGKILL)
    until(f"{server} is restarted", lambda: first_process(program) not in (None, process), seconds=90)
    until(f"{server} is ready", lambda: fleet.address(server), seconds=60)
    return load.judge()


def kill_postgres():
    return kill("postgres", "postgres")


def kill_nats():
    return kill("nats", "nats-server")


def without_valkey():
    fleet.ensure()
    load = Load()
    fleet.kube("scale", "statefulset/valkey", "--replicas=0")
    gone = time.monotonic()
    try:
        until("Valkey is gone", lambda: not fleet.pods_of("valkey"), seconds=60)
        until(f"{AWAY_SECONDS} s without Valkey", lambda: time.monotonic() - gone > AWAY_SECONDS, seconds=AWAY_SECONDS + 5)
    finally:
        fleet.kube("scale", "statefulset/valkey", "--replicas=1")
    return load.judge()
