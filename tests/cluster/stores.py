"""NATS, Postgres and Valkey of k8s/servers on this cluster: their manifests, with images from programs of this machine."""

import base64
import json
import os
import shutil
from pathlib import Path

import cluster
import images
from control import kubectl
from places import PROJECT, RUN

SERVERS = PROJECT / "k8s/servers"
NATS = PROJECT / "tests/tests/k8s/nats.yaml"
STORES = "auspex-stores"
POSTGRES = Path("/usr/lib/postgresql")
TLS_IMAGES = {"postgres": "docker.io/auspex-cluster/postgres-tls:1", "valkey": "docker.io/auspex-cluster/redis-tls:1"}
# The servers that `make setup` installs have no TLS.
MISSING = "no Postgres and Redis with TLS; apt-get install redis-server postgresql"


def missing():
    return "" if installed() and shutil.which("redis-server") else MISSING


def installed():
    """Returns the folder of the newest Postgres of the distribution."""
    return max((path for path in POSTGRES.glob("*") if (path / "bin/postgres").exists()), default=None)


def postgres_image():
    """The distribution's Postgres at its own paths, which are compiled into it."""
    home = installed()
    programs = {home / "bin" / name: f"{str(home).lstrip('/')}/bin/{name}" for name in ["postgres", "initdb", "psql", "pg_ctl"]}
    folder = images.FOLDER / "postgres-tls"
    for program, target in programs.items():
        for library in images.libraries(program):
            images.copy(library, folder / library.lstrip("/"))
        images.copy(program, folder / target)
    for tree in [home / "lib", Path("/usr/share/postgresql") / home.name, Path("/usr/share/zoneinfo")]:
        shutil.copytree(tree, folder / str(tree).lstrip("/"), symlinks=True, ignore=shutil.ignore_patterns("bitcode"))
    images.shell(folder)
    (folder / "tmp").mkdir()
    (folder / "tmp").chmod(0o1777)
    (folder / "etc").mkdir(exist_ok=True)
    (folder / "etc/passwd").write_text("postgres:x:70:70::/tmp:/bin/sh\n")
    images.copy(Path(__file__).parent / "postgres_tls.sh", folder / "entry")
    (folder / "entry").chmod(0o755)
    return images.write(TLS_IMAGES["postgres"], folder, Entrypoint=["/entry"], Env=[f"PATH={home}/bin:/bin"])


def valkey_image():
    folder = images.place("redis-tls", {Path(shutil.which("redis-server")).resolve(): "bin/valkey-server"})
    return images.write(TLS_IMAGES["valkey"], folder, WorkingDir="/data")


def load(nodes):
    images.FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ["postgres-tls", "redis-tls"]:
        shutil.rmtree(images.FOLDER / name, ignore_errors=True)
    images.load([postgres_image(), valkey_image()], nodes)


def volumes():
    for claim in ["data-postgres-0", "data-valkey-0"]:
        cluster.volume(claim, claim, STORES)
    for number in range(3):
        cluster.volume(f"nats-js-nats-{number}", f"nats-js-nats-{number}")


def arguments_of_valkey():
    """Returns the arguments of the manifest that Redis 7 of the distribution knows: it loads no renewed certificate by itself."""
    rendered = json.loads(kubectl("apply", "--dry-run=client", "-o", "json", "-f", SERVERS / "valkey.yaml", "--validate=false"))
    parts = rendered["items"] if "items" in rendered else [rendered]
    given = next(one for one in parts if one["kind"] == "StatefulSet")["spec"]["template"]["spec"]["containers"][0]["args"]
    place = given.index("--tls-auto-reload-interval")
    return given[:place] + given[place + 2 :]


def overlay():
    """Writes an overlay over k8s/servers with another image of Valkey, and returns its folder."""
    folder = RUN / "overlays/production-servers"
    folder.mkdir(parents=True, exist_ok=True)
    change = [
        {"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": TLS_IMAGES["valkey"]},
        {"op": "replace", "path": "/spec/template/spec/containers/0/args", "value": arguments_of_valkey()},
        {"op": "replace", "path": "/spec/template/spec/containers/0/resources", "value": {"requests": {"cpu": "50m", "memory": "128Mi"}, "limits": {"memory": "256Mi"}}},
    ]
    kustomization = {
        "resources": [os.path.relpath(SERVERS, folder)],
        "patches": [{"target": {"kind": "StatefulSet", "name": "valkey"}, "patch": json.dumps(change)}],
    }
    (folder / "kustomization.yaml").write_text(json.dumps(kustomization))
    return folder


