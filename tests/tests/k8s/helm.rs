//! The Helm chart renders what the production overlay renders. Needs helm 4: the variable `HELM`, `.dev/helm`
//! (`make helm`) or the path.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::{name, of_kind, parse, resources, root, with_components};

const SERVICES: [&str; 7] = ["classifier", "researcher", "filter", "forecaster", "writer", "gateway", "cli"];

/// Returns the program, or prints why the test is skipped.
pub(crate) fn helm() -> Option<PathBuf> {
    let built = root().join(".dev/helm");
    let named = std::env::var_os("HELM").map(PathBuf::from);
    let program = named.unwrap_or_else(|| if built.is_file() { built } else { "helm".into() });
    let found = Command::new(&program).arg("version").output().is_ok_and(|ran| ran.status.success());
    if !found {
        println!("skipped the Helm chart: {} cannot be run; `make helm` builds it with Go", program.display());
    }
    found.then_some(program)
}

pub(crate) fn run(helm: &Path, arguments: &[&str], values: &Value) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values.json");
    std::fs::write(&file, values.to_string()).unwrap();
    let chart = root().join("k8s/helm");
    Command::new(helm).args(arguments).arg(chart).arg("--values").arg(&file).output().unwrap()
}

/// Values with everything that has no default.
pub(crate) fn values() -> Value {
    let digests: BTreeMap<&str, String> =
        SERVICES.iter().map(|service| (*service, format!("sha256:{}", "0".repeat(64)))).collect();
    json!({"image": {"registry": "registry.example.com/auspex", "digests": digests}})
}

pub(crate) fn rendered(helm: &Path, values: &Value) -> Vec<Value> {
    rendered_by(helm, &["template", "auspex", "--namespace", "auspex", "--skip-tests"], values)
}

pub(crate) fn rendered_by(helm: &Path, arguments: &[&str], values: &Value) -> Vec<Value> {
    let output = run(helm, arguments, values);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    parse(&String::from_utf8(output.stdout).unwrap())
}

/// Kinds that belong to the whole cluster: the overlays leave them to `k8s/cluster`.
const OF_THE_CLUSTER: [&str; 4] =
    ["Namespace", "PriorityClass", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"];

/// Resources by kind and name, without what the two tools name differently: hashes in names, registries, the order of
/// lists.
fn comparable(resources: Vec<Value>) -> BTreeMap<String, Value> {
    let maps: BTreeSet<String> = of_kind(&resources, "ConfigMap").map(|map| name(map).to_owned()).collect();
    resources
        .into_iter()
        .filter(|one| !OF_THE_CLUSTER.contains(&one["kind"].as_str().unwrap()))
        .map(|mut one| {
            normalize(&mut one, &maps);
            if one["kind"] == "Job" {
                one["metadata"]["name"] = json!("topology");
            }
            (format!("{} {}", one["kind"].as_str().unwrap(), name(&one)), one)
        })
        .collect()
}

fn normalize(value: &mut Value, maps: &BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            fields.remove("auspex/settings");
            fields.values_mut().for_each(|field| normalize(field, maps));
            if let Some(Value::String(image)) = fields.get_mut("image") {
                let service = image.rsplit('/').next().unwrap().split(['@', ':']).next().unwrap().to_owned();
                *image = service;
            }
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| normalize(item, maps));
            if items.iter().all(Value::is_object) {
                items.sort_by_key(ToString::to_string);
            }
        }
        // kustomize appends a hash of ten characters to the name of a generated map.
        Value::String(text) if maps.contains(text) => {
            if let Some((plain, hash)) = text.rsplit_once('-').filter(|(_, hash)| hash.len() == 10) {
                debug_assert!(hash.is_ascii());
                *text = plain.to_owned();
            }
        }
        _ => {}
    }
}

#[test]
fn the_chart_renders_what_the_production_overlay_renders() {
    let Some(helm) = helm() else { return };
    compare(&helm, &values(), resources("prod"));
}

