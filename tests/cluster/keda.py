"""KEDA on the cluster, from the manifests of its module."""

import json
import os
from contextlib import contextmanager

import images
from control import kubectl
from cluster import registered
from places import KEDA, RUN
from programs import keda_sources

NAMESPACE = "keda"
NAMES = ["keda", "keda-metrics-apiserver", "keda-admission-webhooks"]
LOCAL = [{"op": "replace", "path": "/spec/template/spec/containers/0/imagePullPolicy", "value": "Never"}]


def overlay():
    folder = RUN / "overlays/keda"
    folder.mkdir(parents=True, exist_ok=True)
    kustomization = {
        "resources": [os.path.relpath(keda_sources() / "config/default", folder)],
        "images": [{"name": f"ghcr.io/kedacore/{name}", "newTag": KEDA} for name in NAMES],
        "patches": [{"target": {"kind": "Deployment"}, "patch": json.dumps(LOCAL)}],
    }
    (folder / "kustomization.yaml").write_text(json.dumps(kustomization))
    return folder


def install():
    images.load(images.keda(), range(1, len(registered()) + 1))
    kubectl("apply", "--server-side", "-k", overlay())
    for name in ["keda-operator", "keda-metrics-apiserver", "keda-admission"]:
        kubectl("-n", NAMESPACE, "rollout", "status", f"deployment/{name}", "--timeout=120s")


@contextmanager
def installed():
    """KEDA is on the cluster within the block."""
    install()
    try:
        yield
    finally:
        kubectl("delete", "-k", overlay(), "--ignore-not-found", "--timeout=120s")
