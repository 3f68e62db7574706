//! `k8s/` without a cluster: kustomize renders the overlays and the Kubernetes schemas validate them. These tests check
//! what no schema covers: KEDA and our own rules for pods.

#![allow(clippy::unwrap_used, reason = "a test may")]

#[path = "k8s/certificates.rs"]
mod certificates;
#[path = "k8s/cluster.rs"]
mod cluster;
#[path = "k8s/egress.rs"]
mod egress;
#[path = "k8s/helm.rs"]
mod helm;
#[path = "k8s/helm_options.rs"]
mod helm_options;
#[path = "k8s/images.rs"]
mod images;
#[path = "k8s/operations.rs"]
mod operations;
#[path = "k8s/ops.rs"]
mod ops;
#[path = "k8s/secrets.rs"]
mod secrets;
#[path = "k8s/servers.rs"]
mod servers;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

use local_servers::{Cache, install};
use runtime::topology;
use serde_json::Value;

const LOCK: &str = include_str!("../../dev/k8s.txt");
const OVERLAYS: [&str; 5] = ["dev", "prod", "bucket", "tls", "second"];

/// Folder with kubectl and the validator, downloaded once.
static TOOLS: LazyLock<PathBuf> = LazyLock::new(|| install(&Cache::usual().unwrap(), "k8s", LOCK, &[]).unwrap());

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Renders an overlay to YAML.
fn render(name: &str) -> String {
    render_folder(&root().join("k8s/overlays").join(name))
}

/// Renders an overlay over the one with TLS, with components of `k8s/components`, as a user writes it.
fn with_components(components: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    // kustomize takes relative paths only.
    let up = "../".repeat(folder.path().components().count() - 1);
    let path = |part: &str| format!("{up}{}/k8s/{part}", root().strip_prefix("/").unwrap().display());
    let components: Vec<String> = components.iter().map(|name| path(&format!("components/{name}"))).collect();
    let kustomization = serde_json::json!({
        "namespace": "auspex", "resources": [path("overlays/tls")], "components": components
    });
    std::fs::write(folder.path().join("kustomization.yaml"), kustomization.to_string()).unwrap();
    parse(&render_folder(folder.path()))
}

/// A folder is rendered once for all tests.
fn render_folder(folder: &Path) -> String {
    static RENDERED: Memory<PathBuf, String> = LazyLock::new(Mutex::default);
    remembered(&RENDERED, folder.to_owned(), || {
        let output = Command::new(TOOLS.join("bin/kubectl")).arg("kustomize").arg(folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "kustomize warns");
        String::from_utf8(output.stdout).unwrap()
    })
}

type Memory<K, V> = LazyLock<Mutex<BTreeMap<K, V>>>;

/// Returns what was computed for this key before, or computes it.
fn remembered<K: Ord, V: Clone>(memory: &Memory<K, V>, key: K, compute: impl FnOnce() -> V) -> V {
    // A test that failed while it computed leaves nothing behind.
    let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
    memory.entry(key).or_insert_with(compute).clone()
}

fn python(arguments: &[&str], file: &Path) -> std::process::Output {
    Command::new("python3").args(arguments).arg(file).env("PYTHONPATH", &*TOOLS).output().unwrap()
}

/// Returns the resources of an overlay.
fn resources(name: &str) -> Vec<Value> {
    parse(&render(name))
}

/// Returns the resources of a folder of `k8s/` with a kustomization.
fn folder(name: &str) -> Vec<Value> {
    parse(&render_folder(&root().join("k8s").join(name)))
}

/// Returns the documents of a YAML text, without empty ones. A text is parsed once for all tests.
fn parse(yaml: &str) -> Vec<Value> {
    static PARSED: Memory<String, Vec<Value>> = LazyLock::new(Mutex::default);
    remembered(&PARSED, yaml.to_owned(), || {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("all.yaml");
        std::fs::write(&file, yaml).unwrap();
        let to_json =
            "import json, sys, yaml; json.dump([d for d in yaml.safe_load_all(open(sys.argv[1])) if d], sys.stdout)";
        let output = python(&["-c", to_json], &file);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    })
}

fn of_kind<'a>(resources: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    resources.iter().filter(move |resource| resource["kind"] == kind)
}

fn name(resource: &Value) -> &str {
    resource["metadata"]["name"].as_str().unwrap()
}

