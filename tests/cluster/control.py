"""The control plane: certificates, etcd, the API server, controllers and the scheduler."""

import csv
import os

from machine import HOME, add_namespace, run, run_inside, start
from places import LOGS, PROGRAMS, RUN
from wait import until

ADDRESS = "10.88.0.1"
SERVER = f"https://{ADDRESS}:6443"
SERVICES = "10.96.0.0/16"
DNS = "10.96.0.10"
KEYS = RUN / "pki"
NAMES = "IP:10.88.0.1,IP:10.96.0.1,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local"


def kubeconfig(user):
    file = RUN / f"{user}.kubeconfig"
    file.write_text(
        f"""apiVersion: v1
kind: Config
clusters: [{{name: cluster, cluster: {{server: "{SERVER}", certificate-authority: {KEYS}/ca.crt}}}}]
users: [{{name: user, user: {{token: {user}-token}}}}]
contexts: [{{name: context, context: {{cluster: cluster, user: user}}}}]
current-context: context
"""
    )
    return file


def openssl(*arguments):
    run("openssl", *arguments, cwd=KEYS)


def certificate(name, subject, extensions=""):
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={subject}")
    (KEYS / f"{name}.ext").write_text(extensions)
    signing = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", f"{name}.ext"]
    openssl("x509", "-req", "-in", f"{name}.csr", "-out", f"{name}.crt", *signing)


def certificates():
    KEYS.mkdir(parents=True)
    openssl("genrsa", "-out", "accounts.key", "2048")
    openssl("rsa", "-in", "accounts.key", "-pubout", "-out", "accounts.pub")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt", "-days", "2", "-subj", "/CN=auspex-cluster")
    certificate("api", "kube-apiserver", f"subjectAltName={NAMES}")
    certificate("front", "front-proxy")


def users(nodes):
    with open(KEYS / "tokens.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["admin-token", "admin", "1", "system:masters"])
        for node in nodes:
            rows.writerow([f"{node}-token", f"system:node:{node}", node, "system:nodes"])


def flags(**values):
    return [f"--{name.replace('_', '-')}={value}" for name, value in values.items()]


def etcd():
    client, peer = "http://127.0.0.1:2379", "http://127.0.0.1:2380"
    urls = flags(listen_client_urls=client, advertise_client_urls=client, listen_peer_urls=peer, initial_advertise_peer_urls=peer)
    members = flags(initial_cluster=f"default={peer}", data_dir=RUN / "etcd")
    start(HOME, "etcd", PROGRAMS / "etcd", *urls, *members, "--unsafe-no-fsync")


def api_server():
    accounts = flags(
        service_account_issuer="https://kubernetes.default.svc",
        service_account_key_file=KEYS / "accounts.pub",
        service_account_signing_key_file=KEYS / "accounts.key",
    )
    addresses = flags(
        bind_address=ADDRESS, advertise_address=ADDRESS, secure_port=6443, service_cluster_ip_range=SERVICES, etcd_servers="http://127.0.0.1:2379"
    )
    access = flags(
        token_auth_file=KEYS / "tokens.csv",
        authorization_mode="Node,RBAC",
        tls_cert_file=KEYS / "api.crt",
        tls_private_key_file=KEYS / "api.key",
        client_ca_file=KEYS / "ca.crt",
        enable_admission_plugins="NodeRestriction",
        kubelet_preferred_address_types="InternalIP",
        allow_privileged="true",
    )
    # Metrics of KEDA come from an extension server, to which the API server passes requests on.
    extension = flags(
        requestheader_client_ca_file=KEYS / "ca.crt",
        requestheader_allowed_names="front-proxy",
        requestheader_extra_headers_prefix="X-Remote-Extra-",
        requestheader_group_headers="X-Remote-Group",
        requestheader_username_headers="X-Remote-User",
        proxy_client_cert_file=KEYS / "front.crt",
        proxy_client_key_file=KEYS / "front.key",
        enable_aggregator_routing="true",
    )
    start(HOME, "kube-apiserver", PROGRAMS / "kube-apiserver", *addresses, *accounts, *access, *extension)


def controllers():
    admin = flags(kubeconfig=RUN / "admin.kubeconfig", leader_elect="false", bind_address="127.0.0.1")
    own = flags(
        service_account_private_key_file=KEYS / "accounts.key",
        root_ca_file=KEYS / "ca.crt",
        use_service_account_credentials="true",
        allocate_node_cidrs="false",
        # Half of the default, so that a lost node is noticed within the time of a test.
        node_monitor_grace_period="20s",
        horizontal_pod_autoscaler_sync_period="5s",
    )
    start(HOME, "kube-controller-manager", PROGRAMS / "kube-controller-manager", *admin, *own)
    start(HOME, "kube-scheduler", PROGRAMS / "kube-scheduler", *admin)


def kubectl_command(*arguments):
    return [PROGRAMS / "kubectl", "--kubeconfig", RUN / "admin.kubeconfig", *arguments]


def kubectl(*arguments, **options):
    return run_inside(HOME, *kubectl_command(*arguments), **options)


def bridge():
    add_namespace(HOME)
    run_inside(HOME, "ip", "link", "add", "br0", "type", "bridge")
    run_inside(HOME, "ip", "address", "add", f"{ADDRESS}/24", "dev", "br0")
    run_inside(HOME, "ip", "link", "set", "br0", "up")


def up(nodes):
    os.makedirs(LOGS)
    certificates()
    users(nodes)
    kubeconfig("admin")
    bridge()
    etcd()
    api_server()
    until("the API server", lambda: kubectl("get", "--raw", "/readyz"), seconds=90)
    controllers()
