"""The state of the cluster for the log of a failed scenario."""

from control import kubectl
from fleet import NAMESPACE, pods

LINES = 12


def attempted(*arguments):
    try:
        return kubectl(*arguments)
    except (RuntimeError, OSError) as error:
        return f"{error}\n"


def unhappy(pod):
    statuses = pod["status"].get("containerStatuses", [])
    return not statuses or any(not one["ready"] or one["restartCount"] for one in statuses)


def state():
    """Returns nodes, pods, the last events, and the last log lines of every pod that is not ready or was restarted."""
    parts = [attempted("get", "nodes"), attempted("get", "pods", "-A", "-o", "wide")]
    parts.append("\n".join(attempted("-n", NAMESPACE, "get", "events", "--sort-by=.lastTimestamp").splitlines()[-25:]))
    try:
        names = [pod["metadata"]["name"] for pod in pods() if unhappy(pod)]
    except (RuntimeError, OSError):
        names = []
    for name in names[:8]:
        parts.append(f"-- {name}\n" + attempted("-n", NAMESPACE, "logs", name, f"--tail={LINES}"))
        parts.append(attempted("-n", NAMESPACE, "logs", name, "--previous", f"--tail={LINES}"))
    return "\n".join(parts)
