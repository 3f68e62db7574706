//! `dev/release.py`: the bill of materials of a binary, and the provenance of a clone without a remote.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Returns what the script prints in a folder.
fn release(folder: &Path, arguments: &[&str]) -> Value {
    let script = super::root().join("dev/release.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args(arguments).current_dir(folder).env("CARGO_NET_OFFLINE", "true");
    let ran = command.env_remove("GITHUB_SERVER_URL").env_remove("GITHUB_RUN_ID").output().unwrap();
    assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).unwrap()
}

#[test]
fn the_bill_of_a_binary_names_each_crate_once_with_its_licence_and_checksum() {
    let bill = release(&super::root(), &["sbom", "classifier"]);
    let components = bill["components"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let references: BTreeSet<String> = components.iter().map(|one| text(&one["bom-ref"])).collect();
    assert!(components.len() > 200 && references.len() == components.len());
    for component in components {
        assert!(component["licenses"][0]["expression"].is_string(), "{component}");
        // A package URL of a crate of ours would be that of a stranger's crate of the same name.
        let is_ours = component["bom-ref"].as_str().unwrap().starts_with("workspace:");
        assert_eq!((component["purl"].is_null(), component["hashes"].is_null()), (is_ours, is_ours), "{component}");
    }
    let ours = components.iter().filter(|one| one["purl"].is_null()).map(|one| text(&one["name"]));
    let ours: BTreeSet<String> = ours.collect();
    assert!(ours.contains("classifier") && ours.contains("domain") && !ours.contains("tests"), "{ours:?}");
    for dependency in bill["dependencies"].as_array().unwrap().iter().filter(|one| one["ref"] != "release") {
        let all = std::iter::once(&dependency["ref"]).chain(dependency["dependsOn"].as_array().unwrap());
        assert!(all.map(text).all(|reference| references.contains(&reference)), "{dependency}");
    }
}

#[test]
fn a_clone_without_a_remote_has_a_provenance_as_well() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Cargo.lock"), "").unwrap();
    std::fs::write(folder.path().join("SHA256SUMS"), "aa  auspex\nbb  ./auspex.cdx.json\n").unwrap();
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "first"]] {
        let git = Command::new("git").args(identity).args(arguments).current_dir(folder.path()).status().unwrap();
        assert!(git.success(), "{arguments:?}");
    }
    let statement = release(folder.path(), &["provenance", ".", "2026-01-02T03:04:05Z"]);
    assert_eq!(statement["subject"][1]["name"], "auspex.cdx.json");
    let source = statement["predicate"]["buildDefinition"]["resolvedDependencies"][0].clone();
    assert!(source["uri"].as_str().unwrap().starts_with("git+file:///"), "{source}");
    assert_eq!(source["digest"]["gitCommit"].as_str().unwrap().len(), 40, "{source}");
}
