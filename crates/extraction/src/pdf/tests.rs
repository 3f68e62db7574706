//! Small files, written here: what a page shows comes out as it is read.

use std::fmt::Write;

use super::read;
use crate::ReadError;

/// A file of objects, without a cross-reference table: that is repaired on the way.
fn file(objects: &[&str]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.7\n");
    for (number, object) in objects.iter().enumerate() {
        writeln!(file, "{} 0 obj\n{object}\nendobj", number + 1).unwrap();
    }
    file.push_str(
        "trailer << /Root 1 0 R /Info << /Title (A title) /Author (\u{1}Ann) /CreationDate (D:20260506070809Z) >> >>\n",
    );
    file.into_bytes()
}

/// One page with this content, and further objects from number 6 on; `page` is added to its dictionary.
pub(super) fn shown(content: &str, page: &str, more: &[&str]) -> String {
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R /G 6 0 R >> /XObject << /X 6 0 R >> >> {page} >>"
    );
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        &page,
        &stream,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ];
    objects.extend_from_slice(more);
    read(&file(&objects)).map_or_else(|error| error.to_string(), |document| document.text)
}

#[test]
fn lines_become_paragraphs_and_broken_words_whole() {
    let text = "BT /F 12 Tf 14 TL 50 700 Td (The commit-) Tj T* (tee met on Mon-) Tj T* (day.) Tj 0 -40 Td (Later it left.) Tj ET";
    assert_eq!(shown(text, "", &[]), "The committee met on Monday.\nLater it left.");
}

#[test]
fn a_gap_is_a_space_and_kerning_is_not() {
    let text = "BT /F 12 Tf 50 700 Td [(W) 120 (ord) -300 (by) -278 (w) 40 (ord)] TJ ET";
    assert_eq!(shown(text, "", &[]), "Word by word");
}

#[test]
fn text_is_read_whichever_way_the_page_is_turned() {
    let text = "BT /F 12 Tf 0 1 -1 0 300 100 Tm (Turned with its page) Tj ET";
    assert_eq!(shown(text, "/Rotate 90", &[]), "Turned with its page");
    assert_eq!(shown(text, "", &[]), "Turned with its page");
}

#[test]
fn a_page_written_from_the_bottom_up_is_read_from_the_top_down() {
    let mut text = String::from("BT /F 12 Tf ");
    for line in 1..=12 {
        write!(text, "1 0 0 1 50 {} Tm (line {line}.) Tj ", 800 - (30 * line) + 1).unwrap();
    }
    let down = shown(&format!("{text} ET"), "", &[]);
    let mut backwards = String::from("BT /F 12 Tf ");
    for line in (1..=12).rev() {
        write!(backwards, "1 0 0 1 50 {} Tm (line {line}.) Tj ", 800 - (30 * line) + 1).unwrap();
    }
    assert_eq!(shown(&format!("{backwards} ET"), "", &[]), down);
    assert!(down.starts_with("line 1.\nline 2.") && down.ends_with("line 12."), "{down}");
}

#[test]
fn forms_are_read_at_their_position() {
    let form = "<< /Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 -100] /Length 38 >>\nstream\nBT /F 12 Tf 50 700 Td (below) Tj ET     \nendstream";
    assert_eq!(shown("BT /F 12 Tf 50 700 Td (above) Tj ET /X Do", "", &[form]), "above\nbelow");
}

#[test]
fn actual_text_replaces_its_glyphs() {
    let text = "BT /F 12 Tf 50 700 Td (a) Tj /Span << /ActualText (ffi) >> BDC (X) Tj EMC (nity) Tj ET";
    assert_eq!(shown(text, "", &[]), "affinity");
}

#[test]
fn codes_are_decoded_by_differences_and_by_a_character_table() {
    let differences =
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /S /fi /uni010D] >> >>";
    assert_eq!(shown("BT /G 12 Tf 50 700 Td (\\001\\002\\003) Tj ET", "", &[differences]), "Sfi\u{10d}");
    let table = "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <41> <43> <0391> endbfrange";
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>";
    let table = format!("<< /Length {} >>\nstream\n{table}\nendstream", table.len());
    assert_eq!(shown("BT /G 12 Tf 50 700 Td (ABC) Tj ET", "", &[font, &table]), "ΑΒΓ");
}

#[test]
fn japanese_without_a_table_of_its_own_is_read_by_its_collection() {
    let font =
        "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [7 0 R] >>";
    let descendant = "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>";
    assert_eq!(shown("BT /G 12 Tf 50 700 Td <93FA967B> Tj ET", "", &[font, descendant]), "日本");
}

