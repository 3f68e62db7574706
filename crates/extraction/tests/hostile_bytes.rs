//! The parsers of documents with arbitrary bytes, in this process: no panic, and work that is linear in the input.

#[path = "../../../fuzz/hostile_bytes.rs"]
mod hostile_bytes;

use hostile_bytes::{linear, mutants};

const PAGE: &str = "<!doctype html><html lang=en><head><title>A title | Site</title><meta property=og:title content='A title'>\
    <style>.a{display:none} #b{font-size:0}</style><script type=application/ld+json>{\"@type\": \"NewsArticle\", \"headline\": \"A title\", \
    \"datePublished\": \"2024-05-06\", \"author\": [{\"name\": \"Ada\"}]}</script></head><body><nav><ul><li><a href=/x>X</a></ul></nav>\
    <article><h1>A title</h1><p class=byline>By Ada, 6 May 2024</p><p>Some &amp; words of a page, &#8217;quoted&#x2019;.</p>\
    <table><tr><th>a<td>b</table><pre>code</pre><svg><path></svg><p hidden>hidden</p></article></body></html>";
const PDF: &str = "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
    3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>\nendobj\n\
    4 0 obj\n<< /Length 44 >>\nstream\nBT /F 12 Tf 50 700 Td (Words of a file) Tj ET\nendstream\nendobj\n\
    5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\ntrailer << /Root 1 0 R >>\n";

fn html(bytes: &[u8]) {
    let _ = extraction::html::read(&String::from_utf8_lossy(bytes), "https://example.org/page");
}

fn pdf(bytes: &[u8]) {
    let _ = extraction::pdf::read(bytes);
}

/// Decodes and reads any content; the first byte selects the declared type.
fn document(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    let kinds = ["", "text/html; charset=utf-16", "text/html; charset=iso-2022-jp", "text/plain", "application/pdf"];
    let _ = extraction::read(bytes, kinds[usize::from(*kind) % kinds.len()], "https://example.org/");
}

fn dates(bytes: &[u8]) {
    let _ = extraction::dates::parse(&String::from_utf8_lossy(bytes));
}

#[test]
fn arbitrary_bytes_panic_no_parser() {
    mutants(&[PAGE.as_bytes()], html);
    mutants(&[PDF.as_bytes()], pdf);
    mutants(&[format!("\x01{PAGE}").as_bytes(), b"\x02\x1b$B%F\x1b(B", b"\0\xff\xfeh\0i\0", b"\x03plain"], document);
    mutants(&[b"2024-05-06T07:08:09+01:00", b"6. Mai 2024", b"Mon, 06 May 2024 07:08:09 GMT"], dates);
}

#[test]
fn tenfold_html_takes_at_most_twelvefold_time() {
    let patterns = [
        "<p>word ",
        "<ul><li>",
        "<a href=/x>y",
        "<h1>A title",
        "<h2></h1>",
        "</b>",
        "<b><p>x",
        "</p>",
        "<table><tr><td>x",
        "<td>",
        "<form>",
        "<svg>",
        "<script>",
        "<!--",
        "--!",
        "<title>x",
        "<meta name=author content=Ada>",
        "<meta property=og:title content=x>",
        "<style>.a{display:none}</style>",
        "<style>",
        "<style>@media x{",
        "<time datetime=2024-05-06>",
        "<span class=date>6 May 2024</span>",
        "<div class='a b c d e f'>",
        "<p id=x class=y>",
        "<p style='a:b;c:d'>x",
        "<br>",
        "<pre>",
        "<q>",
        "<blockquote>",
        "<i><b>x</i>",
        "&amp;",
        "&",
        "&#",
        "&#x1F600;",
        "<",
        "</",
        "<a b=c ",
        "<a 'b",
        "<p x=\"",
        "<script type=application/ld+json>{\"@graph\": [",
        "[",
        "<p>By Ada, 6 May 2024</p>",
        "<address>",
        "<p>Related articles</p>",
        "\u{200b}",
        "<!doctype",
        "<?",
        "<ol start=9><li>",
        "<h2>Related articles</h2><p>x</p>",
        "4<sup>1</sup>",
        "1<sub>",
        "<s>x",
        "<p hidden>word</p>",
        "<x-a><template shadowrootmode=open><slot></slot>",
        "<x-a><template shadowrootmode=open></template><b slot=x>y</b></x-a>",
        "<div class='hidden md:block'>x",
        "<style>@media (min-width:1px){.a{display:block}}</style>",
        "<style>@media ()",
        "\u{336}",
    ];
    linear("HTML", &patterns, 30_000, html);
}

