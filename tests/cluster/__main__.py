"""The fleet on a real Kubernetes on this machine.

    tests/cluster build              builds what is missing in .dev/cluster (15 minutes cold on two cores)
    tests/cluster up [NODES]         starts a cluster with the images of target/debug and leaves it running
    tests/cluster kubectl ARGUMENTS  kubectl as administrator
    tests/cluster exec PROGRAM       runs a program where the addresses of the cluster can be reached
    tests/cluster run [SCENARIOS]    scenarios on the cluster that is up, which stays
    tests/cluster images             imports the images of target/debug again, after a build
    tests/cluster down               ends and removes everything of the cluster
    tests/cluster able               says what this machine lacks; exit code 1 if something does
    tests/cluster test [SCENARIOS]   a cluster of three nodes, the scenarios, a table, and removal; `make k8s-test`
    tests/cluster short              the same with two scenarios, and one node if the machine has five cores; `make k8s-test SHORT=1`
"""

import os
import signal
import sys

import cluster
import fleet
import machine
import programs
import table
from control import kubectl_command


def stop(*_):
    raise KeyboardInterrupt


def build(*_):
    programs.build_missing(table.SCENARIOS)


def up(count="3"):
    guard = cluster.lock()
    programs.build_missing()
    cluster.up(int(count))
    print(cluster.kubectl("get", "nodes"), end="")
    return guard


def images():
    cluster.load_images(range(1, len(cluster.registered()) + 1))
    fleet.forget()


def replace(*command):
    os.execvp("nsenter", machine.inside(machine.HOME, *command))


def down():
    guard = cluster.lock()
    machine.remove()
    return guard


def able():
    """Returns 1, and says why, if this machine cannot run the cluster."""
    if reason := cluster.missing():
        print(f"k8s-test: skipped: {reason}")
        return 1
    return 0


def test(*names):
    guard = cluster.lock()
    names = table.chosen(names)
    programs.build_missing(names)
    failed = table.run(names)
    guard.close()
    return int(failed)


def short():
    guard = cluster.lock()
    programs.build_missing(table.SHORT)
    failed = table.run(table.SHORT, table.nodes_of_short())
    guard.close()
    return int(failed)


def run(*names):
    guard = cluster.lock()
    names = table.chosen(names)
    programs.build_missing(names)
    failed = table.on_running(names)
    guard.close()
    return int(failed)


COMMANDS = {
    "build": build,
    "up": up,
    "down": down,
    "able": able,
    "test": test,
    "short": short,
    "run": run,
    "images": images,
    "kubectl": lambda *arguments: replace(*kubectl_command(*arguments)),
    "exec": replace,
}

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    command = COMMANDS.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if command is None:
        sys.exit(__doc__)
    result = command(*sys.argv[2:])
    sys.exit(result if isinstance(result, int) else 0)
