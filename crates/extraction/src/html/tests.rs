use std::time::Duration;

use proptest::prelude::*;

use super::read;

const URL: &str = "https://news.example.org/2026/11/rates.html";

/// A page like those of newspapers, with everything around the text that they have.
const PAGE: &str = r#"<!doctype html><html lang="en-GB"><head>
<title>Central bank keeps its rate at 3.25 per cent | Example News</title>
<meta property="og:title" content="Central bank keeps its rate at 3.25 per cent">
<meta property="og:site_name" content="Example News">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage","name":"x"},
 {"@type":["NewsArticle"],"headline":"Central bank keeps its rate at 3.25 per cent","datePublished":"2026-11-20T09:30:00+01:00",
  "author":[{"@type":"Person","name":"Ada Example"},{"@type":"Person","name":"Bo Muster"}]}]}</script>
</head><body>
<nav><ul><li><a href="/">Home</a><li><a href="/money">Money</a></ul></nav>
<header class="site-header"><a href="/">Example News</a></header>
<main><article class="story">
<h1>Central bank keeps its rate at 3.25 per cent</h1>
<p class="lead">Borrowers will have to wait until the spring for relief, the governor said after the meeting on Friday.</p>
<div class="byline">By Ada Example and Bo Muster | 20 November 2026</div>
<div class="share-buttons"><a href="https://social.example/share">Share</a> <a href="https://social.example/post">Post</a></div>
<div class="article-body">
<p>The central bank left its policy rate unchanged at 3.25 per cent, as <a href="/survey">most economists had expected</a>, and
said that inflation would return to its target later than it had thought in the summer.</p>
<figure><img src="x.jpg" alt="x"><figcaption>The bank's building in the capital, seen on a sunny day last week.</figcaption></figure>
<div class="newsletter-signup"><p>Subscribe to our newsletter and never miss what happens in the world of money, every day.</p></div>
<h2>How they voted</h2>
<p>Members of the committee did not agree on the way forward, according to the minutes:</p>
<ul><li>two members voted for a cut</li><li>five voted for no change</li></ul>
<p>Markets had priced in no move at all. The currency barely changed, and yields fell by a hundredth of a point.</p>
<p><a href="/other">READ MORE: What the decision means for your mortgage</a></p>
</div>
<h3>Related stories</h3><div class="cards"><a href="/a">Another story about something else entirely</a><a href="/b">And yet another one</a></div>
</article></main>
<section id="comments"><p>I do not agree with any of this, said a visitor who had much time and wrote a very long comment, indeed.</p></section>
<footer><p>Copyright 2026 Example News. All rights reserved. Terms and conditions apply to everything on this page.</p></footer>
</body></html>"#;

#[test]
fn an_article_is_read_without_its_surroundings() {
    let page = read(PAGE, URL);
    assert_eq!(page.title, "Central bank keeps its rate at 3.25 per cent");
    assert_eq!(page.author, "Ada Example; Bo Muster");
    assert_eq!(page.published, "2026-11-20T09:30:00+01:00");
    assert_eq!((page.site_name.as_str(), page.language.as_str()), ("Example News", "en-gb"));
    assert_eq!(page.links, ["https://news.example.org/survey"]);
    let lines: Vec<&str> = page.text.lines().map(|line| line.get(..24).unwrap_or(line)).collect();
    assert_eq!(
        lines,
        [
            "Borrowers will have to w",
            "The central bank left it",
            "How they voted",
            "Members of the committee",
            "two members voted for a ",
            "five voted for no change",
            "Markets had priced in no",
        ]
    );
}

