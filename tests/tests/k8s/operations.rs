//! Rules that follow from the fleet's behaviour on a real cluster under load.

use std::collections::BTreeMap;

use runtime::topology;
use serde_json::Value;

use crate::egress::selects;
use crate::{OVERLAYS, name, of_kind, resources};

/// A connection of a pod that is being replaced by a new one.
const EXTRA_CONNECTIONS: u64 = 1;
/// The default of AUSPEX_GATEWAY_POSTGRES_CONNECTIONS.
const OF_GATEWAY: u64 = 4;
/// Connections of the topology job and of operators.
const OTHER_CONNECTIONS: u64 = 20;
/// Memory of Postgres in MiB without backends, with shared buffers of 128 MiB.
const POSTGRES_MIB: u64 = 192;
/// Memory of a backend in MiB; 398 MB were measured for 80.
const BACKEND_MIB: u64 = 5;

/// Returns the value of a setting in the ConfigMap that was generated under this name.
fn setting(resources: &[Value], map: &str, key: &str) -> Option<String> {
    let map = of_kind(resources, "ConfigMap").find(|one| name(one).rsplit_once('-').is_some_and(|(one, _)| one == map));
    map?["data"][key].as_str().map(str::to_owned)
}

pub(crate) fn deployments(resources: &[Value]) -> impl Iterator<Item = &Value> {
    of_kind(resources, "Deployment").filter(|one| one["metadata"]["labels"]["app.kubernetes.io/component"] == "worker")
}

/// Pods of the fleet at the largest scale.
fn most_pods(resources: &[Value]) -> u64 {
    let scaled = of_kind(resources, "ScaledObject").map(|one| &one["spec"]["maxReplicaCount"]);
    let by_cpu = of_kind(resources, "HorizontalPodAutoscaler").map(|one| &one["spec"]["maxReplicas"]);
    scaled.chain(by_cpu).map(|most| most.as_u64().unwrap()).sum::<u64>()
}

/// Connections during a rollout at the largest scale. A Deployment does not count pods that are ending, and researchers
/// end for six minutes, so each pod may be there twice.
pub(crate) fn most_connections(resources: &[Value]) -> u64 {
    let pool: u64 = setting(resources, "fleet", "AUSPEX_POSTGRES_CONNECTIONS").unwrap().parse().unwrap();
    2 * (most_pods(resources) * (pool + EXTRA_CONNECTIONS) + most_gateways(resources) * OF_GATEWAY) + OTHER_CONNECTIONS
}

/// Gateways at the largest scale, which is that of the only autoscaler by CPU.
fn most_gateways(resources: &[Value]) -> u64 {
    of_kind(resources, "HorizontalPodAutoscaler").map(|one| one["spec"]["maxReplicas"].as_u64().unwrap()).sum()
}

fn mebibytes(quantity: &Value) -> u64 {
    let text = quantity.as_str().unwrap();
    text.strip_suffix("Mi")
        .map(|number| number.parse().unwrap())
        .or_else(|| text.strip_suffix("Gi").map(|number| number.parse::<u64>().unwrap() * 1024))
        .unwrap()
}

#[test]
fn postgres_has_connections_and_memory_for_every_pod_of_a_rollout() {
    let dev = resources("dev");
    let container = container_of_server(&dev, "postgres");
    let arguments = container["args"].as_array().unwrap().iter().map(|one| one.as_str().unwrap());
    let allowed: u64 =
        arguments.filter_map(|one| one.strip_prefix("max_connections=")).map(|one| one.parse::<u64>().unwrap()).sum();
    assert!(allowed >= most_connections(&dev), "{} connections are needed, {allowed} allowed", most_connections(&dev));
    let needed = POSTGRES_MIB + allowed * BACKEND_MIB;
    let limit = mebibytes(&container["resources"]["limits"]["memory"]);
    assert!(limit >= needed, "{allowed} connections need {needed} MiB, the limit is {limit} MiB");
}

