//! The options of the chart that users of other charts expect: each changes what it names and nothing else.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::helm::{helm, rendered, rendered_by, run, values};
use crate::{name, of_kind};

fn with(changes: &Value) -> Value {
    let mut values = values();
    for (key, change) in changes.as_object().unwrap() {
        match (values[key].as_object_mut(), change.as_object()) {
            (Some(fields), Some(change)) => fields.extend(change.clone()),
            _ => values[key] = change.clone(),
        }
    }
    values
}

fn deployment<'a>(resources: &'a [Value], named: &str) -> &'a Value {
    of_kind(resources, "Deployment").find(|one| name(one) == named).unwrap()
}

fn pod<'a>(resources: &'a [Value], named: &str) -> &'a Value {
    &deployment(resources, named)["spec"]["template"]
}

#[test]
fn pods_take_scheduling_registry_and_additions_of_the_user() {
    let Some(helm) = helm() else { return };
    let rendered = rendered(
        &helm,
        &with(&json!({
            "image": {"pullSecrets": [{"name": "registry"}], "pullPolicy": "Always"},
            "pods": {
                "annotations": {"linkerd.io/inject": "disabled"}, "labels": {"team": "research", "app.kubernetes.io/name": "x"},
                "nodeSelector": {"disk": "fast"}, "tolerations": [{"key": "spot", "operator": "Exists"}],
                "extraEnv": [{"name": "HTTPS_PROXY", "value": "http://proxy:3128"}],
                "serviceAccountAnnotations": {"eks.amazonaws.com/role-arn": "arn:1"},
            },
            "workers": {"researcher": {
                "affinity": {"nodeAffinity": {}},
                "extraVolumes": [{"name": "prompts", "configMap": {"name": "prompts"}}],
                "extraVolumeMounts": [{"name": "prompts", "mountPath": "/prompts"}],
                "extraContainers": [{"name": "proxy", "image": "proxy"}],
                "resources": {"limits": {"memory": "2Gi"}},
                "serviceAccountAnnotations": {"eks.amazonaws.com/role-arn": "arn:2"},
            }},
        })),
    );
    for named in ["classifier", "researcher", "gateway", "ops"] {
        let pod = pod(&rendered, named);
        assert_eq!(pod["metadata"]["annotations"]["linkerd.io/inject"], "disabled", "{named}");
        assert_eq!(pod["metadata"]["labels"]["team"], "research", "{named}");
        // A label that selects pods stays.
        assert_eq!(pod["metadata"]["labels"]["app.kubernetes.io/name"], named);
        let spec = &pod["spec"];
        assert_eq!(spec["nodeSelector"]["disk"], "fast", "{named}");
        assert_eq!(spec["imagePullSecrets"], json!([{"name": "registry"}]), "{named}");
        assert_eq!(spec["containers"][0]["imagePullPolicy"], "Always", "{named}");
        let tolerated = spec["tolerations"].as_array().unwrap();
        assert!(tolerated.iter().any(|one| one["key"] == "spot"), "{named}: {tolerated:?}");
        assert!(
            spec["containers"][0]["env"].as_array().unwrap().iter().any(|one| one["name"] == "HTTPS_PROXY"),
            "{named}"
        );
    }
    let researcher = &pod(&rendered, "researcher")["spec"];
    assert_eq!(researcher["containers"].as_array().unwrap().len(), 2);
    assert_eq!(researcher["tolerations"].as_array().unwrap().len(), 3, "those of the base stay");
    let resources = &researcher["containers"][0]["resources"];
    assert_eq!(resources["limits"]["memory"], "2Gi");
    assert!(resources["requests"]["cpu"].is_string(), "a limit alone drops no request: {resources}");
    let accounts = |wanted: &str| of_kind(&rendered, "ServiceAccount").find(|one| name(one) == wanted).unwrap();
    assert_eq!(accounts("researcher")["metadata"]["annotations"]["eks.amazonaws.com/role-arn"], "arn:2");
    assert_eq!(accounts("topology")["metadata"]["annotations"]["eks.amazonaws.com/role-arn"], "arn:1");
    assert!(pod(&rendered, "filter")["spec"]["affinity"].is_null());
}

#[test]
fn the_cluster_may_assign_users_and_groups() {
    let Some(helm) = helm() else { return };
    let contexts = |assigned: bool| {
        let changes = json!({"pods": {"assignedUser": assigned}, "browser": {"enabled": true}});
        let resources = rendered(&helm, &with(&changes));
        let of = |kind| of_kind(&resources, kind).map(|one| one["spec"]["template"]["spec"]["securityContext"].clone());
        of("Deployment").chain(of("Job")).collect::<Vec<_>>()
    };
    let named = |context: &Value| ["runAsUser", "runAsGroup", "fsGroup"].map(|key| context[key].is_number());
    assert!(contexts(false).iter().all(|context| named(context)[0]));
    for context in contexts(true) {
        assert_eq!(named(&context), [false; 3], "{context}");
        assert_eq!(
            (&context["runAsNonRoot"], &context["seccompProfile"]["type"]),
            (&json!(true), &json!("RuntimeDefault"))
        );
    }
}

