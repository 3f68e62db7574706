//! Fragments of a page that the server renders again, and the messages that carry them to open pages. A message has
//! the state of its fragments and no difference, so a page that missed some is right after the next one.

use std::fmt::Write;

use maud::{Markup, html};
use sha2::{Digest, Sha256};

/// The parts of a page that change, as they are now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    fragments: Vec<Fragment>,
    rows: Option<Rows>,
    is_final: bool,
}

/// An element of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fragment {
    /// Id of the element. The markup is that element.
    place: String,
    markup: String,
    /// Digest of the markup without the words of relative times, which the browser renews.
    digest: [u8; 8],
}

/// Ids of the rows of a list in order. A page keeps rows that it shows in their places and offers the new ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    /// Beginning of the ids of all rows.
    pub prefix: &'static str,
    /// The rows of the first page.
    pub ids: Vec<String>,
    /// `true` if older rows are on further pages.
    pub more: bool,
}

impl Picture {
    /// Adds an element with the id `place`.
    pub fn add(&mut self, place: impl Into<String>, markup: Markup) {
        let markup = markup.into_string();
        let digest = digest(&[without_relative_times(&markup).as_str()]);
        self.fragments.push(Fragment { place: place.into(), markup, digest });
    }

    /// Sets the rows of the list.
    #[must_use]
    pub fn with_rows(self, rows: Rows) -> Self {
        Self { rows: Some(rows), ..self }
    }

    /// Marks the last picture of a page: nothing of it changes any more.
    #[must_use]
    pub fn finished(self, is_final: bool) -> Self {
        Self { is_final, ..self }
    }

    /// Returns `true` for the last picture.
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    /// Returns the id of this state, which every replica computes alike: a page that resumes at another replica misses
    /// and repeats nothing.
    pub fn id(&self) -> String {
        let mut all = Sha256::new();
        for fragment in &self.fragments {
            all.update(&fragment.place);
            all.update(fragment.digest);
        }
        all.update(self.rows.iter().map(Rows::json).collect::<String>());
        all.update([u8::from(self.is_final)]);
        hex(&all.finalize()[..8])
    }

    /// Returns the message that leads a page from `before`, or from any state, to this one.
    pub fn message(&self, before: Option<&Picture>) -> String {
        let is_new = |fragment: &&Fragment| {
            let old = before.and_then(|before| before.fragments.iter().find(|old| old.place == fragment.place));
            old.is_none_or(|old| old.digest != fragment.digest)
        };
        let mut message = String::new();
        if let Some(rows) = self.rows.as_ref().filter(|_| before.is_none_or(|before| before.rows != self.rows)) {
            push_event(&mut message, Some("rows"), &rows.json());
        }
        let mut data = String::new();
        for fragment in self.fragments.iter().filter(is_new) {
            let Fragment { place, markup, .. } = fragment;
            // Places are ids of ours.
            let _ = write!(data, "<hx-partial hx-target=\"#{place}\" hx-swap=\"outerMorph\">{markup}</hx-partial>");
        }
        // The id ends the message, so that an interrupted one is sent again.
        let _ = writeln!(message, "id: {}", self.id());
        push_event(&mut message, None, &data);
        message
    }
}

impl Rows {
    fn json(&self) -> String {
        serde_json::json!({ "ids": self.ids, "more": self.more, "prefix": self.prefix }).to_string()
    }
}

/// Adds an event. Every kind of line break begins a line of data, so that text cannot begin another field.
pub fn push_event(message: &mut String, name: Option<&str>, data: &str) {
    if let Some(name) = name {
        let _ = writeln!(message, "event: {name}");
    }
    for line in data.split(['\n', '\r']) {
        let _ = writeln!(message, "data: {line}");
    }
    message.push('\n');
}

/// Returns markup without the text of elements that the browser renews by itself.
fn without_relative_times(markup: &str) -> String {
    const OPEN: &str = "<time data-rel";
    let mut kept = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some((before, after)) = rest.split_once(OPEN) {
        kept.push_str(before);
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        kept.push_str(tag);
        rest = after.split_once("</time>").map_or("", |(_, rest)| rest);
    }
    kept.push_str(rest);
    kept
}

fn digest(parts: &[&str]) -> [u8; 8] {
    let mut all = Sha256::new();
    parts.iter().for_each(|part| all.update(part));
    let mut first = [0; 8];
    first.copy_from_slice(&all.finalize()[..8]);
    first
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The link to rows that have appeared since the page was rendered. Its place is reserved, so that nothing moves when
/// it appears; the script shows it and writes the number.
pub fn new_rows(address: &str) -> Markup {
    html! { a #new-rows.newer href=(address) data-key="." title="Show them (.)" { "New rows" } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(parts: &[(&str, &str)]) -> Picture {
        let mut picture = Picture::default();
        for (place, text) in parts {
            picture.add(*place, html! { p id=(place) { (text) } });
        }
        picture
    }

    #[test]
    fn a_message_has_the_changed_fragments_and_the_id_of_the_state() {
        let (before, after) = (picture(&[("a", "1"), ("b", "1")]), picture(&[("a", "1"), ("b", "2"), ("c", "1")]));
        let message = after.message(Some(&before));
        assert!(!message.contains("#a\"") && message.contains("#b\"") && message.contains("#c\""), "{message}");
        assert!(message.starts_with(&format!("id: {}\n", after.id())) && message.ends_with("\n\n"), "{message}");
        assert!(after.message(None).contains("#a\""));
        assert_ne!(before.id(), after.id());
        assert_eq!(
            after.id(),
            picture(&[("a", "1"), ("b", "2"), ("c", "1")]).id(),
            "another replica computes the same"
        );
        assert_ne!(after.id(), after.clone().finished(true).id());
    }

    #[test]
    fn text_with_line_breaks_begins_no_field() {
        let message = picture(&[("a", "x\revent: gone\r\ndata: y\n\nid: 7")]).message(None);
        for line in message.lines().filter(|line| !line.is_empty()) {
            assert!(line.starts_with("data: ") || line.starts_with("id: "), "{message:?}");
        }
        assert!(!message.contains('\r') && message.matches("id: ").count() == 2, "{message:?}");
        assert_eq!(message.matches("\n\n").count(), 1, "one event: {message:?}");
    }

    #[test]
    fn the_words_of_a_relative_time_are_no_change() {
        let at = domain::Time::UNIX_EPOCH;
        let with = |seconds| {
            let mut picture = Picture::default();
            let now = at + chrono::TimeDelta::seconds(seconds);
            picture.add("a", html! { p { (super::super::figure::time(now, at)) " b" } });
            picture
        };
        assert_eq!(with(5).id(), with(3_600).id());
        assert_ne!(with(5), with(3_600), "a full message has the present words");
    }

    #[test]
    fn rows_are_sent_when_they_change() {
        let rows = |ids: &[&str]| Rows { prefix: "run-", ids: ids.iter().map(|id| (*id).into()).collect(), more: true };
        let (one, two) = (Picture::default().with_rows(rows(&["1"])), Picture::default().with_rows(rows(&["2", "1"])));
        assert!(two.message(Some(&one)).starts_with("event: rows\ndata: {\"ids\":[\"2\",\"1\"],\"more\":true"));
        assert!(!two.message(Some(&two)).contains("rows"));
    }
}
