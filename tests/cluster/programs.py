"""Programs of the cluster, built from Go modules of fixed versions into .dev/cluster/bin."""

import json
import os
import re
import subprocess
from pathlib import Path

from places import CACHE, CNI_PLUGINS, CONTAINERD, COREDNS, ETCD, HELM, KEDA, KUBERNETES, PROGRAMS

KUBERNETES_COMMANDS = ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy", "kubectl"]
# Two cores: more compilers at once would only take each other's memory.
ENVIRONMENT = {**os.environ, "CGO_ENABLED": "0", "GOFLAGS": "-buildvcs=false -mod=mod -p=2"}


def go(folder, *arguments):
    done = subprocess.run(["nice", "-n", "15", "go", *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"k8s-test: go {' '.join(arguments)} failed in {folder}:\n{done.stderr[-4000:]}")
    return done.stdout


def workspace(name, module, version, staging=None):
    """Returns a folder whose go.mod requires the module, with the module's own replacements, which Go ignores in a dependency.

    A replacement by a folder of the module's repository is left out. Those of Kubernetes are published under the version `staging`.
    """
    folder = CACHE / "src" / name
    folder.mkdir(parents=True, exist_ok=True)
    downloaded = json.loads(go(folder, "mod", "download", "-json", f"{module}@v{version}"))
    described = json.loads(go(folder, "mod", "edit", "-json", downloaded["GoMod"]))
    lines = [f"module cluster/{name}", f"go {described['Go']}", f"require {module} v{version}"]
    for replaced in described.get("Replace") or []:
        old, new = replaced["Old"]["Path"], replaced["New"]
        if not new["Path"].startswith("."):
            lines.append(f"replace {old} => {new['Path']} {new.get('Version', '')}")
        elif staging:
            lines.append(f"replace {old} => {old} v{staging}")
    (folder / "go.mod").write_text("\n".join(lines) + "\n")
    return folder


def build(folder, packages, flags=""):
    go(folder, "build", "-trimpath", "-ldflags", f"-s -w {flags}", "-o", f"{PROGRAMS}/", *packages)


def kubernetes():
    staging = re.sub(r"^1", "0", KUBERNETES)
    folder = workspace("kubernetes", "k8s.io/kubernetes", KUBERNETES, staging)
    major, minor, _ = KUBERNETES.split(".")
    version = "k8s.io/component-base/version.git"
    flags = f"-X {version}Version=v{KUBERNETES} -X {version}Major={major} -X {version}Minor={minor}"
    build(folder, [f"k8s.io/kubernetes/cmd/{command}" for command in KUBERNETES_COMMANDS], flags)


def etcd():
    build(workspace("etcd", "go.etcd.io/etcd/server/v3", ETCD), ["go.etcd.io/etcd/server/v3"])
    (PROGRAMS / "server").rename(PROGRAMS / "etcd")


def containerd():
    module = "github.com/containerd/containerd/v2"
    commands = ["containerd", "containerd-shim-runc-v2", "ctr"]
    build(workspace("containerd", module, CONTAINERD), [f"{module}/cmd/{command}" for command in commands])


def network_plugins():
    module = "github.com/containernetworking/plugins"
    plugins = ["main/bridge", "main/loopback", "ipam/host-local"]
    build(workspace("cni", module, CNI_PLUGINS), [f"{module}/plugins/{plugin}" for plugin in plugins])


def coredns():
    build(workspace("coredns", "github.com/coredns/coredns", COREDNS), ["github.com/coredns/coredns"])


def keda():
    module = "github.com/kedacore/keda/v2"
    folder = workspace("keda", module, KEDA)
    for command in ["operator", "adapter", "webhooks"]:
        build(folder, [f"{module}/cmd/{command}"])
        (PROGRAMS / command).rename(PROGRAMS / f"keda-{command}")


def helm():
    build(workspace("helm", "helm.sh/helm/v4", HELM), ["helm.sh/helm/v4/cmd/helm"])


def keda_sources() -> Path:
    """Returns the folder of KEDA's module, which contains its manifests."""
    described = go(CACHE, "mod", "download", "-json", f"github.com/kedacore/keda/v2@v{KEDA}")
    return Path(json.loads(described)["Dir"])


PARTS = {kubernetes: KUBERNETES, etcd: ETCD, containerd: CONTAINERD, network_plugins: CNI_PLUGINS, coredns: COREDNS}
# Needed by one scenario only.
FURTHER = {"helm": {helm: HELM}, "scaling": {keda: KEDA}}


def needed(scenarios):
    """Returns the parts, with their versions, that a cluster with these scenarios needs."""
    further = [parts for name, parts in FURTHER.items() if name in scenarios]
    return {part: version for parts in [PARTS, *further] for part, version in parts.items()}


def build_missing(scenarios=()):
    """Builds each part whose version is not in the cache. Cold, on two cores: 8 minutes, and 7 more for helm and KEDA."""
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    for part, version in needed(scenarios).items():
        stamp = CACHE / f"{part.__name__}-{version}"
        if not stamp.exists():
            print(f"k8s-test: building {part.__name__} {version}", flush=True)
            part()
            stamp.touch()
