//! Redirects that a page asks for: the header `Refresh`, and `<meta http-equiv="refresh">`. Moved pages and pages for
//! browsers without scripts have them. They are followed as other redirects, if they come at once and the page has
//! hardly any text: a page with text may ask for itself again, or for its next picture. Pure.

use reqwest::header::HeaderValue;
use url::Url;

use super::Page;
use super::follow::readable;
use crate::wall;

/// Maximum delay in seconds of a redirect. Longer ones show the page first.
const MAX_SECONDS: f32 = 5.0;
/// Maximum bytes of a page that is a redirect.
const MAX_BYTES: usize = 64 * 1024;
/// Maximum bytes of a tag.
const MAX_TAG_BYTES: usize = 2048;

/// Returns the address that the page, or its header `Refresh`, asks for; `None` for a page with content.
pub(super) fn target(from: &Url, header: Option<&HeaderValue>, page: &Page) -> Option<Url> {
    if page.body.len() > MAX_BYTES || !(page.content_type.is_empty() || page.content_type.contains("html")) {
        return None;
    }
    let html = String::from_utf8_lossy(&page.body);
    let stated = header.and_then(|value| address(&readable(value.as_bytes())));
    let asked = stated.or_else(|| in_page(&html))?;
    let mut url = from.join(&asked).ok()?;
    url.set_fragment(None);
    let is_redirect = matches!(url.scheme(), "http" | "https") && url != *from && wall::is_short(&html);
    is_redirect.then_some(url)
}

/// Parts of a page in which tags are text: their starts and ends.
const RAW: [(&str, &str); 3] = [("<!--", "-->"), ("<script", "</script"), ("<style", "</style")];

/// Returns the address of the first `meta` element that asks for one.
fn in_page(html: &str) -> Option<String> {
    let lower = html.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower[from..].find('<').map(|at| from + at) {
        let rest = &lower[at..];
        if let Some((start, end)) = RAW.iter().find(|(start, _)| rest.starts_with(start)) {
            from = at + start.len() + rest[start.len()..].find(end)? + end.len();
            continue;
        }
        from = at + 1;
        if !rest.starts_with("<meta") {
            continue;
        }
        let end = rest.find('>')? + at;
        let tag = &html[at..html.floor_char_boundary(end.min(at + MAX_TAG_BYTES))];
        if attribute(tag, "http-equiv").is_some_and(|name| name.eq_ignore_ascii_case("refresh")) {
            return attribute(tag, "content").and_then(|content| address(&content));
        }
    }
    None
}

/// Returns the value of an attribute of a tag, with the references that addresses contain decoded.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let lower = tag.to_ascii_lowercase();
    let is_name = |at: usize| {
        lower[..at].ends_with(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '/'))
            && lower[at + name.len()..].trim_start().starts_with('=')
    };
    let at = lower.match_indices(name).map(|(at, _)| at).find(|at| is_name(*at))?;
    let value = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let value = match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next()?,
        _ => value.split(|c: char| c.is_ascii_whitespace()).next()?.trim_end_matches('/'),
    };
    Some(value.replace("&amp;", "&").replace("&#38;", "&").replace("&quot;", "\"").replace("&#39;", "'"))
}

/// Returns the address of `0; url=/new`, `0;URL='/new'` or `0, /new` (HTML standard, "shared declarative refresh").
fn address(content: &str) -> Option<String> {
    let content = content.trim();
    let (delay, rest) = content.split_at(content.find(|c: char| !(c.is_ascii_digit() || c == '.'))?);
    let seconds = if delay.is_empty() { 0.0 } else { delay.parse::<f32>().ok()? };
    let rest = rest.trim_start().trim_start_matches([';', ',']).trim_start();
    let named = rest.get(..3).filter(|name| name.eq_ignore_ascii_case("url"));
    let after = named.and_then(|_| rest[3..].trim_start().strip_prefix('=')).unwrap_or(rest).trim();
    let url = match after.chars().next()? {
        quote @ ('"' | '\'') => after[1..].split(quote).next()?,
        _ => after,
    };
    (seconds <= MAX_SECONDS && !url.trim().is_empty()).then(|| url.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(header: Option<&str>, html: &str) -> Option<String> {
        let from = Url::parse("https://example.org/a/old").unwrap();
        let header: Option<HeaderValue> = header.map(|value| value.parse().unwrap());
        let body = html.as_bytes().to_vec();
        let page = Page { url: from.clone(), content_type: "text/html".into(), hash: crate::content_hash(&body), body };
        target(&from, header.as_ref(), &page).map(String::from)
    }

    #[test]
    fn a_page_that_only_asks_for_another_address_is_a_redirect() {
        for html in [
            "<meta http-equiv=\"refresh\" content=\"0; url=/a/new\">",
            "<title>Moved</title><META HTTP-EQUIV='Refresh' CONTENT='0;URL=new'><p>This page has moved.</p>",
            "<meta content=\"1;url='https://example.org/a/new#top'\" http-equiv=refresh>",
            "<meta http-equiv=refresh content=0;url=/a/new>",
            "<noscript><meta http-equiv=refresh content='0, /a/new'></noscript><script>var a = 'many words of a script';</script>",
        ] {
            assert_eq!(asked(None, html).as_deref(), Some("https://example.org/a/new"), "{html}");
        }
        assert_eq!(asked(Some("0;url=/b?x=1"), "").as_deref(), Some("https://example.org/b?x=1"));
    }

    #[test]
    fn other_pages_stay() {
        let text = "The board of the port decided to raise the dues. ".repeat(12);
        for html in [
            "<meta http-equiv=refresh content=300>",
            "<meta http-equiv=refresh content='60; url=/a/new'>",
            "<meta http-equiv=refresh content='0; url=/a/old#top'>",
            "<meta http-equiv=refresh content='0; url=javascript:alert(1)'>",
            "<meta http-equiv=refresh content='0; url=data:text/html,x'>",
            "<meta http-equiv=content-type content='0; url=/a/new'>",
            "<!--[if lte IE 8]><meta http-equiv=refresh content='0;url=/a/new'><![endif]-->",
            "<script>var a = \"<meta http-equiv=refresh content='0;url=/a/new'>\";</script>",
            "<meta http-equiv=refresh content=''><meta http-equiv=refresh content='0;url=/a/new'>",
            &format!("<meta http-equiv=refresh content='0; url=/a/new'><p>{text}</p>"),
        ] {
            assert_eq!(asked(None, html), None, "{html}");
        }
        assert_eq!(asked(Some("5"), ""), None);
        for part in ["<", "<meta ", "<script>", "<!--", "content=", "é<meta http-equiv=refresh content=\"0;url="] {
            let _ = asked(None, &part.repeat(9_000));
        }
    }
}
