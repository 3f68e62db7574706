"""What k8s/README.md tells an operator to do in production, on an empty cluster: namespaces, certificates, secrets, servers, the fleet with TLS, nkeys, a role
per process and images by digest. `operators.py` and `stores.py` say what stands in for programs that this machine does not have."""

import json
import os
import shutil

import cluster
import connections
import fleet
import images
import node
import operators
import stores
from control import kubectl
from machine import HOME, inside, run, run_inside
from places import BINARIES, PROGRAMS, PROJECT, RUN
from wait import until

CLUSTER = PROJECT / "k8s/cluster"
SECRETS = RUN / "production/secrets"
OVERLAYS = PROJECT / "k8s/overlays"
QUESTIONS = 40
# The offline world replaces model, web and token services, as in the dev overlay.
MODEL = [
    "AUSPEX_MODEL_API=anthropic",
    "AUSPEX_MODEL_BASE_URL=http://offline:8080/anthropic",
    "AUSPEX_MODEL_INVOICE_URL=http://offline:8080",
    "AUSPEX_MARKETS=off",
    "OTEL_EXPORTER_OTLP_ENDPOINT=",
]
WEB = [
    "AUSPEX_WEB_GATEWAY=http://offline:8080/web/",
    "AUSPEX_SEARXNG_URL=http://offline:8080/searxng",
    "AUSPEX_JUPITER_URL=http://offline:8080/jupiter",
    "AUSPEX_RUGCHECK_URL=http://offline:8080/rugcheck",
    "AUSPEX_PRICES_URL=http://offline:8080/prices",
    "AUSPEX_HOLDERS_URL=http://offline:8080/holders",
    "AUSPEX_GLEIF_URL=http://offline:8080/gleif/api/v1",
]


def as_documented():
    if lacking := stores.missing():
        return f"skipped: {lacking}"
    fleet.wipe()
    try:
        return deployed()
    finally:
        kubectl("delete", "namespace", stores.STORES, "--ignore-not-found", "--timeout=200s")
        fleet.wipe()
        operators.remove()


def deployed():
    numbers = range(1, len(cluster.registered()) + 1)
    operators.install()
    stores.load(numbers)
    digests = {service: by_digest(service, numbers) for service in images.SERVICES}
    with connections.Connections() as seen:
        servers()
        fleet_of_production(digests)
        answered = published()
        findings = doctor()
        lags = consumers_of_keda()
        privileges = mended()
        tls = clients_without_certificates()
    refused = refusals(digests["writer"])
    judged = permitted(seen)
    assert not fleet.restarts(), f"workers restarted: {fleet.restarts()}"
    return f"{answered}; {findings}; {lags}; {privileges}; {tls}; {refused}; the policies permit all of {judged} connections"


def permitted(seen):
    """Compares every connection with the network policies, and one that no pod made, which they forbid: the comparison itself must be able to fail."""
    at = {fleet.name_of(pod): address for address, pod in seen.pods.items() if pod["metadata"]["namespace"] == fleet.NAMESPACE and "app.kubernetes.io/name" in pod["metadata"]["labels"]}
    forbidden = (at["writer"], at["gateway"], 8088)
    assert forbidden not in seen.found, "the writer asks the gateway"
    seen.found.add(forbidden)
    wrong, judged = connections.refused(seen, {fleet.NAMESPACE, stores.STORES})
    assert judged > 20 and len(wrong) == 1 and "/writer-" in wrong[0], f"of {judged} connections the policies forbid: {wrong}"
    return judged - 1


def by_digest(service, nodes):
    """Names the image of a service by its digest on every node, as a registry would, and returns the digest."""
    tagged = f"{images.HUB}/auspex/{service}:{images.TAG}"
    digest = ""
    for number in nodes:
        ctr = [PROGRAMS / "ctr", "--address", node.socket(number), "--namespace", "k8s.io", "images"]
        listed = run(*ctr, "list", f"name=={tagged}").splitlines()[1].split()
        digest = next(word for word in listed if word.startswith("sha256:"))
        run(*ctr, "tag", "--force", tagged, f"{images.HUB}/auspex/{service}@{digest}")
    return digest