#[test]
fn the_connection_budget_of_production_is_documented() {
    let prod = resources("prod");
    let wanted = format!("`max_connections` of at least {}", most_connections(&prod));
    assert!(include_str!("../../../k8s/README.md").contains(&wanted), "k8s/README.md does not require: {wanted}");
    let formula =
        "`2 x (pods x (AUSPEX_POSTGRES_CONNECTIONS + 1) + gateways x AUSPEX_GATEWAY_POSTGRES_CONNECTIONS) + 20`";
    for document in [include_str!("../../../k8s/README.md"), include_str!("../../../docs/SCALING.md")] {
        assert!(document.contains(formula), "one formula in both documents: {formula}");
    }
}

#[test]
fn no_worker_is_scaled_to_zero_and_no_setting_of_keda_is_without_effect() {
    for overlay in OVERLAYS {
        for scaled in of_kind(&resources(overlay), "ScaledObject") {
            let (spec, what) = (&scaled["spec"], format!("{overlay}: {}", name(scaled)));
            assert!(spec["minReplicaCount"].as_u64().unwrap() >= 1, "{what} may be starved for ever at zero");
            // Both apply to the step between zero pods and one.
            assert!(spec["pollingInterval"].is_null() && spec["cooldownPeriod"].is_null(), "{what}");
            assert_eq!(spec["fallback"]["behavior"], "currentReplicasIfHigher", "{what}");
            let down = &spec["advanced"]["horizontalPodAutoscalerConfig"]["behavior"]["scaleDown"];
            assert!(down["stabilizationWindowSeconds"].as_u64().unwrap() >= 300, "{what}");
            for trigger in spec["triggers"].as_array().unwrap() {
                let endpoint = trigger["metadata"]["natsServerMonitoringEndpoint"].as_str().unwrap();
                let namespace = scaled["metadata"]["namespace"].as_str().unwrap();
                let headless = format!("nats.{namespace}.svc.cluster.local:8222");
                assert_eq!(endpoint, headless, "{what}: the leader is found by the headless name");
                assert!(trigger["metadata"]["activationLagThreshold"].is_null(), "{what}: for the step from zero only");
            }
        }
    }
}

#[test]
fn a_pod_that_is_not_ready_does_not_block_a_drain() {
    for overlay in OVERLAYS {
        for budget in of_kind(&resources(overlay), "PodDisruptionBudget") {
            assert_eq!(budget["spec"]["unhealthyPodEvictionPolicy"], "AlwaysAllow", "{overlay}: {}", name(budget));
        }
    }
}

/// A budget that selects no pod protects none, one that selects the pods of two deployments counts them together, and
/// one that allows no eviction stops every drain.
#[test]
fn each_disruption_budget_selects_the_pods_of_its_deployment_and_allows_an_eviction() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let budgets: Vec<&Value> = of_kind(&resources, "PodDisruptionBudget").collect();
        assert_eq!(budgets.len(), deployments(&resources).count(), "{overlay}: one budget per worker and gateway");
        for budget in budgets {
            let (spec, what) = (&budget["spec"], format!("{overlay}: {}", name(budget)));
            let pods = of_kind(&resources, "Deployment")
                .filter(|one| selects(&spec["selector"], &one["spec"]["template"]["metadata"]["labels"]));
            assert_eq!(pods.map(name).collect::<Vec<_>>(), [name(budget)], "{what} selects other pods");
            let most = &spec["maxUnavailable"];
            let share = most.as_str().and_then(|share| share.strip_suffix('%')).and_then(|share| share.parse().ok());
            assert!(most.as_u64().or(share).is_some_and(|most: u64| most > 0), "{what} allows no eviction");
            assert!(spec["minAvailable"].is_null(), "{what}: it would stop the drain of the node with the last pod");
        }
    }
}

