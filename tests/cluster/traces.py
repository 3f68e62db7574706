"""Files outside of the cluster's folder: places that containerd, the CNI library and the kubelet do not let one choose."""

import contextlib
import os
from pathlib import Path

from places import NETWORK, RUN

LOG_LINKS = Path("/var/log/containers")
NETWORK_RESULTS = Path("/var/lib/cni/results")
SHIM_SOCKETS = Path("/run/containerd/s")
PLUGIN_SOCKETS = Path("/var/lib/kubelet/device-plugins")
# Removed if empty, the inner ones first.
FOLDERS = [
    *(LOG_LINKS, NETWORK_RESULTS, NETWORK_RESULTS.parent, SHIM_SOCKETS, SHIM_SOCKETS.parent),
    *(PLUGIN_SOCKETS, PLUGIN_SOCKETS.parent),
]


def listened():
    """Returns the paths of the sockets of this machine that a process has, such as those of another containerd."""
    with open("/proc/net/unix") as lines:
        return {words[7] for words in (line.split() for line in lines) if len(words) > 7}


def files():
    """Returns the files of the cluster; of sockets, those that no process has any more."""
    links = [path for path in LOG_LINKS.glob("*") if path.is_symlink() and os.readlink(path).startswith(f"{RUN}/")]
    alive = listened()
    pods = list(NETWORK_RESULTS.glob(f"{NETWORK}-*-eth0"))
    # The loopback device of the same pods.
    pods += [path for one in pods if (path := one.with_name(one.name.replace(NETWORK, "cni-loopback").replace("-eth0", "-lo"))).exists()]
    sockets = [*SHIM_SOCKETS.glob("*"), *PLUGIN_SOCKETS.glob("*.sock")]
    return [*links, *pods, *(path for path in sockets if str(path) not in alive)]


def remove():
    for path in files():
        path.unlink()
    for folder in FOLDERS:
        with contextlib.suppress(OSError):
            folder.rmdir()
