//! Hostile documents by kind, each with what becomes of it.

use extraction::sandbox::RawDocument;

use crate::hostile::{html, page, pdf};

/// A sentence that is read in spite of what stands before it.
const WORDS: &str = "<p>Some plain words of a page that say something about a matter of interest.</p>";
const SHOWN: &[u8] = b"BT /F 12 Tf 50 700 Td (Some plain words of a page) Tj ET";

/// Name, document, and `true` if its plain words are read; otherwise it is refused.
pub(crate) type Kind = (&'static str, RawDocument, bool);

/// Returns one document of each kind.
pub(crate) fn kinds() -> Vec<Kind> {
    [markup(), linked_data(), character_sets(), files(), content_streams(), tables_of_objects()].concat()
}

/// RTF, messages and formulas.
fn files() -> Vec<Kind> {
    let file = |kind: &str, bytes: String| RawDocument::new("https://example.org/file", kind, bytes.into_bytes());
    let part = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n";
    let formula = |part: &str, times: usize| html(&format!("<body><math>{}</math>{WORDS}", part.repeat(times)));
    vec![
        (
            "groups within groups",
            file("text/rtf", format!("{{\\rtf1 Some plain words of a page{}", "{\\b ".repeat(500_000))),
            true,
        ),
        (
            "a raised figure after each figure",
            file("text/rtf", format!("{{\\rtf1 Some plain words of a page {}}}", "{\\super 1}2".repeat(100_000))),
            true,
        ),
        ("messages within messages", file("message/rfc822", part.repeat(30_000)), false),
        (
            "parts without end",
            file("message/rfc822", format!("{part}Content-Type: text/html\n\n{WORDS}{}", "\n--b\n".repeat(500_000))),
            true,
        ),
        ("a formula in a tower", formula("<msup>", 10_000), true),
        (
            "many formulas",
            html(&format!("<body>{}{WORDS}", "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>".repeat(20_000))),
            true,
        ),
    ]
}

fn markup() -> Vec<Kind> {
    let repeated = |part: &str, times: usize| html(&format!("<body>{}{WORDS}", part.repeat(times)));
    let rules = "* ".repeat(5_000) + "p{display:none}";
    vec![
        ("nested templates", repeated("<template>", 100_000), false),
        ("templates with slots", repeated("<div><template shadowrootmode=open><slot></slot>", 30_000), true),
        ("nested tables", repeated("<table><tr><td>", 30_000), true),
        ("spans of a million cells", repeated("<table><tr><td colspan=1000000 rowspan=1000000>x", 3_000), true),
        ("a staircase of cells", repeated("<tr><td rowspan=65534>a</td></tr>", 4_000), true),
        ("crossed formatting", repeated("<b><i><u><p></b></i></u>", 20_000), true),
        ("text fostered out of a table", repeated("<table><b>x", 30_000), true),
        ("languages in languages", repeated("<svg><foreignObject><math><mi>", 10_000), true),
        (
            "many meta elements",
            repeated("<meta http-equiv=refresh content='0;url=http://169.254.169.254/'>", 30_000),
            true,
        ),
        ("scripts within comments within scripts", repeated("<script><!--<script>", 60_000), false),
        ("a base that climbs", repeated("<base href='http://a/'><a href='../../x'>y</a>", 30_000), true),
        (
            "a rule of five thousand parts",
            html(&format!("<style>{rules}</style><body>{}{WORDS}", "<div>".repeat(400))),
            true,
        ),
        ("marks on one letter", repeated("a\u{301}\u{301}\u{301}\u{202e}\u{200b}", 50_000), true),
    ]
}

fn linked_data() -> Vec<Kind> {
    let block = |data: String| html(&format!("<script type=application/ld+json>{data}</script><body>{WORDS}"));
    let article = r#"{"@type": "Article", "author": [{"name": "a"}]},"#;
    vec![
        ("linked data with a huge list", block(format!("[{}1]", article.repeat(20_000))), true),
        ("linked data without an end", block("{\"@graph\":[".repeat(60_000)), true),
        ("linked data in a tower", block(format!("{}{}", "[".repeat(120), "]".repeat(120))), true),
        (
            "many blocks",
            html(&format!("{}{WORDS}", "<script type=application/ld+json>[1,[1,[1,</script>".repeat(3_000))),
            true,
        ),
    ]
}

fn character_sets() -> Vec<Kind> {
    let declared = |set: &str, bytes: Vec<u8>| {
        RawDocument::new("https://example.org/page", format!("text/html; charset={set}"), bytes)
    };
    let before = |part: &[u8], times: usize| [part.repeat(times), WORDS.as_bytes().to_vec()].concat();
    let wide: Vec<u8> =
        format!("<meta charset=iso-2022-jp>{WORDS}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        ("a set that the page denies", declared("utf-16le", wide), true),
        ("a set that switches at each letter", declared("iso-2022-jp", before(b"\x1b$B\x1b(B\x1b(J", 100_000)), true),
        ("a set that is no longer read", declared("hz-gb-2312", before(b"~{~}", 100_000)), true),
        ("four bytes for a letter", declared("gb18030", before(b"\x81\x30\x81\x30\x84\x31\xa4\x37", 100_000)), true),
        ("fifty thousand sets", declared("", before(b"<meta charset=utf-16>", 50_000)), true),
    ]
}

fn content_streams() -> Vec<Kind> {
    let shown = |before: &[u8], more: &[(&str, Vec<u8>)]| page(("", [before, SHOWN].concat()), more);
    // Each level shows the next one twice.
    let ladder: Vec<String> = (7..47)
        .map(|next| format!("/Type /XObject /Subtype /Form /Resources << /XObject << /X {next} 0 R >> >>"))
        .collect();
    let ladder: Vec<_> = ladder.iter().map(|form| (form.as_str(), b"/X Do /X Do".to_vec())).collect();
    let named = format!("/Properties << /Big << /ActualText ({}) >> >> /Font << /F 5 0 R >>", "w".repeat(1_000_000));
    let named = format!("/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << {named} >>");
    let spelled = [SHOWN, b" BT /F 12 Tf ", &b"/P /Big BDC (a) Tj EMC ".repeat(20_000)[..], b"ET"].concat();
    let letters = format!(
        "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <57> <{}> endbfchar",
        "00410042".repeat(20_000)
    );
    let long = [SHOWN, b" BT /G 12 Tf 50 600 Td (", &b"W".repeat(200_000)[..], b") Tj ET"].concat();
    vec![
        ("images whose ends are content", shown(&b"BI ID x EI EI ".repeat(1_000), &[]), true),
        ("images without an end", shown(&b"BI /W 1 ID x ".repeat(100_000), &[]), true),
        ("forms that double", shown(b"/X Do ", &ladder), true),
        ("saved states", shown(&b"q ".repeat(1_000_000), &[]), true),
        (
            "an actual text named again and again",
            of_page(&named, spelled, "/Type /Font /Subtype /Type1 /BaseFont /Helvetica", &[]),
            true,
        ),
        (
            "a code with a text of forty thousand letters",
            of_page(
                "/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R /G 6 0 R >> >>",
                long,
                "/Type /Font /Subtype /Type1 /BaseFont /Helvetica",
                &[
                    ("/Type /Font /Subtype /Type1 /BaseFont /X /ToUnicode 7 0 R", Vec::new()),
                    ("", letters.into_bytes()),
                ],
            ),
            true,
        ),
    ]
}

/// Returns a PDF with this page, its content, its font (object 5) and further objects.
fn of_page(page: &str, content: Vec<u8>, font: &str, more: &[(&str, Vec<u8>)]) -> RawDocument {
    let first = [
        ("/Type /Catalog /Pages 2 0 R", Vec::new()),
        ("/Type /Pages /Kids [3 0 R] /Count 1", Vec::new()),
        (page, Vec::new()),
        ("", content),
        (font, Vec::new()),
    ];
    pdf(&[&first, more].concat())
}

fn tables_of_objects() -> Vec<Kind> {
    let ended = |table: &str| {
        let mut file = page(("", SHOWN.to_vec()), &[]);
        let at = file.bytes.len().to_string();
        file.bytes.extend_from_slice(table.replace("HERE", &at).as_bytes());
        file.bytes.extend_from_slice(format!("\nstartxref\n{at}\n%%EOF").as_bytes());
        file
    };
    let rows = "xref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R";
    let stream = |widths: &str| {
        format!(
            "9 0 obj\n<< /Type /XRef /W [{widths}] /Index [0 4294967295] /Root 1 0 R /Length 3 >>\nstream\nabc\nendstream\nendobj"
        )
    };
    let object = |body: &str| pdf(&[("/Type /Catalog /Pages 2 0 R", Vec::new()), (body, Vec::new())]);
    vec![
        ("a table before itself", ended(&format!("{rows} /Prev HERE >>")), true),
        ("two tables before each other", ended(&format!("{rows} /Prev HERE /XRefStm HERE >>")), true),
        ("a table of four billion rows", ended("xref\n0 4294967295\ntrailer << /Root 1 0 R >>"), true),
        ("rows of two billion bytes", ended(&stream("1 2147483647 2")), true),
        ("rows of no bytes", ended(&stream("0 0 0")), true),
        (
            "a page a hundred thousand times",
            object(&format!("/Type /Pages /Kids [{}]", "2 0 R ".repeat(100_000))),
            false,
        ),
        ("an object stream of two billion", object("/Type /ObjStm /N 2147483647 /First 2147483647"), false),
    ]
}