#[test]
fn workers_that_finish_runs_get_a_place_before_those_that_begin_them() {
    let cluster = crate::folder("cluster");
    let class_value = |class: &Value| class["value"].as_i64().unwrap();
    let classes: BTreeMap<&str, i64> =
        of_kind(&cluster, "PriorityClass").map(|class| (name(class), class_value(class))).collect();
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let priority = |worker: &str| {
            let one = deployments(&resources).find(|one| name(one) == worker).unwrap();
            classes[one["spec"]["template"]["spec"]["priorityClassName"].as_str().unwrap()]
        };
        for later in ["filter", "forecaster", "writer"] {
            assert!(priority(later) > priority("classifier"), "{overlay}: {later}");
        }
        assert!(priority("classifier") > priority("researcher") && priority("gateway") > priority("researcher"));
    }
}

/// The surge pods of a rollout on full nodes evict pods of lower priority: on a real cluster they took the places of
/// all servers.
#[test]
fn no_worker_takes_the_place_of_a_server() {
    let dev = resources("dev");
    let value = |pod: &Value| {
        let class = pod["spec"]["template"]["spec"]["priorityClassName"].as_str().unwrap_or_default();
        of_kind(&dev, "PriorityClass").find(|one| name(one) == class).map_or(0, |one| one["value"].as_i64().unwrap())
    };
    let pods = || ["Deployment", "StatefulSet", "Job"].into_iter().flat_map(|kind| of_kind(&dev, kind));
    let is_server =
        |pod: &Value| pod["spec"]["template"]["metadata"]["labels"]["app.kubernetes.io/component"] == "server";
    let highest = pods().filter(|pod| !is_server(pod)).map(value).max().unwrap();
    for server in pods().filter(|pod| is_server(pod)) {
        assert!(value(server) > highest, "{} may be evicted for a pod of the fleet", name(server));
    }
    assert!(include_str!("../../../k8s/README.md").contains("priority class `auspex-servers`"));
}

/// Seconds of a setting such as `340s`.
fn seconds(duration: &str) -> u64 {
    runtime::config::parse_duration(duration).unwrap().as_secs()
}

#[test]
fn kubernetes_waits_longer_for_a_worker_than_the_worker_for_its_jobs() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for one in deployments(&resources) {
            let key = "AUSPEX_WORKER_GRACE";
            let grace = setting(&resources, name(one), key).or_else(|| setting(&resources, "fleet", key)).unwrap();
            let limit = one["spec"]["template"]["spec"]["terminationGracePeriodSeconds"].as_u64().unwrap();
            assert!(limit >= seconds(&grace) + 10, "{overlay}: {} has {grace} of {limit} s", name(one));
            let long = ["researcher", "forecaster"].contains(&name(one));
            assert!(!long || limit == 360, "{overlay}: {} cuts off calls that are paid for", name(one));
        }
    }
}

#[test]
fn traces_name_the_pod_that_made_them() {
    for one in deployments(&resources("prod")) {
        let env = one["spec"]["template"]["spec"]["containers"][0]["env"].as_array().unwrap();
        let value = |name: &str| env.iter().find(|one| one["name"] == name).unwrap();
        let attributes = value("OTEL_RESOURCE_ATTRIBUTES")["value"].as_str().unwrap();
        assert!(attributes.contains("k8s.pod.name=$(POD_NAME)"), "{}: {attributes}", name(one));
        assert_eq!(value("POD_NAME")["valueFrom"]["fieldRef"]["fieldPath"], "metadata.name");
    }
}

#[test]
fn replicas_of_a_worker_are_spread_over_nodes_and_zones_by_version() {
    for one in deployments(&resources("prod")) {
        let constraints = one["spec"]["template"]["spec"]["topologySpreadConstraints"].as_array().unwrap();
        let keys: Vec<&str> = constraints.iter().map(|one| one["topologyKey"].as_str().unwrap()).collect();
        assert_eq!(keys, ["kubernetes.io/hostname", "topology.kubernetes.io/zone"], "{}", name(one));
        for constraint in constraints {
            let by = constraint["matchLabelKeys"].as_array().unwrap();
            assert_eq!(by, &["app.kubernetes.io/name", "pod-template-hash"], "{}", name(one));
        }
    }
}

