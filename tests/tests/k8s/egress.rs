//! The addresses that each pod may reach, computed from the rendered network policies.

use std::collections::BTreeSet;
use std::net::IpAddr;

use serde_json::{Value, json};

use super::{OVERLAYS, name, of_kind, resources, with_components};

/// Addresses that no pod reaches on the ports of the web: of every network that is not public, and the metadata
/// services of clouds.
const NOT_PUBLIC: [&str; 31] = [
    "0.0.0.1",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.20.10",
    "172.16.0.1",
    "172.31.255.254",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "::1",
    "::ffff:10.0.0.1",
    // The metadata services of AWS and Google on IPv6.
    "fd00:ec2::254",
    "fd20:ce::254",
    "fc00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "100::1",
    "2001:db8::1",
    // Teredo and 6to4 contain an address of IPv4, as NAT64 does.
    "2001:0:a00:1::1",
    "2002:a00:1::1",
    "64:ff9b::10.0.0.1",
];
/// Of each family, and one of IPv4 behind the NAT64 of a cluster with IPv6 only.
const PUBLIC: [&str; 3] = ["8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"];

pub(crate) fn selects(selector: &Value, labels: &Value) -> bool {
    let exact = selector["matchLabels"].as_object().into_iter().flatten().all(|(key, value)| labels[key] == *value);
    let expressions = selector["matchExpressions"].as_array().into_iter().flatten();
    let is_in = |expression: &Value| {
        assert_eq!(expression["operator"], "In", "{expression}: this test knows no other operator");
        expression["values"].as_array().unwrap().contains(&labels[expression["key"].as_str().unwrap()])
    };
    exact && expressions.into_iter().all(is_in)
}

fn contains(network: &Value, address: IpAddr) -> bool {
    let (base, length) = network.as_str().unwrap().split_once('/').unwrap();
    let bits: u32 = length.parse().unwrap();
    match (base.parse().unwrap(), address) {
        (IpAddr::V4(base), IpAddr::V4(address)) => {
            let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
            u32::from(base) & mask == u32::from(address) & mask
        }
        (IpAddr::V6(base), IpAddr::V6(address)) => {
            let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
            u128::from(base) & mask == u128::from(address) & mask
        }
        _ => false,
    }
}

fn opens(block: &Value, address: IpAddr) -> bool {
    let excepted = block["except"].as_array().into_iter().flatten().any(|network| contains(network, address));
    block.is_object() && contains(&block["cidr"], address) && !excepted
}

/// Returns the ports on which a pod with these labels reaches an address outside of the cluster.
pub(crate) fn ports(resources: &[Value], labels: &Value, address: &str) -> BTreeSet<u64> {
    let address = address.parse().unwrap();
    let policies = of_kind(resources, "NetworkPolicy").filter(|policy| selects(&policy["spec"]["podSelector"], labels));
    let rules = policies.flat_map(|policy| policy["spec"]["egress"].as_array().cloned().unwrap_or_default());
    let mut open = BTreeSet::new();
    for rule in rules {
        assert!(rule["to"].is_array() && rule["ports"].is_array(), "{rule}: a rule without a target opens everything");
        if rule["to"].as_array().unwrap().iter().any(|to| opens(&to["ipBlock"], address)) {
            open.extend(rule["ports"].as_array().unwrap().iter().filter_map(|port| port["port"].as_u64()));
        }
    }
    open
}

fn pods(resources: &[Value]) -> Vec<(String, Value)> {
    let made = ["Deployment", "StatefulSet", "Job"].into_iter().flat_map(|kind| of_kind(resources, kind));
    made.map(|one| (name(one).to_owned(), one["spec"]["template"]["metadata"]["labels"].clone())).collect()
}

#[test]
fn only_the_researcher_reaches_the_web() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for (pod, labels) in pods(&resources) {
            let expected: &[u64] = match pod.as_str() {
                "researcher" => &[80, 443],
                // The endpoints of models; receivers of webhooks and the issuer.
                "classifier" | "filter" | "forecaster" | "writer" | "gateway" => &[443],
                _ => &[],
            };
            for address in PUBLIC {
                let open = ports(&resources, &labels, address);
                assert_eq!(open, expected.iter().copied().collect(), "{overlay}: {pod} at {address}");
            }
            assert_eq!(labels["auspex/web"] == "yes", pod == "researcher", "{overlay}: {pod}");
            assert_eq!(labels["auspex/https"] == "yes", expected.contains(&443), "{overlay}: {pod}");
        }
    }
}

