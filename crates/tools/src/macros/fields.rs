//! Reading of mappings: unknown keys, missing keys and wrong types become mistakes.

use super::mistake::{Mistakes, Position, suggestion};
use super::yaml::{Content, Entry, Node, Scalar};

/// A mapping that is being read.
pub(super) struct Fields<'a> {
    at: Position,
    place: &'a str,
    entries: &'a [Entry],
}

impl<'a> Fields<'a> {
    /// Opens a mapping and reports keys that are not in `known`. `place` names the mapping in messages.
    pub(super) fn open(
        node: &'a Node,
        (place, known): (&'a str, &[&str]),
        mistakes: &mut Mistakes<'_>,
    ) -> Option<Self> {
        let Content::Map(entries) = &node.content else {
            mistakes.add(node.at, format!("{place} must be a mapping, not {}", node.kind()));
            return None;
        };
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let hint = suggestion(&entry.key, known.iter().copied());
            let hint = if hint.is_empty() { format!("; the keys are {}", known.join(", ")) } else { hint };
            mistakes.add(entry.at, format!("unknown key `{}` in {place}{hint}", entry.key));
        }
        Some(Self { at: node.at, place, entries })
    }

    /// Returns the value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// Returns the value of a key, or reports that the key is missing.
    pub(super) fn need(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<&'a Node> {
        let node = self.get(key);
        if node.is_none() {
            mistakes.add(self.at, format!("{} lacks the key `{key}`", self.place));
        }
        node
    }

    /// Returns a text that is not empty.
    pub(super) fn text(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<&'a Scalar> {
        let node = self.need(key, mistakes)?;
        text(node, key, mistakes)
    }

    /// Returns a text that may be absent.
    pub(super) fn optional_text(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<&'a Scalar> {
        self.get(key).and_then(|node| text(node, key, mistakes))
    }

    /// Returns the items of a list that may be absent.
    pub(super) fn list(&self, key: &str, mistakes: &mut Mistakes<'_>) -> &'a [Node] {
        match self.get(key).map(|node| (node, &node.content)) {
            None => &[],
            Some((_, Content::List(items))) => items,
            Some((node, _)) => {
                mistakes.add(node.at, format!("`{key}` must be a list, not {}", node.kind()));
                &[]
            }
        }
    }

    /// Returns the texts of a list that may be absent.
    pub(super) fn texts(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Vec<String> {
        let items = self.list(key, mistakes);
        items.iter().filter_map(|item| Some(text(item, key, mistakes)?.text.trim().to_owned())).collect()
    }

    /// Returns a boolean; false if it is absent.
    pub(super) fn flag(&self, key: &str, mistakes: &mut Mistakes<'_>) -> bool {
        match self.get(key).map(|node| (node, node.to_json().as_bool())) {
            None => false,
            Some((_, Some(flag))) => flag,
            Some((node, None)) => {
                mistakes.add(node.at, format!("`{key}` must be true or false, not {}", node.kind()));
                false
            }
        }
    }
}

/// Returns a text that is not empty. Numbers and booleans without quotes are not texts.
pub(super) fn text<'a>(node: &'a Node, key: &str, mistakes: &mut Mistakes<'_>) -> Option<&'a Scalar> {
    match &node.content {
        Content::Scalar(scalar) if scalar.value.is_string() && !scalar.text.trim().is_empty() => Some(scalar),
        Content::Scalar(scalar) if scalar.value.is_string() || scalar.value.is_null() => {
            mistakes.add(node.at, format!("`{key}` is empty"));
            None
        }
        _ => {
            mistakes.add(node.at, format!("`{key}` must be a text, not {}; quotes make a text", node.kind()));
            None
        }
    }
}
