//! Meaning of class and id names of page parts, in several languages.
//!
//! Names are split into words first (`relatedPosts`, `related-posts` and `related_posts` are two words each), so that
//! `share` does not match `shareholder` nor `ad` `header`; a stem matches the beginning of a word.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::{self, NAMES};

/// Category of a page part by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Surroundings of the text: sharing, related content, comments, navigation, advertising.
    Noise,
    /// A name that is also used for the text's lead; noise if it is full of links.
    Weak,
    /// Picture captions, credits and players.
    Caption,
    /// Comments of visitors below the text.
    Comments,
    /// The text, or the page's content as a whole.
    Content,
    /// The body of an article.
    Body,
}

/// Calls `each` with every lower-case word of a name, split at `camelCase`, dashes and underscores.
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

/// Returns `true` if a class or id denotes a text's lead.
pub(crate) fn is_lead(name: &str) -> bool {
    has(name, &LEAD)
}

/// Returns `true` if it denotes a part of the page frame around every text.
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

/// Looks up single words, and pairs of neighbouring words with a space between them.
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

/// Length of a stem's look-up key in bytes; all stems begin with three ASCII letters.
const STEM_KEY: usize = 3;

/// Stems by their look-up key.
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

/// Returns the category of a class or id by all of its words: the first that occurs of comments, noise, captions, body,
/// content and weak.
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
        for (name, expected) in [
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
            assert_eq!(part(name), expected, "{name}");
        }
        assert!(is_lead("article-lead") && !is_lead("leader"));
        assert!(is_frame("site-footer") && !is_frame("footnote"));
    }
}
