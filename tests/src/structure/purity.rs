//! Purity of decisions in the workers: only handlers, and files that declare their I/O, may await or use the outside
//! world.

use super::tree::production;
use super::{Tree, Violations};
use crate::fleet::WORKERS;

/// Source text that a pure module must not contain.
const IMPURE: [&str; 9] =
    ["async fn", "async move", ".await", "tokio::", "reqwest::", "std::fs", "std::net", "std::env", "SystemTime"];

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

/// Returns true for wiring, handlers and tools, whose purpose is I/O.
fn may_do_io(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    is_handler(path)
        || path.contains("/tools/")
        || matches!(file, "main.rs" | "lib.rs")
        || file.ends_with("_test.rs")
        || file == "tests.rs"
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
