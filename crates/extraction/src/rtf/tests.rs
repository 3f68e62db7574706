use proptest::prelude::*;

use crate::{ReadError, read};

const HEAD: &str = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fcharset204 Arial;}{\f2\fcharset2 Symbol;}{\f3\fcharset128 Mincho;}}{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}}";

fn text(body: &str) -> String {
    let file = format!("{HEAD}{body}}}");
    read(file.as_bytes(), "application/rtf", "").map(|document| document.text).unwrap_or_default()
}

#[test]
fn paragraphs_cells_and_signs_are_read() {
    for (body, expected) in [
        (r"\pard The dues rise.\par They rise in May.\par", "The dues rise.\nThey rise in May."),
        ("One\r\n word.\\line Two.", "One word.\nTwo."),
        (r"\trowd ferry\cell 410\cell\row tanker\cell 1,260\cell\row", "ferry\t410\ntanker\t1,260"),
        (r"\ldblquote Yes\rdblquote\emdash it \{was\} 4~5\_6", "“Yes”—it {was} 4~5-6"),
        (r"caf\'e9 5\~000 \u8364?12 \u-3913?x", "café 5\u{a0}000 €12 •x"),
        (r"{\uc2\u268 C\'2bas} \u55357 ?\u56960 ?", "Čas 🚀"),
        (r"{\f1 \'cf\'ee\'f0\'f2} {\f2 \'b3} 5 {\f3 \'8d\'60}", "Порт ≥ 5 港"),
        (r"{\field{\*\fldinst HYPERLINK x}{\fldrslt the port}} says", "the port says"),
        (r"{\pict\wmetafile8 0102ff}{\*\unknown secret}{\header top}{\object{\*\objdata 00}{\result shown}}A", "A"),
        (r"{\bin4 }}}}A}", "A"),
        (r"A{\footnote \chftn Only in May.} B", "A [Only in May.] B"),
        (r"{\listtext\tab 1.\tab}First", "1.\tFirst"),
    ] {
        assert_eq!(text(body), expected, "{body}");
    }
}

#[test]
fn raised_figures_stay_apart_and_struck_text_is_not_read() {
    for (body, expected) in [
        (r"a rate of 4.5{\super 2} per cent", "a rate of 4.5 [2] per cent"),
        (r"10{\super 6} tonnes on 12 m{\super 2}", "10^6 tonnes on 12 m2"),
        (r"for $11\super 99\nosupersub  a day", "for $11.99 a day"),
        (r"at 7{\up6 1} knots, 101{\sub 2} or CO{\dn4 2}", "at 7 [1] knots, 101_2 or CO2"),
        (r"dues of {\strike 410} 430 and {\striked1 5}6", "dues of  430 and 6"),
        (r"dues of {\deleted 410}{\revised 430}", "dues of 430"),
        (r"seen{\v  never} here", "seen here"),
        (r"dues of \strike 410\plain  430", "dues of  430"),
    ] {
        assert_eq!(text(body), expected, "{body}");
    }
}

#[test]
fn the_kind_is_found_by_the_signature_and_the_metadata_are_read() {
    let file = format!("{HEAD}{{\\info{{\\title Harbour dues}}{{\\author A. Berg}}{{\\company X}}}}The dues rise.}}");
    for content_type in
        ["application/rtf", "text/rtf", "application/msword", "application/octet-stream", "text/plain", ""]
    {
        let document = read(file.as_bytes(), content_type, "https://port.example/dues.rtf").unwrap();
        assert_eq!((document.title.as_str(), document.author.as_str()), ("Harbour dues", "A. Berg"));
        assert_eq!(document.text, "The dues rise.", "{content_type}");
    }
    assert_eq!(read(br"{\rtf1 {\deleted all}}", "text/rtf", ""), Err(ReadError::Empty));
}

#[test]
fn groups_without_measure_are_limited() {
    let deep = format!("{{\\rtf1 a{}b{}c}}", "{".repeat(200_000), "}".repeat(200_000));
    assert_eq!(read(deep.as_bytes(), "text/rtf", "").unwrap().text, "ac");
    let open = format!("{{\\rtf1 a{}", "{\\b ".repeat(200_000));
    assert_eq!(read(open.as_bytes(), "text/rtf", "").unwrap().text, "a");
    let shifted = format!("{{\\rtf1 {}}}", "{\\super 1}2".repeat(50_000));
    assert!(read(shifted.as_bytes(), "text/rtf", "").is_ok());
    let skipped = format!("{{\\rtf1 a\\bin2147483647 {}", "b".repeat(9_000));
    assert_eq!(read(skipped.as_bytes(), "text/rtf", "").unwrap().text, "a");
}

proptest! {
    #[test]
    fn no_file_breaks_the_reader(body in r"(\\(u|uc|super|par|strike|'|bin|f|\*)?-?[0-9a-f]{0,6} ?|[{}a-z0-9]){0,60}") {
        let _ = text(&body);
    }
}
