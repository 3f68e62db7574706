//! The addresses that each pod may reach, computed from the rendered network policies.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use serde_json::Value;

use super::{OVERLAYS, name, of_kind, resources};

/// Addresses that no pod reaches on the ports of the web: of every network that is not public, and the metadata services of clouds.
const NOT_PUBLIC: [&str; 18] = [
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
];
const PUBLIC: &str = "8.8.8.8";

pub(crate) fn selects(selector: &Value, labels: &Value) -> bool {
    let exact = selector["matchLabels"].as_object().into_iter().flatten().all(|(key, value)| labels[key] == *value);
    let expressions = selector["matchExpressions"].as_array().into_iter().flatten();
    let is_in = |expression: &Value| {
        assert_eq!(expression["operator"], "In", "{expression}: this test knows no other operator");
        expression["values"].as_array().unwrap().contains(&labels[expression["key"].as_str().unwrap()])
    };
    exact && expressions.into_iter().all(is_in)
}

fn contains(network: &Value, address: Ipv4Addr) -> bool {
    let (base, length) = network.as_str().unwrap().split_once('/').unwrap();
    let bits: u32 = length.parse().unwrap();
    let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
    u32::from(base.parse::<Ipv4Addr>().unwrap()) & mask == u32::from(address) & mask
}

fn opens(block: &Value, address: Ipv4Addr) -> bool {
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
            let open = ports(&resources, &labels, PUBLIC);
            let expected: &[u64] = match pod.as_str() {
                "researcher" => &[80, 443],
                // The endpoints of models; receivers of webhooks and the issuer.
                "classifier" | "filter" | "forecaster" | "writer" | "gateway" => &[443],
                _ => &[],
            };
            assert_eq!(open, expected.iter().copied().collect(), "{overlay}: {pod}");
            assert_eq!(labels["auspex/web"] == "yes", pod == "researcher", "{overlay}: {pod}");
            assert_eq!(
                labels["auspex/models"] == "yes",
                expected.contains(&443) && pod != "gateway",
                "{overlay}: {pod}"
            );
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