def servers():
    """The commands of k8s/README.md, "Servers, certificates and secrets", in their order."""
    kubectl("apply", "-k", CLUSTER)
    stores.volumes()
    fleet.volumes()
    # Both commands are the first ones of a cluster in which nothing else exists.
    kubectl("apply", "-k", stores.overlay())
    SECRETS.mkdir(parents=True, exist_ok=True)
    (SECRETS / "model.env").write_text("AUSPEX_MODEL_API_KEY=of-the-offline-world\n")
    (SECRETS / "backups.env").write_text("ACCESS_KEY_ID=none\nACCESS_SECRET_KEY=none\n")
    environment = {**os.environ, "PATH": f"{PROGRAMS}:{BINARIES}:{os.environ['PATH']}", "KUBECONFIG": str(RUN / "admin.kubeconfig")}
    printed = run(*inside(HOME, stores.SERVERS / "secrets.sh", SECRETS), env=environment)
    kubectl("apply", "-f", "-", input=printed)
    stores.users_of_redis()
    operators.certificates()
    stores.postgres()
    stores.nats()
    kubectl("apply", "-f", stores.SERVERS / "monitors.yaml")
    kubectl("-n", stores.STORES, "rollout", "status", "statefulset/postgres", "--timeout=180s")
    operators.roles()
    kubectl("-n", stores.STORES, "rollout", "status", "statefulset/valkey", "--timeout=120s")
    fleet.kube("rollout", "status", "statefulset/nats", "--timeout=240s")


def overlay(digests):
    """Writes an overlay over k8s/overlays/tls, as a user does, with the offline world beside the fleet."""
    folder = RUN / "overlays/production"
    folder.mkdir(parents=True, exist_ok=True)
    for file in ["offline.yaml", "network.yaml"]:
        shutil.copy(OVERLAYS / "dev" / file, folder / file)
    (folder / "invoice.json").write_text(json.dumps(fleet.INVOICE))
    named = [{"name": f"registry.invalid/auspex/{one}", "newName": f"{images.HUB}/auspex/{one}", "digest": digests[one]} for one in digests if one != "offline"]
    world = {"name": "auspex/offline", "newName": f"{images.HUB}/auspex/offline", "digest": digests["offline"]}
    maps = [{"name": name, "behavior": "merge", "literals": literals} for name, literals in [("fleet", MODEL), ("researcher", WEB)]]
    kustomization = {
        "namespace": fleet.NAMESPACE,
        "resources": [os.path.relpath(OVERLAYS / "tls", folder), "offline.yaml", "network.yaml", "invoice.json"],
        "components": [os.path.relpath(PROJECT / "k8s/components/monitors", folder)],
        "images": [*named, world],
        "configMapGenerator": maps,
        "patches": [fleet.patch(fleet.WORLD, kind="Deployment", name="offline"), fleet.patch(SMALL, kind="ScaledObject")],
    }
    (folder / "kustomization.yaml").write_text(json.dumps(kustomization, indent=1))
    return folder


# Two cores of this machine.
SMALL = [{"op": "replace", "path": "/spec/maxReplicaCount", "value": 1}]


def fleet_of_production(digests):
    kubectl("apply", "-k", overlay(digests))
    fleet.kube("wait", "--for=condition=complete", "job/topology", "--timeout=240s")
    fleet.rolled_out(seconds=300)
    fleet.kube("scale", "deployment/ops", "--replicas=1")
    fleet.kube("rollout", "status", "deployment/ops", "--timeout=90s")


def command(*arguments, **options):
    return fleet.kube("exec", "-i", "deploy/ops", "--", "/service", *arguments, **options)


def published():
    """Publishes over HTTP with a token that the pod of operators creates, and compares ledger and invoice."""
    questions = [json.dumps({"id": f"production-{n}", "question": {"text": f"Will event {n} happen this year?"}}) for n in range(QUESTIONS)]
    token = command("token", "create", "production", "--scopes", "publish,read").strip()
    printed = fleet.auspex("publish", "--wait", "--timeout", "5m", "-", token=token, input="\n".join(questions) + "\n")
    assert f"{QUESTIONS}" in printed, printed
    until("no call is open", lambda: operators.sql("SELECT count(*) FROM call WHERE state = 'intent'") == "0", seconds=120)
    charged = int(operators.sql("SELECT coalesce(sum(charged), 0) FROM call"))
    answer = run_inside(HOME, "curl", "--silent", "--fail", f"http://{fleet.address('offline')}:8080/invoice?lines=false")
    billed = json.loads(answer)["totals"]["cost_micro_usd"]
    assert charged == billed and charged > 0, f"charged {charged}, billed {billed} micro-dollars"
    return f"{QUESTIONS} questions answered over TLS with nkeys and roles, {charged} micro-dollars charged and billed"


def doctor():
    found = json.loads(command("doctor", "--json", check=False))["findings"]
    broken = [one for one in found if one["state"] == "broken"]
    assert not broken, f"doctor: {broken}"
    assert any(one["what"] == "NATS health" and one["state"] == "fine" for one in found), "the monitoring port is not reached"
    return f"doctor: {len(found)} findings, none broken"


