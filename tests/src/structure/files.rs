//! Lengths, names and module documentation of files.

use std::collections::BTreeSet;

use super::{Tree, Violations};

/// Maximum lines of a file.
pub const MAX_FILE_LINES: usize = 400;
/// Maximum lines of the `main.rs` of a service, which only wires parts together.
pub const MAX_MAIN_LINES: usize = 59;
/// Maximum columns of a comment line. Rows of tables and lines that begin with code may be longer.
pub const MAX_COMMENT_COLUMNS: usize = 120;
/// File and folder names that do not describe their content.
pub const VAGUE_NAMES: [&str; 8] = ["utils", "util", "common", "helpers", "helper", "types", "misc", "stuff"];

/// Files with too many lines.
pub fn lengths(tree: &Tree) -> Violations {
    let long = |(path, text): (&str, &str)| {
        let (lines, most) = (text.lines().count(), if is_main(path) { MAX_MAIN_LINES } else { MAX_FILE_LINES });
        (lines > most).then(|| format!("{path} has {lines} lines, at most {most}: split it by idea"))
    };
    tree.ending(".rs").filter_map(long).collect()
}

/// Returns true for the `main.rs` of a service, but not for another module named `main`.
fn is_main(path: &str) -> bool {
    path.starts_with("services/") && path.split('/').count() == 4 && path.ends_with("/src/main.rs")
}

/// Comment lines with too many columns.
pub fn comments(tree: &Tree) -> Violations {
    let is_long = |line: &str| {
        let text = line.trim_start();
        let is_whole = text.trim_start_matches(['/', '!']).trim_start().starts_with(['|', '`']);
        text.starts_with("//") && !is_whole && line.chars().count() > MAX_COMMENT_COLUMNS
    };
    let long = |(path, text): (&str, &str)| {
        let numbers = text.lines().zip(1..).filter(|(line, _)| is_long(line)).map(|(_, number): (_, usize)| number);
        numbers
            .map(|number| format!("{path}:{number}: a comment line of more than {MAX_COMMENT_COLUMNS} columns"))
            .collect()
    };
    tree.ending(".rs").flat_map(|file| -> Violations { long(file) }).collect()
}

/// Files and folders with a vague name.
pub fn names(tree: &Tree) -> Violations {
    let vague = |(path, _): (&str, &str)| {
        let part = path.split('/').find(|part| VAGUE_NAMES.contains(&part.trim_end_matches(".rs")))?;
        Some(format!("{path}: {part:?} is vague; name it after its purpose"))
    };
    tree.ending(".rs").filter_map(vague).collect()
}

/// Files without module documentation. A `tests.rs` needs none: it contains the tests of its parent module.
pub fn module_docs(tree: &Tree) -> Violations {
    let undocumented = |(path, text): (&str, &str)| {
        (!text.starts_with("//!") && !path.ends_with("/tests.rs"))
            .then(|| format!("{path} does not start with module documentation (//!)"))
    };
    tree.ending(".rs").filter_map(undocumented).collect()
}

/// Tests that SECURITY.md names but that do not exist; `dev/guards.py` checks those of docs/guards.tsv. A name is a
/// code span of lower-case words with at least three underscores. A longer name or a call is no test.
pub fn guards(tree: &Tree) -> Violations {
    let is_test = |span: &&str| {
        span.matches('_').count() >= 3 && span.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let exists = |name: &str| tree.ending(".rs").any(|(_, text)| text.contains(&format!("fn {name}(")));
    let missing = |page: &str| -> Violations {
        let names: BTreeSet<&str> = tree.text(page).split('`').skip(1).step_by(2).filter(is_test).collect();
        names.into_iter().filter(|name| !exists(name)).map(|name| format!("{page}: no test {name}")).collect()
    };
    missing("SECURITY.md")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_finds_its_violations_only() {
        let long = "//! x\n".repeat(401);
        let main = "//! x\n".repeat(60);
        let tree = Tree::from_texts(&[
            ("crates/a/src/long.rs", &long),
            ("crates/a/src/utils/x.rs", "//! x"),
            ("services/b/src/main.rs", &main),
            ("services/b/src/undocumented.rs", "fn x() {}"),
            ("services/b/src/fine.rs", "//! Fine."),
        ]);
        assert_eq!(lengths(&tree).len(), 2);
        assert_eq!(names(&tree), ["crates/a/src/utils/x.rs: \"utils\" is vague; name it after its purpose"]);
        assert_eq!(
            module_docs(&tree),
            ["services/b/src/undocumented.rs does not start with module documentation (//!)"]
        );
    }

    #[test]
    fn long_comment_lines_are_found_and_long_rows_and_code_are_not() {
        let words = "word ".repeat(30);
        let text = format!("//! Fine.\n    /// {words}\n//! | {words} |\nlet x = \"{words}\";\n");
        let tree = Tree::from_texts(&[("crates/a/src/x.rs", &text)]);
        assert_eq!(comments(&tree), ["crates/a/src/x.rs:2: a comment line of more than 120 columns"]);
    }

    #[test]
    fn a_missing_test_is_found() {
        let tree = Tree::from_texts(&[
            (
                "SECURITY.md",
                "| guard | `a_test_that_exists` and `a_test_that_does_not`, `a_test_that_was_renamed`, `AUSPEX_A_B_C`, `short_name` |",
            ),
            ("crates/a/src/x.rs", "fn a_test_that_exists() {}\nfn a_test_that_was_renamed_since() {}"),
        ]);
        assert_eq!(
            guards(&tree),
            ["SECURITY.md: no test a_test_that_does_not", "SECURITY.md: no test a_test_that_was_renamed"]
        );
    }
}
