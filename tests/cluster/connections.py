"""Every TCP connection of the pods, seen in their network namespaces, and whether the network policies permit it: no plugin enforces them here."""

import ipaddress
import subprocess

import cluster
from machine import NAMESPACES, inside
from sampler import Sampler

LISTEN = "0A"
# Connections that are established, being made or ending; a closed one stays in TIME_WAIT for a minute.
SEEN = {"01", "02", "03", "04", "05", "06", "08", "09", "0B"}


def address(text):
    """Returns address and port of an entry of /proc/net/tcp or tcp6, whose words are in the byte order of the machine."""
    host, port = text.split(":")
    words = [bytes.fromhex(host[place : place + 8])[::-1] for place in range(0, len(host), 8)]
    parsed = ipaddress.ip_address(b"".join(words))
    return str(getattr(parsed, "ipv4_mapped", None) or parsed), int(port, 16)


def sockets(namespace):
    """Returns the ports that a pod listens on, and its connections as (local, remote)."""
    command = inside(namespace, "cat", "/proc/self/net/tcp", "/proc/self/net/tcp6")
    lines = filter(None, subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines())
    parts = [line.split() for line in lines if ":" in line.split()[0]]
    listening = {address(part[1])[1] for part in parts if part[3] == LISTEN}
    return listening, [(address(part[1]), address(part[2])) for part in parts if part[3] in SEEN]


class Connections(Sampler):
    """Collects (source, destination, port) of all pods while a scenario acts. Sources that only the other side saw are found there."""

    def __init__(self):
        super().__init__(pause=4)
        self.found, self.pods, self.services = set(), {}, {}

    def sample(self):
        for pod in cluster.get("pods", "-A"):
            if not pod["spec"].get("hostNetwork") and "podIP" in pod["status"]:
                self.pods[pod["status"]["podIP"]] = pod
        for service in cluster.get("services", "-A"):
            self.services[service["spec"].get("clusterIP")] = service
        for path in NAMESPACES.glob("cni-*"):
            listening, seen = sockets(path.name)
            for local, remote in seen:
                if remote[0].startswith("127.") or remote[0] == "::1" or remote[0] == local[0]:
                    continue
                # Who listens was asked; the other one asked.
                inbound = local[1] in listening
                self.found.add((remote[0], local[0], local[1]) if inbound else (local[0], remote[0], remote[1]))


def selects(selector, labels):
    for key, value in selector.get("matchLabels", {}).items():
        if labels.get(key) != value:
            return False
    for one in selector.get("matchExpressions", []):
        value, given = labels.get(one["key"]), one.get("values", [])
        fits = {"In": value in given, "NotIn": value not in given, "Exists": value is not None, "DoesNotExist": value is None}
        if not fits[one["operator"]]:
            return False
    return True


class Policies:
    """The network policies of the cluster, as an enforcing plugin reads them."""

    def __init__(self):
        self.policies = cluster.get("networkpolicies", "-A")
        self.namespaces = {one["metadata"]["name"]: one["metadata"].get("labels", {}) for one in cluster.get("namespaces")}

    def of(self, pod, direction):
        name = pod["metadata"]["namespace"]
        labels = pod["metadata"].get("labels", {})
        own = [one["spec"] for one in self.policies if one["metadata"]["namespace"] == name]
        return [one for one in own if direction.title() in one["policyTypes"] and selects(one["podSelector"], labels)], name

    def is_peer(self, peer, home, other, address):
        if block := peer.get("ipBlock"):
            # Pods are selected by their labels: Cilium applies no block to them.
            inside_of = lambda network: ipaddress.ip_address(address) in ipaddress.ip_network(network)  # noqa: E731
            return other is None and inside_of(block["cidr"]) and not any(map(inside_of, block.get("except", [])))
        if other is None:
            return False
        place = other["metadata"]["namespace"]
        if "namespaceSelector" in peer:
            if not selects(peer["namespaceSelector"], self.namespaces[place]):
                return False
        elif place != home:
            return False
        return selects(peer.get("podSelector", {}), other["metadata"].get("labels", {}))

    def permits(self, pod, direction, other, address, port):
        policies, home = self.of(pod, direction)
        if not policies:
            return True
        side = "to" if direction == "egress" else "from"
        for rule in (rule for policy in policies for rule in policy.get(direction) or []):
            if not any(self.is_peer(peer, home, other, address) for peer in rule.get(side, [])):
                continue
            if "ports" not in rule or any(one.get("port") == port and one.get("protocol", "TCP") == "TCP" for one in rule["ports"]):
                return True
        return False


def behind(seen, address, port):
    """Returns the pods and the port behind an address: those of a service, or the pod itself."""
    service = seen.services.get(address)
    if not service:
        return [(seen.pods.get(address), port)]
    wanted = next((one for one in service["spec"]["ports"] if one["port"] == port), None)
    labels = service["spec"].get("selector") or {}
    pods = [one for one in seen.pods.values() if one["metadata"]["namespace"] == service["metadata"]["namespace"]]
    chosen = [one for one in pods if labels and selects({"matchLabels": labels}, one["metadata"].get("labels", {}))]
    return [(pod, container_port(pod, wanted["targetPort"])) for pod in chosen]


def container_port(pod, target):
    if isinstance(target, int):
        return target
    ports = [port for one in pod["spec"]["containers"] for port in one.get("ports", [])]
    return next(one["containerPort"] for one in ports if one.get("name") == target)


def name(pod, address):
    return f"{pod['metadata']['namespace']}/{pod['metadata']['name']}" if pod else address


def refused(seen, namespaces):
    """Returns the connections from or to pods of these namespaces that the policies forbid. Those of the nodes, such as probes, are always permitted."""
    policies, wrong, judged = Policies(), set(), 0
    for source, destination, port in sorted(seen.found):
        client = seen.pods.get(source)
        for server, target in behind(seen, destination, port):
            ours = [one for one in (client, server) if one and one["metadata"]["namespace"] in namespaces]
            if not ours or (client is None and server is not None):
                continue
            judged += 1
            leaves = client is None or policies.permits(client, "egress", server, destination, target)
            enters = server is None or policies.permits(server, "ingress", client, source, target)
            if not (leaves and enters):
                wrong.add(f"{name(client, source)} -> {name(server, destination)}:{target}")
    return sorted(wrong), judged
