//! `k8s/servers`: what an operator installs for production, as far as it can be checked without a cluster.
//! `tests/cluster` runs it (scenario `production`).

use std::collections::BTreeSet;

use serde_json::Value;
use store::roles;

use crate::operations::most_connections;
use crate::{OVERLAYS, folder, name, of_kind, parse, resources, root};

/// What the NATS chart makes of our values.
pub(crate) const NATS: &str = include_str!("nats.yaml");

pub(crate) fn nats() -> Vec<Value> {
    parse(NATS)
}

/// Everything of `k8s/servers` that is a pod or makes pods.
pub(crate) fn all() -> Vec<Value> {
    [folder("servers"), nats()].concat()
}

fn postgres() -> Value {
    of_kind(&folder("servers"), "Cluster").next().unwrap()["spec"].clone()
}

fn nats_conf() -> String {
    let nats = nats();
    of_kind(&nats, "ConfigMap").next().unwrap()["data"]["nats.conf"].as_str().unwrap().to_owned()
}

/// The copy must be made again after a change of the values, or the tests check what nobody installs.
#[test]
fn the_rendered_chart_of_nats_is_that_of_the_values() {
    let values = std::process::Command::new("sha256sum").arg(root().join("k8s/servers/nats-values.yaml")).output();
    let sum = String::from_utf8(values.unwrap().stdout).unwrap();
    let sum = sum.split_whitespace().next().unwrap();
    assert!(NATS.contains(&format!("# values: {sum}\n")), "render tests/tests/k8s/nats.yaml again, as it says: {sum}");
}

#[test]
fn nats_flushes_before_it_confirms_and_prometheus_reads_it() {
    let conf = nats_conf();
    assert!(conf.contains("\"sync_interval\": \"always\"") && conf.contains("\"verify\": true"), "{conf}");
    // The job of the rules and of deploy/prometheus.
    let nats = nats();
    let monitor = of_kind(&nats, "PodMonitor").next().expect("nobody reads the exporter");
    let relabeling = &monitor["spec"]["podMetricsEndpoints"][0]["relabelings"][0];
    assert_eq!((&relabeling["targetLabel"], &relabeling["replacement"]), (&"job".into(), &"nats".into()));
    let set = of_kind(&nats, "StatefulSet").next().unwrap();
    let containers = set["spec"]["template"]["spec"]["containers"].as_array().unwrap();
    let ports = containers.iter().filter_map(|one| one["ports"].as_array()).flatten();
    let port = &monitor["spec"]["podMetricsEndpoints"][0]["port"];
    assert!(ports.into_iter().any(|one| one["name"] == *port && one["containerPort"] == 7777), "{port}");
}

/// JetStream refuses a stream that does not fit, and does not recover from a full disk.
#[test]
fn the_store_of_nats_holds_the_streams_and_a_further_one_below_70_percent_of_its_volume() {
    let prod = resources("prod");
    let conf = nats_conf();
    let store: u64 = conf.split("\"max_file_store\": ").nth(1).unwrap().split("Gi").next().unwrap().parse().unwrap();
    let nats = nats();
    let claim = &of_kind(&nats, "StatefulSet").next().unwrap()["spec"]["volumeClaimTemplates"][0];
    let volume = claim["spec"]["resources"]["requests"]["storage"].as_str().unwrap();
    let volume: u64 = volume.strip_suffix("Gi").unwrap().parse().unwrap();
    let reserved = crate::operations::reserved_bytes(&prod) >> 30;
    assert!(store > reserved && store * 10 <= volume * 7, "{reserved} of {store} of {volume} GiB");
    assert!(std::fs::read_to_string(root().join("k8s/README.md")).unwrap().contains(&format!("of {store} GiB")));
}

/// CloudNativePG adds `host all all all scram-sha-256` behind our rules: without the second one a client without TLS
/// needs a password only.
#[test]
fn postgres_refuses_clients_without_tls_or_without_a_certificate() {
    let rules = postgres()["postgresql"]["pg_hba"].as_array().unwrap().clone();
    let rules: Vec<Vec<&str>> = rules.iter().map(|rule| rule.as_str().unwrap().split_whitespace().collect()).collect();
    let first = |kind: &str| {
        let matches = |rule: &&Vec<&str>| rule[0] == kind && rule[1..4] == ["all", "all", "all"];
        rules.iter().find(matches).cloned().unwrap_or_default()
    };
    assert!(first("hostnossl").contains(&"reject"), "{rules:?}");
    assert!(first("hostssl").iter().any(|word| word.starts_with("clientcert=verify-")), "{rules:?}");
    assert!(rules.iter().all(|rule| rule[0] != "host"), "{rules:?}");
}

