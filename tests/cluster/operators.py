"""Stands in for the operators that k8s/servers needs: their CRDs, the certificates of cert-manager, the ConfigMap of trust-manager, and the roles of
CloudNativePG. They read the objects from the API server, as the operators do, so a wrong name in a manifest is a missing secret here."""

import json
import os
from pathlib import Path

import cluster
from control import kubectl
from machine import run
from places import BARMAN_CLOUD, CACHE, CERT_MANAGER, KEDA, PROMETHEUS_OPERATOR, RUN, TRUST_MANAGER
from programs import go
from wait import until

FOLDER = RUN / "production"
ISSUER = "cert-manager"
# As in the manifests: doctor warns of certificates that end within two weeks.
DAYS = "90"
# Definitions of the operators' own modules: the API server checks every field of our manifests against them.
MODULES = {
    f"github.com/cert-manager/cert-manager@v{CERT_MANAGER}": ["deploy/crds/cert-manager.io_certificates.yaml", "deploy/crds/cert-manager.io_clusterissuers.yaml"],
    f"github.com/cert-manager/trust-manager@v{TRUST_MANAGER}": ["deploy/crds/trust.cert-manager.io_bundles.yaml"],
    f"github.com/cloudnative-pg/plugin-barman-cloud@v{BARMAN_CLOUD}": ["config/crd/bases/barmancloud.cnpg.io_objectstores.yaml"],
    f"github.com/kedacore/keda/v2@v{KEDA}": ["config/crd/bases/keda.sh_scaledobjects.yaml"],
    f"github.com/prometheus-operator/prometheus-operator@v{PROMETHEUS_OPERATOR}": [
        f"example/prometheus-operator-crd/monitoring.coreos.com_{name}.yaml" for name in ["podmonitors", "prometheusrules"]
    ],
}
# CloudNativePG is not in the registry of Go modules: any field is accepted. CNPG_CRDS names a folder with its `config/crd/bases`, if there is one.
CNPG = {"clusters": "Cluster", "scheduledbackups": "ScheduledBackup"}
CNPG_GROUP = "postgresql.cnpg.io"
GROUPS = {"cert-manager.io", "trust.cert-manager.io", "barmancloud.cnpg.io", "monitoring.coreos.com", "keda.sh", CNPG_GROUP}


def definition(plural, kind):
    schema = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
    spec = {
        "group": CNPG_GROUP,
        "scope": "Namespaced",
        "names": {"kind": kind, "plural": plural, "singular": kind.lower()},
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
    }
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"{plural}.{CNPG_GROUP}"}, "spec": spec}


def files():
    """Returns the files with definitions."""
    for module, names in MODULES.items():
        folder = Path(json.loads(go(CACHE, "mod", "download", "-json", module))["Dir"])
        yield from (folder / name for name in names)
    if folder := os.environ.get("CNPG_CRDS"):
        yield from (Path(folder) / f"{CNPG_GROUP}_{plural}.yaml" for plural in CNPG)


