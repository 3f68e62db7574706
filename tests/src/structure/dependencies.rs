//! Allowed dependencies between crates: the table in ARCHITECTURE.md against the manifests.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Violations;

/// Maximum number of library crates.
pub const MAX_LIBRARIES: usize = 19;
/// Maximum number of dependencies between library crates.
pub const MAX_EDGES: usize = 46;

/// Packages that are part of no release and may use any other.
const CHECKING: [&str; 2] = ["tests", "fuzz"];

/// Package → its dependencies in the workspace, without dev-dependencies.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// Allowed dependencies of each package.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    allowed: BTreeMap<String, BTreeSet<String>>,
}

impl Table {
    /// Parses the block of lines `a, b   on c, d` in ARCHITECTURE.md.
    ///
    /// # Errors
    /// If the table is missing or empty.
    pub fn parse(markdown: &str) -> Result<Self, String> {
        let begin = markdown
            .find("Allowed dependencies between crates:")
            .ok_or("ARCHITECTURE.md has no \"Allowed dependencies between crates:\"")?;
        let block = markdown[begin..]
            .split("```")
            .nth(1)
            .ok_or("ARCHITECTURE.md has no block under \"Allowed dependencies between crates:\"")?;
        let mut allowed = BTreeMap::new();
        for line in block.lines().filter(|line| line.contains(" on ")) {
            let (packages, allowed_packages) = line.split_once(" on ").unwrap_or_default();
            let allowed_packages = allowed_packages.split(';').next().unwrap_or_default();
            for name in names(packages).filter(|name| name != "services") {
                let is_none = allowed_packages.contains("nothing of ours");
                allowed.insert(name, if is_none { BTreeSet::new() } else { names(allowed_packages).collect() });
            }
        }
        if allowed.is_empty() {
            Err("the dependency table in ARCHITECTURE.md is empty".to_owned())
        } else {
            Ok(Self { allowed })
        }
    }

    /// Returns the dependencies that the table does not allow. `services` never depend on one another; [`CHECKING`] may
    /// use any package.
    pub fn check(&self, graph: &Graph, services: &BTreeSet<String>) -> Violations {
        let mut violations = Violations::new();
        for (package, dependencies) in graph {
            let table = self.allowed.get(package);
            if table.is_none() && !services.contains(package) && !CHECKING.contains(&package.as_str()) {
                violations.push(format!("{package} is missing in ARCHITECTURE.md's dependency table"));
            }
            for dependency in dependencies {
                let sibling = services.contains(package) && services.contains(dependency);
                if sibling || table.is_some_and(|allowed| !allowed.contains(dependency)) {
                    violations.push(format!("{package} depends on {dependency}, which ARCHITECTURE.md does not allow"));
                }
            }
        }
        violations
    }
}

/// Checks the number of library crates (in `crates/` and `proto/`) and of the edges between them.
pub fn check_size(metadata: &Value) -> Violations {
    let (graph, services) = graph(metadata);
    let is_library = |name: &String| !services.contains(name) && !CHECKING.contains(&name.as_str());
    let libraries: BTreeMap<_, _> = graph.iter().filter(|(name, _)| is_library(name)).collect();
    let edges: usize = libraries.values().map(|dependencies| dependencies.len()).sum();
    let mut violations = Violations::new();
    if libraries.len() > MAX_LIBRARIES {
        violations.push(format!("{} library crates, at most {MAX_LIBRARIES}: {:?}", libraries.len(), libraries.keys()));
    }
    if edges > MAX_EDGES {
        violations.push(format!("{edges} dependencies between library crates, at most {MAX_EDGES}:"));
        violations.extend(libraries.iter().map(|(name, dependencies)| format!("  {name} on {dependencies:?}")));
    }
    violations
}

fn names(list: &str) -> impl Iterator<Item = String> + '_ {
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Returns the graph and the names of the services from `cargo metadata --no-deps`.
pub fn graph(metadata: &Value) -> (Graph, BTreeSet<String>) {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let dependencies = |package: &Value| {
        let listed = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
        listed.iter().filter(|d| d["kind"] != "dev").map(name).filter(|d| ours.contains(d)).collect()
    };
    let services =
        packages.iter().filter(|p| p["manifest_path"].as_str().is_some_and(|path| path.contains("/services/")));
    (packages.iter().map(|p| (name(p), dependencies(p))).collect(), services.map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TABLE: &str = "Allowed dependencies between crates:\n\n```text\ndomain, telemetry   on nothing of ours\nstore  on domain\nruntime  on domain, \
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
    fn forbidden_edges_dependent_services_and_unknown_packages_are_found() {
        let (graph, services) = graph(&metadata());
        let violations = Table::parse(TABLE).unwrap().check(&graph, &services);
        let expected = [
            "store depends on runtime, which ARCHITECTURE.md does not allow",
            "stray is missing in ARCHITECTURE.md's dependency table",
            "writer depends on filter, which ARCHITECTURE.md does not allow",
        ];
        assert_eq!(violations, expected);
        assert_eq!(check_size(&metadata()), Violations::new());
    }

    #[test]
    fn a_missing_table_is_an_error() {
        assert!(Table::parse("nothing here").is_err());
        assert!(Table::parse("Allowed dependencies between crates:\n```text\n```").is_err());
    }
}