#[test]
fn the_chart_mounts_the_certificates_that_the_overlay_mounts() {
    let Some(helm) = helm() else { return };
    let mut secured = values();
    secured["tls"] = json!({"enabled": true});
    compare(&helm, &secured, resources("tls"));
}

#[test]
fn the_chart_renders_the_embedder_and_the_browser_of_the_components() {
    let Some(helm) = helm() else { return };
    let mut chosen = values();
    chosen["tls"] = json!({"enabled": true});
    (chosen["embedder"], chosen["browser"]) = (json!({"enabled": true}), json!({"enabled": true}));
    let missing = run(&helm, &["template", "auspex"], &chosen);
    let told = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(told.contains("image.digests.embedder must be set"), "{told}");
    chosen["image"]["digests"]["embedder"] = json!(format!("sha256:{}", "0".repeat(64)));
    compare(&helm, &chosen, with_components(&["embedder", "browser"]));
}

fn compare(helm: &Path, values: &Value, overlay: Vec<Value>) {
    let [chart, overlay] = [rendered(helm, values), overlay].map(comparable);
    let names = |of: &BTreeMap<String, Value>| of.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&chart), names(&overlay));
    for (what, wanted) in &overlay {
        assert_eq!(&chart[what], wanted, "{what} differs (left: chart, right: overlay)");
    }
}

#[test]
fn the_chart_passes_lint_and_refuses_wrong_values() {
    let Some(helm) = helm() else { return };
    let linted = run(&helm, &["lint", "--strict"], &values());
    assert!(linted.status.success(), "{}", String::from_utf8_lossy(&linted.stdout));
    let refused = |values: &Value, reason: &str| {
        let output = run(&helm, &["template", "auspex"], values);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && printed.contains(reason), "{values}: {printed}");
    };
    refused(&json!({}), "registry");
    refused(&json!({"image": {"registry": "registry.example.com/auspex"}}), "image.digests.");
    let mut unset = values();
    unset["image"]["registry"] = json!("registry.invalid/auspex");
    refused(&unset, "registry");
    let mut misspelt = values();
    misspelt["setings"] = json!({});
    refused(&misspelt, "setings");
    let mut tagged = values();
    tagged["image"]["digests"]["writer"] = json!("0.1.0");
    refused(&tagged, "digests");
}

#[test]
fn the_options_of_the_chart_add_and_remove_what_they_name() {
    let Some(helm) = helm() else { return };
    let mut all = values();
    all["monitoring"] = json!({"podMonitor": true, "prometheusRule": true, "dashboards": true});
    all["externalSecrets"] = json!({"enabled": true, "store": {"kind": "ClusterSecretStore", "name": "vault"}});
    all["objects"] = json!({"enabled": false});
    all["keda"] = json!({"enabled": false});
    all["workers"] = json!({"filter": {"resources": {"limits": {"memory": "1Gi"}}}});
    let resources = rendered(&helm, &all);
    assert_eq!(of_kind(&resources, "ExternalSecret").count(), 7);
    assert_eq!(of_kind(&resources, "PodMonitor").count(), 1);
    let rules = of_kind(&resources, "PrometheusRule").next().unwrap();
    assert!(rules["spec"]["groups"].as_array().unwrap().len() > 5);
    let board = of_kind(&resources, "ConfigMap").find(|map| name(map) == "auspex-dashboards").unwrap();
    assert!(serde_json::from_str::<Value>(board["data"]["fleet.json"].as_str().unwrap()).unwrap()["panels"].is_array());
    assert_eq!(of_kind(&resources, "ScaledObject").count() + of_kind(&resources, "PersistentVolumeClaim").count(), 0);
    let filter = of_kind(&resources, "Deployment").find(|one| name(one) == "filter").unwrap();
    assert_eq!(filter["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["memory"], "1Gi");
}
