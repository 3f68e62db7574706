//! Title, date and words of a page, for the index only. Pure; what a page says is read by the researcher's reader.

/// (title, published, words) of HTML.
pub(crate) fn of_html(source: &str) -> (String, String, String) {
    let title = between(source, "<title", "</title>")
        .map(|t| t.split_once('>').map_or(t, |(_, rest)| rest))
        .unwrap_or_default();
    let published =
        attribute(source, "article:published_time", "content").or_else(|| attribute(source, "<time", "datetime"));
    (decode(title.trim()), published.unwrap_or_default(), strip(source))
}

/// (title, published, words) of Markdown or plain text: the first heading is the title.
pub(crate) fn of_plain(source: &str) -> (String, String, String) {
    let heading = source.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
    (heading.trim().to_owned(), String::new(), source.to_owned())
}

fn between<'a>(source: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let start = source.find(open)? + open.len();
    let end = source[start..].find(close)?;
    Some(&source[start..start + end])
}

/// The value of `name` in the tag where `mark` stands.
fn attribute(source: &str, mark: &str, name: &str) -> Option<String> {
    let at = source.find(mark)?;
    let start = if mark.starts_with('<') { at } else { source[..at].rfind('<')? };
    let tag = &source[start..start + source[start..].find('>')?];
    between(tag, &format!("{name}=\""), "\"").map(str::to_owned)
}

/// Without tags, scripts, styles and the head.
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

/// What follows a tag, or the whole element if it holds no words.
fn after_tag(rest: &str) -> &str {
    for (open, close) in [("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"), ("<nav", "</nav>")] {
        if rest.starts_with(open) {
            return rest.find(close).map_or("", |at| &rest[at + close.len()..]);
        }
    }
    rest.find('>').map_or("", |at| &rest[at + 1..])
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
    fn words_come_without_markup_scripts_and_entities() {
        let page = "<html><head><title>A &amp; B</title><meta property=\"article:published_time\" content=\"2026-01-02\"></head>\
                    <body><script>var x = '<p>';</script><p>One<b>two</b></p><!-- no --> three &lt;4 <unclosed";
        assert_eq!(of_html(page), ("A & B".into(), "2026-01-02".into(), "One two three <4".into()));
        assert_eq!(of_plain("intro\n# Title\ntext").0, "Title");
        assert_eq!(of_html("").2, "");
    }
}