/// The owner that CloudNativePG creates may create no roles, so each role of the privileges must be there before.
#[test]
fn postgres_has_every_role_that_the_topology_job_gives_privileges_to() {
    let declared = postgres()["managed"]["roles"].as_array().unwrap().clone();
    let declared: BTreeSet<String> = declared.iter().map(|role| name_of(role).to_owned()).collect();
    let wanted: BTreeSet<String> =
        roles::processes().chain([roles::MIGRATOR]).map(|process| roles::role("auspex", process)).collect();
    assert_eq!(declared, wanted);
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let job = of_kind(&resources, "Job").next().unwrap();
        let arguments = &job["spec"]["template"]["spec"]["containers"][0]["args"];
        assert!(arguments.as_array().unwrap().iter().any(|one| one == "--roles"), "{overlay}: {arguments}");
        // A job that removes itself is created again by Flux and Argo CD; one that cannot finish must fail some day.
        assert!(job["spec"]["ttlSecondsAfterFinished"].is_null(), "{overlay}");
        assert!(job["spec"]["activeDeadlineSeconds"].as_u64().is_some_and(|seconds| seconds >= 1_800), "{overlay}");
    }
}

fn name_of(role: &Value) -> &str {
    role["name"].as_str().unwrap()
}

/// Without a pooler each pod of a rollout connects by itself.
#[test]
fn postgres_accepts_the_connections_of_a_rollout_and_has_the_memory() {
    let spec = postgres();
    let allowed: u64 = spec["postgresql"]["parameters"]["max_connections"].as_str().unwrap().parse().unwrap();
    let needed = most_connections(&resources("prod"));
    assert!(allowed >= needed, "{needed} connections are needed, {allowed} allowed");
    let limit: u64 =
        spec["resources"]["limits"]["memory"].as_str().unwrap().strip_suffix("Gi").unwrap().parse().unwrap();
    // 5 MiB per backend, and as much page cache as shared buffers.
    let buffers = spec["postgresql"]["parameters"]["shared_buffers"].as_str().unwrap();
    let buffers: u64 = buffers.strip_suffix("GB").unwrap().parse().unwrap();
    assert!(limit * 1_024 >= 2 * buffers * 1_024 + allowed * 5, "{limit} GiB for {allowed} connections");
}

/// KEDA finds no consumer in another account than that of the streams, and scales nothing.
#[test]
fn keda_asks_in_the_account_that_owns_the_streams() {
    let accounts = runtime::permissions::tenants::render_accounts(&[], &[]);
    for overlay in OVERLAYS {
        for scaled in of_kind(&resources(overlay), "ScaledObject") {
            for trigger in scaled["spec"]["triggers"].as_array().unwrap() {
                let account = trigger["metadata"]["account"].as_str().unwrap();
                // The dev overlay has users in no account.
                let expected = if overlay == "dev" { "$G" } else { "AUSPEX" };
                assert_eq!(account, expected, "{overlay}: {}", name(scaled));
            }
        }
    }
    assert!(accounts.contains("\n  AUSPEX: {\n    jetstream: enabled"), "{accounts}");
}

/// Postgres and Valkey are pods of another namespace, or somewhere in a private network: each needs its own rule
/// kind, because Cilium applies no address block to pods.
#[test]
fn the_stores_are_reached_as_pods_and_in_every_private_network() {
    for overlay in OVERLAYS.into_iter().filter(|overlay| *overlay != "dev") {
        let resources = resources(overlay);
        let writer = of_kind(&resources, "Deployment").find(|one| name(one) == "writer").unwrap();
        let labels = &writer["spec"]["template"]["metadata"]["labels"];
        for address in ["10.1.2.3", "172.31.5.6", "192.168.7.8", "100.64.1.1", "fd12::1"] {
            let open = crate::egress::ports(&resources, labels, address);
            assert!(open.contains(&5432) && open.contains(&6379), "{overlay}: {address}: {open:?}");
        }
        let stores = of_kind(&resources, "NetworkPolicy").find(|one| name(one) == "stores").unwrap();
        let peers =
            stores["spec"]["egress"].as_array().unwrap().iter().filter_map(|rule| rule["to"].as_array()).flatten();
        let by_namespace = |peer: &Value| {
            peer["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"] == "auspex-stores"
                && peer["ipBlock"].is_null()
        };
        assert!(peers.into_iter().any(by_namespace), "{overlay}: Cilium lets nobody reach the pods of the stores");
    }
    let policy = folder("servers");
    let fleet = of_kind(&policy, "NetworkPolicy").next().unwrap()["spec"]["ingress"].to_string();
    assert!(fleet.contains("5432") && fleet.contains("6379"), "{fleet}");
}

/// A copy, because kustomize reads no file outside of its folder.
#[test]
fn the_collector_of_kubernetes_is_that_of_compose() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let copy = read("k8s/components/collector/otel-collector.yaml");
    let copy = copy.split_once('\n').unwrap().1.replace("http://tempo.monitoring:4318", "http://tempo:4318");
    assert_eq!(copy, read("deploy/otel-collector.yaml"), "copy deploy/otel-collector.yaml again");
    let collector = read("k8s/components/collector/collector.yaml");
    let documents = parse(&collector);
    let port = &of_kind(&documents, "Service").next().unwrap()["spec"]["ports"][0]["port"];
    let prod = resources("prod");
    let map = of_kind(&prod, "ConfigMap").find(|map| name(map).starts_with("fleet")).unwrap();
    assert_eq!(map["data"]["OTEL_EXPORTER_OTLP_ENDPOINT"], format!("http://otel-collector:{port}"));
}