#[test]
fn every_overlay_is_valid_in_the_kubernetes_schemas() {
    for (overlay, rendered) in OVERLAYS
        .into_iter()
        .map(|overlay| (overlay, render(overlay)))
        .chain([("cluster", render_folder(&root().join("k8s/cluster")))])
    {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("all.yaml");
        std::fs::write(&file, &rendered).unwrap();
        let output = python(&["-m", "kubernetes_validate", "-k", "1.37", "--strict"], &file);
        let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{overlay}: {printed}");
        let passed = printed.matches("passed for resource").count();
        let known = parse(&rendered).iter().filter(|resource| resource["kind"] != "ScaledObject").count();
        assert_eq!(passed, known, "{overlay}: not every resource was validated\n{printed}");
    }
}

#[test]
fn the_schemas_reject_an_unknown_field() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.yaml");
    std::fs::write(&file, render("prod").replacen("maxUnavailable: 1", "maxUnavailable: [1]", 1)).unwrap();
    assert!(!python(&["-m", "kubernetes_validate", "-k", "1.37", "--strict"], &file).status.success());
}

#[test]
fn every_worker_is_deployed_with_everything_that_a_worker_needs() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for service in topology::SERVICES {
            for kind in ["Deployment", "ServiceAccount", "PodDisruptionBudget", "ScaledObject"] {
                let found = of_kind(&resources, kind).any(|resource| name(resource) == service.name);
                assert!(found, "{overlay}: {} has no {kind}", service.name);
            }
        }
        let denied = of_kind(&resources, "NetworkPolicy").any(|policy| {
            policy["spec"]["podSelector"] == serde_json::json!({})
                && policy["spec"]["policyTypes"].as_array().unwrap().len() == 2
        });
        assert!(denied, "{overlay}: no policy denies everything by default");
    }
}

/// A deny-all policy also blocks traffic between servers in the namespace, so other policies must allow it.
#[test]
fn network_policies_admit_the_traffic_that_the_fleet_needs() {
    let pod = |name: &str| serde_json::json!({"podSelector": {"matchLabels": {"app.kubernetes.io/name": name}}});
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for (server, port) in [("nats", 4222), ("nats", 6222), ("nats", 8222), ("nats", 7777), ("otel-collector", 4318)]
        {
            let is_of = |policy: &Value| policy["spec"]["podSelector"] == pod(server)["podSelector"];
            let rules = of_kind(&resources, "NetworkPolicy").filter(|policy| is_of(policy));
            let mut rules = rules.flat_map(|policy| policy["spec"]["ingress"].as_array().unwrap());
            let opens = |rule: &Value| rule["ports"].as_array().unwrap().iter().any(|open| open["port"] == port);
            assert!(rules.any(opens), "{overlay}: no policy admits traffic to {server}:{port}");
        }
    }
}

/// It has no consumer, so it scales on CPU; only clients reach its API, and only Prometheus its metrics.
#[test]
fn the_gateway_is_deployed_with_everything_that_it_needs() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for kind in ["Deployment", "ServiceAccount", "Service", "PodDisruptionBudget", "HorizontalPodAutoscaler"] {
            assert!(
                of_kind(&resources, kind).any(|one| name(one) == "gateway"),
                "{overlay}: the gateway has no {kind}"
            );
        }
        let deployment = of_kind(&resources, "Deployment").find(|one| name(one) == "gateway").unwrap();
        let pod = &deployment["spec"]["template"]["spec"];
        let container = &pod["containers"][0];
        assert_eq!(container["resources"]["limits"]["memory"], container["resources"]["requests"]["memory"]);
        for probe in ["startupProbe", "livenessProbe", "readinessProbe"] {
            assert!(container[probe].is_object(), "{overlay}: {probe}");
        }
        let mounts = container["volumeMounts"].as_array().cloned().unwrap_or_default();
        let is_read_only = mounts.iter().all(|mount| mount["readOnly"] == true);
        assert!(is_read_only && mounts.is_empty() == (overlay == "bucket"), "{overlay}: {mounts:?}");
        let api = of_kind(&resources, "NetworkPolicy").find(|policy| name(policy) == "api").unwrap();
        assert_eq!(api["spec"]["podSelector"]["matchLabels"]["app.kubernetes.io/name"], "gateway", "{overlay}");
    }
}

