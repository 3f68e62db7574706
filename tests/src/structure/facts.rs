//! The table of facts in `proto/src/events.rs` against the code: subjects are unique, and the handlers consume the
//! facts that the table assigns to their consumers.

use std::collections::{BTreeMap, BTreeSet};

use super::purity::handler_code;
use super::{Tree, Violations};

/// One row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Name of the Rust type.
    pub fact: String,
    /// Subject, e.g. `auspex.event.<kind>`.
    pub subject: String,
    /// Services that emit the fact.
    pub emitted_by: BTreeSet<String>,
    /// Durable names of the consumers.
    pub consumed_by: BTreeSet<String>,
}

/// Parses the table in the module documentation.
pub fn parse_table(events: &str) -> Vec<Row> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("//! |")?.split('|').map(str::trim).collect();
        let &[fact, subject, emitted_by, consumed_by, ..] = cells.as_slice() else { return None };
        let fact = fact.strip_prefix("[`")?.strip_suffix("`]")?;
        let durable = consumed_by.split('(').skip(1).filter_map(|part| part.split('`').nth(1));
        Some(Row {
            fact: fact.to_owned(),
            subject: subject.trim_matches('`').to_owned(),
            emitted_by: emitted_by.split(',').map(|name| name.trim().to_owned()).collect(),
            consumed_by: durable.map(str::to_owned).collect(),
        })
    };
    events.lines().filter_map(row).collect()
}

/// A handler in the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandlerSource {
    /// Path of the file.
    pub path: String,
    /// Durable name of the consumer.
    pub name: String,
    /// Name of the consumed fact.
    pub fact: String,
}

/// Finds all handlers under `services/`, except those of benchmarks.
pub fn handlers(tree: &Tree) -> Vec<HandlerSource> {
    let mut found = Vec::new();
    for (path, text) in tree.rust_under("services/").filter(|(path, _)| !path.starts_with("services/lab/")) {
        let code = handler_code(text);
        for part in code.split("Handler for ").skip(1) {
            let between = |open: &str, close: &str| {
                part.split(open).nth(1).and_then(|rest| rest.split(close).next()).unwrap_or_default().trim().to_owned()
            };
            let fact = between("type In =", ";");
            found.push(HandlerSource {
                path: path.to_owned(),
                name: between("const NAME: &'static str =", ";").trim_matches('"').to_owned(),
                fact: fact.rsplit("::").next().unwrap_or_default().to_owned(),
            });
        }
    }
    found
}

/// Checks the table itself and against the handlers.
pub fn check(rows: &[Row], handlers: &[HandlerSource]) -> Violations {
    let mut violations = Violations::new();
    let mut subjects: BTreeMap<&str, &str> = BTreeMap::new();
    for row in rows {
        if let Some(other) = subjects.insert(&row.subject, &row.fact) {
            violations.push(format!("{} and {} share the subject {}", row.fact, other, row.subject));
        }
        let leaves = row.subject.starts_with("auspex.result.");
        if row.emitted_by.is_empty() || (row.consumed_by.is_empty() && !leaves) {
            violations.push(format!("{} has no producer or no consumer", row.fact));
        }
        let consumers: BTreeSet<String> =
            handlers.iter().filter(|h| h.fact == row.fact).map(|h| h.name.clone()).collect();
        if consumers != row.consumed_by {
            violations.push(format!(
                "{}: the table has the consumers {:?}, the code {:?}",
                row.fact, row.consumed_by, consumers
            ));
        }
    }
    for handler in handlers {
        if !rows.iter().any(|row| row.fact == handler.fact) {
            violations.push(format!(
                "{}: {} consumes {:?}, which is not in the table",
                handler.path, handler.name, handler.fact
            ));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "//! | fact | subject | said by | heard by (durable consumer) |\n//! |---|---|---|---|\n\
        //! | [`Asked`] | `auspex.a.asked` | one | two (`two`), three (`three-asks`) |\n\
        //! | [`Done`] | `auspex.result.<kind>.<tenant>` | two | subscribers |\n";

    fn handler(name: &str, fact: &str) -> String {
        format!(
            "impl Handler for X {{\n const NAME: &'static str = \"{name}\";\n const EMITS: &'static [&'static str] = &[\"x\"];\n type In = {fact};\n}}"
        )
    }

    #[test]
    fn the_table_and_the_code_must_agree() {
        let rows = parse_table(MAP);
        assert_eq!(rows.len(), 2);
        let two = handler("two", "proto::events::Asked");
        let three = handler("three-asks", "Asked");
        let good =
            Tree::from_texts(&[("services/two/src/handler.rs", &two), ("services/three/src/handler.rs", &three)]);
        assert_eq!(check(&rows, &handlers(&good)), Violations::new());
        let stranger = handler("stray", "Unknown");
        let bad = Tree::from_texts(&[("services/two/src/handler.rs", &two), ("services/x/src/handler.rs", &stranger)]);
        assert_eq!(check(&rows, &handlers(&bad)).len(), 2);
    }

    #[test]
    fn a_shared_subject_and_a_fact_without_consumer_are_found() {
        let twice = format!("{MAP}//! | [`Again`] | `auspex.a.asked` | one | none |\n");
        let violations = check(&parse_table(&twice), &[]);
        assert!(violations.iter().any(|c| c.contains("share the subject")), "{violations:?}");
        assert!(violations.iter().any(|c| c.contains("Again has no producer or no consumer")), "{violations:?}");
    }
}
