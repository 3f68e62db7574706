"""Folders and versions of the cluster."""

import os
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
# Programs, built once and shared by the worktrees that share .dev.
CACHE = (PROJECT / ".dev").resolve() / "cluster"
PROGRAMS = CACHE / "bin"
# One cluster per machine: the names of its network namespaces and cgroups are fixed. A socket's path must be short. The images of three
# nodes take 4 GiB; a folder in memory (/dev/shm/auspex-cluster) serves a machine with little disk.
RUN = Path(os.environ.get("AUSPEX_CLUSTER", "/tmp/auspex-cluster"))
# Name of the network of the pods.
NETWORK = "auspex-pods"
LOCK = Path("/tmp/auspex-cluster.lock")
LOGS = RUN / "log"
BINARIES = Path(os.environ.get("AUSPEX_BINARIES", PROJECT / "target/debug"))

KUBERNETES = "1.37.2"
CONTAINERD = "2.4.2"
ETCD = "3.7.3"
CNI_PLUGINS = "1.9.1"
COREDNS = "1.15.0"
KEDA = "2.21.0"
HELM = "4.3.1"
# Definitions of custom resources, for the scenario `production`.
PROMETHEUS_OPERATOR = "0.85.0"
CERT_MANAGER = "1.21.2"
TRUST_MANAGER = "0.25.0"
BARMAN_CLOUD = "0.15.0"