/// The same, with entries of the catalog and no further objects.
fn with_catalog(entries: &str, text: &str) -> Result<String, ReadError> {
    let catalog = format!("<< /Type /Catalog /Pages 2 0 R {entries} >>");
    let content = format!("BT /F 12 Tf 50 700 Td ({text}) Tj ET");
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let objects = [
        catalog.as_str(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
        &stream,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ];
    read(&file(&objects)).map(|document| document.text)
}

#[test]
fn a_page_that_asks_for_another_viewer_is_no_content() {
    let xfa = "/AcroForm << /XFA [(template) 4 0 R] /Fields [] >>";
    let wait =
        "Please wait... Your viewer may not be able to display this document. See www.adobe.com for Adobe Reader.";
    for (entries, text) in [
        (xfa, wait),
        (&format!("{xfa} /NeedsRendering true"), "Bitte warten..."),
        ("/Collection << /View /T >>", "Open this PDF portfolio in Adobe Reader X or Acrobat X."),
    ] {
        assert!(matches!(with_catalog(entries, text), Err(ReadError::Kind(_))), "{entries}");
    }
    for (entries, text) in [
        ("", wait),
        (xfa, "The harbour dues of Sundvik rise by 4.5 per cent."),
        ("/NeedsRendering true", "The harbour dues of Sundvik rise by 4.5 per cent."),
        ("/Collection << /View /T >>", "The harbour dues of Sundvik rise by 4.5 per cent."),
    ] {
        assert_eq!(with_catalog(entries, text).as_deref(), Ok(text), "{entries}");
    }
}

#[test]
fn text_that_a_drawn_line_strikes_out_is_not_read() {
    // `dues of ` is 44.02 points wide, `410` 20.02, ` 430 EUR` follows.
    let text = "BT /F 12 Tf 50 700 Td (dues of 410 430 EUR) Tj ET ";
    for (line, why) in [
        ("94.0 703.4 m 114.5 703.4 l S", "a line"),
        ("94.0 703.1 20.5 0.6 re f", "a thin rectangle"),
        ("94 703.1 m 114.4 703.1 l 114.4 703.7 l 94 703.7 l h f", "a thin polygon"),
        ("q 2 0 0 2 0 0 cm 0.3 w 47.0 351.6 m 57.2 351.6 l S Q", "a line in another space"),
        ("94.0 703.4 m 104 703.4 l S 104.2 703.4 m 114.5 703.4 l S", "a line in two parts"),
        ("94.0 702.6 m 114.5 702.6 l S 94.0 704.4 m 114.5 704.4 l S", "a double line"),
    ] {
        assert_eq!(shown(&format!("{text}{line}"), "", &[]), "dues of 430 EUR", "{why}");
        assert_eq!(shown(&format!("{line} {text}"), "", &[]), "dues of 430 EUR", "{why}, drawn first");
    }
    for (line, why) in [
        ("94.0 698.5 m 114.5 698.5 l S", "an underline"),
        ("94.0 709.5 m 114.5 709.5 l S", "an overline"),
        ("10 703.4 m 590 703.4 l S", "a line of a grid"),
        ("/P scn 94.0 697.5 20.5 12 re f", "a pattern over it"),
        ("11 w 94.0 703.4 m 114.5 703.4 l S", "a marker"),
        ("94.0 703.4 m 114.5 703.4 l n", "a line that is not painted"),
        ("94.0 700 m 114.5 708 l S", "a rising line"),
        ("94.0 703.4 m 100 712 108 712 114.5 703.4 c S", "a curve"),
        ("120 703.4 m 300 703.4 l S", "a line that goes on beyond the text"),
    ] {
        assert_eq!(shown(&format!("{text}{line}"), "", &[]), "dues of 410 430 EUR", "{why}");
    }
}

#[test]
fn text_that_no_reader_can_see_is_not_read() {
    let seen = "BT /F 12 Tf 50 700 Td (The dues rise by 4.5 per cent.) Tj ET ";
    let line = "(Ignore the above) Tj ET";
    for (hidden, why) in [
        (format!("BT 3 Tr /F 12 Tf 50 650 Td {line}"), "invisible letters"),
        (format!("BT 7 Tr /F 12 Tf 50 650 Td {line}"), "letters that only clip"),
        (format!("1 g BT /F 12 Tf 50 650 Td {line}"), "white on the page"),
        (format!("1 1 1 rg BT /F 12 Tf 50 650 Td {line}"), "white in colours"),
        (format!("0 0 0 0 k BT /F 12 Tf 50 650 Td {line}"), "without ink"),
        (format!("/RGB cs 1 1 1 scn BT /F 12 Tf 50 650 Td {line}"), "white in a colour space"),
        (format!("1 g 40 640 300 30 re f BT /F 12 Tf 50 650 Td {line}"), "white on white"),
        (format!("BT /F 0.5 Tf 50 650 Td {line}"), "smaller than a point"),
        (format!("q 0.01 0 0 0.01 0 0 cm BT /F 12 Tf 5000 65000 Td {line} Q"), "made smaller"),
        (format!("BT /F 12 Tf 50 950 Td {line}"), "above the page"),
        (format!("BT /F 12 Tf -900 650 Td {line}"), "beside the page"),
        (format!("/E gs BT /F 12 Tf 50 650 Td {line}"), "transparent"),
        (format!("/OC /L BDC BT /F 12 Tf 50 650 Td {line} EMC"), "in a layer that is off"),
        (format!("/OC /M BDC /P BMC BT /F 12 Tf 50 650 Td {line} EMC EMC"), "in layers that are all off"),
    ] {
        assert_eq!(layered(&format!("{seen} {hidden}")), "The dues rise by 4.5 per cent.", "{why}");
    }
    for (visible, why) in [
        (format!("0 0 0.5 rg 40 640 300 30 re f 1 g BT /F 12 Tf 50 650 Td {line}"), "white on a dark field"),
        (format!("/Sh sh 1 g BT /F 12 Tf 50 650 Td {line}"), "white on a gradient"),
        (format!("q 300 0 0 30 40 640 cm /X Do Q 1 g BT /F 12 Tf 50 650 Td {line}"), "white on a picture"),
        (format!("q 1 g Q BT /F 12 Tf 50 650 Td {line}"), "a colour of another state"),
        (format!("/S cs 1 scn BT /F 12 Tf 50 650 Td {line}"), "a full ink"),
        (format!("1 g 1 Tr BT /F 12 Tf 50 650 Td {line}"), "outlines"),
        (format!("/OC /N BDC BT /F 12 Tf 50 650 Td {line} EMC"), "in a layer that is on"),
    ] {
        assert!(layered(&format!("{seen} {visible}")).ends_with("Ignore the above"), "{why}");
    }
    let cut = layered("BT /F 12 Tf 560 700 Td (1,260 euros) Tj ET");
    assert_eq!(cut, "1,260 euros", "the edge of the page cuts no number");
    let scan = "BT 3 Tr /F 12 Tf 50 700 Td (The whole text of a scan is behind its picture.) Tj ET";
    assert_eq!(
        layered(&format!("{scan} BT 0 Tr /F 9 Tf 50 20 Td (p. 7) Tj ET")),
        "The whole text of a scan is behind its picture.\np. 7"
    );
}

/// The text of a page with a layer that is off, one that is on, and a transparent state.
fn layered(content: &str) -> String {
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> \
         /Properties << /L 6 0 R /N 7 0 R /M 8 0 R >> /ExtGState << /E << /ca 0 >> >> /XObject << /X 9 0 R >> >> >>",
        &stream,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /OCG /Name (Off) >>",
        "<< /Type /OCG /Name (On) >>",
        "<< /Type /OCMD /OCGs [6 0 R 6 0 R] >>",
        "<< /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 1 >>\nstream\n0\nendstream",
    ];
    read(&file(&objects)).map_or_else(|error| error.to_string(), |document| document.text)
}

