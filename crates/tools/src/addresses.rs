//! Finds the addresses in a text of the asker or of an operator, so that they may be fetched. Not for texts of
//! strangers. Pure.

/// Characters that end an address in a text. A template (`{{name}}`) begins with one of them.
const ENDS: &str = "<>\"'`{}|\\^[]";
/// Punctuation that belongs to the sentence if an address ends with it.
const PUNCTUATION: &str = ".,;:!?*";

/// Returns the public http(s) addresses in a text: each as it is written there and, if that differs, as a browser
/// writes it. An address that a template completes is not among them.
pub fn in_text(text: &str) -> Vec<String> {
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = lower[from..].find("http").map(|at| from + at) {
        let rest = &text[start..];
        let end = rest.find(is_end).unwrap_or(rest.len());
        from = start + end.max("http".len());
        let is_web = ["http://", "https://"].iter().any(|scheme| lower[start..].starts_with(scheme));
        if !is_web || rest[end..].starts_with('{') {
            continue;
        }
        let written = &rest[..end];
        add(&mut found, written);
        // In some scripts a sentence goes on without a space.
        let ascii = written.find(|c: char| !c.is_ascii()).unwrap_or(end);
        if ascii < end {
            add(&mut found, &written[..ascii]);
        }
    }
    found
}

/// Returns true for a character that is no part of an address. Letters of other scripts may be part of one.
fn is_end(c: char) -> bool {
    c.is_whitespace() || c.is_control() || ENDS.contains(c) || (!c.is_ascii() && !c.is_alphanumeric())
}

fn add(found: &mut Vec<String>, written: &str) {
    let written = without_punctuation(written);
    let Ok(url) = web::guard::check(written) else { return };
    for address in [written, url.as_str()] {
        if !found.iter().any(|known| known == address) {
            found.push(address.to_owned());
        }
    }
}

/// Returns the address without the punctuation of the sentence around it.
fn without_punctuation(written: &str) -> &str {
    let mut address = written;
    loop {
        let shorter = address.trim_end_matches(|c: char| PUNCTUATION.contains(c));
        let is_unopened = shorter.matches(')').count() > shorter.matches('(').count();
        let shorter = shorter.strip_suffix(')').filter(|_| is_unopened).unwrap_or(shorter);
        if shorter == address {
            return address;
        }
        address = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_where_the_sentence_goes_on() {
        for (text, expected) in [
            ("Who runs it, as https://gridshare.example.org/about says?", "https://gridshare.example.org/about"),
            ("See (https://a.example.org/x), then go on.", "https://a.example.org/x"),
            ("See https://en.example.org/wiki/Wif_(token).", "https://en.example.org/wiki/Wif_(token)"),
            ("**https://a.example.org/q?a=1&b=2#c**!", "https://a.example.org/q?a=1&b=2#c"),
            (r#"{"page":"http://a.example.org/","other":1}"#, "http://a.example.org/"),
            ("Is it httpd or https://a.example.org/x?", "https://a.example.org/x"),
        ] {
            assert_eq!(in_text(text), [expected], "{text}");
        }
    }

    #[test]
    fn an_address_may_be_written_in_two_ways() {
        assert_eq!(in_text("https://a.example.org."), ["https://a.example.org", "https://a.example.org/"]);
        let found = in_text("HTTPS://A.example.org/Über、と");
        assert!(found.contains(&"https://a.example.org/%C3%9Cber".to_owned()), "{found:?}");
        let found = in_text("https://a.example.org/about说了什么");
        assert!(found.contains(&"https://a.example.org/about".to_owned()), "{found:?}");
    }

    #[test]
    fn what_is_no_public_address_is_left_out() {
        let texts = [
            "",
            "http",
            "https://",
            "ftp://a.example.org/x",
            "a.example.org",
            "http://127.0.0.1/x",
            "https://user:pass@a.example.org/",
            "https://localhost/x",
            "https://a.example.org/{{client}}",
            "https://a.example.org:8443/x",
        ];
        for text in texts {
            assert_eq!(in_text(text), [""; 0], "{text}");
        }
    }
}
