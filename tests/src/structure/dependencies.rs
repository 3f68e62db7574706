//! Who may depend on whom: the table in ARCHITECTURE.md against the manifests.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Complaints;

/// Package → its own-workspace dependencies (development aside).
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// What the table allows.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// Package → what it may depend on.
    allowed: BTreeMap<String, BTreeSet<String>>,
}

impl Table {
    /// Reads the block of lines `a, b   on c, d` out of ARCHITECTURE.md.
    pub fn parse(markdown: &str) -> Result<Self, String> {
        let begin =
            markdown.find("Who may depend on whom:").ok_or("ARCHITECTURE.md has no \"Who may depend on whom:\"")?;
        let block = markdown[begin..]
            .split("```")
            .nth(1)
            .ok_or("ARCHITECTURE.md has no block under \"Who may depend on whom:\"")?;
        let mut allowed = BTreeMap::new();
        for line in block.lines().filter(|line| line.contains(" on ")) {
            let (who, whom) = line.split_once(" on ").unwrap_or_default();
            let whom = whom.split(';').next().unwrap_or_default();
            for who in names(who).filter(|who| who != "services") {
                allowed.insert(
                    who,
                    if whom.contains("nothing of ours") { BTreeSet::new() } else { names(whom).collect() },
                );
            }
        }
        if allowed.is_empty() {
            Err("the dependency table in ARCHITECTURE.md is empty".to_owned())
        } else {
            Ok(Self { allowed })
        }
    }

    /// What breaks the table. `services` never depend on one another (`cli` and `tests` start them, which is no dependency).
    pub fn check(&self, graph: &Graph, services: &BTreeSet<String>) -> Complaints {
        let mut complaints = Complaints::new();
        for (package, dependencies) in graph {
            let table = self.allowed.get(package);
            if table.is_none() && !services.contains(package) && package != "tests" {
                complaints.push(format!("{package} is missing in ARCHITECTURE.md's dependency table"));
            }
            for dependency in dependencies {
                let sibling = services.contains(package) && services.contains(dependency);
                if sibling || table.is_some_and(|allowed| !allowed.contains(dependency)) {
                    complaints.push(format!("{package} depends on {dependency}, which ARCHITECTURE.md does not allow"));
                }
            }
        }
        complaints
    }
}

fn names(list: &str) -> impl Iterator<Item = String> + '_ {
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// The graph and the names of the services, from `cargo metadata --no-deps`.
pub fn graph(metadata: &Value) -> (Graph, BTreeSet<String>) {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let of = |package: &Value| {
        let listed = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
        listed.iter().filter(|d| d["kind"] != "dev").map(name).filter(|d| ours.contains(d)).collect()
    };
    let services =
        packages.iter().filter(|p| p["manifest_path"].as_str().is_some_and(|path| path.contains("/services/")));
    (packages.iter().map(|p| (name(p), of(p))).collect(), services.map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TABLE: &str = "Who may depend on whom:\n\n```text\ndomain, telemetry   on nothing of ours\nstore  on domain\nruntime  on domain, \
                         telemetry; never on an adapter\nservices  on what they use; never on one another\n```\n";

    fn metadata() -> Value {
        let package = |name: &str, folder: &str, needs: &[(&str, Option<&str>)]| {
            let needs: Vec<Value> = needs.iter().map(|(name, kind)| json!({"name": name, "kind": kind})).collect();
            json!({"name": name, "manifest_path": format!("/x/{folder}/{name}/Cargo.toml"), "dependencies": needs})
        };
        json!({"packages": [
            package("domain", "crates", &[("serde", None)]),
            package("store", "crates", &[("domain", None), ("runtime", None), ("telemetry", Some("dev"))]),
            package("runtime", "crates", &[("domain", None)]),
            package("stray", "crates", &[]),
            package("writer", "services", &[("store", None), ("filter", None)]),
            package("filter", "services", &[("runtime", None)]),
        ]})
    }

    #[test]
    fn wrong_edges_siblings_and_strangers_are_found() {
        let (graph, services) = graph(&metadata());
        let complaints = Table::parse(TABLE).unwrap().check(&graph, &services);
        let expected = [
            "store depends on runtime, which ARCHITECTURE.md does not allow",
            "stray is missing in ARCHITECTURE.md's dependency table",
            "writer depends on filter, which ARCHITECTURE.md does not allow",
        ];
        assert_eq!(complaints, expected);
    }

    #[test]
    fn a_table_that_is_gone_is_an_error() {
        assert!(Table::parse("nothing here").is_err());
        assert!(Table::parse("Who may depend on whom:\n```text\n```").is_err());
    }
}
