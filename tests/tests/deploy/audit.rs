//! `make audit` with imitations of its tools: it runs those that exist, names those that do not, and fails with a failing one.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

fn program(folder: &Path, name: &str, script: &str) {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns the exit code and the output of the script in a place with these programs only.
fn audit(tools: &Path) -> (Option<i32>, String) {
    let path = format!("{}:/usr/bin:/bin", tools.display());
    let script = super::root().join("dev/audit.sh");
    let ran = Command::new(script).env("PATH", path).env("ADVISORY_DB", tools.join("db")).output().unwrap();
    (ran.status.code(), String::from_utf8(ran.stdout).unwrap())
}

#[test]
fn a_missing_tool_or_database_is_named_and_a_failing_check_fails() {
    let tools = tempfile::tempdir().unwrap();
    let (code, output) = audit(tools.path());
    assert_eq!((code, output.lines().count()), (Some(0), 2), "{output}");
    assert!(output.lines().all(|line| line.starts_with("audit: skipped ") && line.contains("install")), "{output}");

    // The audit calls the checks through cargo.
    program(tools.path(), "cargo", "echo \"ran $*\"; test \"$1\" != audit");
    for tool in ["cargo-deny", "cargo-audit"] {
        program(tools.path(), tool, "");
    }
    let (code, output) = audit(tools.path());
    assert!(
        code == Some(0) && output.contains("ran deny") && output.contains("skipped advisories: no database"),
        "{output}"
    );
    std::fs::create_dir_all(tools.path().join("db/crates")).unwrap();
    let (code, output) = audit(tools.path());
    assert!(code == Some(1) && output.contains("ran audit --no-fetch"), "{output}");
}