#[test]
fn what_must_agree_is_derived_from_one_value() {
    let Some(helm) = helm() else { return };
    let changed = with(&json!({
        "settings": {
            "filter": {"AUSPEX_WORKER_CONCURRENCY": "48", "AUSPEX_WORKER_GRACE": "2m"},
            "gateway": {"AUSPEX_WORKER_GRACE": "45s"},
        },
        "workers": {"filter": {"maxReplicas": 9, "minReplicas": 2}, "gateway": {"minReplicas": 3}},
    }));
    let changed = rendered(&helm, &changed);
    let scaled = of_kind(&changed, "ScaledObject").find(|one| name(one) == "filter").unwrap();
    assert_eq!(scaled["spec"]["triggers"][0]["metadata"]["lagThreshold"], "48");
    assert_eq!([&scaled["spec"]["minReplicaCount"], &scaled["spec"]["maxReplicaCount"]], [2, 9]);
    let grace = |named: &str| pod(&changed, named)["spec"]["terminationGracePeriodSeconds"].as_u64().unwrap();
    assert_eq!([grace("filter"), grace("gateway"), grace("researcher"), grace("classifier")], [140, 55, 360, 30]);
    assert_eq!(of_kind(&changed, "HorizontalPodAutoscaler").next().unwrap()["spec"]["minReplicas"], 3);
    let unreadable = with(&json!({"settings": {"filter": {"AUSPEX_WORKER_GRACE": "1h 5m"}}}));
    let refused = run(&helm, &["template", "auspex"], &unreadable);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("AUSPEX_WORKER_GRACE"));
    let fixed = with(&json!({"keda": {"enabled": false}, "workers": {"writer": {"replicas": 3}}}));
    assert_eq!(deployment(&rendered(&helm, &fixed), "writer")["spec"]["replicas"], 3);
}

#[test]
fn policies_take_the_networks_ports_and_namespaces_of_the_cluster() {
    let Some(helm) = helm() else { return };
    let changed = rendered(
        &helm,
        &with(&json!({"networkPolicies": {
            "stores": {"namespaces": ["databases"], "cidrs": ["172.31.0.0/16"], "ports": [6432, 6380]},
            "monitoringNamespace": "observability", "kedaNamespace": "scaling",
            "dns": {"namespace": "openshift-dns", "podLabels": {"dns": "default"}, "port": 5353},
            "models": [{"to": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "gpu"}}}]}],
            "extraEgress": [{"to": [{"ipBlock": {"cidr": "10.9.0.0/16"}}]}],
        }})),
    );
    let policy = |wanted: &str| of_kind(&changed, "NetworkPolicy").find(|one| name(one) == wanted).unwrap();
    let text = |wanted: &str| policy(wanted)["spec"].to_string();
    let stores = text("stores");
    for part in ["databases", "172.31.0.0/16", "6432", "6380"] {
        assert!(stores.contains(part), "{part}: {stores}");
    }
    assert!(!stores.contains("10.0.0.0/8") && !stores.contains("5432"), "{stores}");
    assert!(
        text("dns").contains("openshift-dns") && text("dns").contains("5353") && !text("dns").contains("kube-system")
    );
    assert!(text("metrics").contains("observability") && text("nats").contains("scaling"));
    let names = of_kind(&changed, "NetworkPolicy").map(|one| one["spec"].to_string()).collect::<String>();
    assert!(!names.contains("\"monitoring\"") && !names.contains("\"keda\""), "{names}");
    assert_eq!(policy("models")["spec"]["podSelector"], json!({"matchLabels": {"auspex/https": "yes"}}));
    assert!(text("extra-egress").contains("10.9.0.0/16"));
}