def consumers_of_keda():
    """Asks nats-server what the scaler of KEDA asks for each trigger (the scenario `scaling` runs KEDA itself): the consumer, in the trigger's account."""
    host, count = fleet.address("nats"), 0
    for scaled in cluster.get("scaledobjects.keda.sh", "-n", fleet.NAMESPACE):
        for trigger in (one["metadata"] for one in scaled["spec"]["triggers"]):
            url = f"http://{host}:8222/jsz?acc={trigger['account']}&consumers=true&config=true"
            accounts = json.loads(run_inside(HOME, "curl", "--silent", "--fail", url)).get("account_details", [])
            streams = [one for account in accounts for one in account.get("stream_detail", []) if one["name"] == trigger["stream"]]
            names = [one["name"] for stream in streams for one in stream.get("consumer_detail") or []]
            assert trigger["consumer"] in names, f"KEDA finds no {trigger['consumer']} in the account {trigger['account']}: {names}"
            count += 1
    return f"KEDA finds the consumers of {count} triggers"


def privilege():
    return operators.sql("SELECT has_table_privilege('auspex_writer', 'step', 'INSERT')")


def mended():
    """Takes a privilege away, as a version without it would leave it. The topology job of the next rollout restores it."""
    assert privilege() == "t"
    operators.sql("REVOKE ALL ON step FROM auspex_writer")
    assert privilege() == "f"
    fleet.kube("delete", "job", "topology", "--ignore-not-found")
    kubectl("apply", "-k", RUN / "overlays/production")
    fleet.kube("wait", "--for=condition=complete", "job/topology", "--timeout=120s")
    assert privilege() == "t", "the job does not restore privileges"
    owner = operators.sql("SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = 'auspex'")
    assert owner == "f", "the owner of this test has more rights than that of CloudNativePG"
    return "the topology job restores privileges as an owner without CREATEROLE"


def clients_without_certificates():
    """Postgres refuses a client without TLS, and one without a certificate, although both know the password."""
    secret = operators.password("postgres-owner")
    address = kubectl("-n", stores.STORES, "get", "pod", "postgres-0", "-o", "jsonpath={.status.podIP}")
    refused = []
    for mode in ["disable", "require"]:
        url = f"postgres://auspex:{secret}@{address}:5432/auspex?sslmode={mode}"
        try:
            run_inside(HOME, stores.installed() / "bin/psql", url, "-Atc", "SELECT 1")
        except RuntimeError as error:
            refused.append("pg_hba.conf rejects" in str(error) or "client certificate" in str(error))
    assert refused == [True, True], f"Postgres admits clients without a certificate: {refused}"
    return "Postgres refuses clients without TLS or a certificate"


def pod(image, **more):
    context = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
    spec = {"securityContext": {"runAsNonRoot": True, "runAsUser": 1, "seccompProfile": {"type": "RuntimeDefault"}}, "containers": [{"name": "one", "image": image, "securityContext": context}]}
    for field, tag in more.items():
        spec[field] = [{"name": field.lower(), "image": tag, "securityContext": context}]
    return spec


def refusals(digest):
    """Images without a digest are refused in each place where a pod may name one."""
    good, bad = f"{images.HUB}/auspex/writer@{digest}", "docker.io/auspex/writer:dev"
    labels = {"matchLabels": {"any": "label"}}
    set_of = {"selector": labels, "serviceName": "any", "template": {"metadata": {"labels": labels["matchLabels"]}, "spec": pod(bad)}}
    tried = [
        ({"apiVersion": "v1", "kind": "Pod", "spec": pod(good)}, True),
        ({"apiVersion": "v1", "kind": "Pod", "spec": pod(bad)}, False),
        ({"apiVersion": "v1", "kind": "Pod", "spec": pod(good, initContainers=bad)}, False),
        ({"apiVersion": "apps/v1", "kind": "StatefulSet", "spec": set_of}, False),
        ({"apiVersion": "batch/v1", "kind": "CronJob", "spec": {"schedule": "0 0 * * *", "jobTemplate": {"spec": {"template": {"spec": {**pod(bad), "restartPolicy": "Never"}}}}}}, False),
    ]
    for one, permitted in tried:
        one["metadata"] = {"name": "tried", "namespace": fleet.NAMESPACE}
        assert permitted == accepted("apply", "--dry-run=server", "-f", "-", input=json.dumps(one)), f"permitted {permitted}: {one['kind']}"
    running = next(one["metadata"]["name"] for one in fleet.pods_of("writer"))
    assert not accepted("-n", fleet.NAMESPACE, "debug", running, f"--image={bad}", "--profile=restricted"), "kubectl debug adds an image without a digest"
    return f"images without a digest are refused in {len(tried)} places"


def accepted(*arguments, **options):
    try:
        kubectl(*arguments, **options)
    except RuntimeError as error:
        assert "auspex-images" in str(error), f"refused for another reason: {error}"
        return False
    return True
