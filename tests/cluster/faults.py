"""Faults of one pod's network: its way to a server is frozen, refused or slow, while the server and all other pods are well."""

import json
import subprocess
import sys
from pathlib import Path

import bucket
import cluster
import fleet
from machine import inside, namespaces, run_inside
from wait import until

TABLE = "auspex_fault"
# Mark of the packets of the program that delays, which are not sent to it again.
MARK = 7
# The kernels of many machines have no netem, so that a program delays.
DELAY = Path(__file__).parent / "delay.py"
FIRST_PORT = 40_001
PORTS = {"postgres": 5432, "nats": 4222, "valkey": 6379, "offline": 8080, "bucket": bucket.PORT}

FROZEN, REFUSED, SLOW = "frozen", "refused", "slow"


def network(pod):
    """Returns the network namespace of a pod."""
    address = pod["status"]["podIP"]
    for name in namespaces():
        if name.startswith("cni-") and address in addresses_in(name):
            return name
    raise AssertionError(f"{pod['metadata']['name']} has no network namespace")


def addresses_in(namespace):
    links = json.loads(run_inside(namespace, "ip", "-json", "-4", "address"))
    return [one["local"] for link in links for one in link.get("addr_info", [])]


def addresses_of(server):
    """Returns the addresses under which pods reach a server: those of its pods, and that of its service."""
    if server == "bucket":
        return [bucket.ADDRESS]
    of_pods = [pod["status"]["podIP"] for pod in fleet.pods_of(server)]
    services = [one for one in cluster.get("services", "-n", fleet.NAMESPACE) if one["metadata"]["name"] == server]
    return [*of_pods, *(one["spec"]["clusterIP"] for one in services if one["spec"]["clusterIP"] != "None")]


class Faults:
    """Faults of a pod, which end with `repair`."""

    def __init__(self, pod):
        self.network, self.delays = network(pod), []

    def apply(self, faults):
        """Applies faults by server."""
        rules = [
            f"add table inet {TABLE}",
            f"add chain inet {TABLE} moved {{ type nat hook output priority -100; }}",
            f"add chain inet {TABLE} out {{ type filter hook output priority 0; }}",
            f"add chain inet {TABLE} in {{ type filter hook input priority 0; }}",
        ]
        for place, (server, fault) in enumerate(faults.items()):
            rules += self.rules(server, fault, FIRST_PORT + place)
        run_inside(self.network, "nft", "-f", "-", input="\n".join(rules))
        for server, fault in faults.items():
            if fault != FROZEN:
                # Connections of before end on both sides, and the new ones meet the rules.
                run_inside(self.network, "ss", "--kill", "--tcp", "dport", "=", f":{PORTS[server]}")

    def rules(self, server, fault, port):
        """Returns the rules of a fault. `port`: where a program listens that delays."""
        addresses = addresses_of(server)
        at, number = f"{{ {', '.join(addresses)} }}", PORTS[server]
        to = f"ip daddr {at} tcp dport {number}"
        # A count of the packets with the server's name.
        end = f'comment "{server}"'
        if fault == FROZEN:
            return [f"add rule inet {TABLE} out {to} counter drop {end}", f"add rule inet {TABLE} in ip saddr {at} tcp sport {number} drop"]
        if fault == REFUSED:
            # A reset that ends a connection of before passes.
            return [f"add rule inet {TABLE} out {to} tcp flags & rst == 0 counter reject with tcp reset {end}"]
        self.delay(addresses[0], number, port)
        return [f"add rule inet {TABLE} moved meta mark != {MARK} {to} counter redirect to :{port} {end}"]

    def met(self):
        """Returns the servers that the pod has tried to reach since the faults."""
        listed = json.loads(run_inside(self.network, "nft", "-j", "list", "table", "inet", TABLE))["nftables"]
        rules = [one["rule"] for one in listed if "comment" in one.get("rule", {})]
        return {rule["comment"] for rule in rules if any(part.get("counter", {}).get("packets") for part in rule["expr"])}

    def delay(self, address, number, port):
        """Starts the program that delays in the pod's network, and waits until it listens."""
        command = inside(self.network, sys.executable, "-B", DELAY, port, address, number, MARK)
        self.delays.append(subprocess.Popen(command, start_new_session=True))
        until("the program that delays", lambda: f"127.0.0.1:{port} " in run_inside(self.network, "ss", "-Hlnt"), seconds=20, pause=0.1)

    def repair(self):
        # Added first, because a table that is absent cannot be deleted.
        run_inside(self.network, "nft", f"add table inet {TABLE}; delete table inet {TABLE}")
        for process in self.delays:
            process.terminate()
            process.wait()
        self.delays = []
