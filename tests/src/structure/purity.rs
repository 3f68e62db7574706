//! Purity of decisions in the workers: only handlers, and files that declare their I/O, may await or use the outside
//! world.

use super::adapters::declares;
use super::tree::{blank_literals, production};
use super::{Tree, Violations};
use crate::fleet::WORKERS;

/// Source text that a pure module must not contain.
const IMPURE: [&str; 9] =
    ["async fn", "async move", ".await", "tokio::", "reqwest::", "std::fs", "std::net", "std::env", "SystemTime"];

/// Library crates whose whole code is pure, and must not even declare a package that performs I/O.
const PURE_CRATES: [&str; 3] = ["console", "forecasting", "research"];

/// Packages that perform I/O, or run code that does.
const IO_PACKAGES: [&str; 6] = ["axum", "futures", "hyper", "reqwest", "tokio", "tokio-util"];

/// Start of the line of the module documentation that declares I/O and gives the reason.
pub const IO_DECLARATION: &str = "//! I/O:";

/// Modules that perform I/O without a declaration.
pub fn modules(tree: &Tree) -> Violations {
    let mut violations = Violations::new();
    for worker in WORKERS {
        for (path, text) in tree.rust_under(&format!("services/{worker}/src/")) {
            let code = production(text);
            let found = IMPURE
                .iter()
                .find(|word| code.contains(**word))
                .filter(|_| !may_do_io(path) && !text.lines().any(|line| line.starts_with(IO_DECLARATION)));
            violations.extend(found.map(|word| {
                format!(
                    "{path} contains {word:?}: move it to the handler, or declare the reason in the module documentation with {IO_DECLARATION:?}"
                )
            }));
        }
    }
    violations
}

/// Library crates that ought to be pure and contain or declare what performs I/O.
pub fn crates(tree: &Tree) -> Violations {
    let mut violations = Violations::new();
    for name in PURE_CRATES {
        for (path, text) in tree.rust_under(&format!("crates/{name}/src/")) {
            let code = blank_literals(&production(text));
            let found = IMPURE.iter().filter(|word| !is_test_file(path) && code.contains(**word));
            violations.extend(found.map(|word| format!("{path} contains {word:?}: the crate has no I/O")));
        }
        for (path, text) in tree.ending(&format!("crates/{name}/Cargo.toml")) {
            let released = text.split("[dev-dependencies]").next().unwrap_or_default();
            let found = IO_PACKAGES.iter().filter(|package| declares(released, package));
            violations.extend(found.map(|package| format!("{path} depends on {package}: the crate has no I/O")));
        }
    }
    violations
}

/// Returns true for wiring, handlers and tools, whose purpose is I/O.
fn may_do_io(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    is_handler(path) || path.contains("/tools/") || matches!(file, "main.rs" | "lib.rs") || is_test_file(path)
}

fn is_test_file(path: &str) -> bool {
    path.ends_with("_test.rs") || path.ends_with("/tests.rs")
}

/// Returns true for files that implement `Handler` or `BatchHandler`.
pub fn is_handler(path: &str) -> bool {
    path.contains("handler")
}

/// Returns the production code without implementations of the MCP SDK's traits, which are not handlers of facts.
pub fn handler_code(text: &str) -> String {
    production(text).replace("ServerHandler for ", "").replace("ClientHandler for ", "")
}

/// Handler files whose module documentation lacks one of its three lines. Handlers of benchmarks are exempt.
pub fn handlers(tree: &Tree) -> Violations {
    let mut violations = Violations::new();
    for (path, text) in tree.rust_under("services/").filter(|(path, _)| !path.starts_with("services/lab/")) {
        let implements = text.contains("Handler for ") && handler_code(text).contains("Handler for ");
        for line in ["**Consumes**", "**Emits**", "**Idempotent because**"] {
            if implements && !text.lines().take_while(|l| l.starts_with("//!")).any(|l| l.contains(line)) {
                violations
                    .push(format!("{path} implements a handler, but its module documentation has no line {line}"));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undeclared_io_is_found_and_handlers_may_await() {
        let tree = Tree::from_texts(&[
            ("services/filter/src/decide.rs", "//! Pure.\nasync fn x() {}"),
            (
                "services/filter/src/fine.rs",
                "//! Pure.\n// async fn in a comment\n#[cfg(test)]\nmod tests { async fn x() {} }",
            ),
            ("services/filter/src/handler.rs", "//! x\nasync fn x() {}"),
            ("services/filter/src/files.rs", "//! I/O: the bundle's folder.\nuse std::fs;"),
            ("services/cli/src/anything.rs", "async fn x() {}"),
        ]);
        let violations = modules(&tree);
        assert_eq!(violations.len(), 1, "{violations:?}");
        assert!(violations[0].starts_with("services/filter/src/decide.rs contains \"async fn\""));
    }

    #[test]
    fn a_pure_crate_with_io_is_found_and_samples_of_code_are_not_code() {
        let tree = Tree::from_texts(&[
            ("crates/console/src/setup.rs", "const SAMPLE: &str = \"reqwest::get(url).await\";"),
            ("crates/console/src/run.rs", "use std::fs;"),
            ("crates/console/src/run/tests.rs", "use std::fs;"),
            (
                "crates/console/Cargo.toml",
                "[dependencies]\naxum.workspace = true\n[dev-dependencies]\ntokio.workspace = true\n",
            ),
            ("crates/web/src/fetch.rs", "async fn x() {}"),
        ]);
        assert_eq!(
            crates(&tree),
            [
                "crates/console/src/run.rs contains \"std::fs\": the crate has no I/O",
                "crates/console/Cargo.toml depends on axum: the crate has no I/O",
            ]
        );
    }

    #[test]
    fn a_handler_without_its_three_lines_is_found() {
        let good =
            "//! A.\n//!\n//! **Consumes** x.\n//! **Emits** y.\n//! **Idempotent because** z.\nimpl Handler for A {}";
        let tree = Tree::from_texts(&[
            ("services/a/src/handler.rs", good),
            ("services/b/src/handler.rs", "//! **Consumes** x.\n//! **Emits** y.\nimpl BatchHandler for B {}"),
        ]);
        assert_eq!(
            handlers(&tree),
            [
                "services/b/src/handler.rs implements a handler, but its module documentation has no line **Idempotent because**"
            ]
        );
    }
}
