//! What the names that authors give to parts of a page say about them, in several languages.
//!
//! Names are cut into words first (`relatedPosts`, `related-posts` and `related_posts` are two words each), so that
//! `share` is not found in `shareholder` nor `ad` in `header`; a stem matches the beginning of a word.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::{self, NAMES};

/// What a part of a page is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Something around the text: sharing, related, comments, navigation, advertising.
    Noise,
    /// A name that is also used for the text's lead; noise if it is full of links.
    Weak,
    /// What is said about a picture, who made it, and players.
    Caption,
    /// What visitors wrote below the text.
    Comments,
    /// The text, or the page's content as a whole.
    Content,
    /// The body of an article.
    Body,
}

/// Calls `each` with every word of a name, lower case, as `camelCase`, dashes and underscores part them.
fn parts(name: &str, mut each: impl FnMut(&str)) {
    let mut word = String::with_capacity(24);
    let mut lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            flush(&mut word, &mut each);
            lower = false;
            continue;
        }
        if c.is_uppercase() && lower {
            flush(&mut word, &mut each);
        }
        lower = c.is_lowercase();
        word.extend(c.to_lowercase());
    }
    flush(&mut word, &mut each);
}

fn flush(word: &mut String, each: &mut impl FnMut(&str)) {
    if !word.is_empty() {
        each(word);
        word.clear();
    }
}

/// Whether a class or an id calls something a text's lead.
pub(crate) fn is_lead(name: &str) -> bool {
    has(name, &LEAD)
}

/// Whether it calls something a part of the frame that stands around every text.
pub(crate) fn is_frame(name: &str) -> bool {
    has(name, &FRAME)
}

fn has(name: &str, list: &[&str]) -> bool {
    let mut found = false;
    parts(name, |word| found |= list.contains(&word));
    found
}

static LEAD: LazyLock<Vec<&'static str>> = LazyLock::new(|| words::section(NAMES, "lead"));
static FRAME: LazyLock<Vec<&'static str>> = LazyLock::new(|| words::section(NAMES, "frame"));

/// A word by itself, and two neighbouring words with a space between them.
static WORDS: LazyLock<HashMap<&'static str, Part>> = LazyLock::new(|| {
    let sections = [
        ("weak", Part::Weak),
        ("content", Part::Content),
        ("content pairs", Part::Content),
        ("body", Part::Body),
        ("body pairs", Part::Body),
        ("caption", Part::Caption),
        ("noise", Part::Noise),
    ];
    let entries = |(name, part): (&str, Part)| words::section(NAMES, name).into_iter().map(move |word| (word, part));
    sections.into_iter().flat_map(entries).collect()
});

/// Bytes of a stem that it is looked up by; all stems begin with three ASCII letters.
const STEM_KEY: usize = 3;

/// Stems by their first letters.
static STEMS: LazyLock<HashMap<&'static str, Vec<(&'static str, Part)>>> = LazyLock::new(|| {
    let mut stems: HashMap<&str, Vec<(&str, Part)>> = HashMap::new();
    for (name, part) in [("noise stems", Part::Noise), ("comment stems", Part::Comments)] {
        for stem in words::section(NAMES, name) {
            stems.entry(stem.get(..STEM_KEY).unwrap_or(stem)).or_default().push((stem, part));
        }
    }
    stems
});

fn word(word: &str) -> Option<Part> {
    let stem = || {
        let stems = STEMS.get(word.get(..STEM_KEY)?)?;
        stems.iter().find(|(stem, _)| word.starts_with(stem)).map(|(_, part)| *part)
    };
    stem().or_else(|| WORDS.get(word).copied())
}

/// What a class or an id says, all its words together: the first of comments, noise, captions, body, content and weak
/// that occurs.
pub(crate) fn part(name: &str) -> Option<Part> {
    const ORDER: [Part; 6] = [Part::Comments, Part::Noise, Part::Caption, Part::Body, Part::Content, Part::Weak];
    let mut best = ORDER.len();
    let mut pair = String::new();
    parts(name, |next| {
        pair.push(' ');
        pair.push_str(next);
        for part in [word(next), WORDS.get(pair.as_str()).copied()].into_iter().flatten() {
            best = best.min(ORDER.iter().position(|known| *known == part).unwrap_or(best));
        }
        pair.clear();
        pair.push_str(next);
    });
    ORDER.get(best).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_into_words_before_they_are_understood() {
        for (name, said) in [
            ("relatedPosts", Some(Part::Noise)),
            ("post-share-buttons", Some(Part::Noise)),
            ("shareholder-letter", None),
            ("header", None),
            ("article__body", Some(Part::Body)),
            ("ArticleBody", Some(Part::Body)),
            ("page-content", Some(Part::Content)),
            ("article-body comments", Some(Part::Comments)),
            ("wp-caption-text", Some(Part::Caption)),
            ("teaser", Some(Part::Weak)),
            ("", None),
        ] {
            assert_eq!(part(name), said, "{name}");
        }
        assert!(is_lead("article-lead") && !is_lead("leader"));
        assert!(is_frame("site-footer") && !is_frame("footnote"));
    }
}
