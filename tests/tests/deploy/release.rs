//! `dev/release.py`: the bill of materials of a binary, and the provenance of clones. `dev/release.sh` with programs
//! that do nothing: a step that fails ends it without a release.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
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

/// Runs git in a folder.
fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    let git = Command::new("git").args(identity).args(arguments).current_dir(folder).status().unwrap();
    assert!(git.success(), "{arguments:?}");
}

#[test]
fn a_provenance_publishes_no_token_of_a_remote_and_names_a_builder_by_its_uri() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Cargo.lock"), "").unwrap();
    std::fs::write(folder.path().join("SHA256SUMS"), "aa  auspex\n").unwrap();
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "first"]] {
        git(folder.path(), arguments);
    }
    git(folder.path(), &["remote", "add", "origin", "x"]);
    for (remote, source) in [
        ("https://bot:planted-token@git.example.org/a/b.git?key=planted-token", "https://git.example.org/a/b.git"),
        ("git@git.example.org:a/b.git", "ssh://git.example.org/a/b.git"),
        ("/srv/git/b.git", "file:///srv/git/b.git"),
    ] {
        git(folder.path(), &["remote", "set-url", "origin", remote]);
        let statement = release(folder.path(), &["provenance", ".", "2026-01-02T03:04:05Z"]);
        assert!(!statement.to_string().contains("planted-token"), "{statement}");
        let definition = &statement["predicate"]["buildDefinition"];
        assert_eq!(definition["resolvedDependencies"][0]["uri"], format!("git+{source}"));
        assert_eq!(definition["buildType"], format!("{source}/blob/main/dev/release.sh"));
        assert_eq!(statement["predicate"]["runDetails"]["builder"]["id"], "urn:auspex:builder:local");
    }
}

/// Programs in place of the real ones: `cargo` writes the binaries, the others do nothing. Each runs `then` at the
/// failing call.
fn programs(tree: &Path, failing: &str, then: &str) {
    for name in ["cargo", "make", "python3", "c++"] {
        let work = if name == "cargo" {
            "mkdir -p target/release; cd target/release; \
             for name in auspex classifier researcher filter forecaster writer gateway; do echo \"$RELEASE_BUILD $CARGO_ENCODED_RUSTFLAGS\" > $name; done; \
             cd ../.."
        } else {
            "echo made"
        };
        let script = format!("#!/bin/sh\n{work}\ncase \"{name} $*\" in\n*\"{failing}\"*) {then} ;;\nesac\n");
        let file = tree.join("programs").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, script).unwrap();
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// Returns whether the script succeeds in a tree, and what it prints.
fn released(tree: &Path) -> (bool, String) {
    let path =
        format!("{}:{}", tree.join("programs").display(), std::env::var_os("PATH").unwrap().into_string().unwrap());
    let mut command = Command::new(tree.join("dev/release.sh"));
    let ran = command.env("PATH", path).env_remove("CARGO_TARGET_DIR").output().unwrap();
    let printed = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
    (ran.status.success(), printed.into_owned())
}

#[test]
fn a_step_that_fails_or_a_tree_that_changes_ends_in_no_release() {
    let tree = tempfile::tempdir().unwrap();
    let tree = tree.path();
    std::fs::create_dir(tree.join("dev")).unwrap();
    std::fs::copy(super::root().join("dev/release.sh"), tree.join("dev/release.sh")).unwrap();
    std::fs::write(tree.join(".gitignore"), "/dist\n/dist.part\n/target\n/programs\n").unwrap();
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "first"]] {
        git(tree, arguments);
    }
    let steps = ["make --no-print-directory audit", "make --no-print-directory fuzz", "cargo build", "sbom gateway"];
    for step in steps.into_iter().chain(["python3 dev/release.py licences", "python3 dev/release.py provenance"]) {
        programs(tree, step, "exit 1");
        assert!(!released(tree).0 && !tree.join("dist").exists(), "{step}");
    }
    let commit = "git -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m second";
    for (change, undo) in [(commit, "HEAD~1"), ("echo > stray", "HEAD")] {
        programs(tree, "fuzz", change);
        let (succeeded, printed) = released(tree);
        assert!(!succeeded && !tree.join("dist").exists(), "{change}: {printed}");
        git(tree, &["reset", "-q", "--hard", undo]);
        git(tree, &["clean", "-q", "-f"]);
    }
    programs(tree, "nothing fails", "exit 1");
    let (succeeded, printed) = released(tree);
    assert!(succeeded && tree.join("dist/SHA256SUMS").is_file() && !tree.join("dist.part").exists(), "{printed}");
    let built = std::fs::read_to_string(tree.join("dist/auspex")).unwrap();
    let tree_left_out = format!("--remap-path-prefix={}=/auspex", tree.canonicalize().unwrap().display());
    assert!(
        built.starts_with("1 ") && built.contains(&tree_left_out),
        "the folders of the machine are left out: {built}"
    );
    let (succeeded, printed) = released(tree);
    assert!(!succeeded && printed.contains("dist exists"), "{printed}");
}
