//! Compatibility check between two versions of the contract. Additions are compatible. Changing the name, type, label
//! or oneof of a number, moving a name to another number, and removing a number are not, because messages of the old
//! contract remain in streams, outboxes and dead letters.

use std::collections::BTreeMap;

/// Returns a description of each change in `new` that is incompatible with `old`. Both have the format of
/// [`crate::CONTRACT`].
pub fn breaks(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (fields(old), fields(new));
    let mut found = Vec::new();
    for ((owner, number), shape) in &old {
        match new.get(&(*owner, *number)) {
            None => found.push(format!("{owner} lost number {number} ({shape}): keep it, mark it deprecated")),
            Some(now) if now != shape => {
                found.push(format!(
                    "{owner} number {number} was `{shape}` and is `{now}`: give the new meaning a new number"
                ));
            }
            Some(_) => {}
        }
    }
    let numbers: BTreeMap<_, _> = old.iter().map(|((owner, number), shape)| ((*owner, name(shape)), *number)).collect();
    for ((owner, number), shape) in &new {
        match numbers.get(&(*owner, name(shape))) {
            Some(before) if before != number => {
                found.push(format!(
                    "{owner}.{} moved from number {before} to {number}: canonical JSON identifies it by name",
                    name(shape)
                ));
            }
            _ => {}
        }
    }
    found
}

/// Parses the lines to (message or enum, number) → rest of the line.
fn fields(contract: &str) -> BTreeMap<(&str, &str), &str> {
    contract
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (owner, rest) = line.split_once(' ')?;
            let (number, shape) = rest.split_once(' ')?;
            Some(((owner, number), shape))
        })
        .collect()
}

fn name(shape: &str) -> &str {
    shape.split(' ').next().unwrap_or(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "a.M 00001 id optional string\na.M 00002 size optional uint64\na.E 00000 E_NONE value\n";

    #[test]
    fn an_equal_or_extended_contract_is_compatible() {
        assert_eq!(breaks(OLD, OLD), Vec::<String>::new());
        let more =
            format!("{OLD}a.M 00003 note optional string\na.E 00001 E_ONE value\na.N 00001 id optional string\n");
        assert_eq!(breaks(OLD, &more), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_incompatible_change_is_reported() {
        let cases = [
            ("id optional string", "id optional bytes", "was `id optional string` and is `id optional bytes`"),
            ("id optional string", "name optional string", "was `id optional string` and is `name optional string`"),
            ("id optional string", "id repeated string", "was `id optional string` and is `id repeated string`"),
            ("id optional string", "id optional string in kind", "was `id optional string` and is"),
            ("a.M 00002 size optional uint64\n", "", "lost number 00002"),
            ("00002 size", "00009 size", "moved from number 00002 to 00009"),
            ("E_NONE", "E_NOTHING", "was `E_NONE value`"),
        ];
        for (from, to, expected) in cases {
            let found = breaks(OLD, &OLD.replace(from, to));
            assert!(found.iter().any(|line| line.contains(expected)), "{from:?} -> {to:?}: {found:?}");
        }
    }

    #[test]
    fn a_number_is_not_reused() {
        let reused = OLD.replace("00002 size optional uint64", "00002 label optional string");
        assert_eq!(breaks(OLD, &reused).len(), 1);
    }
}