/// Bytes that the streams reserve, without the 16 MiB of the advisories, which are part of the margin.
pub(crate) fn reserved_bytes(resources: &[Value]) -> u64 {
    let bytes = |key| setting(resources, "fleet", key).unwrap().parse::<u64>().unwrap();
    let count = |holding: topology::Holding| {
        u64::try_from(topology::STREAMS.iter().filter(|stream| stream.holding == holding).count()).unwrap()
    };
    let kept = count(topology::Holding::Results) + count(topology::Holding::Dead);
    let work = count(topology::Holding::Events) + count(topology::Holding::Work);
    work * bytes("AUSPEX_TOPOLOGY_WORK_BYTES") + kept * bytes("AUSPEX_TOPOLOGY_KEPT_BYTES")
}

#[test]
fn the_streams_of_production_fit_into_the_documented_store() {
    let sum = reserved_bytes(&resources("prod"));
    let wanted = format!("`max_file_store` of {} GiB", sum >> 30);
    assert_eq!(sum % (1 << 30), 0);
    assert!(include_str!("../../../k8s/README.md").contains(&wanted), "k8s/README.md does not require: {wanted}");
}

/// The invoice is compared with the ledger, so it must survive the container.
#[test]
fn the_offline_world_keeps_its_invoice_outside_of_its_memory() {
    let dev = resources("dev");
    let world = of_kind(&dev, "Deployment").find(|one| name(one) == "offline").unwrap();
    let container = &world["spec"]["template"]["spec"]["containers"][0];
    let env = container["env"].as_array().unwrap();
    let invoice = env.iter().find(|one| one["name"] == "AUSPEX_OFFLINE_INVOICE").unwrap()["value"].as_str().unwrap();
    let mounts = container["volumeMounts"].as_array().unwrap();
    assert!(mounts.iter().any(|one| invoice.starts_with(one["mountPath"].as_str().unwrap())), "{invoice}");
    assert!(mebibytes(&container["resources"]["limits"]["memory"]) >= 256);
}

/// Process 1 of a namespace ignores a stop request for which it has no handler yet, so a pod that is stopped while it
/// starts would live until the end of its grace period.
#[test]
fn a_stop_request_ends_a_process_that_has_just_started() {
    for overlay in OVERLAYS {
        let ours = ["worker", "topology", "ops"];
        let resources = resources(overlay);
        let pods = resources.iter().map(|one| &one["spec"]["template"]).filter(|pod| {
            pod["metadata"]["labels"]["app.kubernetes.io/component"].as_str().is_some_and(|part| ours.contains(&part))
        });
        for pod in pods {
            assert_eq!(pod["spec"]["shareProcessNamespace"], true, "{overlay}: {}", pod["metadata"]["labels"]);
        }
    }
}

fn container_of_server<'a>(resources: &'a [Value], server: &str) -> &'a Value {
    let set = of_kind(resources, "StatefulSet").find(|one| name(one) == server).unwrap();
    &set["spec"]["template"]["spec"]["containers"][0]
}

/// With SIGTERM alone Postgres waits for the workers, which never leave: each drain of its node took the whole grace
/// period of 30 s, and the new server began with a recovery.
#[test]
fn postgres_stops_without_waiting_for_its_clients() {
    let dev = resources("dev");
    let command = &container_of_server(&dev, "postgres")["lifecycle"]["preStop"]["exec"]["command"];
    assert_eq!(command, &serde_json::json!(["/bin/sh", "-c", "kill -INT 1"]));
}

