use super::*;
use crate::read as read_bytes;

fn of(text: &str, content_type: &str, url: &str) -> Document {
    read_bytes(text.as_bytes(), content_type, url).unwrap()
}

#[test]
fn markdown_and_plain_text_stay_as_they_are() {
    let text = "<p align=\"center\">\n  <img src=\"a.png\">\n</p>\n\n# Tool\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nUse `Map<Key, Vec<Div>>` if a < b && b > c.";
    for (content_type, url) in
        [("text/plain", ""), ("text/markdown", ""), ("application/octet-stream", "https://x.org/README.md")]
    {
        let document = of(text, content_type, url);
        assert_eq!((document.text.as_str(), document.markdown.as_str()), (text, text), "{content_type}");
    }
    let front = of("---\ntitle: \"Dues rise\"\ndate: 2026-11-16\n---\n# Other\nText.", "text/markdown", "");
    assert_eq!((front.title.as_str(), front.published.as_str()), ("Dues rise", "2026-11-16"));
    assert_eq!(of("text\n```\n# no\n```\n# Yes #\n", "text/markdown", "").title, "Yes");
    assert_eq!(of("mar\u{200b}ket\u{e0041}\u{202e}s", "text/plain", "").text, "markets");
}

#[test]
fn json_is_read_with_its_numbers_as_written_and_its_markup_as_text() {
    let text = r#"{"headline": "Dues &amp; fees", "date": "2026-11-16", "rate": 4.50, "big": 12345678901234567890123, "html": "<div><p>First\u2009line.<\/p><p>Second <b>line</b>.<\/p><\/div>",
        "list": [1, 2.0, 3], "empty": {}, "deep": [{"a": null}], "code": "a < b && c > d", "text": "say \"hi\"\nthen go"}"#;
    let document = of(text, "application/json", "");
    for part in [
        "\"rate\": 4.50",
        "\"big\": 12345678901234567890123",
        "First line.\nSecond line.",
        "\"list\": [1, 2.0, 3]",
        "\"empty\": {}",
        "\"a\": null",
        "a < b && c > d",
        "\"say \"hi\"\nthen go\"",
    ] {
        assert!(document.text.contains(part), "{part}: {}", document.text);
    }
    assert_eq!((document.title.as_str(), &document.published[..10]), ("Dues & fees", "2026-11-16"));
    assert_eq!(of(")]}'\n{\"a\": 1}", "application/json", "").text, "{\n  \"a\": 1\n}");
    assert_eq!(
        of("{\"a\": \"x\\ny\"}\n{\"a\": [1]}\n", "application/x-ndjson", "").text,
        "{\"a\": \"x y\"}\n{\"a\": [1]}"
    );
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    assert!(of(&deep, "application/json", "").text.contains('1'));
}

#[test]
fn separated_values_are_a_table() {
    for text in [
        "vessel,dues,note\nferry,410,\"first, and \"\"best\"\"\"\ntanker,\"1,260\",x\n",
        "\u{feff}vessel;dues;note\r\nferry;410;\"first, and \"\"best\"\"\"\r\ntanker;1,260;x\r\n",
        "vessel\tdues\tnote\rferry\t410\tfirst, and \"best\"\rtanker\t1,260\tx",
    ] {
        let document = of(text, "text/csv; charset=utf-8", "");
        assert_eq!(document.text, "vessel\tdues\tnote\nferry\t410\tfirst, and \"best\"\ntanker\t1,260\tx", "{text}");
        assert!(document.markdown.contains("| ferry | 410 | first, and \"best\" |"), "{}", document.markdown);
    }
    assert_eq!(of("one line", "text/csv", "").text, "one line");
    assert_eq!(of("a,\"b\nc", "text/csv", "").text, "a,\"b\nc");
}

#[test]
fn all_rows_of_a_long_table_are_read_and_a_stated_separator_is_no_row() {
    let rows: String = (0..10_000).map(|n| format!("Port {n};{n} m\n")).collect();
    for head in ["port;depth\n", "sep=;\nport;depth\n", "sep=;\r\nport;depth\n"] {
        let text = of(&format!("{head}{rows}"), "text/csv", "").text;
        assert!(text.contains("Port 0") && text.contains("Port 9999") && !text.contains("sep="), "{head:?}");
    }
    let wide = of(&format!("a|b\n{}", "sep=|1\n2|3\n"), "text/csv", "").text;
    assert!(wide.contains("sep="), "only the first line states a separator: {wide}");
}