#[test]
fn lines_without_measure_are_limited() {
    let text = "BT /F 12 Tf 50 700 Td (The dues rise.) Tj ET ";
    let lines: String = (0..40_000).map(|n| format!("{} 703.4 m {} 703.4 l S ", 600 + n * 4, 603 + n * 4)).collect();
    let letters =
        format!("BT /F 12 Tf 50 700 Td {} ET", "(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj 0 0 Td ".repeat(2_000));
    assert!(shown(&format!("{text}{lines}"), "", &[]).contains("dues"));
    assert!(shown(&format!("{text}{lines}{letters}"), "", &[]).contains("dues"));
}

#[test]
fn raised_figures_stay_apart_from_the_number_before() {
    for (content, expected) in [
        (
            "BT /F 12 Tf 50 700 Td (a rate of 4.5) Tj 5 Ts /F 7 Tf (2) Tj 0 Ts /F 12 Tf ( per cent) Tj ET",
            "a rate of 4.5 [2] per cent",
        ),
        ("BT /F 12 Tf 50 700 Td (10) Tj 5 Ts (6) Tj 0 Ts ( tonnes) Tj ET", "10^6 tonnes"),
        (
            "BT /F 12 Tf 50 700 Td (for $11) Tj /F 8 Tf 0 4 Td 37 0 Td (99) Tj /F 12 Tf 12 -4 Td (a day) Tj ET",
            "for $11.99 a day",
        ),
        (
            "BT /F 12 Tf 50 700 Td (CO) Tj -3 Ts /F 8 Tf (2) Tj 0 Ts /F 12 Tf ( fell, 12 m) Tj 5 Ts /F 7 Tf (2) Tj ET",
            "CO2 fell, 12 m2",
        ),
        ("BT /F 7 Tf 5 Ts 50 700 Td (1) Tj 0 Ts /F 12 Tf (2025 figures) Tj ET", "1 2025 figures"),
        ("BT /F 12 Tf 50 700 Td (the 21) Tj 5 Ts /F 7 Tf (st) Tj 0 Ts /F 12 Tf ( of May) Tj ET", "the 21st of May"),
        ("BT /F 24 Tf 50 700 Td (4) Tj /F 12 Tf (5 calls) Tj ET", "45 calls"),
    ] {
        assert_eq!(shown(content, "", &[]), expected, "{content}");
    }
}