#[test]
fn no_pod_reaches_an_address_that_is_not_public_on_a_port_of_the_web() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        for (pod, labels) in pods(&resources) {
            for address in NOT_PUBLIC {
                let open = ports(&resources, &labels, address);
                assert!(!open.contains(&80) && !open.contains(&443), "{overlay}: {pod} reaches {address}: {open:?}");
            }
        }
    }
}

/// A resolver elsewhere, or another pod of kube-system on port 53, would be a way out.
#[test]
fn names_are_asked_of_the_resolver_of_the_cluster_only() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let opens_dns = |rule: &Value| rule["ports"].as_array().unwrap().iter().any(|port| port["port"] == 53);
        let policies = of_kind(&resources, "NetworkPolicy").filter_map(|one| one["spec"]["egress"].as_array());
        let rules: Vec<&Value> = policies.flatten().filter(|rule| opens_dns(rule)).collect();
        assert_eq!(rules.len(), 1, "{overlay}");
        for to in rules[0]["to"].as_array().unwrap() {
            let is_node_cache = to["ipBlock"]["cidr"] == "169.254.20.10/32";
            let pods = &to["podSelector"];
            let is_resolver = [json!({"k8s-app": "kube-dns"}), json!({"k8s-app": "node-local-dns"})]
                .iter()
                .all(|labels| pods.is_object() && selects(pods, labels));
            let is_other = pods.is_object() && selects(pods, &json!({"k8s-app": "metrics-server"}));
            assert!(is_node_cache || (is_resolver && !is_other), "{overlay}: {to}");
        }
    }
}

/// On a cluster with IPv6 only, a server that listens on `0.0.0.0` answers no probe.
#[test]
fn every_server_listens_for_both_families() {
    for overlay in OVERLAYS {
        let resources = resources(overlay);
        let maps = of_kind(&resources, "ConfigMap").filter_map(|map| map["data"].as_object()).flatten();
        let mut settings: Vec<(String, String)> =
            maps.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect();
        for pod in resources.iter().filter_map(|one| one["spec"]["template"]["spec"]["containers"].as_array()) {
            let env = pod.iter().filter_map(|one| one["env"].as_array()).flatten();
            settings.extend(
                env.filter_map(|one| Some((one["name"].as_str()?.to_owned(), one["value"].as_str()?.to_owned()))),
            );
        }
        let listens: Vec<&(String, String)> =
            settings.iter().filter(|(name, _)| name.ends_with("_LISTEN") || name.ends_with("_ADDR")).collect();
        assert!(listens.len() >= 2, "{overlay}: {listens:?}");
        for (name, address) in listens {
            assert!(address.starts_with("[::]:"), "{overlay}: {name}={address}");
        }
    }
    let defaults = include_str!("../../../docs/CONFIGURATION.md");
    assert!(!defaults.contains("`0.0.0.0:"), "a default listens on IPv4 only");
    // A port without an address is both families, or IPv4 where a node has no IPv6.
    let collector = include_str!("../../../k8s/components/collector/otel-collector.yaml");
    let number = |text: &str| collector.matches(text).count();
    let numbers = (number("endpoint: \":"), number("endpoint: 0.0.0.0"));
    assert_eq!(numbers, (3, 0), "receiver, metrics and health of the collector");
}

/// With names only the researcher keeps every public address, and no other pod may ask for a name that is not listed.
#[test]
fn egress_by_name_takes_the_public_addresses_from_all_but_the_researcher() {
    let resources = with_components(&["egress-by-name"]);
    let dns = of_kind(&resources, "NetworkPolicy").find(|one| name(one) == "dns").unwrap();
    let expected = json!({"matchExpressions": [{"key": "auspex/https", "operator": "DoesNotExist"}]});
    assert_eq!(dns["spec"]["podSelector"], expected);
    let named: BTreeSet<&str> = of_kind(&resources, "CiliumNetworkPolicy").map(name).collect();
    assert_eq!(named, BTreeSet::from(["gateway", "markets", "models", "researcher"]));
    let others: Vec<Value> = resources.iter().filter(|one| name(one) != "dns").cloned().collect();
    for (pod, labels) in pods(&resources) {
        let open = PUBLIC.iter().flat_map(|address| ports(&others, &labels, address)).collect::<BTreeSet<_>>();
        assert_eq!(open.is_empty(), pod != "researcher", "{pod}: {open:?}");
    }
}

