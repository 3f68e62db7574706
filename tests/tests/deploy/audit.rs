//! `make audit` with imitations of its tools: it runs those that exist, names those that do not, and fails with a
//! failing one.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

fn program(folder: &Path, name: &str, script: &str) {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns the exit code and the output of the script in a place with these programs only.
fn audit(tools: &Path, variables: &[(&str, &Path)]) -> (Option<i32>, String) {
    let mut command = Command::new(super::root().join("dev/audit.sh"));
    let path = format!("{}:/usr/bin:/bin", tools.display());
    command.env("PATH", path).env("AUDIT_TOOLS", tools).env("CARGO_HOME", tools);
    command.env_remove("CI").env_remove("ADVISORY_DB").envs(variables.iter().copied());
    let ran = command.output().unwrap();
    (ran.status.code(), String::from_utf8(ran.stdout).unwrap())
}

#[test]
fn a_missing_tool_is_named_and_fails_in_ci_as_a_failing_check_does() {
    let tools = tempfile::tempdir().unwrap();
    let (code, output) = audit(tools.path(), &[]);
    assert_eq!((code, output.lines().count()), (Some(0), 2), "{output}");
    assert!(output.lines().all(|line| line.starts_with("audit: skipped ") && line.contains("install")), "{output}");
    assert_eq!(audit(tools.path(), &[("CI", Path::new("true"))]), (Some(1), output));

    // The audit calls the checks through cargo.
    program(tools.path(), "cargo", r#"echo "ran $*"; test "$1" != audit || test -d "$8/crates/time""#);
    for tool in ["cargo-deny", "cargo-audit"] {
        program(tools.path(), tool, "");
    }
    let (code, output) = audit(tools.path(), &[("CI", Path::new("true"))]);
    assert!(code == Some(0) && output.contains("ran deny") && output.contains("ran audit --no-fetch"), "{output}");
    assert!(
        output.contains("audit: advisories until 20") && output.contains(" only, from dev/advisories.tar.gz"),
        "{output}"
    );
    let (code, output) = audit(tools.path(), &[("ADVISORY_DB", &tools.path().join("db"))]);
    assert!(code == Some(1) && output.contains("/db --file") && !output.contains("until"), "{output}");
}

#[test]
fn every_check_is_made_of_both_lock_files_and_the_failure_of_each_counts() {
    let tools = tempfile::tempdir().unwrap();
    for tool in ["cargo-deny", "cargo-audit"] {
        program(tools.path(), tool, "");
    }
    let checks = ["Cargo.toml", "fuzz/libfuzzer/Cargo.toml"].map(|manifest| {
        format!("deny --offline --manifest-path {manifest} --log-level error check licenses bans sources")
    });
    let database = tools.path().join("db");
    // `--deny warnings` refuses abandoned crates, too.
    let advisories = ["Cargo.lock", "fuzz/libfuzzer/Cargo.lock"].map(|lock| {
        format!("audit --no-fetch --stale --quiet --deny warnings --db {} --file {lock}", database.display())
    });
    let expected: Vec<String> = checks.into_iter().chain(advisories).collect();
    for failing in std::iter::once("none").chain(expected.iter().map(String::as_str)) {
        let script = format!("case $1 in deny|audit) echo \"ran $*\" ;; esac\ntest \"$*\" != '{failing}'");
        program(tools.path(), "cargo", &script);
        let (code, output) = audit(tools.path(), &[("ADVISORY_DB", &database)]);
        let ran: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("ran ")).collect();
        assert_eq!(ran, expected, "{output}");
        assert_eq!(code, Some(i32::from(failing != "none")), "{failing}");
    }
}
