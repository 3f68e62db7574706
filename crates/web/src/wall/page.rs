//! The parts of a page that tell a wall from content: title, visible text, code, and how much text there is. One pass
//! over the bytes.

/// Elements whose content is code.
const CODE: [&str; 3] = ["script", "style", "template"];
/// Maximum bytes of each part; the rest of a larger page is counted only.
const MAX_PART_BYTES: usize = 64 * 1024;
/// First code point of scripts that write whole words with one sign, which counts as two letters.
const DENSE_SCRIPTS: char = '\u{2e80}';

/// A page, in lower case.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) title: String,
    /// Text that a visitor sees.
    pub(super) text: String,
    /// Tags, attributes and scripts.
    pub(super) code: String,
    /// Text for browsers that run no scripts.
    pub(super) fallback: String,
    /// Letters of the visible text.
    pub(super) letters: usize,
    /// Letters of its longest piece without a tag.
    pub(super) longest: usize,
    /// The page declares an article.
    pub(super) is_article: bool,
    /// The page has a field for a password.
    pub(super) has_password: bool,
    /// The page has a field for longer text, as the form of a contact page.
    pub(super) has_form_text: bool,
    /// No further tag ends, so that the search runs once and not for every `<`.
    is_endless: bool,
}

impl Page {
    pub(super) fn parse(html: &str) -> Self {
        let lower = html.to_ascii_lowercase();
        let mut page = Self::default();
        let mut rest = lower.as_str();
        while let Some(open) = rest.find('<') {
            page.push_text(&rest[..open]);
            rest = page.markup(&rest[open..]);
        }
        page.push_text(rest);
        page
    }

    fn push_text(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let letters = text.chars().filter(|c| !c.is_whitespace()).map(|c| if c >= DENSE_SCRIPTS { 2 } else { 1 }).sum();
        self.letters += letters;
        self.longest = self.longest.max(letters);
        push(&mut self.text, &plain(text));
    }

    /// Reads a comment, or a tag with the content of a raw element; returns the rest.
    fn markup<'h>(&mut self, from: &'h str) -> &'h str {
        if let Some(comment) = from.strip_prefix("<!--") {
            return comment.split_once("-->").map_or("", |(_, rest)| rest);
        }
        let is_tag = from[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
        let end = (is_tag && !self.is_endless).then(|| from.find('>'));
        self.is_endless |= end == Some(None);
        let Some(end) = end.flatten() else {
            self.push_text(&from[..1]);
            return &from[1..];
        };
        let tag = &from[1..end];
        let rest = &from[end + 1..];
        push(&mut self.code, tag);
        self.note(tag);
        let name = tag.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next().unwrap_or_default();
        if !(CODE.contains(&name) || matches!(name, "noscript" | "title" | "svg" | "textarea")) {
            return rest;
        }
        let (inside, rest) = match rest.find(&format!("</{name}")) {
            Some(close) => (&rest[..close], &rest[close..]),
            None => (rest, ""),
        };
        match name {
            "title" if self.title.is_empty() => self.title = plain(inside),
            "noscript" => push(&mut self.fallback, &without_tags(inside)),
            name if CODE.contains(&name) => push(&mut self.code, inside),
            _ => {}
        }
        rest
    }

    fn note(&mut self, tag: &str) {
        self.is_article |= tag.starts_with("article")
            || tag.contains("articlebody")
            || (tag.starts_with("meta") && tag.contains("og:type") && tag.contains("article"));
        self.has_password |= tag.starts_with("input") && tag.contains("password");
        self.has_form_text |= tag.starts_with("textarea") || (tag.starts_with("input") && tag.contains("email"));
    }
}

fn push(part: &mut String, text: &str) {
    if part.len() < MAX_PART_BYTES {
        let room = MAX_PART_BYTES.min(text.len());
        let end = (0..=room).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
        part.push(' ');
        part.push_str(&text[..end]);
    }
}

/// Decodes the references that sentences contain, and collapses white space.
fn plain(text: &str) -> String {
    let text = text
        .replace("&amp;", "&")
        .replace("&nbsp;", " ")
        .replace("&#39;", "'")
        .replace("&apos;", "'")
        .replace(['\u{2019}', '\u{2018}'], "'");
    let text = text.replace("&rsquo;", "'").replace('\u{2026}', "...").replace("&hellip;", "...");
    // ASCII letters are lower case already; other scripts are not.
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        text.push(' ');
        rest = tag.split_once('>').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    plain(&text)
}
