//! Title, date and text of a page for the index, and snippets for result lists. The researcher reads pages with the
//! crate `extraction` instead.

use crate::text;

/// Maximum characters of a snippet.
const MAX_SNIPPET_CHARS: usize = 240;

/// Title, date and text of a page. Title and date may be empty.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) title: String,
    pub(super) published: String,
    pub(super) text: String,
}

/// Parses HTML.
pub(super) fn parse_html(source: &str) -> Content {
    let title = between(source, "<title", "</title>")
        .map(|t| t.split_once('>').map_or(t, |(_, rest)| rest))
        .unwrap_or_default();
    let published =
        attribute(source, "article:published_time", "content").or_else(|| attribute(source, "<time", "datetime"));
    Content { title: decode(title.trim()), published: published.unwrap_or_default(), text: strip(source) }
}

/// Parses Markdown or plain text: the first heading is the title.
pub(super) fn parse_plain(source: &str) -> Content {
    let heading = source.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
    Content { title: heading.trim().to_owned(), text: source.to_owned(), ..Content::default() }
}

fn between<'a>(source: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let start = source.find(open)? + open.len();
    let end = source[start..].find(close)?;
    Some(&source[start..start + end])
}

/// Value of the attribute `name` in the tag that contains `mark`.
fn attribute(source: &str, mark: &str, name: &str) -> Option<String> {
    let at = source.find(mark)?;
    let start = if mark.starts_with('<') { at } else { source[..at].rfind('<')? };
    let tag = &source[start..start + source[start..].find('>')?];
    between(tag, &format!("{name}=\""), "\"").map(str::to_owned)
}

/// Removes tags, scripts, styles and the head.
fn strip(source: &str) -> String {
    let body = source.find("<body").map_or(source, |at| &source[at..]);
    let mut words = String::with_capacity(body.len() / 2);
    let mut rest = body;
    while let Some(open) = rest.find('<') {
        words.push_str(&rest[..open]);
        words.push(' ');
        rest = after_tag(&rest[open..]);
    }
    words.push_str(rest);
    decode(&words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Skips a tag, or the whole element if its text is not part of the page.
fn after_tag(rest: &str) -> &str {
    for (open, close) in [("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"), ("<nav", "</nav>")] {
        if rest.starts_with(open) {
            return rest.find(close).map_or("", |at| &rest[at + close.len()..]);
        }
    }
    rest.find('>').map_or("", |at| &rest[at + 1..])
}

/// Returns the sentence with most of the query's terms and the text that follows it.
pub fn snippet(text: &str, query: &str) -> String {
    let query = text::terms(query);
    let mut best = (0, 0);
    let mut start = 0;
    for sentence in text.split_inclusive(['.', '!', '?', '\n']) {
        let found = text::terms(sentence).iter().filter(|term| query.contains(term)).count();
        if found > best.0 {
            best = (found, start);
        }
        start += sentence.len();
    }
    text[best.1..].trim_start().chars().take(MAX_SNIPPET_CHARS).collect()
}

fn decode(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let named = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    named.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_no_markup_scripts_or_entities() {
        let page = "<html><head><title>A &amp; B</title><meta property=\"article:published_time\" content=\"2026-01-02\"></head>\
                    <body><script>var x = '<p>';</script><p>One<b>two</b></p><!-- no --> three &lt;4 <unclosed";
        let content =
            Content { title: "A & B".into(), published: "2026-01-02".into(), text: "One two three <4".into() };
        assert_eq!(parse_html(page), content);
        assert_eq!(parse_plain("intro\n# Title\ntext").title, "Title");
        assert_eq!(parse_html("").text, "");
    }

    #[test]
    fn a_snippet_begins_with_the_best_sentence() {
        let text = "Welcome. The mint was frozen in May. Nothing else.";
        assert!(snippet(text, "who froze the mint in May").starts_with("The mint"));
        assert!(snippet(text, "zebra").starts_with("Welcome"));
        assert_eq!(snippet("", "x"), "");
    }
}