/// The collector has a way in for the fleet and out to Tempo, and its monitor reads a port that it has.
#[test]
fn the_collector_is_reached_by_the_fleet_and_by_its_monitor() {
    let resources = with_components(&["collector", "monitors"]);
    let collector = of_kind(&resources, "Deployment").find(|one| name(one) == "otel-collector").unwrap();
    let template = &collector["spec"]["template"];
    let traces = of_kind(&resources, "NetworkPolicy").find(|one| name(one) == "traces").unwrap();
    assert!(selects(&traces["spec"]["podSelector"], &template["metadata"]["labels"]));
    let container = &template["spec"]["containers"][0];
    let port = |wanted: &str| container["ports"].as_array().unwrap().iter().any(|one| one["name"] == wanted);
    for monitor in of_kind(&resources, "PodMonitor").filter(|one| name(one) == "otel-collector") {
        assert!(port(monitor["spec"]["podMetricsEndpoints"][0]["port"].as_str().unwrap()));
        assert!(selects(&monitor["spec"]["selector"], &template["metadata"]["labels"]));
    }
    assert_eq!(of_kind(&resources, "PodMonitor").count(), 2);
    let map = of_kind(&resources, "ConfigMap").find(|map| name(map).starts_with("otel-collector")).unwrap();
    assert_eq!(template["spec"]["volumes"][0]["configMap"]["name"], name(map));
    // A Prometheus that also reads annotations would count each pod twice.
    let annotated = of_kind(&resources, "Deployment")
        .filter(|one| one["spec"]["template"]["metadata"]["annotations"]["prometheus.io/scrape"].is_string());
    assert_eq!(annotated.count(), 0);
}

/// Returns the names of the pods that a policy lets reach `server` on `port`, and that may themselves connect to it.
fn clients(resources: &[Value], server: &str, port: u64) -> BTreeSet<String> {
    let policies = || of_kind(resources, "NetworkPolicy");
    let all = pods(resources);
    let labels = &all.iter().find(|(pod, _)| pod == server).unwrap().1;
    let on_port = |rule: &&Value| rule["ports"].as_array().unwrap().iter().any(|one| one["port"] == port);
    let meets = |rule: &Value, key: &str, labels: &Value| {
        rule[key].as_array().unwrap().iter().any(|peer| {
            peer["namespaceSelector"].is_null()
                && peer["podSelector"].is_object()
                && selects(&peer["podSelector"], labels)
        })
    };
    let rules = |pod: &Value, direction: &str| -> Vec<Value> {
        let own = policies().filter(|policy| selects(&policy["spec"]["podSelector"], pod));
        own.flat_map(|policy| policy["spec"][direction].as_array().cloned().unwrap_or_default()).collect()
    };
    let admits = rules(labels, "ingress");
    let reaches = |client: &Value| {
        let may_leave = rules(client, "egress").iter().filter(on_port).any(|rule| meets(rule, "to", labels));
        may_leave && admits.iter().filter(on_port).any(|rule| meets(rule, "from", client))
    };
    all.iter().filter(|(_, client)| reaches(client)).map(|(pod, _)| pod.clone()).collect()
}

/// A client of the DevTools port controls the browser, and neither server has a reason to open a connection.
#[test]
fn the_embedder_and_the_browser_serve_their_clients_and_open_no_connection() {
    let resources = with_components(&["embedder", "browser"]);
    assert_eq!(clients(&resources, "browser", 9222), BTreeSet::from(["gateway", "researcher"].map(str::to_owned)));
    let embeds = ["gateway", "ops", "researcher", "writer"].map(str::to_owned);
    assert_eq!(clients(&resources, "embedder", 8000), BTreeSet::from(embeds));
    for (pod, labels) in pods(&resources).iter().filter(|(pod, _)| pod == "embedder" || pod == "browser") {
        let own = of_kind(&resources, "NetworkPolicy").filter(|one| selects(&one["spec"]["podSelector"], labels));
        let rules: Vec<Value> =
            own.flat_map(|one| one["spec"]["egress"].as_array().cloned().unwrap_or_default()).collect();
        // DNS alone, which every pod of the namespace has.
        assert!(rules.iter().all(|rule| rule["ports"][0]["port"] == 53), "{pod}: {rules:?}");
        let deployment = of_kind(&resources, "Deployment").find(|one| name(one) == pod).unwrap();
        let spec = &deployment["spec"]["template"]["spec"];
        assert_eq!(
            (&spec["automountServiceAccountToken"], &spec["enableServiceLinks"]),
            (&json!(false), &json!(false))
        );
        super::locked_down(&spec["containers"][0], true, pod);
    }
    let setting = |map: &str, name_of: &str| {
        let found = of_kind(&resources, "ConfigMap").find(|one| name(one).starts_with(map)).unwrap();
        found["data"][name_of].as_str().unwrap().to_owned()
    };
    assert_eq!(setting("fleet", "AUSPEX_EMBEDDINGS_URL"), "http://embedder:8000");
    for map in ["researcher", "gateway"] {
        assert_eq!(setting(map, "AUSPEX_BROWSER_URL"), "http://browser:9222", "{map}");
    }
}
