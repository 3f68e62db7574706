//! NATS, SQL and Redis are each spoken in one crate.

use super::tree::production;
use super::{Complaints, Tree};

/// (what, where it may be spoken, how it is recognised in source, how in a manifest).
const TONGUES: [(&str, &str, &str, &str); 3] = [
    ("NATS", "crates/runtime/", "async_nats::", "async-nats"),
    ("SQL", "crates/store/", "sqlx::", "sqlx"),
    ("Redis", "crates/coordination/", "redis::", "redis"),
];

/// Source and manifests that speak what they must not. `tests/` compares against the raw client and looks at the truth itself;
/// `servers` has modules that are called after what they start, and no client in its manifest.
pub fn spoken(tree: &Tree) -> Complaints {
    let mut complaints = Complaints::new();
    for (what, home, in_source, in_manifest) in TONGUES {
        let foreign = |path: &str| !path.starts_with(home) && !path.starts_with("tests/");
        let speaks = tree.ending(".rs").filter(|(path, text)| {
            foreign(path) && !path.starts_with("crates/local-servers/") && mentions(&production(text), in_source)
        });
        complaints.extend(
            speaks.map(|(path, _)| format!("{path} speaks {what}; only {home} may: give the adapter a function")),
        );
        let declares = tree.ending("/Cargo.toml").filter(|(path, text)| foreign(path) && declares(text, in_manifest));
        complaints.extend(declares.map(|(path, _)| format!("{path} depends on {in_manifest}; only {home} may")));
    }
    complaints
}

/// As a path's first part: `redis::`, not `local_servers::redis::`.
fn mentions(code: &str, path: &str) -> bool {
    code.match_indices(path).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

fn declares(manifest: &str, name: &str) -> bool {
    manifest.lines().any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', ' ', '='])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_tongue_is_heard_in_source_and_manifest() {
        let tree = Tree::of(&[
            ("crates/runtime/src/x.rs", "use async_nats::Client;"),
            ("crates/llm/src/x.rs", "use async_nats::Client;"),
            ("services/writer/src/x.rs", "fn f() { sqlx::query(\"\"); }"),
            ("services/filter/src/x.rs", "// sqlx::query is not for us\nuse local_servers::redis::Redis;"),
            ("services/filter/Cargo.toml", "[dependencies]\nredis.workspace = true\n"),
            ("crates/coordination/Cargo.toml", "[dependencies]\nredis.workspace = true\n"),
        ]);
        let complaints = spoken(&tree);
        assert_eq!(complaints.len(), 3, "{complaints:?}");
        assert!(complaints[0].starts_with("crates/llm/src/x.rs speaks NATS"));
        assert!(complaints[1].starts_with("services/writer/src/x.rs speaks SQL"));
        assert!(complaints[2].starts_with("services/filter/Cargo.toml depends on redis"));
    }
}