#[test]
fn invisible_content_is_not_read() {
    let hidden = [
        "<p style='display:none'>SECRET</p>",
        "<p hidden>SECRET</p>",
        "<div aria-hidden=true><p>SECRET</p></div>",
        "<p style='position:absolute;left:-9999px'>SECRET</p>",
        "<span style='font-size:0'>SECRET</span>",
        "<div style='height:0;overflow:hidden'>SECRET</div>",
        "<!-- SECRET -->",
        "<!-- > SECRET --!>",
        "<template>SECRET</template>",
        "<noscript>SECRET</noscript>",
        "<script>SECRET</script>",
        "<style>SECRET</style>",
        "<textarea>SECRET</textarea>",
        "<p class='sr-only'>SECRET</p>",
        "<svg><text>SECRET</text></svg>",
        "<svg><title>SECRET</title></svg>",
        "<img alt='SECRET'>",
        "<p title='SECRET' data-x='SECRET'>seen</p>",
        "<select><option>SECRET</option></select>",
        "<iframe>SECRET</iframe>",
        "<object>SECRET</object>",
        "<font color=transparent>SECRET</font>",
        "<p style='opacity:0'><b>SECRET</b></p>",
        "<p style='visibility:hidden'>SECRET</p>",
    ];
    for part in hidden {
        let html = PAGE.replace("<h2>How", &format!("{part}<h2>How"));
        let page = read(&html, URL);
        assert!(!page.text.contains("SECRET") && !page.markdown.contains("SECRET"), "{part}: {}", page.text);
        assert!(page.text.contains("Markets had priced in no move"), "{part}");
    }
    let tags = read(&PAGE.replace("Markets", "Mar\u{200b}kets\u{e0041}\u{202e}"), URL);
    assert!(tags.text.contains("Markets had priced"), "characters without a glyph are left out");
}

#[test]
fn markdown_keeps_tables_lists_code_quotes_and_links() {
    let html = r#"<html><body><article><h1>Notes on 2 releases</h1>
<p>A paragraph with <b>bold</b>, <i>italic </i>and <code>code()</code>, a <a href="../x?a=1&amp;b=(2)#part">link to a page</a>, <a
href="javascript:alert(1)">no link</a> and 3 * 4 = [twelve] &lt;b&gt;.</p>
<ul><li>first<ul><li>inner one</li><li>inner <b>two</b><ol start=3><li>deep</ol></ul></li><li><p>second</p><p>more of it</p></li></ul>
<ol><li>one<li>two</ol>
<blockquote><p>Quoted words, the first part.</p><p>And the second.</p><ul><li>listed in a quote</ul></blockquote>
<pre><code class="rust">fn main() {
    println!("&lt;hi&gt;");
}</code></pre>
<table><caption>Rates in per cent</caption><thead><tr><th>Country<th>Rate</thead><tr><td>A | B<td><b>3.25</b><tr><td>C<td></table>
<p>Line one,<br>line two.<br><br># no heading after a break.</p>
<p>1986. A great year, as everybody who was there will tell you.</p><dl><dt>Term</dt><dd>Its meaning, in a few words.</dd></dl>
</article></body></html>"#;
    insta::assert_snapshot!("markdown", read(html, URL).markdown);
    insta::assert_snapshot!("text", read(html, URL).text);
}

#[test]
fn broken_markup_is_read_as_browsers_read_it() {
    let text = |html: &str| read(html, "").text;
    assert_eq!(text("<p>one<p>two<div>three</p>four"), "one\ntwo\nthree\nfour");
    assert_eq!(text("<ul><li>a<li>b</ul>c"), "a\nb\nc");
    assert_eq!(text("<b><p>bold</b> not</p>rest"), "bold not\nrest");
    assert_eq!(text("<table><tr><td>a</div></td><td>b</table>c"), "a\nb\nc");
    assert_eq!(text("a < b and c <d>e</d> &lt;f&gt; 5<6"), "a < b and c e <f> 5<6");
    assert_eq!(text("words <p title='>' x=\"</p>\">more"), "words\nmore");
    assert_eq!(text("<title>t</title>shown<script>if (a</b) {'</scrip'}</script> on"), "shown on");
    assert_eq!(text("before<svg><path>after"), "beforeafter");
    assert_eq!(text("text <p"), "text");
}

#[test]
fn no_page_with_visible_words_is_empty() {
    for html in [
        "<footer>Just a footer.</footer>",
        "<nav><a href=/>Home</a></nav>",
        "<div class=comments>First!</div>",
        "<h1>Title only</h1>",
        "<a href=x>One link</a>",
        "<div class='ad banner share'>hm</div>",
    ] {
        assert!(!read(html, "").text.is_empty(), "{html}");
    }
    assert!(read("<p> </p><script>x</script>", "").text.is_empty());
}