#[test]
fn tenfold_data_takes_at_most_twelvefold_time() {
    let of_kind = |kind: &'static str| move |bytes: &[u8]| drop(extraction::read(bytes, kind, "https://example.org/"));
    let json = ["[", "{\"a\":", "\"a\": 1,", "{\"a\": \"<p>x</p>\"}\n", "[1]\n", "\\", "\"", " ", "1\n"];
    linear("JSON", &json, 10_000, of_kind("application/json"));
    let xml = [
        "<a>",
        "</a>",
        "<a b='c'>x",
        "<![CDATA[",
        "<!--",
        "<!",
        "<!D[",
        "<?",
        "<item>",
        "<item><title>x</title></item>",
        "<a ",
        "&amp;",
        "1<b>2</b>",
        "]]>",
    ];
    for xml in xml {
        linear("XML", &[xml], 10_000, |bytes| of_kind("text/xml")(&[b"<r>", bytes].concat()));
        linear("feed", &[xml], 10_000, |bytes| of_kind("text/xml")(&[b"<rss><item><description>", bytes].concat()));
    }
    linear("CSV", &["a,b\n", "\"a\",", "\"", "\"\"", "\"a\"\"\n", ",", "\n", ";", "\r"], 10_000, of_kind("text/csv"));
    linear("Markdown", &["# a\n", "```\n", "---\n", "a: b\n", "<div>"], 10_000, of_kind("text/markdown"));
}

#[test]
fn arbitrary_data_panics_no_reader() {
    for (kind, text) in [
        ("application/json", "[{\"title\": \"a &amp; <b>b</b>\", \"n\": 1.50, \"list\": [1, 2], \"e\": {}}]"),
        (
            "application/feed+json",
            "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [{\"title\": \"a\", \"content_html\": \"<p>b</p>\"}]}",
        ),
        (
            "application/rss+xml",
            "<?xml version='1.0'?><rss><channel><title>a</title><item><title>b</title><link>c</link><description><![CDATA[<p>d</p>]]></description></item></channel></rss>",
        ),
        ("text/xml", "<a b=\"c\"><!-- d --><e>1</e><p>f <g>2</g></p></a>"),
        ("text/csv", "a;\"b \"\"c\"\"\";d\r\n1;2;3\r\n"),
        ("text/markdown", "---\ntitle: a\n---\n# b\n```\nc\n```"),
        ("application/x-ndjson", "{\"a\": 1}\n{\"b\": \"c\"}\n"),
    ] {
        mutants(&[text.as_bytes()], |bytes| drop(extraction::read(bytes, kind, "")));
    }
}

#[test]
fn tenfold_text_of_any_character_set_takes_at_most_twelvefold_time() {
    let patterns = ["a", "\n", "\u{e9}", "<meta charset=x>", "charset=", "\0", "\u{1b}$B", "\u{4e2d}"];
    linear("text", &patterns, 10_000, document);
    linear("dates", &["2024-", "6 ", "May ", "T07:", "+", "1"], 5_000, dates);
}

#[test]
fn tenfold_pdf_takes_at_most_twelvefold_time() {
    let shown = |content: &str| {
        let start = PDF.replacen("(Words of a file) Tj ET", content, 1);
        start.replacen("/Length 44", &format!("/Length {}", content.len() + 21), 1)
    };
    let contents = [
        "(word) Tj ",
        "q ",
        "Q ",
        "0 -12 Td (word) Tj ",
        "[(a) -200 (b)] TJ ",
        "1 0 0 1 5 5 cm ",
        "/P BMC ",
        "EMC ",
        "T* ",
        "(",
        "BI ",
        "BI ID x ",
        "BI ID x EIz ",
        "BI ID x EI ",
        "BI ID x EI EI ",
        "B#49 ID x EI q EI ",
        "1BI ID x EI EI ",
        "ID EI ",
    ];
    for content in contents {
        let of = |bytes: usize| shown(&content.repeat(bytes / content.len())).into_bytes();
        let (small, large) = (of(2_000), of(20_000));
        let run = |bytes: &[u8]| pdf(if bytes.len() > 1 { &large } else { &small });
        // One repetition represents the smaller file, ten for the larger one.
        linear(&format!("PDF with {content:?}"), &["x"], 1, run);
    }
    linear("PDF", &["[", "<<", "<< /A ", "1 0 obj ", "%PDF-1.7 ", "stream\n", "/Kids ", "(", "trailer "], 30_000, pdf);
}
