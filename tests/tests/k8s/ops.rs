//! The pod of operators: what `auspex doctor` and `auspex dead redrive` need, computed from the rendered manifests.

use serde_json::{Value, json};

use crate::egress::{ports, selects};
use crate::{OVERLAYS, name, of_kind, resources};

/// Returns true if a rule's list of peers contains the pod, in the same namespace.
fn has_peer(peers: &Value, labels: &Value) -> bool {
    let peers = peers.as_array().into_iter().flatten();
    peers.filter(|peer| peer["namespaceSelector"].is_null()).any(|peer| {
        let selector = &peer["podSelector"];
        selector.is_object() && selects(selector, labels)
    })
}

/// Returns true if a rule of the policies that select `pod` satisfies `open` (ports, peers). `side` is `to` for egress,
/// `from` for ingress.
fn allows(resources: &[Value], pod: &Value, side: &str, open: impl Fn(&Value, &Value) -> bool) -> bool {
    let direction = if side == "to" { "egress" } else { "ingress" };
    let policies = of_kind(resources, "NetworkPolicy").filter(|policy| selects(&policy["spec"]["podSelector"], pod));
    let mut rules = policies.flat_map(|policy| policy["spec"][direction].as_array().cloned().unwrap_or_default());
    rules.any(|rule| open(&rule["ports"], &rule[side]))
}

/// Returns true if the policies let `from` connect to `to`: both sides deny by default, so each needs a rule.
fn connects(resources: &[Value], from: &Value, to: &Value, port: u64) -> bool {
    let has_port = |ports: &Value| ports.as_array().is_none_or(|ports| ports.iter().any(|open| open["port"] == port));
    let opens = |peer| move |ports: &Value, peers: &Value| has_port(ports) && has_peer(peers, peer);
    allows(resources, from, "to", opens(to)) && allows(resources, to, "from", opens(from))
}

fn deployment<'a>(resources: &'a [Value], wanted: &str) -> &'a Value {
    of_kind(resources, "Deployment").find(|one| name(one) == wanted).unwrap()
}

fn labels<'a>(resources: &'a [Value], deployment_name: &str) -> &'a Value {
    &deployment(resources, deployment_name)["spec"]["template"]["metadata"]["labels"]
}

/// A server as the overlay or, in production, the operator labels it.
fn server(server_name: &str) -> Value {
    json!({"app.kubernetes.io/name": server_name, "app.kubernetes.io/component": "server"})
}

#[test]
fn the_commands_of_operators_reach_the_servers_and_the_gateway() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let (ops, gateway) = (labels(&resources, "ops"), labels(&resources, "gateway"));
        assert!(connects(&resources, ops, &server("nats"), 4222), "{overlay}: nats-server");
        assert!(connects(&resources, ops, gateway, 8088), "{overlay}: gateway");
        for (store, port) in [("postgres", 5432), ("valkey", 6379)] {
            // The stores of production are elsewhere in the private network.
            let elsewhere = || ports(&resources, ops, "10.1.2.3").contains(&port);
            let reached = connects(&resources, ops, &server(store), port) || (overlay != "dev" && elsewhere());
            assert!(reached, "{overlay}: {store}");
        }
    }
}

/// The analysis itself must be able to fail.
#[test]
fn no_worker_reaches_the_gateway_or_another_port_of_nats() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let (writer, gateway) = (labels(&resources, "writer"), labels(&resources, "gateway"));
        assert!(connects(&resources, writer, &server("nats"), 4222), "{overlay}");
        assert!(!connects(&resources, writer, gateway, 8088), "{overlay}: writer reaches the gateway");
        assert!(!connects(&resources, labels(&resources, "ops"), &server("nats"), 6222), "{overlay}");
    }
}

/// It has the rights of the topology job, so it runs only while someone needs it.
#[test]
fn the_pod_of_operators_has_the_settings_of_the_topology_job_and_no_replica() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let ops = deployment(&resources, "ops");
        assert_eq!(ops["spec"]["replicas"], 0, "{overlay}");
        let job = of_kind(&resources, "Job").find(|one| name(one) == "topology").unwrap();
        let container = |of: &Value| of["spec"]["template"]["spec"]["containers"][0].clone();
        assert_eq!(container(ops)["envFrom"], container(job)["envFrom"], "{overlay}");
        assert_eq!(container(ops)["image"], container(job)["image"], "{overlay}");
        assert_eq!(container(ops)["args"], json!(["idle"]), "{overlay}: a pod that ends restarts for ever");
    }
}
