"""A node: a network namespace with containerd, a kubelet and kube-proxy."""

import json
import shutil

import control
from machine import HOME, add_cgroup, add_namespace, run_inside, start
from places import NETWORK, PROGRAMS, RUN
from wait import until

PAUSE = "docker.io/auspex-cluster/pause:1"


def name(number):
    return f"{HOME}-{number}"


def folder(number):
    return RUN / f"node{number}"


def socket(number):
    return folder(number) / "containerd.sock"


def connect(number, count):
    """Connects the node to the bridge, with routes to the pods of the others. Nothing has a route out of the machine."""
    node, link = name(number), f"veth{number}"
    add_namespace(node)
    run_inside(HOME, "ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", node)
    run_inside(HOME, "ip", "link", "set", link, "master", "br0", "up")
    run_inside(node, "ip", "address", "add", f"10.88.0.{10 + number}/24", "dev", "eth0")
    run_inside(node, "ip", "link", "set", "eth0", "up")
    run_inside(node, "ip", "route", "add", "default", "via", control.ADDRESS)
    run_inside(node, "sysctl", "--quiet", "--write", "net.ipv4.ip_forward=1")
    run_inside(HOME, "ip", "route", "add", f"10.244.{number}.0/24", "via", f"10.88.0.{10 + number}")
    for other in range(1, count + 1):
        if other != number:
            run_inside(node, "ip", "route", "add", f"10.244.{other}.0/24", "via", f"10.88.0.{10 + other}")


def cut(number):
    """Cuts the node off from the others and from the control plane, as a broken switch would."""
    run_inside(HOME, "ip", "link", "set", f"veth{number}", "down")


def join(number):
    run_inside(HOME, "ip", "link", "set", f"veth{number}", "up")


def write_network(number):
    place = folder(number)
    addresses = {"type": "host-local", "dataDir": str(place / "addresses"), "ranges": [[{"subnet": f"10.244.{number}.0/24"}]], "routes": [{"dst": "0.0.0.0/0"}]}
    bridge = {"type": "bridge", "bridge": "cni0", "isGateway": True, "ipMasq": False, "hairpinMode": True, "ipam": addresses}
    (place / "cni").mkdir(parents=True)
    (place / "cni/pods.conflist").write_text(json.dumps({"cniVersion": "1.0.0", "name": NETWORK, "plugins": [bridge]}))


def write_containerd(number):
    place = folder(number)
    runtime = "plugins.'io.containerd.cri.v1.runtime'"
    (place / "containerd.toml").write_text(
        f"""version = 3
root = "{place}/containerd"
state = "{place}/state"
[grpc]
  address = "{socket(number)}"
[ttrpc]
  address = "{socket(number)}.ttrpc"
[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = "{PAUSE}"
[{runtime}]
  restrict_oom_score_adj = true
[{runtime}.cni]
  bin_dirs = ["{PROGRAMS}"]
  conf_dir = "{place}/cni"
[{runtime}.containerd]
  default_runtime_name = "runc"
[{runtime}.containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[{runtime}.containerd.runtimes.runc.options]
  SystemdCgroup = false
  BinaryName = "{shutil.which('runc')}"
  Root = "{place}/runc"
"""
    )


def write_kubelet(number):
    place = folder(number)
    settings = {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "failCgroupV1": False,
        "cgroupDriver": "cgroupfs",
        "cgroupRoot": f"/{HOME}/{name(number)}",
        "containerRuntimeEndpoint": f"unix://{socket(number)}",
        "address": f"10.88.0.{10 + number}",
        "authentication": {"anonymous": {"enabled": True}, "webhook": {"enabled": False}},
        "authorization": {"mode": "AlwaysAllow"},
        "clusterDNS": [control.DNS],
        "clusterDomain": "cluster.local",
        "failSwapOn": False,
        "oomScoreAdj": 0,
        "enforceNodeAllocatable": [],
        "makeIPTablesUtilChains": False,
        "resolvConf": str(RUN / "resolv.conf"),
        "podLogsDir": str(place / "logs"),
        "volumePluginDir": str(place / "plugins"),
        "evictionHard": {"memory.available": "200Mi"},
        "imageGCHighThresholdPercent": 100,
        # A pod of the fleet and its neighbours start at the same time after a loss of a node.
        "serializeImagePulls": False,
        # Short, so that a changed secret or ConfigMap is seen within the time of a test.
        "syncFrequency": "10s",
    }
    (place / "kubelet.json").write_text(json.dumps(settings))


def start_containerd(number):
    start(name(number), f"{name(number)}-containerd", PROGRAMS / "containerd", "-c", folder(number) / "containerd.toml")
    until(f"containerd of node {number}", socket(number).exists, seconds=30)


def start_kubelet(number):
    place = folder(number)
    options = control.flags(
        config=place / "kubelet.json",
        kubeconfig=control.kubeconfig(name(number)),
        root_dir=place / "kubelet",
        hostname_override=name(number),
        node_ip=f"10.88.0.{10 + number}",
        cert_dir=place / "certificates",
    )
    start(name(number), f"{name(number)}-kubelet", PROGRAMS / "kubelet", *options)


def start_proxy(number):
    options = control.flags(
        kubeconfig=RUN / "admin.kubeconfig",
        proxy_mode="nftables",
        hostname_override=name(number),
        cluster_cidr="10.244.0.0/16",
        conntrack_max_per_core=0,
        healthz_bind_address="127.0.0.1",
        metrics_bind_address="127.0.0.1",
    )
    start(name(number), f"{name(number)}-proxy", PROGRAMS / "kube-proxy", *options)


def up(number, count):
    for part in ["containerd", "state", "kubelet", "logs"]:
        (folder(number) / part).mkdir(parents=True)
    (RUN / "resolv.conf").write_text("nameserver 127.0.0.1\n")
    connect(number, count)
    write_network(number)
    write_containerd(number)
    write_kubelet(number)
    add_cgroup(name(number))
    start_containerd(number)
    start_kubelet(number)
    start_proxy(number)
