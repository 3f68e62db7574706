//! What a process of ours may do in its container, from the parsed compose.yaml with its merges.

use std::path::Path;
use std::process::Command;

use local_servers::{Cache, install};
use serde_json::{Map, Value, json};

const LOCK: &str = include_str!("../../../dev/k8s.txt");

/// Returns the services of a compose file, as Docker sees them: aliases are resolved, merges are done.
fn services(compose: &Path) -> Map<String, Value> {
    let yaml: Vec<&str> = LOCK.lines().filter(|line| line.starts_with("pyyaml==")).collect();
    let parser = install(&Cache::usual().unwrap(), "yaml", &yaml.join("\n"), &[]).unwrap();
    let to_json = "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1]))['services'], sys.stdout)";
    let output = Command::new("python3").args(["-c", to_json]).arg(compose).env("PYTHONPATH", parser).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Settings that give a container more than its image needs.
const PRIVILEGES: [&str; 14] = [
    "privileged",
    "cap_add",
    "user",
    "userns_mode",
    "pid",
    "ipc",
    "network_mode",
    "devices",
    "device_cgroup_rules",
    "cgroup",
    "sysctls",
    "volumes_from",
    "use_api_socket",
    "credential_spec",
];

/// Returns what is wrong with a service; `ours` if its image is one of ours.
fn problems(service: &Value, ours: bool) -> Vec<String> {
    let mut problems = Vec::new();
    let mut expect = |key: &str, wanted: Value| {
        if service[key] != wanted {
            problems.push(format!("{key} is {}", service[key]));
        }
    };
    expect("security_opt", json!(["no-new-privileges:true"]));
    if ours {
        expect("read_only", json!(true));
        expect("cap_drop", json!(["ALL"]));
    }
    let given = PRIVILEGES.iter().filter(|key| !service[**key].is_null());
    problems.extend(given.map(|key| format!("it has {key}")));
    let volumes = service["volumes"].as_array().into_iter().flatten();
    // Ours: named volumes. Others: also files of this folder, for reading. Nobody: the machine's folders or the socket
    // of Docker.
    let is_fine = |volume: &&Value| {
        let volume = volume.as_str().unwrap_or("/");
        let is_named = volume.starts_with(|first: char| first.is_ascii_lowercase());
        is_named || !ours && volume.starts_with("./") && volume.ends_with(":ro") && !volume.contains("..")
    };
    problems.extend(volumes.filter(|volume| !is_fine(volume)).map(|volume| format!("it mounts {volume}")));
    problems
}

#[test]
fn every_service_of_ours_is_read_only_and_has_no_privilege() {
    let services = services(&super::root().join("deploy/compose.yaml"));
    let mut own = Vec::new();
    for (name, service) in &services {
        let image = service["image"].as_str().unwrap();
        let ours = image.starts_with("auspex/");
        assert_eq!(problems(service, ours), Vec::<String>::new(), "{name}");
        if ours {
            own.push(name.as_str());
        } else {
            assert!(service["build"].is_null(), "{name} is built here under the name of another project");
        }
    }
    own.sort_unstable();
    let mut expected: Vec<&str> = runtime::topology::processes().map(|process| process.name).collect();
    expected.extend(["topology", "roles", "cli", "offline"]);
    expected.sort_unstable();
    assert_eq!(own, expected);
}

#[test]
fn the_embedder_and_the_browser_have_no_privilege_and_the_browser_no_way_out() {
    let folder = super::root().join("deploy");
    let embeds = services(&folder.join("compose.embeddings.yaml"));
    assert_eq!(problems(&embeds["embedder"], true), Vec::<String>::new());
    let browses = services(&folder.join("compose.browser.yaml"));
    assert_eq!(problems(&browses["browser"], false), Vec::<String>::new());
    assert_eq!(browses["browser"]["networks"], json!(["browser"]));
    assert!(super::read("deploy/compose.browser.yaml").contains("\n  browser: { internal: true }\n"));
    let joined: Vec<&String> = browses
        .iter()
        .filter(|(_, one)| one["networks"].to_string().contains("browser"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(joined, ["browser", "gateway", "researcher"]);
    let url = |services: &Map<String, Value>, name: &str, setting: &str| services[name]["environment"][setting].clone();
    for name in ["researcher", "gateway"] {
        assert_eq!(url(&browses, name, "AUSPEX_BROWSER_URL"), "http://browser:9222", "{name}");
    }
    for name in ["researcher", "writer", "gateway", "cli"] {
        assert_eq!(url(&embeds, name, "AUSPEX_EMBEDDINGS_URL"), "http://embedder:8000", "{name}");
    }
}

#[test]
fn images_of_ours_run_as_a_user_that_is_not_root() {
    let file = super::read("deploy/Dockerfile");
    let stages: Vec<&str> = file.split("\nFROM ").skip(1).collect();
    let after_build: Vec<&str> = stages.iter().filter(|stage| !stage.contains(" AS build")).copied().collect();
    let users = |stage: &str| -> Vec<String> {
        stage.lines().filter_map(|line| line.strip_prefix("USER ")).map(str::to_owned).collect()
    };
    let default = |argument: &str| {
        file.lines().find_map(|line| line.strip_prefix(&format!("ARG {argument}=")).map(str::to_owned)).unwrap()
    };
    // One Debian: a binary needs at least the glibc that it was built with.
    assert!(default("RUST_IMAGE").contains("-bookworm@"));
    assert!(default("BASE_IMAGE").starts_with("gcr.io/distroless/cc-debian12:nonroot@"));
    assert!(after_build[0].starts_with("${BASE_IMAGE} AS service\n"), "{}", after_build[0]);
    assert_eq!(users(after_build[0]), ["65532:65532"]);
    for stage in &after_build[1..] {
        assert!(stage.starts_with("service") && users(stage).is_empty(), "{stage}");
    }
    assert_eq!(after_build.len(), 3, "the service, the offline world and the default");
}

#[test]
fn a_service_that_lacks_a_limit_is_found() {
    let sealed = json!({"read_only": true, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"], "volumes": ["objects:/o"]});
    assert_eq!(problems(&sealed, true), Vec::<String>::new());
    for (key, value, problem) in [
        ("read_only", json!(null), "read_only is null"),
        ("cap_drop", json!(["NET_RAW"]), "cap_drop is [\"NET_RAW\"]"),
        ("security_opt", json!(["seccomp:unconfined"]), "security_opt is [\"seccomp:unconfined\"]"),
        ("privileged", json!(true), "it has privileged"),
        ("user", json!("0"), "it has user"),
        ("volumes", json!(["/var/run/docker.sock:/s"]), "it mounts \"/var/run/docker.sock:/s\""),
        ("volumes", json!([{"type": "bind", "source": "/"}]), "it mounts {\"source\":\"/\",\"type\":\"bind\"}"),
    ] {
        let mut changed = sealed.clone();
        changed[key] = value;
        assert_eq!(problems(&changed, true), [problem]);
    }
}