#[test]
fn metadata_comes_from_its_best_source() {
    let page = |head: &str, body: &str| {
        read(&format!("<html><head>{head}</head><body>{body}</body></html>"), "https://www.example.org/a")
    };
    let plain = page(
        "<title>A fine day in town - The Daily Example</title>",
        "<p>Words of a text that is long enough to be one.</p>",
    );
    assert_eq!((plain.title.as_str(), plain.site_name.as_str()), ("A fine day in town", "The Daily Example"));
    let bare = page("", "<h1>Only heading</h1><p>Words.</p>");
    assert_eq!((bare.title.as_str(), bare.site_name.as_str()), ("Only heading", "example.org"));
    let bare_metadata = page(
        "<meta name=author content='von Eva Muster'><meta name=date content='2026-11-22'><meta property=og:locale content=pt_BR>",
        "<p>x</p>",
    );
    assert_eq!(
        (bare_metadata.author.as_str(), bare_metadata.published.as_str(), bare_metadata.language.as_str()),
        ("Eva Muster", "2026-11-22", "pt-br")
    );
    let face = page(
        "",
        "<h1>A title of some length</h1><div class=post-date>3. März 2021</div><span class=byline>By Al Example</span><p>Words.</p>",
    );
    assert_eq!((face.author.as_str(), face.published.as_str()), ("Al Example", "2021-03-03"));
    let changed = page("", "<h1>A title</h1><p class=date>Updated 6 May 2026 | Published 4 May 2026</p><p>Words.</p>");
    assert_eq!(changed.published, "2026-05-04");
    let marked = page(
        "",
        "<time datetime='2020-02-01T10:00:00Z'>then</time><span itemprop=author><b itemprop=name>Cy</b></span><p>Words.</p>",
    );
    assert_eq!((marked.author.as_str(), marked.published.as_str()), ("Cy", "2020-02-01T10:00:00+00:00"));
}

#[test]
fn structured_data_confirms_the_text() {
    let sentence = |n: usize| {
        format!("Sentence number {n} of the text says something that no other sentence says, {n} times over.")
    };
    let body: Vec<String> = (1..=5).map(sentence).collect();
    let paragraphs: String = body.iter().map(|text| format!("<p>{text}</p>")).collect();
    let stray = "<p>Our shop sells many things that have nothing at all to do with this text, at good prices.</p>";
    let data = format!(
        "<script type='application/ld+json'>{{\"@type\":\"Article\",\"articleBody\":\"{}\"}}</script>",
        body.join(" ")
    );
    let with = read(&format!("{data}<div>{stray}{paragraphs}{stray}</div>"), "");
    assert_eq!(with.text.lines().collect::<Vec<_>>(), body);
    let without = read(&format!("<div>{paragraphs}{stray}</div>"), "");
    assert!(without.text.contains("Our shop"), "without the data nothing tells them apart");
}

/// Each is a page that makes some parser slow or large. The bound is generous for an unoptimised build on a busy
/// machine; what is quadratic needs minutes.
#[test]
fn bombs_are_read_in_bounded_time() {
    let many = |part: &str, count: usize| part.repeat(count);
    let bombs = [
        ("nested lists", many("<ul><li>", 100_000) + "words"),
        ("nested blocks", many("<div>x", 100_000)),
        ("nested headings", many("<h1><div>x", 60_000)),
        ("nested quotes", many("<blockquote>x", 60_000)),
        ("nested tables", many("<table><tr><td>x", 40_000)),
        ("nested links", many("<a href=x><div>", 60_000) + "words"),
        ("attributes", format!("<p {}>words</p>", (0..100_000).map(|n| format!("a{n}=x ")).collect::<String>())),
        ("one attribute", format!("<p {}>words</p>", many("class='x y' ", 100_000))),
        ("formatting", many("<b><i><font size=1>", 50_000) + &many("<p>x", 50_000)),
        ("pictures without end", many("<svg>", 100_000) + "words"),
        ("comments", many("<!--", 100_000) + "--> words"),
        ("raw text", "words".to_owned() + &many("<script>", 100_000)),
        ("less-than signs", many("<", 500_000) + "words"),
        ("references", many("&amp", 200_000) + &many("&#x", 100_000)),
        ("end tags", many("<div>", 600) + &many("</b>", 200_000) + "words"),
        ("cells", many("<td>x", 100_000)),
        ("rows", "<table>".to_owned() + &many("<tr><td>x<td>y", 60_000)),
        ("quotes in tags", many("<a href=\"", 100_000) + "words"),
        ("announcements", many("<h3>Related</h3><p>words of a sentence</p>", 40_000)),
        ("data", format!("<script type=application/ld+json>{}</script>words", many("[", 200_000))),
    ];
    for (name, html) in bombs {
        let started = spent();
        let page = read(&html, URL);
        assert!(spent() - started < Duration::from_secs(20), "{name}: {:?}", spent() - started);
        assert!(page.markdown.len() < 40 * html.len(), "{name}: {} bytes", page.markdown.len());
    }
}