/// A field at the height of a line with a label, and its appearance.
fn field(entries: &str, appearance: &str, more: &str) -> String {
    let label = "BT /F 12 Tf 50 700 Td (Name:) Tj 0 -30 Td (Berth:) Tj ET";
    let widget = format!("<< /Type /Annot /Subtype /Widget /Rect [150 696 350 714] {entries} >>");
    let stream = format!(
        "<< /Subtype /Form /BBox [0 0 200 18] /Resources << /Font << /F 5 0 R >> >> /Length {} >>\nstream\n{appearance}\nendstream",
        appearance.len()
    );
    shown(label, "/Annots [6 0 R]", &[&widget, &stream, more])
}

#[test]
fn values_of_forms_are_read_in_their_place() {
    let shown_value = "BT /F 12 Tf 2 4 Td (Sea Lark) Tj ET";
    let filled = "Name: Sea Lark\nBerth:";
    for (entries, appearance, expected) in [
        ("/FT /Tx /V (Sea Lark) /AP << /N 7 0 R >>", shown_value, filled),
        ("/FT /Tx /V (Other) /AP << /N 7 0 R >>", shown_value, filled),
        ("/FT /Btn /AS /On /AP << /N << /On 7 0 R >> >>", shown_value, filled),
        ("/FT /Btn /AS /Off /AP << /N << /On 7 0 R >> >>", shown_value, "Name:\nBerth:"),
        ("/FT /Tx /V (Sea Lark) /DA (/Helv 0 Tf 0 g)", "", filled),
        ("/FT /Tx /V <FEFF00530065006100A0004C00610072006B>", "", "Name: Sea\u{a0}Lark\nBerth:"),
        ("/FT /Ch /V (x) /Opt [[(y) (Dory)] [(x) (Sea Lark)]]", "", filled),
        ("/FT /Ch /V [(Sea) (Lark)]", "", "Name: Sea, Lark\nBerth:"),
        ("/Parent << /FT /Tx /V (Sea Lark) >>", "", filled),
        (
            "/FT /Tx /Ff 16777216 /V (Sea Lark) /AP << /N 7 0 R >>",
            "BT /F 12 Tf 2 4 Td (S) Tj 20 0 Td (e) Tj ET",
            filled,
        ),
        ("/FT /Tx /Ff 8192 /V (secret) /AP << /N 7 0 R >>", shown_value, "Name:\nBerth:"),
        ("/FT /Tx /F 2 /V (hidden) /AP << /N 7 0 R >>", shown_value, "Name:\nBerth:"),
        ("/FT /Tx /F 32 /V (hidden)", "", "Name:\nBerth:"),
        ("/FT /Sig /V << /Contents (x) >>", "", "Name:\nBerth:"),
    ] {
        assert_eq!(field(entries, appearance, "null"), expected, "{entries}");
    }
}

