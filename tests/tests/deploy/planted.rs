//! `dev/audit.sh` with the real tools, `deny.toml` and the copy of the advisories, on small trees: what must not enter
//! is refused in either lock file, and nothing else is. Without the tools (`make audit` installs them) nothing is
//! checked, and the test says so.

use std::path::{Path, PathBuf};
use std::process::Command;

const CLEAN: &str = "edition = \"2024\"\nlicense = \"Apache-2.0\"\npublish = false\nversion = \"0.1.0\"\n";
/// Folders with a manifest that the audit checks.
const CHECKED: [&str; 2] = [".", "fuzz/libfuzzer"];

/// Returns the folder of both tools, if they are installed.
fn tools() -> Option<PathBuf> {
    let usual = super::root().join(".dev/audit/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain([usual]);
    folders.find(|folder| ["cargo-deny", "cargo-audit"].iter().all(|tool| folder.join(tool).is_file()))
}

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

fn ran(folder: &Path, program: &str, arguments: &[&str]) {
    let output =
        Command::new(program).args(arguments).current_dir(folder).env("CARGO_HOME", folder.join("home")).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A crate beside the checked manifests, under a licence.
fn neighbour(tree: &Path, name: &str, licence: &str) {
    let manifest = format!("[package]\nname = \"{name}\"\n{}", CLEAN.replace("Apache-2.0", licence));
    write(tree, &format!("{name}/Cargo.toml"), &manifest);
    write(tree, &format!("{name}/src/lib.rs"), "");
}

/// A tree with the audit's own files and two crates, of which that in `place` has the dependency.
fn tree(place: &str, dependency: &str) -> tempfile::TempDir {
    let tree = tempfile::tempdir().unwrap();
    for file in ["deny.toml", "dev/audit.sh", "dev/advisories.tar.gz"] {
        let copy = tree.path().join(file);
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        std::fs::copy(super::root().join(file), copy).unwrap();
    }
    neighbour(tree.path(), "copyleft", "GPL-3.0-only");
    neighbour(tree.path(), "openssl-sys", "MIT");
    neighbour(tree.path(), "forked", "MIT");
    let forked = tree.path().join("forked");
    ran(&forked, "git", &["init", "-q"]);
    ran(&forked, "git", &["add", "."]);
    ran(&forked, "git", &["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "first"]);
    for (folder, name) in CHECKED.iter().zip(["first", "second"]) {
        let dependency =
            if *folder == place { dependency.replace("TREE", tree.path().to_str().unwrap()) } else { String::new() };
        let manifest = format!(
            "[package]\nname = \"{name}\"\n{CLEAN}[workspace]\nexclude = [\"fuzz\"]\n[dependencies]\n{dependency}"
        );
        write(tree.path(), &format!("{folder}/Cargo.toml"), &manifest);
        write(tree.path(), &format!("{folder}/src/lib.rs"), "");
        let manifest = format!("{folder}/Cargo.toml");
        ran(tree.path(), env!("CARGO"), &["generate-lockfile", "--manifest-path", &manifest]);
    }
    tree
}

/// Returns whether the audit of a tree fails, and what it prints.
fn audit(tree: &Path, tools: &Path) -> (bool, String) {
    let mut command = Command::new(tree.join("dev/audit.sh"));
    command.env_remove("CI").env_remove("ADVISORY_DB").env("AUDIT_TOOLS", tools);
    let output = command.env("CARGO_NET_OFFLINE", "true").env("CARGO_HOME", tree.join("home")).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (!output.status.success(), printed.into_owned())
}

#[test]
fn a_planted_licence_ban_git_source_or_advisory_is_refused_in_either_lock_file() {
    let Some(tools) = tools() else {
        eprintln!("skipped: cargo-deny and cargo-audit are not installed (make audit installs them)");
        return;
    };
    let (failed, printed) = audit(tree(".", "").path(), &tools);
    assert!(!failed && !printed.contains("skipped") && !printed.contains("FAILED"), "{printed}");
    let planted = [
        ("copyleft = { path = \"TREE/copyleft\" }", "licenses FAILED", "license is not explicitly allowed"),
        ("openssl-sys = { path = \"TREE/openssl-sys\" }", "bans FAILED", "openssl-sys"),
        ("forked = { git = \"file://TREE/forked\" }", "sources FAILED", "detected 'git' source not explicitly allowed"),
    ];
    for place in CHECKED {
        for (dependency, check, reason) in planted {
            let (failed, printed) = audit(tree(place, dependency).path(), &tools);
            assert!(failed && printed.contains(check) && printed.contains(reason), "{place}, {dependency}: {printed}");
        }
        // A vulnerability, and a warning: an abandoned crate.
        for (name, version, advisory) in
            [("time", "0.1.43", "RUSTSEC-2020-0071"), ("instant", "0.1.13", "RUSTSEC-2024-0384")]
        {
            let tree = tree(place, "");
            let lock = tree.path().join(place).join("Cargo.lock");
            let locked = std::fs::read_to_string(&lock).unwrap();
            let registry = "registry+https://github.com/rust-lang/crates.io-index";
            let entry = format!("\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nsource = \"{registry}\"\n");
            std::fs::write(lock, locked + &entry).unwrap();
            let (failed, printed) = audit(tree.path(), &tools);
            assert!(failed && printed.contains(advisory), "{place}, {name}: {printed}");
        }
    }
}
