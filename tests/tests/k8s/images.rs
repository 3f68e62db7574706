//! Images: production runs none by default, and the documents build and name each of them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::egress::selects;
use crate::operations::deployments;
use crate::{folder, name, of_kind, parse, resources};

const README: &str = "k8s/README.md";

/// Returns the words of a document between two texts.
fn words(document: &str, [after, before]: [&str; 2], separators: &[char]) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(document);
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split_once(after).unwrap().1.split_once(before).unwrap().0;
    text.split(separators).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// An image that nobody built is a pod that never starts.
#[test]
fn the_readme_builds_and_loads_every_image_of_the_dev_overlay() {
    let dev = resources("dev");
    let containers = dev.iter().filter_map(|one| one["spec"]["template"]["spec"]["containers"].as_array()).flatten();
    let images = containers.filter_map(|one| one["image"].as_str()?.strip_prefix("auspex/")?.strip_suffix(":dev"));
    let wanted: BTreeSet<String> = images.map(str::to_owned).collect();
    let mut built = words(README, ["for s in ", "; do docker build"], &[' ']);
    built.extend(["cli".into(), "offline".into()]);
    assert_eq!(built, wanted, "images that are built");
    assert_eq!(words(README, ["kind load docker-image auspex/{", "}:dev"], &[',']), wanted, "images that are loaded");
}

/// The default of the production overlay must not run: another party could publish images of that name.
#[test]
fn production_refuses_images_without_a_registry_and_a_digest() {
    let prod = resources("prod");
    let pods = prod.iter().filter(|one| one["spec"]["template"]["spec"].is_object());
    for pod in pods {
        for container in pod["spec"]["template"]["spec"]["containers"].as_array().unwrap() {
            let image = container["image"].as_str().unwrap();
            assert!(image.starts_with("registry.invalid/auspex/"), "{}: {image}", name(pod));
        }
        assert_eq!(pod["metadata"]["labels"]["app.kubernetes.io/part-of"], "auspex", "{}: not selected", name(pod));
    }
    let cluster = folder("cluster");
    let policy = of_kind(&cluster, "ValidatingAdmissionPolicy").next().unwrap();
    let expression = policy["spec"]["validations"][0]["expression"].as_str().unwrap();
    // The placeholder of the README, `sha256:...`, is no digest either.
    assert!(expression.contains("image.matches('@sha256:[0-9a-f]{64}$')"), "{expression}");
    assert!(expression.contains("!image.startsWith('registry.invalid/')"), "{expression}");
    assert_eq!(policy["spec"]["failurePolicy"], "Fail");
    let binding = of_kind(&cluster, "ValidatingAdmissionPolicyBinding").next().unwrap();
    assert_eq!((&binding["spec"]["policyName"], name(policy)), (&Value::from(name(policy)), "auspex-images"));
    assert_eq!(binding["spec"]["validationActions"][0], "Deny");
    // The API server refuses an object of the whole cluster that names a namespace.
    assert!(policy["metadata"]["namespace"].is_null() && binding["metadata"]["namespace"].is_null());
    assert!(deployments(&prod).all(|one| one["spec"]["minReadySeconds"] == 10));
}

/// A rule about the labels or the kinds of the fleet would let every other pod pass: the namespace alone decides.
/// `tests/cluster` tries what passes.
#[test]
fn the_rule_for_images_matches_every_pod_and_container_of_the_namespace() {
    let cluster = folder("cluster");
    let binding = of_kind(&cluster, "ValidatingAdmissionPolicyBinding").next().unwrap();
    let matched = &binding["spec"]["matchResources"];
    assert!(matched["objectSelector"].is_null(), "{matched}");
    let labels = &matched["namespaceSelector"]["matchLabels"];
    let namespace = of_kind(&cluster, "Namespace").next().unwrap();
    assert!(selects(&matched["namespaceSelector"], &namespace["metadata"]["labels"]), "{labels}");
    let policy = of_kind(&cluster, "ValidatingAdmissionPolicy").next().unwrap();
    let rules = policy["spec"]["matchConstraints"]["resourceRules"].as_array().unwrap();
    let matches: BTreeSet<&str> =
        rules.iter().filter_map(|rule| rule["resources"].as_array()).flatten().filter_map(Value::as_str).collect();
    for resource in ["pods", "pods/ephemeralcontainers", "deployments", "statefulsets", "jobs", "cronjobs"] {
        assert!(matches.contains(resource), "{resource} passes");
    }
    let variables = policy["spec"]["variables"].to_string();
    for containers in ["containers", "initContainers", "ephemeralContainers"] {
        assert!(variables.contains(&format!("variables.spec.{containers}.map(")), "{containers} pass");
    }
}

/// The images of the servers that we do not build: those of the documents, and no other.
#[test]
fn the_rule_for_images_names_the_servers_that_run_in_the_namespace() {
    let cluster = folder("cluster");
    let policy = of_kind(&cluster, "ValidatingAdmissionPolicy").next().unwrap();
    let variables = policy["spec"]["variables"].as_array().unwrap();
    let servers = variables.iter().find(|one| one["name"] == "servers").unwrap()["expression"].as_str().unwrap();
    let listed: BTreeSet<&str> = servers.split('\'').skip(1).step_by(2).collect();
    let collector = parse(include_str!("../../../k8s/components/collector/collector.yaml"));
    let run = [crate::servers::nats(), collector].concat();
    let containers = run.iter().filter_map(|one| one["spec"]["template"]["spec"]["containers"].as_array()).flatten();
    assert_eq!(listed, containers.map(|one| one["image"].as_str().unwrap()).collect());
}

/// An image without a digest in the user's overlay is refused by the policy, so the documents name each one.
#[test]
fn the_documents_build_and_name_every_image_of_production() {
    let prod = resources("prod");
    let containers = prod.iter().filter_map(|one| one["spec"]["template"]["spec"]["containers"].as_array()).flatten();
    let images = containers.filter_map(|one| one["image"].as_str()?.rsplit('/').next()?.split(':').next());
    let wanted: BTreeSet<String> = images.map(str::to_owned).collect();
    assert_eq!(wanted.len(), 7, "{wanted:?}");
    let mut built = words("docs/recipes/images.md", ["for service in ", "; do"], &[' ']);
    built.insert("cli".into());
    assert_eq!(built, wanted, "docs/recipes/images.md builds");
    let mut overlay = words(README, ["images:   # the same for ", "\n"], &[' ', ',']);
    assert!(overlay.remove("and"));
    overlay.insert(words(README, ["name: registry.invalid/auspex/", ", "], &[]).pop_first().unwrap());
    assert_eq!(overlay, wanted, "k8s/README.md: the overlay with digests");
    let digests = words(README, ["digests: { ", " }"], &[',', ' ']);
    let named = digests.iter().filter_map(|word| word.strip_suffix(':')).map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(named, wanted, "k8s/README.md: the values of the chart");
}