def install():
    # The namespace of cert-manager, in which trust-manager reads the authority.
    cluster.apply([{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": ISSUER}}])
    for file in files():
        kubectl("apply", "--server-side", "-f", file)
    if "CNPG_CRDS" not in os.environ:
        cluster.apply([definition(*kind) for kind in CNPG.items()])
    for name in ours():
        kubectl("wait", "--for=condition=Established", f"crd/{name}", "--timeout=60s")


def ours():
    return [one["metadata"]["name"] for one in cluster.get("customresourcedefinitions") if one["spec"]["group"] in GROUPS]


def remove():
    kubectl("delete", "namespace", ISSUER, "--ignore-not-found", "--timeout=60s")
    for name in ours():
        kubectl("delete", "crd", name, "--timeout=60s")


def openssl(*arguments):
    run("openssl", *arguments, cwd=FOLDER)


def new_key(name):
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")


def authority():
    FOLDER.mkdir(parents=True, exist_ok=True)
    new_key("ca")
    openssl("req", "-x509", "-new", "-key", "ca.key", "-out", "ca.crt", "-days", DAYS, "-subj", "/CN=auspex")


def signed(certificate):
    """Returns key and certificate with the names and usages that the object asks for."""
    spec, name = certificate["spec"], certificate["metadata"]["name"]
    new_key(name)
    openssl("req", "-new", "-key", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={spec['commonName']}")
    usages = {"server auth": "serverAuth", "client auth": "clientAuth"}
    lines = [f"extendedKeyUsage={','.join(usages[one] for one in spec['usages'])}"]
    if names := spec.get("dnsNames"):
        lines.append(f"subjectAltName={','.join(f'DNS:{one}' for one in names)}")
    (FOLDER / f"{name}.ext").write_text("\n".join(lines))
    signing = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", DAYS, "-extfile", f"{name}.ext"]
    openssl("x509", "-req", "-in", f"{name}.csr", "-out", f"{name}.crt", *signing)
    return {"tls.crt": FOLDER / f"{name}.crt", "tls.key": FOLDER / f"{name}.key", "ca.crt": FOLDER / "ca.crt"}


def certificates():
    """Does what cert-manager and trust-manager do for the objects of k8s/servers/certificates. Returns their number."""
    authority()
    leaves = [one for one in cluster.get("certificates.cert-manager.io", "-A") if not one["spec"].get("isCA")]
    for one in leaves:
        spec, files = one["spec"], signed(one)
        metadata = {"name": spec["secretName"], "namespace": one["metadata"]["namespace"], **spec.get("secretTemplate", {})}
        data = {key: path.read_text() for key, path in files.items()}
        cluster.apply([{"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "type": "kubernetes.io/tls", "stringData": data}])
    bundle = cluster.get("bundles.trust.cert-manager.io")[0]
    wanted = bundle["spec"]["target"]["namespaceSelector"]["matchExpressions"][0]["values"]
    ca = {bundle["spec"]["target"]["configMap"]["key"]: (FOLDER / "ca.crt").read_text()}
    name = bundle["metadata"]["name"]
    cluster.apply([{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": one}, "data": ca} for one in wanted])
    return len(leaves)


def sql(statement, database="auspex"):
    """Runs a statement as the superuser, who is let in at the socket, as CloudNativePG's own processes are."""
    psql = ["psql", "-h", "/tmp", "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-Atc", statement, database]
    return kubectl("-n", "auspex-stores", "exec", "postgres-0", "-c", "postgres", "--", *psql).strip()


def password(secret):
    data = json.loads(kubectl("-n", "auspex-stores", "get", "secret", secret, "-o", "json"))["data"]
    return run("base64", "-d", input=data["password"]).strip()


def roles():
    """Does what CloudNativePG does for `bootstrap.initdb` and `managed.roles`. Returns the number of roles."""
    spec = cluster.get("clusters.postgresql.cnpg.io", "-n", "auspex-stores")[0]["spec"]
    first = spec["bootstrap"]["initdb"]
    until("Postgres answers", lambda: sql("SELECT 1", "postgres") == "1", seconds=120)
    # As the operator creates the owner: with LOGIN only, so it may create no roles.
    sql(f"CREATE ROLE {first['owner']} LOGIN PASSWORD '{password(first['secret']['name'])}'", "postgres")
    sql(f"CREATE DATABASE {first['database']} OWNER {first['owner']}", "postgres")
    for statement in first["postInitApplicationSQL"]:
        sql(statement)
    for role in spec["managed"]["roles"]:
        login = "LOGIN" if role["login"] else "NOLOGIN"
        secret = f" PASSWORD '{password(role['passwordSecret']['name'])}'" if "passwordSecret" in role else ""
        sql(f"CREATE ROLE {role['name']} {login}{secret}")
    return len(spec["managed"]["roles"])