#[test]
fn every_pod_is_locked_down() {
    for overlay in OVERLAYS {
        for resource in resources(overlay) {
            let pod = &resource["spec"]["template"]["spec"];
            if !pod.is_object() {
                continue;
            }
            let what = format!("{overlay}: {} {}", resource["kind"], name(&resource));
            assert_eq!(pod["automountServiceAccountToken"], false, "{what}");
            assert_eq!(pod["enableServiceLinks"], false, "{what}");
            assert_eq!(pod["securityContext"]["runAsNonRoot"], true, "{what}");
            assert_eq!(pod["securityContext"]["seccompProfile"]["type"], "RuntimeDefault", "{what}");
            for container in pod["containers"].as_array().unwrap() {
                locked_down(container, resource["kind"] != "StatefulSet", &what);
            }
        }
    }
}

fn locked_down(container: &Value, ours: bool, what: &str) {
    let context = &container["securityContext"];
    assert_eq!(context["allowPrivilegeEscalation"], false, "{what}");
    assert_eq!(context["capabilities"]["drop"][0], "ALL", "{what}");
    assert!(!ours || context["readOnlyRootFilesystem"] == true, "{what}");
    let resources = &container["resources"];
    assert!(resources["limits"]["memory"].is_string(), "{what} has no limit of memory");
    assert_eq!(resources["limits"]["memory"], resources["requests"]["memory"], "{what}");
}

/// A worker that waits for its servers is alive and not ready, so only readiness asks for `/readyz`.
#[test]
fn every_worker_is_probed() {
    for resource in resources("prod")
        .iter()
        .filter(|resource| resource["metadata"]["labels"]["app.kubernetes.io/component"] == "worker")
    {
        let container = &resource["spec"]["template"]["spec"]["containers"][0];
        let paths = [("livenessProbe", "/livez"), ("readinessProbe", "/readyz"), ("startupProbe", "/livez")];
        for (probe, path) in paths {
            assert_eq!(container[probe]["httpGet"]["path"], path, "{}", name(resource));
        }
    }
}

/// Keys of KEDA's nats-jetstream scaler; every schema accepts any trigger metadata.
const TRIGGER_KEYS: &[&str] =
    &["natsServerMonitoringEndpoint", "account", "stream", "consumer", "lagThreshold", "useHttps"];

#[test]
fn scaling_follows_the_consumers_of_the_topology() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for scaled in of_kind(&resources, "ScaledObject") {
            let worker = name(scaled);
            let spec = &scaled["spec"];
            assert_eq!(spec["scaleTargetRef"]["name"], worker);
            assert!(spec["fallback"]["replicas"].as_u64().unwrap() >= 1);
            let triggers = spec["triggers"].as_array().unwrap();
            let mut consumers: Vec<&str> = triggers.iter().map(|trigger| trigger_of(trigger, worker)).collect();
            consumers.sort_unstable();
            let mut consumed: Vec<&str> = topology::CONSUMERS
                .iter()
                .filter(|consumer| consumer.service == worker)
                .map(|consumer| consumer.name)
                .collect();
            consumed.sort_unstable();
            assert_eq!(consumers, consumed, "{overlay}: {worker}");
            check_slots(&resources, spec, worker);
        }
    }
}

/// Checks one trigger and returns its consumer.
fn trigger_of<'a>(trigger: &'a Value, worker: &str) -> &'a str {
    assert_eq!(trigger["type"], "nats-jetstream");
    let metadata = trigger["metadata"].as_object().unwrap();
    for (key, value) in metadata {
        assert!(TRIGGER_KEYS.contains(&key.as_str()), "{worker}: nats-jetstream knows no {key}");
        assert!(value.is_string(), "{worker}: KEDA wants {key} as text");
    }
    let consumer = metadata["consumer"].as_str().unwrap();
    let spec =
        topology::consumer(consumer).unwrap_or_else(|| panic!("{worker}: the topology has no consumer {consumer}"));
    assert_eq!(metadata["stream"], spec.stream, "{worker}");
    assert!(metadata.contains_key("account"), "{worker}: KEDA asks for no account");
    consumer
}

/// Checks that `lagThreshold` equals the slots of a pod, and that all pods together request no more than the consumer's
/// maximum.
fn check_slots(resources: &[Value], spec: &Value, worker: &str) {
    let map = of_kind(resources, "ConfigMap")
        .find(|map| name(map).rsplit_once('-').is_some_and(|(name, _)| name == worker))
        .unwrap();
    let slots: i64 = map["data"]["AUSPEX_WORKER_CONCURRENCY"].as_str().unwrap().parse().unwrap();
    for trigger in spec["triggers"].as_array().unwrap() {
        assert_eq!(trigger["metadata"]["lagThreshold"], slots.to_string(), "{worker}");
    }
    let pods = spec["maxReplicaCount"].as_i64().unwrap();
    // Places of the four groups of quiet events that a classifier may hold beside its slots
    // (`runtime::consumer::sieve`).
    let places = if worker == "classifier" { 4 * 512 } else { 0 };
    assert!(
        pods * (slots + places) <= topology::Options::default().max_ack_pending,
        "{worker} has more slots than may be in flight"
    );
}

