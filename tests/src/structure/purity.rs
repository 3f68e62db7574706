//! In a worker deciding is pure: only a handler (and what it hands its I/O to, which says so) awaits.

use super::tree::production;
use super::{Complaints, Tree};

/// The five workers.
pub const WORKERS: [&str; 5] = ["classifier", "researcher", "filter", "forecaster", "writer"];

/// What no pure module contains.
const IMPURE: [&str; 9] =
    ["async fn", "async move", ".await", "tokio::", "reqwest::", "std::fs", "std::net", "std::env", "SystemTime"];

/// A line of the module doc of a file that does I/O on a handler's behalf begins so, and says why.
pub const ADMITTED: &str = "//! I/O:";

/// Pure modules that do I/O.
pub fn modules(tree: &Tree) -> Complaints {
    let mut complaints = Complaints::new();
    for worker in WORKERS {
        for (path, text) in tree.rust_under(&format!("services/{worker}/src/")) {
            let code = production(text);
            let found = IMPURE
                .iter()
                .find(|word| code.contains(**word))
                .filter(|_| !may_wait(path) && !text.lines().any(|line| line.starts_with(ADMITTED)));
            complaints.extend(found.map(|word| {
                format!(
                    "{path} contains {word:?}: move it into the handler, or say in its module doc {ADMITTED:?} and why"
                )
            }));
        }
    }
    complaints
}

/// Wiring, handlers, and the tools that a model calls: I/O is what they are for.
fn may_wait(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    is_handler(path)
        || path.contains("/tools/")
        || matches!(file, "main.rs" | "lib.rs")
        || file.ends_with("_test.rs")
        || file == "tests.rs"
}

/// Files that implement `Handler` or `BatchHandler`.
pub fn is_handler(path: &str) -> bool {
    path.contains("handler")
}

/// Handler files without the three lines.
pub fn handlers(tree: &Tree) -> Complaints {
    let mut complaints = Complaints::new();
    for (path, text) in tree.rust_under("services/") {
        let implements = text.contains("Handler for ") && production(text).contains("Handler for ");
        for line in ["*Hears*", "*Says*", "*Twice is harmless because*"] {
            if implements && !text.lines().take_while(|l| l.starts_with("//!")).any(|l| l.contains(line)) {
                complaints.push(format!("{path} implements a handler, but its module doc has no line {line}"));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_io_is_found_and_handlers_may_wait() {
        let tree = Tree::of(&[
            ("services/filter/src/decide.rs", "//! Pure.\nasync fn x() {}"),
            (
                "services/filter/src/fine.rs",
                "//! Pure.\n// async fn in a comment\n#[cfg(test)]\nmod tests { async fn x() {} }",
            ),
            ("services/filter/src/handler.rs", "//! x\nasync fn x() {}"),
            ("services/filter/src/files.rs", "//! I/O: the bundle's folder.\nuse std::fs;"),
            ("services/cli/src/anything.rs", "async fn x() {}"),
        ]);
        let complaints = modules(&tree);
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert!(complaints[0].starts_with("services/filter/src/decide.rs contains \"async fn\""));
    }

    #[test]
    fn a_handler_says_what_it_hears() {
        let good =
            "//! A.\n//!\n//! *Hears* x.\n//! *Says* y.\n//! *Twice is harmless because* z.\nimpl Handler for A {}";
        let tree = Tree::of(&[
            ("services/a/src/handler.rs", good),
            ("services/b/src/handler.rs", "//! *Hears* x.\n//! *Says* y.\nimpl BatchHandler for B {}"),
        ]);
        assert_eq!(
            handlers(&tree),
            [
                "services/b/src/handler.rs implements a handler, but its module doc has no line *Twice is harmless because*"
            ]
        );
    }
}
