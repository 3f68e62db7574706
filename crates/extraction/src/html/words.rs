//! Word lists, stored as files so that native speakers can extend them.

/// Names of page parts.
pub(crate) const NAMES: &str = include_str!("words/names.txt");
/// Phrases in texts.
pub(crate) const PHRASES: &str = include_str!("words/phrases.txt");

/// Returns the entries of a section; white space at their ends is significant.
pub(crate) fn section(file: &'static str, name: &str) -> Vec<&'static str> {
    let mut inside = false;
    let mut entries = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(section) => inside = section == name,
            None if inside => entries.extend(line.split('|').filter(|entry| !entry.is_empty())),
            None => {}
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_lower_case_and_occur_once_per_section() {
        for (file, names) in [
            (
                NAMES,
                &["noise", "noise stems", "weak", "caption", "comment stems", "body", "content", "lead", "frame"][..],
            ),
            (PHRASES, &["other", "starts", "whole", "imprint"][..]),
        ] {
            for name in names {
                let entries = section(file, name);
                assert!(!entries.is_empty(), "{name}");
                for (at, entry) in entries.iter().enumerate() {
                    assert_eq!(*entry, entry.to_lowercase(), "{name}");
                    assert!(!entries[..at].contains(entry), "{entry:?} occurs twice in {name}");
                }
            }
        }
    }
}
