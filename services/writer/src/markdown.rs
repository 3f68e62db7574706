//! Safe Markdown: what came from outside cannot become markup, and a link goes only where a source was read.

/// Text of strangers as one line: HTML and Markdown in it show as they are, and nothing becomes a link or an image.
pub fn text(raw: &str) -> String {
    let mut safe = String::with_capacity(raw.len());
    for c in raw.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '!' | '~' | '$' => {
                safe.push('\\');
                safe.push(c);
            }
            // Bare addresses would be made links by most viewers.
            ':' => safe.push_str("&#58;"),
            '@' => safe.push_str("&#64;"),
            c if c.is_control() || invisible(c) => {}
            c => safe.push(c),
        }
    }
    // `www.` links without a scheme.
    safe.replace("www.", "www&#46;")
}

/// As [`text`], but citations `[i1q1/f2]` that are known stay as they are.
pub fn cited(raw: &str, known: &[String]) -> String {
    let mut safe = text(raw);
    for reference in known {
        safe = safe.replace(&format!("\\[{}\\]", text(reference)), &format!("[{reference}]"));
    }
    safe
}

/// A link to a source that was read; only its words where the address is none that a person can open.
pub fn link(title: &str, url: &str) -> String {
    let words = if title.trim().is_empty() { text(url) } else { text(title) };
    match address(url) {
        Some(address) => format!("[{words}](<{address}>)"),
        None => words,
    }
}

/// Only http and https, and nothing in it that could end the link or the attribute that a viewer makes of it.
fn address(url: &str) -> Option<String> {
    let lower = url.to_ascii_lowercase();
    let web = lower.starts_with("https://") || lower.starts_with("http://");
    let clean =
        !url.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '\'' | '`' | '\\'));
    (web && clean).then(|| url.replace('&', "&amp;"))
}

/// Characters that hide or turn text: zero-width, direction overrides, tags.
fn invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_shows_as_it_is() {
        assert_eq!(
            text("<img src=x onerror=1> ![a](http://x) **b**"),
            "&lt;img src=x onerror=1&gt; \\!\\[a\\](http&#58;//x) \\*\\*b\\*\\*"
        );
        assert_eq!(text("a\nb\u{202e}c"), "a bc");
    }

    #[test]
    fn only_web_addresses_are_links() {
        assert_eq!(link("A page", "https://example.org/a?b=1&c=2"), "[A page](<https://example.org/a?b=1&amp;c=2>)");
        for bad in
            ["javascript:alert(1)", "tool:get_token_metadata/M", "https://a b", "https://a>b", "data:text/html,x"]
        {
            assert!(!link("t", bad).contains("]("), "{bad}");
        }
    }

    #[test]
    fn known_citations_stay_and_others_are_escaped() {
        let known = ["i1q1/f2".to_owned()];
        assert_eq!(cited("A [i1q1/f2] b [i9q9/f9].", &known), "A [i1q1/f2] b \\[i9q9/f9\\].");
    }

    proptest! {
        #[test]
        fn no_text_becomes_a_link_an_image_or_html(raw in ".{0,80}") {
            let safe = text(&raw);
            prop_assert!(!safe.contains('<') && !safe.contains('>') && !safe.contains("://") && !safe.contains('\n'));
            let unescaped = safe.replace("\\\\", "").replace("\\[", "").replace("\\]", "").replace("\\!", "");
            prop_assert!(!unescaped.contains('[') && !unescaped.contains(']'));
        }
    }
}
