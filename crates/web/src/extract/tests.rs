use std::time::Instant;

use super::*;
use crate::content_hash;

fn page(body: &str, content_type: &str) -> Page {
    let body = body.as_bytes().to_vec();
    let url = url::Url::parse("https://news.example.org/2026/rates.html").unwrap();
    Page { url, content_type: content_type.to_owned(), hash: content_hash(&body), body }
}

const ARTICLE: &str = include_str!("../../fixtures/article.html");

#[test]
fn an_article_becomes_markdown_with_what_it_says_about_itself() {
    let read = extract(&page(ARTICLE, "text/html; charset=utf-8")).unwrap();
    assert_eq!(read.title, "Central bank keeps its rate at 3.25 per cent");
    assert_eq!(read.author, "Ada Example");
    assert_eq!(parse_date(&read.published).unwrap().to_rfc3339(), "2026-11-20T09:30:00+00:00");
    assert_eq!(read.site, "Example News");
    assert_eq!(read.language, "en");
    assert!(read.markdown.contains("left its policy rate unchanged at 3.25 per cent"));
    assert!(read.markdown.contains("|"), "tables survive: {}", read.markdown);
    assert!(
        read.markdown.contains("*   two members voted for a cut")
            || read.markdown.contains("* two members voted for a cut"),
        "{}",
        read.markdown
    );
    for noise in ["alert(1)", "Subscribe now", "color: red"] {
        assert!(!read.markdown.contains(noise), "{noise}");
    }
    assert_eq!(read.links, ["https://www.example.org/minutes"]);
}

#[test]
fn plain_text_and_fragments_are_read_too() {
    assert_eq!(extract(&page("  just words ", "text/plain")).unwrap().markdown, "just words");
    let read = extract(&page("<html><title>T</title><body><p>Short.</p></body></html>", "")).unwrap();
    assert!(read.markdown.contains("Short."));
    assert_eq!(extract(&page("  ", "text/html")), Err(Unreadable::Empty));
}

#[test]
fn deep_nesting_is_cut_before_it_costs_anything() {
    let bomb = format!("<html><body>{}words{}</body></html>", "<div>".repeat(100_000), "</div>".repeat(100_000));
    let started = Instant::now();
    let read = extract(&page(&bomb, "text/html")).unwrap();
    assert!(read.markdown.contains("words"));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn shallow_pages_pass_the_cap_unchanged() {
    for html in [ARTICLE, "a < b and <b>c</b> <!-- <i> --> <br><br/>", "<", "<!", "x</", "<p"] {
        assert_eq!(nesting::cap(html), html);
    }
}
