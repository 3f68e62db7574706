//! Escapes untrusted text, and accepts only web addresses as links.

/// Escapes untrusted text as one line of Markdown: HTML and Markdown show as text, and nothing becomes a link or an
/// image. Only characters with a meaning in their context are escaped, because the source is read by people as well.
pub fn markdown(raw: &str) -> String {
    let line = one_line(raw);
    let mut safe = String::with_capacity(line.len());
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            // Most viewers turn bare URLs into links.
            ':' if next == Some('/') || ends_with_scheme(&safe) => safe.push_str("&#58;"),
            '@' => safe.push_str("&#64;"),
            c if has_meaning(c, &safe, next) => {
                safe.push('\\');
                safe.push(c);
            }
            c => safe.push(c),
        }
    }
    // `www.` links without a scheme.
    safe.replace("www.", "www&#46;")
}

/// Returns true for a character with a meaning in its context.
fn has_meaning(c: char, before: &str, next: Option<char>) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '\\' | '`' | '*' | '[' | ']' | '|' | '~' => true,
        // No emphasis within a word.
        '_' => !(letter(before.chars().next_back()) && letter(next)),
        // Headings and lists start only at the beginning of a line.
        '#' => before.is_empty(),
        '-' | '+' => before.is_empty() && next == Some(' '),
        // A number with a full stop starts a list.
        '.' | ')' => !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit()),
        // A dollar sign before a digit is an amount, not mathematics.
        '$' => !next.is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    }
}

/// Returns true after a scheme that some viewers link without slashes.
fn ends_with_scheme(before: &str) -> bool {
    let lower = before.to_ascii_lowercase();
    ["mailto", "xmpp", "javascript", "data", "tel"].iter().any(|scheme| lower.ends_with(scheme))
}

/// Escapes untrusted text as one line of HTML, for element content or a quoted attribute.
pub fn html(raw: &str) -> String {
    let mut safe = String::with_capacity(raw.len());
    for c in one_line(raw).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Removes all other characters from a name of evidence (`i1q2/f3`, `s1`) for an anchor or a citation: ids pass through
/// models.
pub fn name(raw: &str) -> String {
    raw.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '/').collect()
}

/// Returns the URL, escaped for both formats, if it is http or https and contains no character that could end the link
/// or the attribute in which it is placed.
pub fn address(url: &str) -> Option<String> {
    let lower = url.to_ascii_lowercase();
    let web = lower.starts_with("https://") || lower.starts_with("http://");
    let clean =
        !url.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '\'' | '`' | '\\'));
    (web && clean && !url.chars().any(invisible)).then(|| url.replace('&', "&amp;"))
}

fn one_line(raw: &str) -> String {
    let line = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !c.is_control() && !invisible(*c)).collect()
}

/// Returns true for characters that hide or reorder text: zero-width, direction overrides, tags.
fn invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_is_shown_as_text() {
        assert_eq!(
            markdown("<img src=x onerror=1> ![a](http://x) **b**"),
            "&lt;img src=x onerror=1&gt; !\\[a\\](http&#58;//x) \\*\\*b\\*\\*"
        );
        assert_eq!(markdown("a\nb\u{202e}c"), "a bc");
        assert_eq!(markdown("At 14:13 web_search cost $0.01: so it is!"), "At 14:13 web_search cost $0.01: so it is!");
        assert_eq!(markdown("# x _y_ mailto:a@b"), "\\# x \\_y\\_ mailto&#58;a&#64;b");
        assert_eq!(html("<b onclick='x'>\"&\u{200b}"), "&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;");
        assert_eq!(name("i1q2/f3\"><script>"), "i1q2/f3script");
    }

    #[test]
    fn only_web_addresses_become_links() {
        assert_eq!(address("https://example.org/a?b=1&c=2").as_deref(), Some("https://example.org/a?b=1&amp;c=2"));
        for bad in
            ["javascript:alert(1)", "tool:get_token_metadata/M", "https://a b", "https://a>b", "data:text/html,x", ""]
        {
            assert_eq!(address(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn no_text_becomes_a_link_an_image_or_html(raw in ".{0,80}") {
            let safe = markdown(&raw);
            prop_assert!(!safe.contains('<') && !safe.contains('>') && !safe.contains("://") && !safe.contains('\n'));
            let unescaped = safe.replace("\\\\", "").replace("\\[", "").replace("\\]", "");
            prop_assert!(!unescaped.contains('[') && !unescaped.contains(']'));
            let safe = html(&raw);
            prop_assert!(!safe.contains(['<', '>', '"', '\'', '\n']));
        }
    }
}
