//! `k8s/servers/secrets.sh` prints every secret that a pod of production needs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use coordination::{ACL_PROCESSES, AclUser};
use runtime::topology::processes;
use serde_json::Value;

use crate::{TOOLS, folder, name, of_kind, parse, resources, root, servers};

/// Stands in for the command line, which this package does not build: the Redis users of the code, and one seed per
/// user of NATS.
fn command_line(folder: &Path) {
    let mut users = "user default off\n".to_owned();
    for process in ACL_PROCESSES {
        let variable = format!("${{AUSPEX_{}_REDIS_PASSWORD}}", process.to_uppercase());
        let _ = writeln!(users, "{}", AclUser::of_process(process, "auspex").unwrap().line(&variable));
    }
    std::fs::write(folder.join("users"), users).unwrap();
    let names: Vec<&str> = processes().map(|service| service.name).chain(["auspex"]).collect();
    let script = format!(
        "#!/bin/sh\nset -e\nif [ \"$1\" = database ]; then exec cat {users}; fi\n\
         for user in {names}; do [ -s \"$4/$user.nk\" ] || echo \"SU-$user\" > \"$4/$user.nk\"; done\necho \"accounts {{ $* }}\"\n",
        users = folder.join("users").display(),
        names = names.join(" ")
    );
    std::fs::write(folder.join("auspex"), script).unwrap();
    std::fs::set_permissions(folder.join("auspex"), PermissionsExt::from_mode(0o755)).unwrap();
}

fn run(folder: &Path, seeds: &Path) -> std::process::Output {
    let path = format!(
        "{}:{}:{}",
        folder.display(),
        TOOLS.join("bin").display(),
        std::env::var_os("PATH").unwrap_or_default().display()
    );
    Command::new(root().join("k8s/servers/secrets.sh")).arg(seeds).env("PATH", path).output().unwrap()
}

static PRINTED: LazyLock<String> = LazyLock::new(|| {
    let temporary = tempfile::tempdir().unwrap();
    let seeds = temporary.path().join("seeds");
    std::fs::create_dir(&seeds).unwrap();
    command_line(temporary.path());
    let refused = run(temporary.path(), &seeds);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("model.env"));
    std::fs::write(seeds.join("model.env"), "ANTHROPIC_API_KEY=of-a-test\n").unwrap();
    std::fs::write(seeds.join("backups.env"), "ACCESS_KEY_ID=a\nACCESS_SECRET_KEY=b\n").unwrap();
    let [first, second] = [run(temporary.path(), &seeds), run(temporary.path(), &seeds)];
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(first.stdout, second.stdout, "a second run changes passwords");
    String::from_utf8(first.stdout).unwrap()
});

/// The secrets, with their values decoded and appended to each document, so that addresses in them can be found.
pub(crate) fn printed() -> String {
    let decode = "import sys, yaml, base64\nfor d in yaml.safe_load_all(sys.stdin):\n  for v in (d or {}).get('data', {}).values(): print(base64.b64decode(v).decode())";
    let mut child = Command::new("python3")
        .args(["-c", decode])
        .env("PYTHONPATH", &*TOOLS)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), PRINTED.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

fn names_in(resources: &[Value], kind: &str) -> BTreeSet<(String, String)> {
    let place = |one: &Value| (one["metadata"]["namespace"].as_str().unwrap().to_owned(), name(one).to_owned());
    of_kind(resources, kind).map(place).collect()
}

/// Returns each secret that the pods of production use, with its namespace, except certificates.
fn needed() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let all = [resources("tls"), servers::all()].concat();
    for one in &all {
        let namespace = one["metadata"]["namespace"].as_str().unwrap_or("auspex");
        collect(one, namespace, &mut found);
    }
    found.retain(|(_, name)| !name.ends_with("-tls") && name != "auspex-ca");
    found
}

/// Finds the names of secrets below the fields by which Kubernetes and CloudNativePG name one.
fn collect(value: &Value, namespace: &str, found: &mut BTreeSet<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                let secret = match field.as_str() {
                    "secretRef" | "passwordSecret" | "accessKeyId" | "secretAccessKey" | "secret" => &value["name"],
                    "secretName" => value,
                    _ => &Value::Null,
                };
                found.extend(secret.as_str().map(|name| (namespace.to_owned(), name.to_owned())));
                collect(value, namespace, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, namespace, found)),
        _ => {}
    }
}

#[test]
fn the_script_prints_every_secret_of_production_and_no_other() {
    assert_eq!(names_in(&parse(&PRINTED), "Secret"), needed());
    assert!(!PRINTED.contains("${AUSPEX"), "a password was not filled in");
    let users = printed();
    assert!(!users.contains("${AUSPEX_"), "{users}");
}

#[test]
fn a_store_of_secrets_leads_to_the_same_ones() {
    let external = parse(include_str!("../../../k8s/servers/external-secrets.yaml"));
    assert_eq!(names_in(&external, "ExternalSecret"), needed());
}

/// The same role, user and password on both sides: what a worker sends is what its server expects.
#[test]
fn every_role_of_postgres_is_that_of_a_url() {
    let servers = folder("servers");
    let cluster = of_kind(&servers, "Cluster").next().unwrap();
    let values = printed();
    for role in cluster["spec"]["managed"]["roles"].as_array().unwrap() {
        let (role, secret) = (role["name"].as_str().unwrap(), role["passwordSecret"]["name"].as_str());
        let Some(secret) = secret else { continue };
        assert_eq!(secret, format!("postgres-{}", role.strip_prefix("auspex_").unwrap()));
        // The operator's role is for people; no pod has it.
        let has_url = values.contains(&format!("postgres://{role}:"));
        assert_eq!(has_url, role != "auspex_operator", "{role}");
    }
}