def hba(spec):
    """The rules of CloudNativePG: its own, those of the manifest, and its last one. The local rule has no password, because there is no peer here."""
    return "\n".join(["local all all trust", *spec["postgresql"]["pg_hba"], "host all all all scram-sha-256", ""])


def postgres():
    """Starts one Postgres with the rules, certificates and connections of the object `Cluster`."""
    spec = cluster.get("clusters.postgresql.cnpg.io", "-n", STORES)[0]["spec"]
    labels = {"cnpg.io/cluster": "postgres"}
    port = {"name": "postgres", "port": 5432}
    mounts = [("data", "/data"), ("tls", "/tls"), ("rules", "/rules")]
    certificates = spec["certificates"]
    secret = {"secretName": certificates["serverTLSSecret"], "defaultMode": 0o640}
    ca = {"secretName": certificates["clientCASecret"]}
    settings = {
        "max_connections": spec["postgresql"]["parameters"]["max_connections"],
        "ssl": "on",
        "ssl_cert_file": "/tls/tls.crt",
        "ssl_key_file": "/tls/tls.key",
        "ssl_ca_file": "/authority/ca.crt",
        "hba_file": "/rules/pg_hba.conf",
        "jit": "off",
    }
    container = {
        "name": "postgres",
        "image": TLS_IMAGES["postgres"],
        "args": [word for name, value in settings.items() for word in ["-c", f"{name}={value}"]],
        "env": [{"name": "PGDATA", "value": "/data/pgdata"}],
        "readinessProbe": {"tcpSocket": {"port": 5432}, "periodSeconds": 2},
        "lifecycle": {"preStop": {"exec": {"command": ["/bin/sh", "-c", "kill -INT 1"]}}},
        "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
        "resources": {"requests": {"cpu": "200m", "memory": "1Gi"}, "limits": {"memory": "2Gi"}},
        "volumeMounts": [{"name": name, "mountPath": path} for name, path in [*mounts, ("authority", "/authority")]],
    }
    pod = {
        "priorityClassName": spec["priorityClassName"],
        "securityContext": {"runAsNonRoot": True, "runAsUser": 70, "runAsGroup": 70, "fsGroup": 70, "seccompProfile": {"type": "RuntimeDefault"}},
        "containers": [container],
        "volumes": [{"name": "tls", "secret": secret}, {"name": "authority", "secret": ca}, {"name": "rules", "configMap": {"name": "postgres-rules"}}],
    }
    claim = {"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "10Gi"}}}}
    stateful = {"serviceName": "postgres-rw", "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": pod}, "volumeClaimTemplates": [claim]}
    cluster.apply(
        [
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "postgres-rules", "namespace": STORES}, "data": {"pg_hba.conf": hba(spec)}},
            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "postgres-rw", "namespace": STORES}, "spec": {"selector": labels, "ports": [port]}},
            {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "postgres", "namespace": STORES}, "spec": stateful},
        ]
    )


def users_of_redis():
    """Takes a command that Redis 7.0 of the distribution does not know out of the users."""
    secret = json.loads(kubectl("-n", STORES, "get", "secret", "valkey-users", "-o", "json"))
    users = base64.b64decode(secret["data"]["users.acl"]).decode().replace(" +client|setinfo", "")
    cluster.apply([{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "valkey-users", "namespace": STORES}, "stringData": {"users.acl": users}}])


def nats():
    """Applies what the NATS chart makes of our values, without the reloader and the exporter, whose modules the registry does not have."""
    rendered = json.loads(kubectl("apply", "--dry-run=client", "-o", "json", "-n", "auspex", "-f", NATS))
    for one in rendered["items"]:
        one["metadata"]["namespace"] = "auspex"
        if one["kind"] == "StatefulSet":
            pod = one["spec"]["template"]["spec"]
            pod["containers"] = [container for container in pod["containers"] if container["name"] == "nats"]
            # Three nodes of this machine share two cores.
            pod["containers"][0]["resources"] = {"requests": {"cpu": "200m", "memory": "512Mi"}, "limits": {"memory": "1Gi"}}
    cluster.apply(rendered["items"])
