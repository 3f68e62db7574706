//! NATS, SQL and Redis are each used in one crate.

use super::tree::production;
use super::{Tree, Violations};

/// Name of the system, the adapter crate, the path prefix in source code, the dependency in a manifest.
const ADAPTERS: [(&str, &str, &str, &str); 3] = [
    ("NATS", "crates/runtime/", "async_nats::", "async-nats"),
    ("SQL", "crates/store/", "sqlx::", "sqlx"),
    ("Redis", "crates/coordination/", "redis::", "redis"),
];

/// Source files and manifests that use a system outside of its adapter.
///
/// `tests/` and `services/lab/` may: they compare the fleet with the raw client and read the database directly.
/// `local-servers` has modules named after the servers that it starts, and no client in its manifest.
pub fn uses_elsewhere(tree: &Tree) -> Violations {
    let mut violations = Violations::new();
    for (what, home, in_source, in_manifest) in ADAPTERS {
        let is_outside =
            |path: &str| ![home, "tests/", "services/lab/"].iter().any(|allowed| path.starts_with(allowed));
        let sources = tree.ending(".rs").filter(|(path, text)| {
            is_outside(path) && !path.starts_with("crates/local-servers/") && mentions(&production(text), in_source)
        });
        violations.extend(
            sources.map(|(path, _)| format!("{path} uses {what}; only {home} may: add a function to the adapter")),
        );
        let declares =
            tree.ending("/Cargo.toml").filter(|(path, text)| is_outside(path) && declares(text, in_manifest));
        violations.extend(declares.map(|(path, _)| format!("{path} depends on {in_manifest}; only {home} may")));
    }
    violations
}

/// Returns true if `path` is the first part of a path: `redis::`, but not `local_servers::redis::`.
fn mentions(code: &str, path: &str) -> bool {
    code.match_indices(path).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

/// Returns true if a manifest declares a dependency.
pub fn declares(manifest: &str, name: &str) -> bool {
    manifest.lines().any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', ' ', '='])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_outside_of_the_adapter_is_found_in_source_and_manifest() {
        let tree = Tree::from_texts(&[
            ("crates/runtime/src/x.rs", "use async_nats::Client;"),
            ("crates/llm/src/x.rs", "use async_nats::Client;"),
            ("services/writer/src/x.rs", "fn f() { sqlx::query(\"\"); }"),
            ("services/filter/src/x.rs", "// sqlx::query in a comment\nuse local_servers::redis::Redis;"),
            ("services/filter/Cargo.toml", "[dependencies]\nredis.workspace = true\n"),
            ("crates/coordination/Cargo.toml", "[dependencies]\nredis.workspace = true\n"),
        ]);
        let violations = uses_elsewhere(&tree);
        assert_eq!(violations.len(), 3, "{violations:?}");
        assert!(violations[0].starts_with("crates/llm/src/x.rs uses NATS"));
        assert!(violations[1].starts_with("services/writer/src/x.rs uses SQL"));
        assert!(violations[2].starts_with("services/filter/Cargo.toml depends on redis"));
    }
}