#[test]
fn notes_and_struck_text_are_read_as_a_viewer_shows_them() {
    let text = "BT /F 12 Tf 50 700 Td (A ferry pays 420 euros.) Tj 0 -40 Td (From May on.) Tj ET";
    let strike = "<< /Subtype /StrikeOut /Rect [118 696 200 714] /QuadPoints [118 714 200 714 118 696 200 696] >>";
    assert_eq!(shown(text, "/Annots [6 0 R]", &[strike]), "A ferry pays\nFrom May on.");
    let note = "<< /Subtype /FreeText /Rect [50 600 500 620] /Contents (Approved in June) /DA (/Helv 12 Tf) >>";
    assert_eq!(shown(text, "/Annots [6 0 R]", &[note]), "A ferry pays 420 euros.\nFrom May on.\nApproved in June");
    let popup = "<< /Subtype /Popup /Rect [300 640 500 660] /Contents (not shown) >>";
    let comment = "<< /Subtype /Text /Rect [300 640 320 660] /Contents (not shown) >>";
    for hidden in [popup, comment, "<< /Subtype /Link >>", "7", "<< /Rect [0 0 0 0] /AP 6 0 R /Parent 6 0 R >>"] {
        assert!(!shown(text, "/Annots [6 0 R 6 0 R]", &[hidden]).contains("not shown"), "{hidden}");
    }
}

#[test]
fn beads_define_the_order_of_areas() {
    let text = "BT /F 12 Tf 350 700 Td (second) Tj -300 0 Td (first) Tj ET";
    let beads = ["<< /R [40 600 300 750] /N 7 0 R >>", "<< /R [340 600 600 750] /N 6 0 R >>"];
    assert_eq!(shown(text, "/B [6 0 R 7 0 R]", &beads), "first second");
}

#[test]
fn a_file_states_its_kind() {
    let content = "BT /F 12 Tf 50 700 Td (Words) Tj ET";
    let stream = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
    let document = read(&file(&[
        "<< /Type /Catalog /Pages 2 0 R /Lang (de-AT) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >> >> >>",
        &stream,
    ]))
    .unwrap();
    let metadata =
        (document.title.as_str(), document.author.as_str(), document.published.as_str(), document.language.as_str());
    assert_eq!(metadata, ("A title", "Ann", "2026-05-06", "de-at"));
}

#[test]
fn a_mark_that_is_raised_by_half_an_em_is_on_its_line() {
    let text = "BT /F 10 Tf 50 700 Td (Rose to 3.2) Tj /F 8 Tf 5 Ts (1) Tj /F 10 Tf 0 Ts ( million and 10) Tj /F 8 Tf 5 Ts (6) Tj /F 10 Tf 0 Ts ( t; CO) Tj /F 8 Tf -5 Ts (2) Tj /F 10 Tf 0 Ts (.) Tj ET";
    assert_eq!(shown(text, "", &[]), "Rose to 3.2 [1] million and 10^6 t; CO2.");
}

#[test]
fn damage_is_an_error_and_a_lost_tail_is_not() {
    assert!(matches!(read(b"%PDF-1.4 nothing else"), Err(ReadError::Kind(_))));
    let whole =
        file(&["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Page >>"]);
    assert_eq!(read(&whole), Err(ReadError::Empty));
    let content = "BT /F 12 Tf 50 700 Td (Left over) Tj ET";
    let cut = format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Page /Contents 2 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >> >> >>\nendobj\n2 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n3 0 obj\n<< /Type /Ca",
        content.len()
    );
    assert_eq!(read(cut.as_bytes()).unwrap().text, "Left over");
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 200, ..proptest::test_runner::Config::default() })]

    /// Any content stream ends, without a panic.
    #[test]
    fn no_content_panics(content in "([0-9.-]{1,8} |/[FGX] |Tf |Tm |Td |TJ |Tj |BT |ET |q |Q |cm |Do |BDC |EMC |\\(a b\\) |\\[|\\]|<41> |<< |>> |Tz |Tc |' |\" ){0,60}") {
        let _ = shown(&content, "", &[]);
    }
}

#[test]
fn a_page_shows_at_most_so_many_glyphs() {
    let lines = format!("({}) Tj T*\n", "w".repeat(1_000)).repeat(200);
    let text = shown(&format!("BT /F 1 Tf 1.2 TL 50 700 Td {lines} ET"), "", &[]);
    let glyphs = text.matches('w').count();
    assert!((140_000..=150_000).contains(&glyphs), "{glyphs}");
}
