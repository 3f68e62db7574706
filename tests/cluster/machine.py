"""Network namespaces, cgroups and processes of the cluster on this machine, and their removal."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import traces
from places import LOGS, PROGRAMS, RUN
from wait import until

CGROUPS = Path("/sys/fs/cgroup")
CGROUP = "auspex"
# The namespace of the control plane, and of every program that is started to reach the cluster.
HOME = "auspex"
NAMESPACES = Path("/run/netns")


def run(*command, **options):
    """Runs a program and returns its output; an exit code other than 0 is an error that contains what the program printed."""
    options = {"check": True, "text": True, "capture_output": True, **options}
    try:
        return subprocess.run([str(word) for word in command], **options).stdout
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"{' '.join(map(str, command))[:300]}: {(error.stderr or '') + (error.stdout or '')}") from error


def inside(namespace, *command):
    return ["nsenter", f"--net={NAMESPACES / namespace}", *map(str, command)]


def run_inside(namespace, *command, **options):
    return run(*inside(namespace, *command), **options)


def start(namespace, name, *command):
    """Starts a program that runs until `remove`. Its own session keeps Ctrl-C away from it."""
    environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    with open(LOGS / f"{name}.log", "ab") as log:
        return subprocess.Popen(
            inside(namespace, *command), stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True, env=environment
        )


def add_namespace(name):
    run("ip", "netns", "add", name)
    run_inside(name, "ip", "link", "set", "lo", "up")


def add_cgroup(node):
    """Creates the parent of the node's pods in every hierarchy of cgroup v1."""
    for hierarchy in (folder for folder in CGROUPS.iterdir() if folder.is_dir()):
        for folder in [hierarchy / CGROUP, hierarchy / CGROUP / node]:
            folder.mkdir(exist_ok=True)
            # A new folder of this hierarchy has no CPU, and accepts no process before it has one.
            for file in ["cpuset.cpus", "cpuset.mems"] if hierarchy.name == "cpuset" else []:
                (folder / file).write_text((folder.parent / file).read_text())


def processes():
    """Returns the processes that run a program of the cluster or in one of its network namespaces, and those in its cgroups, which are the containers."""
    found, networks = set(), networks_of_the_cluster()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            program, network = os.readlink(folder / "exe"), (folder / "ns/net").stat().st_ino
        except OSError:
            continue
        if program.startswith(f"{PROGRAMS}/") or network in networks:
            found.add(int(folder.name))
    for file in CGROUPS.glob(f"*/{CGROUP}/**/cgroup.procs"):
        try:
            found.update(map(int, file.read_text().split()))
        except OSError:
            continue
    return found


def networks_of_the_cluster():
    return {(NAMESPACES / name).stat().st_ino for name in namespaces() if os.path.ismount(NAMESPACES / name)}


def mounts():
    with open("/proc/mounts") as lines:
        paths = [line.split()[1] for line in lines]
    return [path for path in paths if path.startswith((f"{RUN}/", "/run/netns/cni-", "/var/run/netns/cni-"))]


def namespaces():
    names = (path.name for path in NAMESPACES.glob("*"))
    return [name for name in names if name == HOME or name.startswith((f"{HOME}-", "cni-"))]


def cgroups():
    return [folder for folder in CGROUPS.glob(f"*/{CGROUP}") if folder.is_dir()]


def leftovers():
    """Returns a list of everything of the cluster that is still there, empty after `remove`."""
    parts = {"processes": processes(), "mounts": mounts(), "namespaces": namespaces(), "cgroups": cgroups()}
    parts["files"] = [*([RUN] if RUN.exists() else []), *traces.files()]
    return [f"{name}: {list(map(str, found))[:5]}" for name, found in parts.items() if found]


def kill(number):
    for process in processes():
        try:
            os.kill(process, number)
        except ProcessLookupError:
            continue


def end_processes():
    # The kubelet and containerd first: they would start containers again.
    def ended():
        kill(signal.SIGKILL)
        return not processes()

    until("the end of all processes", ended, seconds=60, pause=0.2)


def remove():
    """Ends and removes everything of the cluster, also of one whose program was killed."""
    end_processes()
    for path in sorted(mounts(), reverse=True):
        run("umount", "--lazy", path, check=False)
    for name in namespaces():
        run("ip", "netns", "delete", name, check=False)
        (NAMESPACES / name).unlink(missing_ok=True)
    for folder in cgroups():
        for inner, _, _ in os.walk(folder, topdown=False):
            os.rmdir(inner)
    shutil.rmtree(RUN, ignore_errors=True)
    traces.remove()