#[test]
fn clients_and_operators_find_an_ingress_monitors_notes_and_a_test() {
    let Some(helm) = helm() else { return };
    let changed = with(&json!({
        "gateway": {
            "service": {"type": "LoadBalancer", "annotations": {"internal": "true"}},
            "ingress": {"enabled": true, "className": "nginx", "host": "auspex.example.com", "tlsSecret": "auspex-web"},
            "httpRoute": {"enabled": true, "parentRefs": [{"name": "web"}], "hostnames": ["auspex.example.com"]},
        },
        "monitoring": {"podMonitor": true, "prometheusRule": true, "labels": {"release": "stack"}, "interval": "30s",
            "runbooks": "https://git.example.com/auspex/", "metricRelabelings": [{"action": "drop", "regex": "go_.*"}]},
        "topology": {"activeDeadlineSeconds": 600, "annotations": {"a": "b"}},
        "extraObjects": [{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "{{ .Release.Name }}-more"}}],
    }));
    let resources = rendered_by(&helm, &["template", "auspex", "--namespace", "auspex"], &changed);
    let one = |kind: &'static str| of_kind(&resources, kind).next().unwrap_or_else(|| panic!("no {kind}"));
    assert_eq!(one("Ingress")["spec"]["rules"][0]["host"], "auspex.example.com");
    assert_eq!(one("Ingress")["spec"]["tls"][0]["secretName"], "auspex-web");
    assert_eq!(one("HTTPRoute")["spec"]["rules"][0]["backendRefs"][0]["name"], "gateway");
    assert_eq!(one("Service")["spec"]["type"], "LoadBalancer");
    assert_eq!(one("PodMonitor")["metadata"]["labels"]["release"], "stack");
    assert_eq!(one("PodMonitor")["spec"]["podMetricsEndpoints"][0]["interval"], "30s");
    let rules = one("PrometheusRule");
    assert_eq!(rules["metadata"]["labels"]["release"], "stack");
    let alert = &rules["spec"]["groups"][0]["rules"][0];
    let address = alert["annotations"]["runbook_url"].as_str().unwrap();
    assert!(address.starts_with("https://git.example.com/auspex/docs/runbooks/"), "{address}");
    // Pods are scraped once.
    assert!(pod(&resources, "filter")["metadata"]["annotations"]["prometheus.io/scrape"].is_null());
    assert_eq!(one("Job")["spec"]["activeDeadlineSeconds"], 600);
    assert_eq!(of_kind(&resources, "Secret").map(name).collect::<Vec<_>>(), ["auspex-more"]);
    let test = one("Pod");
    assert_eq!(test["metadata"]["annotations"]["helm.sh/hook"], "test");
    assert_eq!(test["spec"]["containers"][0]["args"], json!(["doctor"]));
    assert_eq!(
        test["metadata"]["labels"]["app.kubernetes.io/component"], "ops",
        "policies admit it like the pod of operators"
    );
    let off = rendered(&helm, &with(&json!({"topology": {"enabled": false}})));
    assert_eq!(of_kind(&off, "Job").count(), 0);
}

/// Names that objects of a release refer to, and the objects themselves.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for key in ["configMapRef", "secretRef", "scaleTargetRef"] {
                found.extend(fields.get(key).and_then(|one| one["name"].as_str()).map(str::to_owned));
            }
            for key in ["serviceAccountName", "claimName"] {
                found.extend(fields.get(key).and_then(Value::as_str).map(str::to_owned));
            }
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn two_releases_share_a_namespace_by_a_prefix() {
    let Some(helm) = helm() else { return };
    let blue = with(&json!({
        "namePrefix": "blue-", "priorityClasses": {"create": false}, "tls": {"enabled": true},
        "externalSecrets": {"enabled": true, "store": {"kind": "ClusterSecretStore", "name": "vault"}},
        "monitoring": {"podMonitor": true, "prometheusRule": true, "dashboards": true},
    }));
    let [plain, blue] = [values(), blue].map(|values| rendered(&helm, &values));
    let keys = |of: &[Value]| of.iter().map(|one| format!("{} {}", one["kind"], name(one))).collect::<BTreeSet<_>>();
    let both: Vec<String> = keys(&plain).intersection(&keys(&blue)).cloned().collect();
    assert_eq!(both, Vec::<String>::new(), "objects of both releases");
    let mut named = BTreeSet::new();
    blue.iter().for_each(|one| references(one, &mut named));
    assert!(named.len() >= 10 && named.iter().all(|one| one.starts_with("blue-")), "{named:?}");
    for one in of_kind(&blue, "Deployment").chain(of_kind(&blue, "PodDisruptionBudget")) {
        let selector = &one["spec"]["selector"]["matchLabels"];
        assert_eq!(selector["app.kubernetes.io/instance"], "blue", "{}", name(one));
    }
    for one in of_kind(&blue, "Deployment") {
        assert_eq!(
            one["spec"]["template"]["metadata"]["labels"]["app.kubernetes.io/instance"],
            "blue",
            "{}",
            name(one)
        );
    }
    assert_eq!(of_kind(&blue, "Service").next().unwrap()["spec"]["selector"]["app.kubernetes.io/instance"], "blue");
}

#[test]
fn the_readme_of_the_chart_names_every_value() {
    let chart = Path::new(env!("CARGO_MANIFEST_DIR")).join("../k8s/helm");
    let [readme, text] = ["README.md", "values.yaml"].map(|file| std::fs::read_to_string(chart.join(file)).unwrap());
    let top = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
    let names: Vec<&str> = top.filter_map(|line| line.split(':').next()).collect();
    assert!(names.len() > 12, "{names:?}");
    for name in names {
        assert!(readme.contains(&format!("| `{name}")), "k8s/helm/README.md does not name {name}");
    }
}
