//! Lengths and names of files.

use super::{Complaints, Tree};

/// A file longer than this holds more than one idea.
pub const LONGEST_FILE: usize = 400;
/// A `main.rs` wires; it does not think.
pub const LONGEST_MAIN: usize = 60;
/// Names that say nothing about what is inside.
pub const NAMELESS: [&str; 8] = ["utils", "util", "common", "helpers", "helper", "types", "misc", "stuff"];

/// Files that are too long.
pub fn lengths(tree: &Tree) -> Complaints {
    let long = |(path, text): (&str, &str)| {
        let (lines, most) = (text.lines().count(), if is_main(path) { LONGEST_MAIN - 1 } else { LONGEST_FILE });
        (lines > most).then(|| format!("{path} has {lines} lines, at most {most}: split it by idea"))
    };
    tree.ending(".rs").filter_map(long).collect()
}

/// A program's `main.rs`, not a module that is called main.
fn is_main(path: &str) -> bool {
    path.starts_with("services/") && path.split('/').count() == 4 && path.ends_with("/src/main.rs")
}

/// Files and folders without a real name.
pub fn names(tree: &Tree) -> Complaints {
    let nameless = |(path, _): (&str, &str)| {
        let part = path.split('/').find(|part| NAMELESS.contains(&part.trim_end_matches(".rs")))?;
        Some(format!("{path}: {part:?} says nothing; name it after what it decides"))
    };
    tree.ending(".rs").filter_map(nameless).collect()
}

/// Files that do not say what they are for. A `tests.rs` is for the tests of the file that it belongs to.
pub fn module_docs(tree: &Tree) -> Complaints {
    let silent = |(path, text): (&str, &str)| {
        (!text.starts_with("//!") && !path.ends_with("/tests.rs"))
            .then(|| format!("{path} does not open with a module doc (//!)"))
    };
    tree.ending(".rs").filter_map(silent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_finds_what_breaks_it_and_nothing_else() {
        let long = "//! x\n".repeat(401);
        let main = "//! x\n".repeat(60);
        let tree = Tree::of(&[
            ("crates/a/src/long.rs", &long),
            ("crates/a/src/utils/x.rs", "//! x"),
            ("services/b/src/main.rs", &main),
            ("services/b/src/silent.rs", "fn x() {}"),
            ("services/b/src/fine.rs", "//! Fine."),
        ]);
        assert_eq!(lengths(&tree).len(), 2);
        assert_eq!(names(&tree), ["crates/a/src/utils/x.rs: \"utils\" says nothing; name it after what it decides"]);
        assert_eq!(module_docs(&tree), ["services/b/src/silent.rs does not open with a module doc (//!)"]);
    }
}
