//! The map of facts (`proto/src/events.rs`) against the code: every subject is unique, said by whom the map says and heard by the
//! consumers that the map names.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::production;
use super::{Complaints, Tree};

/// One line of the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The type.
    pub fact: String,
    /// Its subject, e.g. `auspex.event.<kind>`.
    pub subject: String,
    /// Services that say it.
    pub said_by: BTreeSet<String>,
    /// Consumers that hear it, by durable name.
    pub heard_by: BTreeSet<String>,
}

/// Reads the table of the module doc.
pub fn map(events: &str) -> Vec<Row> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("//! |")?.split('|').map(str::trim).collect();
        let &[fact, subject, said_by, heard_by, ..] = cells.as_slice() else { return None };
        let fact = fact.strip_prefix("[`")?.strip_suffix("`]")?;
        let durable = heard_by.split('(').skip(1).filter_map(|part| part.split('`').nth(1));
        Some(Row {
            fact: fact.to_owned(),
            subject: subject.trim_matches('`').to_owned(),
            said_by: said_by.split(',').map(|name| name.trim().to_owned()).collect(),
            heard_by: durable.map(str::to_owned).collect(),
        })
    };
    events.lines().filter_map(row).collect()
}

/// One handler in the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Where.
    pub path: String,
    /// The durable consumer.
    pub name: String,
    /// The fact it waits for.
    pub fact: String,
    /// What `SAYS` lists, as it is written.
    pub says: String,
}

/// All handlers under `services/`.
pub fn handlers(tree: &Tree) -> Vec<Heard> {
    let mut found = Vec::new();
    for (path, text) in tree.rust_under("services/") {
        let code = production(text);
        for part in code.split("Handler for ").skip(1) {
            let between = |open: &str, close: &str| {
                part.split(open).nth(1).and_then(|rest| rest.split(close).next()).unwrap_or_default().trim().to_owned()
            };
            let fact = between("type In =", ";");
            found.push(Heard {
                path: path.to_owned(),
                name: between("const NAME: &'static str =", ";").trim_matches('"').to_owned(),
                fact: fact.rsplit("::").next().unwrap_or_default().to_owned(),
                says: between("const SAYS: &'static [&'static str] =", ";"),
            });
        }
    }
    found
}

/// The map against itself and against the handlers.
pub fn check(rows: &[Row], handlers: &[Heard]) -> Complaints {
    let mut complaints = Complaints::new();
    let mut subjects: BTreeMap<&str, &str> = BTreeMap::new();
    for row in rows {
        if let Some(other) = subjects.insert(&row.subject, &row.fact) {
            complaints.push(format!("{} and {} share the subject {}", row.fact, other, row.subject));
        }
        let leaves = row.subject.starts_with("auspex.result.");
        if row.said_by.is_empty() || (row.heard_by.is_empty() && !leaves) {
            complaints.push(format!("{} is said or heard by nobody", row.fact));
        }
        let hearing: BTreeSet<String> =
            handlers.iter().filter(|h| h.fact == row.fact).map(|h| h.name.clone()).collect();
        if hearing != row.heard_by {
            complaints
                .push(format!("{}: the map says heard by {:?}, the code has {:?}", row.fact, row.heard_by, hearing));
        }
    }
    for handler in handlers {
        if !rows.iter().any(|row| row.fact == handler.fact) {
            complaints
                .push(format!("{}: {} hears {:?}, which is not in the map", handler.path, handler.name, handler.fact));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "//! | fact | subject | said by | heard by (durable consumer) |\n//! |---|---|---|---|\n\
        //! | [`Asked`] | `auspex.a.asked` | one | two (`two`), three (`three-asks`) |\n\
        //! | [`Done`] | `auspex.result.<kind>.<tenant>` | two | subscribers |\n";

    fn handler(name: &str, fact: &str) -> String {
        format!(
            "impl Handler for X {{\n const NAME: &'static str = \"{name}\";\n const SAYS: &'static [&'static str] = &[\"x\"];\n type In = {fact};\n}}"
        )
    }

    #[test]
    fn the_map_and_the_code_must_agree() {
        let rows = map(MAP);
        assert_eq!(rows.len(), 2);
        let two = handler("two", "proto::events::Asked");
        let three = handler("three-asks", "Asked");
        let good = Tree::of(&[("services/two/src/handler.rs", &two), ("services/three/src/handler.rs", &three)]);
        assert_eq!(check(&rows, &handlers(&good)), Complaints::new());
        let stranger = handler("stray", "Unknown");
        let bad = Tree::of(&[("services/two/src/handler.rs", &two), ("services/x/src/handler.rs", &stranger)]);
        assert_eq!(check(&rows, &handlers(&bad)).len(), 2);
    }

    #[test]
    fn subjects_are_unique_and_nobody_speaks_to_nobody() {
        let twice = format!("{MAP}//! | [`Again`] | `auspex.a.asked` | one | nobody |\n");
        let complaints = check(&map(&twice), &[]);
        assert!(complaints.iter().any(|c| c.contains("share the subject")), "{complaints:?}");
        assert!(complaints.iter().any(|c| c.contains("Again is said or heard by nobody")), "{complaints:?}");
    }
}
