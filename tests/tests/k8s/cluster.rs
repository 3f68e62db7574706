//! What belongs to the whole cluster, several fleets in one cluster, and what a deployment tool may not delete.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{OVERLAYS, folder, name, of_kind, resources};

/// Kinds without a namespace that our manifests use.
const OF_THE_CLUSTER: [&str; 4] =
    ["Namespace", "PriorityClass", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"];

fn object(resource: &Value) -> (String, String, String) {
    let namespace = resource["metadata"]["namespace"].as_str().unwrap_or_default();
    (resource["kind"].as_str().unwrap().to_owned(), namespace.to_owned(), name(resource).to_owned())
}

/// Otherwise deleting one fleet takes the classes of another away, or the namespace with all volumes.
#[test]
fn an_overlay_of_production_has_no_object_of_the_whole_cluster() {
    for overlay in OVERLAYS.into_iter().filter(|overlay| *overlay != "dev") {
        for resource in resources(overlay) {
            let kind = resource["kind"].as_str().unwrap();
            assert!(!OF_THE_CLUSTER.contains(&kind), "{overlay}: {kind} {}", name(&resource));
            assert!(resource["metadata"]["namespace"].is_string(), "{overlay}: {kind} {}", name(&resource));
        }
    }
}

#[test]
fn two_fleets_share_no_object_and_the_second_asks_its_own_servers() {
    let objects = |overlay| resources(overlay).iter().map(object).collect::<BTreeSet<_>>();
    let (first, second) = (objects("tls"), objects("second"));
    assert_eq!(first.len(), second.len());
    assert!(first.is_disjoint(&second), "{:?}", first.intersection(&second).collect::<Vec<_>>());
    for scaled in of_kind(&resources("second"), "ScaledObject") {
        for trigger in scaled["spec"]["triggers"].as_array().unwrap() {
            let endpoint = &trigger["metadata"]["natsServerMonitoringEndpoint"];
            assert_eq!(*endpoint, "nats.auspex-second.svc.cluster.local:8222", "{}", name(scaled));
        }
    }
}

#[test]
fn no_tool_deletes_a_namespace_or_the_reports() {
    let tls = resources("tls");
    let kept = [folder("cluster"), folder("servers"), tls].concat();
    let kept: Vec<&Value> = kept
        .iter()
        .filter(|one| ["Namespace", "PersistentVolumeClaim"].contains(&one["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(kept.iter().map(|one| name(one)).collect::<Vec<_>>(), ["auspex", "auspex-stores", "objects"]);
    for one in kept {
        let annotations = &one["metadata"]["annotations"];
        let options = annotations["argocd.argoproj.io/sync-options"].as_str().unwrap_or_default();
        assert!(options.contains("Prune=false") && options.contains("Delete=false"), "{}: {options}", name(one));
        assert_eq!(annotations["kustomize.toolkit.fluxcd.io/prune"], "disabled", "{}", name(one));
    }
}

/// The namespaces of the documents have the labels on which pod security and the rule for images depend.
#[test]
fn pods_of_the_namespaces_are_restricted() {
    for one in of_kind(&[folder("cluster"), folder("servers")].concat(), "Namespace") {
        assert_eq!(one["metadata"]["labels"]["pod-security.kubernetes.io/enforce"], "restricted", "{}", name(one));
    }
}

fn classes() -> BTreeMap<String, i64> {
    let cluster = folder("cluster");
    of_kind(&cluster, "PriorityClass").map(|one| (name(one).to_owned(), one["value"].as_i64().unwrap())).collect()
}

/// The default of pods without a class is 0, and the cluster autoscaler adds no node for pods below -10.
#[test]
fn no_pod_of_the_fleet_evicts_a_pod_of_others_and_all_get_nodes() {
    for (class, value) in classes() {
        assert!((-10..=0).contains(&value), "{class}: {value}");
    }
}

/// A pod with a class that does not exist is refused.
#[test]
fn every_priority_class_exists() {
    let classes = classes();
    let servers = crate::servers::all();
    let pods = OVERLAYS.into_iter().flat_map(resources).chain(servers);
    let mut used = BTreeSet::new();
    for pod in pods {
        for spec in [&pod["spec"]["template"]["spec"], &pod["spec"]] {
            used.extend(spec["priorityClassName"].as_str().map(str::to_owned));
        }
    }
    assert!(used.iter().all(|class| classes.contains_key(class)), "{used:?} of {classes:?}");
    assert_eq!(used.len(), classes.len(), "a class is not used: {used:?}");
}