#[test]
fn nats_server_knows_the_limit_of_its_memory() {
    let dev = resources("dev");
    let container = container_of_server(&dev, "nats");
    let env = container["env"].as_array().unwrap();
    let limit = env.iter().find(|one| one["name"] == "GOMEMLIMIT").unwrap()["value"].as_str().unwrap();
    // 10 % for what the garbage collector does not count.
    let known: u64 = limit.strip_suffix("MiB").unwrap().parse().unwrap();
    assert!(known * 10 <= mebibytes(&container["resources"]["limits"]["memory"]) * 9, "{limit}");
}

/// Kubernetes leaves the pods of a lost node where they are for 300 s by default: a worker with one replica would be
/// absent that long.
#[test]
fn a_worker_of_a_lost_node_is_replaced_after_half_a_minute() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for one in deployments(&resources) {
            let tolerations = one["spec"]["template"]["spec"]["tolerations"].as_array().cloned().unwrap_or_default();
            for taint in ["node.kubernetes.io/unreachable", "node.kubernetes.io/not-ready"] {
                let found = tolerations.iter().find(|one| one["key"] == taint);
                let seconds = found.and_then(|one| one["tolerationSeconds"].as_u64());
                assert!(seconds.is_some_and(|seconds| seconds <= 30), "{overlay}: {} with {taint}", name(one));
            }
        }
    }
}

/// A budget counts pods that wait for a place as unavailable. With a limit, the scheduler evicted classifiers and the
/// gateway instead of one of many researchers, and no drain of a full node could end.
#[test]
fn researchers_that_wait_for_a_place_do_not_forbid_the_eviction_of_others() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let budget = of_kind(&resources, "PodDisruptionBudget").find(|one| name(one) == "researcher").unwrap();
        assert_eq!(budget["spec"]["maxUnavailable"], "100%", "{overlay}");
    }
}

/// On a busy node a researcher that was stopped 3 ms after its start never saw the request, and worked on for 360 s:
/// runc had received it.
#[test]
fn a_stop_request_does_not_arrive_before_the_process_exists() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for one in deployments(&resources) {
            let lifecycle = &one["spec"]["template"]["spec"]["containers"][0]["lifecycle"];
            let seconds = lifecycle["preStop"]["sleep"]["seconds"].as_u64();
            assert!(seconds.is_some_and(|seconds| seconds >= 2), "{overlay}: {}", name(one));
        }
    }
}

/// Memory of a process without messages in MiB; 14 to 19 were measured idle, 50 with typical messages.
const PROCESS_MIB: u64 = 50;
/// A decoded message takes a few times its bytes: with full slots of the largest messages 345 MiB were measured for the
/// classifier.
const DECODED: u64 = 3;
/// Parser processes of the researcher, in MiB.
const SANDBOX_MIB: u64 = 256;
/// Largest message in bytes.
const LARGEST: u64 = 512 * 1024;

/// An end for lack of memory costs open model calls.
#[test]
fn every_worker_has_the_memory_for_full_slots_of_the_largest_messages() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for service in topology::SERVICES {
            let number = |key| setting(&resources, service.name, key).map(|text| text.parse::<u64>().unwrap());
            let slots = number("AUSPEX_WORKER_CONCURRENCY").unwrap();
            let bytes = number("AUSPEX_WORKER_MAX_BYTES").unwrap_or(32 << 20).min(slots * LARGEST);
            let consumers = topology::CONSUMERS.iter().filter(|consumer| consumer.service == service.name).count();
            let messages = u64::try_from(consumers).unwrap() * (bytes >> 20) * DECODED;
            let sandbox = if service.name == "researcher" { SANDBOX_MIB } else { 0 };
            let one = deployments(&resources).find(|one| name(one) == service.name).unwrap();
            let limit = mebibytes(&one["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["memory"]);
            let needed = PROCESS_MIB + messages + sandbox;
            assert!(limit >= needed, "{overlay}: {} has {limit} MiB and needs {needed}", service.name);
        }
    }
}