#[test]
fn feeds_are_read_entry_by_entry() {
    let rss = "<?xml version=\"1.0\"?><!-- x --><rss version=\"2.0\" xmlns:dc=\"d\" xmlns:content=\"c\" xmlns:media=\"m\"><channel><title>Harbour News</title><link>https://x.org/</link>\
        <image><title>Logo</title></image>\
        <item><title>Dues &amp;amp; fees</title><link>https://x.org/1</link><media:title>Picture</media:title><dc:creator>Ann</dc:creator><pubDate>Mon, 16 Nov 2026 09:30:00 GMT</pubDate>\
        <description>Short.</description><content:encoded><![CDATA[<p>The dues rise by <b>4.5</b> per cent.</p><p>From May.</p>]]></content:encoded></item>\
        <item><title>Older</title><pubDate>Sun, 15 Nov 2026 09:30:00 GMT</pubDate><description>&lt;p&gt;A ferry pays &lt;s&gt;420&lt;/s&gt; 410 euros.&lt;/p&gt;</description></item></channel></rss>";
    let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Harbour News</title><link rel=\"self\" href=\"https://x.org/feed\"/><updated>2026-11-17T00:00:00Z</updated>\
        <entry><title>Dues &amp; fees</title><link href=\"https://x.org/1\"/><link rel=\"edit\" href=\"https://x.org/edit\"/><author><name>Ann</name><email>a@x.org</email></author>\
        <updated>2026-11-16T09:30:00Z</updated><content type=\"xhtml\"><div><p>The dues rise by <b>4.5</b> per cent.</p><p>From May.</p></div></content></entry>\
        <entry><title>Older</title><published>2026-11-15T09:30:00Z</published><summary>A ferry pays 410 euros.</summary></entry></feed>";
    let json = r#"{"version": "https://jsonfeed.org/version/1.1", "title": "Harbour News", "items": [
        {"id": "1", "url": "https://x.org/1", "title": "Dues & fees", "content_html": "<p>The dues rise by <b>4.5</b> per cent.</p><p>From May.</p>", "date_published": "2026-11-16T09:30:00Z", "authors": [{"name": "Ann"}]},
        {"id": "2", "title": "Older", "content_text": "A ferry pays 410 euros.", "date_published": "2026-11-15T09:30:00Z"}]}"#;
    let expected = "Dues & fees\n2026-11-16, Ann\nThe dues rise by 4.5 per cent.\nFrom May.\nOlder\n2026-11-15\nA ferry pays 410 euros.";
    for (text, content_type) in [
        (rss, "application/rss+xml"),
        (rss, "text/html"),
        (atom, "application/xml"),
        (atom, "application/atom+xml"),
        (json, "application/feed+json"),
    ] {
        let document = of(text, content_type, "");
        assert_eq!(document.text, expected, "{content_type}");
        assert_eq!((document.title.as_str(), &document.published[..10]), ("Harbour News", "2026-11-16"));
        assert_eq!(document.links, ["https://x.org/1"]);
        assert!(document.markdown.starts_with("## Dues & fees\n\n2026-11-16, Ann\n\n"), "{}", document.markdown);
    }
}

#[test]
fn xml_is_read_as_names_and_values() {
    let text = "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY x \"y\">]><rates xmlns=\"x\" date=\"2026-11-16\"><!-- no --><rate currency=\"EUR\">4.5</rate><rate currency=\"USD\"/>\
        <vessel><name>Sea &amp; Lark</name><dues>410</dues></vessel><p>The <b>board</b> of 2026<sup>3</sup> met.</p><mixed>1<a>2</a><b>3</b></mixed></rates>";
    let lines = of(text, "application/xml", "").text;
    assert_eq!(
        lines,
        "rates date=\"2026-11-16\"\n  rate currency=\"EUR\": 4.5\n  rate currency=\"USD\"\n  vessel\n    name: Sea & Lark\n    dues: 410\n  p: The board of 2026 3 met.\n  mixed: 1 2 3"
    );
    for text in ["<a", "<a><b>x", "<a><![CDATA[x", "<a b='c>x</a>", "<?xml", "<a/><b/>"] {
        let _ = read_bytes(text.as_bytes(), "text/xml", "");
    }
}
