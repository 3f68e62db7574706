"""The chart: installation, upgrade and rollback, in a namespace with the restricted policy."""

import json

import cluster
import fleet
from control import kubectl
from load import Load
from machine import HOME, run_inside
from places import PROGRAMS, PROJECT, RUN
from scenarios.deploy import examples

CHART = PROJECT / "k8s/helm"
DATABASE = "postgres://auspex:auspex@postgres:5432/auspex"
SECRETS = [*fleet.WORKERS, "gateway", "topology"]
WEB = {
    "AUSPEX_WEB_GATEWAY": "http://offline:8080/web/",
    "AUSPEX_SEARXNG_URL": "http://offline:8080/searxng",
    "AUSPEX_JUPITER_URL": "http://offline:8080/jupiter",
    "AUSPEX_RUGCHECK_URL": "http://offline:8080/rugcheck",
    "AUSPEX_PRICES_URL": "http://offline:8080/prices",
    "AUSPEX_HOLDERS_URL": "http://offline:8080/holders",
    "AUSPEX_GLEIF_URL": "http://offline:8080/gleif/api/v1",
}
SETTINGS = {
    "AUSPEX_NATS_URL": "nats://nats:4222",
    "AUSPEX_MODEL_API": "anthropic",
    "AUSPEX_MODEL_BASE_URL": "http://offline:8080/anthropic",
    "AUSPEX_MODEL_INVOICE_URL": "http://offline:8080",
    "AUSPEX_MARKETS": "off",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "",
    "AUSPEX_POSTGRES_CONNECTIONS": "4",
    "AUSPEX_TOPOLOGY_REPLICAS": "1",
    "AUSPEX_TOPOLOGY_WORK_BYTES": "1073741824",
    "AUSPEX_TOPOLOGY_KEPT_BYTES": "268435456",
}


def helm(*arguments):
    return run_inside(HOME, PROGRAMS / "helm", "--kubeconfig", RUN / "admin.kubeconfig", "--namespace", fleet.NAMESPACE, *arguments)


def values(**settings):
    """Writes the values of an installation from images with tags and without KEDA."""
    file = RUN / "values.json"
    chosen = {
        "image": {"registry": "docker.io/auspex", "tag": "dev"},
        "settings": {"fleet": {**SETTINGS, **settings}, "researcher": WEB},
        "keda": {"enabled": False},
        "minReadySeconds": 2,
    }
    file.write_text(json.dumps(chosen))
    return file


def upgrade(**settings):
    helm("upgrade", "--install", "auspex", CHART, "--values", values(**settings), "--wait", "--timeout", "400s")


def servers():
    """Creates the namespace, with the servers of the dev overlay and the secrets, which the chart expects."""
    kubectl("apply", "-f", PROJECT / "k8s/cluster/namespace.yaml")
    overlay = RUN / "overlays/servers"
    files = ["servers.yaml", "offline.yaml", "network.yaml"]
    overlay.mkdir(parents=True, exist_ok=True)
    for file in files:
        (overlay / file).write_text((cluster.OVERLAY / file).read_text())
    world = {"name": "auspex/offline", "newName": "docker.io/auspex/offline", "newTag": "dev"}
    password = {"name": "postgres", "literals": ["password=auspex"], "options": {"disableNameSuffixHash": True}}
    secrets = [{"name": name, "literals": [f"AUSPEX_POSTGRES_URL={DATABASE}", "AUSPEX_REDIS_URL=redis://valkey:6379"]} for name in SECRETS]
    plain = {"disableNameSuffixHash": True}
    kustomization = {
        "namespace": fleet.NAMESPACE,
        "resources": [*files, "invoice.json"],
        "images": [world],
        "secretGenerator": [password, *secrets],
        "generatorOptions": plain,
        "patches": [fleet.patch(fleet.WORLD, kind="Deployment", name="offline")],
    }
    (overlay / "invoice.json").write_text(json.dumps(fleet.INVOICE))
    (overlay / "kustomization.yaml").write_text(json.dumps(kustomization))
    kubectl("apply", "-k", overlay)


def image_settings():
    return json.loads(fleet.kube("get", "configmap", "fleet", "-o", "json"))["data"].get("AUSPEX_LOG")


def install_upgrade_roll_back():
    fleet.wipe()
    fleet.volumes()
    servers()
    upgrade()
    answered = examples()
    load = Load(questions=60)
    upgrade(AUSPEX_LOG="debug")
    assert image_settings() == "debug", "the upgrade did not change the settings"
    helm("rollback", "auspex", "1", "--wait", "--timeout", "400s")
    assert image_settings() != "debug", "the rollback did not restore the settings"
    found = load.judge()
    helm("uninstall", "auspex", "--wait")
    assert fleet.kube("get", "persistentvolumeclaim", "objects"), "the volume of reports was removed"
    fleet.wipe()
    return f"{answered}; upgrade and rollback under load: {found}"