/// Root file systems are read-only, so a worker that writes objects has a volume at its configured path, or a bucket
/// and no volume.
#[test]
fn workers_that_write_objects_have_a_volume_or_a_bucket_for_them() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for service in topology::SERVICES {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("services").join(service.name);
            let writes = ["main.rs", "handler.rs", "desk.rs"].iter().any(|file| {
                std::fs::read_to_string(folder.join("src").join(file)).is_ok_and(|text| text.contains("parts.objects"))
            });
            let map = of_kind(&resources, "ConfigMap")
                .find(|map| name(map).rsplit_once('-').is_some_and(|(name, _)| name == service.name))
                .unwrap();
            let deployment = of_kind(&resources, "Deployment").find(|one| name(one) == service.name).unwrap();
            let pod = &deployment["spec"]["template"]["spec"];
            let mounts = pod["containers"][0]["volumeMounts"].as_array().cloned().unwrap_or_default();
            if overlay == "bucket" && writes {
                let address = map["data"]["AUSPEX_OBJECTS"].as_str().unwrap();
                assert!(address.starts_with("s3://"), "{}: {address}", service.name);
                assert!(mounts.is_empty() && pod["volumes"].is_null(), "{} still has a volume", service.name);
                continue;
            }
            let mount = mounts.iter().find(|mount| mount["mountPath"] == map["data"]["AUSPEX_OBJECTS"]);
            assert_eq!(mount.is_some(), writes, "{overlay}: {} writes objects: {writes}", service.name);
            let Some(mount) = mount else { continue };
            let volume =
                pod["volumes"].as_array().unwrap().iter().find(|volume| volume["name"] == mount["name"]).unwrap();
            let claim = &volume["persistentVolumeClaim"]["claimName"];
            let claimed = of_kind(&resources, "PersistentVolumeClaim").any(|one| name(one) == claim.as_str().unwrap());
            assert!(claimed, "{overlay}: {} mounts a claim that is not there", service.name);
        }
    }
}

/// The key of a bucket comes from the secret of the process that uses it and is in no ConfigMap.
#[test]
fn the_bucket_key_comes_from_the_secrets_of_its_users() {
    let readme = include_str!("../../k8s/README.md");
    for writer in ["writer", "researcher", "gateway"] {
        let rows: Vec<&str> =
            readme.lines().filter(|line| line.starts_with('|') && line.contains(&format!("`{writer}`"))).collect();
        for key in ["AUSPEX_OBJECTS_KEY", "AUSPEX_OBJECTS_SECRET"] {
            assert!(rows.iter().any(|row| row.contains(key)), "k8s/README.md: {writer}'s secret may have {key}");
        }
    }
    let resources = resources("bucket");
    assert_eq!(of_kind(&resources, "PersistentVolumeClaim").count(), 0, "no volume needs ReadWriteMany");
    let maps = of_kind(&resources, "ConfigMap").map(ToString::to_string).collect::<String>();
    assert!(!maps.contains("AUSPEX_OBJECTS_KEY") && !maps.contains("AUSPEX_OBJECTS_SECRET"));
}

/// Secrets of the production overlay are created by hand, so the README lists each of them.
#[test]
fn every_secret_is_documented() {
    let readme = include_str!("../../k8s/README.md");
    let table: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next()).collect();
    let resources = resources("prod");
    let pods = resources.iter().map(|resource| &resource["spec"]["template"]["spec"]);
    let sources = pods.filter_map(|pod| pod["containers"][0]["envFrom"].as_array()).flatten();
    let secrets: BTreeSet<&str> = sources.filter_map(|source| source["secretRef"]["name"].as_str()).collect();
    assert_eq!(secrets.len(), 7, "{secrets:?}");
    for secret in secrets {
        let is_told = table.iter().any(|cell| cell.split('`').any(|word| word == secret));
        assert!(is_told, "k8s/README.md has no row for the secret {secret}");
    }
}