/// Pages of `n` parts, each of which once took quadratic time.
fn growing(name: &str, n: usize) -> String {
    let sentences = |n: usize| {
        (0..n).map(|n| format!("The sentence number {n} of this page has a few words more.")).collect::<Vec<_>>()
    };
    let data = |body: &str| {
        format!("<script type=\"application/ld+json\">{{\"@type\":\"Article\",\"articleBody\":\"{body}\"}}</script>")
    };
    let title = "<title>A title of several words</title>";
    match name {
        "headings" => format!("{title}{}", "<h2>Another heading of words</h2>".repeat(n)),
        "nested headings" => format!("{title}{}", "<h2><div><b></b>".repeat(n)),
        "a long stated title" => format!(
            "<meta property=og:title content=\"{}\">{}",
            "stated words ".repeat(n),
            "<h2>A heading of words</h2>".repeat(n)
        ),
        "structured data" => {
            let text: String = sentences(n).iter().map(|sentence| format!("<p>{sentence}</p>")).collect();
            format!("{}{title}<article>{text}</article>", data(&sentences(n).join(" ")))
        }
        "open tags in structured data" => format!("{}{title}<p>text</p>", data(&"<a ".repeat(20 * n))),
        other => panic!("{other} is no page"),
    }
}

#[test]
fn ten_times_the_page_takes_at_most_twelve_times_the_steps() {
    let pages = [
        ("headings", 100),
        ("nested headings", 500),
        ("a long stated title", 500),
        ("structured data", 100),
        ("open tags in structured data", 100),
    ];
    for (name, n) in pages {
        let steps = |n: usize| {
            let html = growing(name, n);
            super::steps::count(|| drop(read(&html, URL)))
        };
        let (small, large) = (steps(n), steps(10 * n));
        assert!(small > 0 && large <= 12 * small, "{name}: {small} steps, then {large}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000), header in ".{0,40}") {
        let _ = crate::read(&bytes, &header, URL);
        let _ = crate::read(&[b"<html>".as_slice(), &bytes].concat(), "text/html", URL);
    }

    #[test]
    fn any_markup_is_read_without_a_panic(parts in prop::collection::vec(0..PIECES.len(), 0..200)) {
        let html: String = parts.iter().map(|at| PIECES[*at]).collect();
        let page = read(&html, URL);
        prop_assert!(!page.text.contains("SECRET"), "{html}");
    }
}

/// Building blocks of random pages.
const PIECES: [&str; 34] = [
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<a href='/x'>",
    "</a>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<ul>",
    "<li>",
    "</ul>",
    "<b>",
    "</b>",
    "<h1>",
    "</h1>",
    "<pre>",
    "</pre>",
    "<blockquote>",
    "<br>",
    "<!-- SECRET -->",
    "<script>SECRET</script>",
    "<p hidden>SECRET</p>",
    "<form>",
    "</form>",
    "<template>SECRET</template>",
    "words of a sentence, which ends here. ",
    "日本語の文章。",
    "&amp;&nbsp;",
    "< ",
    "<svg><g>SECRET</g></svg>",
    "<article class='article-body'>",
    "</article>",
];

/// Returns the processor time of this thread, which other work on the machine does not lengthen.
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
