"""Prometheus and Alertmanager of the distribution beside the cluster, with the project's rules and without a copy of them."""

import json
import re
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

import fleet
from machine import HOME, run_inside, start
from places import PROJECT, RUN
from sampler import Sampler
from wait import until

FOLDER = RUN / "monitoring"
RULES = PROJECT / "deploy/prometheus/rules.yaml"
DASHBOARDS = PROJECT / "deploy/grafana/dashboards"
DELIVERED = FOLDER / "delivered.txt"
TARGETS = FOLDER / "targets.json"
PROMETHEUS, ALERTMANAGER, HOOK = 9090, 9093, 9099
# Windows and delays of the alerts are divided by this, so that a cause is seen within a minute.
FASTER = 10
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def missing():
    """Returns the programs that are not installed."""
    return [name for name in ["prometheus", "prometheus-alertmanager"] if not shutil.which(name)]


def shorter(text):
    """Returns the rules with shorter windows and delays."""

    def divided(found):
        seconds = int(found[2]) * SECONDS[found[3]]
        return f"{found[1]}{max(seconds // FASTER, 5)}s{found[4]}"

    text = re.sub(r"(\[)(\d+)([smhd])(\])", divided, text)
    return re.sub(r"(for: )(\d+)([smhd])()$", divided, text, flags=re.M)


class Targets(Sampler):
    """Lists the pods with the annotation of the manifests for Prometheus: Debian builds it without the discovery of Kubernetes."""

    def __init__(self):
        super().__init__(pause=2)

    def sample(self):
        text = json.dumps([target(pod) for pod in fleet.pods() if is_scraped(pod)])
        written = TARGETS.with_suffix(".new")
        written.write_text(text)
        written.rename(TARGETS)


def is_scraped(pod):
    annotations = pod["metadata"].get("annotations", {})
    return annotations.get("prometheus.io/scrape") == "true" and pod["status"].get("phase") == "Running" and "podIP" in pod["status"]


def target(pod):
    metadata = pod["metadata"]
    port = metadata["annotations"]["prometheus.io/port"]
    return {"targets": [f"{pod['status']['podIP']}:{port}"], "labels": {"pod": metadata["name"], "namespace": metadata["namespace"]}}


def write_prometheus():
    settings = {
        "global": {"scrape_interval": "2s", "evaluation_interval": "2s"},
        "rule_files": [str(FOLDER / "rules.yaml")],
        "alerting": {"alertmanagers": [{"static_configs": [{"targets": [f"127.0.0.1:{ALERTMANAGER}"]}]}]},
        "scrape_configs": [{"job_name": "auspex", "file_sd_configs": [{"files": [str(TARGETS)]}]}],
    }
    (FOLDER / "rules.yaml").write_text(shorter(RULES.read_text()))
    (FOLDER / "prometheus.json").write_text(json.dumps(settings))


def write_alertmanager():
    text = (PROJECT / "deploy/alertmanager.yaml").read_text()
    hook = f"webhook_configs: [{{ url: 'http://127.0.0.1:{HOOK}/', send_resolved: true }}]"
    changed = {"- name: people": f"- name: people\n    {hook}", "group_wait: 30s": "group_wait: 1s", "group_interval: 5m": "group_interval: 3s"}
    for old, new in changed.items():
        assert old in text, f"deploy/alertmanager.yaml has no `{old}`"
        text = text.replace(old, new)
    (FOLDER / "alertmanager.yaml").write_text(text)


@contextmanager
def running():
    """Both programs and a receiver run within the block."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    write_prometheus()
    write_alertmanager()
    started = [
        start(HOME, "hook", sys.executable, "-B", Path(__file__).parent / "hook.py", HOOK, DELIVERED),
        start(HOME, "alertmanager", *ALERTMANAGER_COMMAND),
        start(HOME, "prometheus", *PROMETHEUS_COMMAND),
    ]
    try:
        until("Prometheus", lambda: run_inside(HOME, "curl", "--silent", "--fail", f"http://127.0.0.1:{PROMETHEUS}/-/ready"), seconds=60)
        with Targets():
            yield
    finally:
        for program in started:
            program.terminate()
        for program in started:
            program.wait(timeout=30)


PROMETHEUS_COMMAND = [
    "prometheus",
    f"--config.file={FOLDER}/prometheus.json",
    f"--storage.tsdb.path={FOLDER}/series",
    f"--web.listen-address=127.0.0.1:{PROMETHEUS}",
]
ALERTMANAGER_COMMAND = [
    "prometheus-alertmanager",
    f"--config.file={FOLDER}/alertmanager.yaml",
    f"--storage.path={FOLDER}/alerts",
    f"--web.listen-address=127.0.0.1:{ALERTMANAGER}",
    "--cluster.listen-address=",
]


def api(path, **parameters):
    data = [word for name, value in parameters.items() for word in ["--data-urlencode", f"{name}={value}"]]
    reply = json.loads(run_inside(HOME, "curl", "--silent", "--get", *data, f"http://127.0.0.1:{PROMETHEUS}/api/v1/{path}"))
    if reply["status"] != "success":
        raise AssertionError(f"{parameters}: {reply.get('error')}")
    return reply["data"]


def query(expression):
    """Returns the series of an expression. An expression that Prometheus refuses is an error."""
    return api("query", query=expression)["result"]


def firing():
    return {alert["labels"]["alertname"] for alert in api("alerts")["alerts"] if alert["state"] == "firing"}


def delivered(status, alert):
    return f"{status} {alert}" in DELIVERED.read_text().splitlines()


def panels():
    """Yields (title, expression) for every query of the dashboards, with Grafana's variables replaced."""
    for file in sorted(DASHBOARDS.glob("*.json")):
        yield from queries(json.loads(file.read_text())["panels"])


def queries(listed):
    for panel in listed:
        yield from queries(panel.get("panels", []))
        for target in panel.get("targets", []):
            if text := target.get("expr"):
                for name, value in {"$__rate_interval": "1m", "$__range": "10m", "$namespace": ".*", "$service": ".*"}.items():
                    text = text.replace(name, value)
                yield panel["title"], text


def alerts():
    """Returns the expression of every alert by its name."""
    return dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)", (FOLDER / "rules.yaml").read_text()))
