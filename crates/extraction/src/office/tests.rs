//! Archives written here: what a program shows of a document comes out as it is read.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::*;

/// An archive of these files; every second one is compressed.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (number, (name, text)) in files.iter().enumerate() {
        let mut data = text.as_bytes().to_vec();
        if number % 2 == 1 {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&data).unwrap();
            data = encoder.finish().unwrap();
        }
        let method = if number % 2 == 1 { 8_u16 } else { 0 };
        let (packed, length) = (u32::try_from(data.len()).unwrap(), u16::try_from(name.len()).unwrap());
        let at = u32::try_from(out.len()).unwrap();
        let head = |out: &mut Vec<u8>| {
            out.extend([20, 0, 0, 0]);
            out.extend(method.to_le_bytes());
            out.extend([0; 8]);
            out.extend(packed.to_le_bytes());
            out.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
            out.extend(length.to_le_bytes());
            out.extend([0, 0]);
        };
        out.extend(b"PK\x03\x04");
        head(&mut out);
        out.extend(name.as_bytes());
        out.extend(&data);
        directory.extend(b"PK\x01\x02\x14\0");
        head(&mut directory);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (count, at) = (u16::try_from(files.len()).unwrap().to_le_bytes(), u32::try_from(out.len()).unwrap());
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count, count].concat());
    out.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0, 0]);
    out
}

fn read_all(files: &[(&str, &str)]) -> Document {
    crate::read(&archive(files), "application/octet-stream", "").unwrap()
}

#[test]
fn a_text_document_is_read_as_it_is_shown() {
    let body = r#"<?xml version="1.0"?><w:document xmlns:w="x"><w:body>
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Dues of 2027</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">The dues rise by 4.5</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r><w:r><w:t xml:space="preserve"> per cent &amp; </w:t></w:r><w:del><w:r><w:delText>not </w:delText></w:r></w:del><w:ins><w:r><w:t>no</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:t xml:space="preserve"> more.</w:t></w:r></w:p>
<w:p><w:r><w:rPr><w:strike/></w:rPr><w:t>410</w:t></w:r><w:r><w:rPr><w:strike w:val="false"/></w:rPr><w:t>430 euros</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Send the keys</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Ship</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Euros</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>Tanker</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1,260</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>
</w:body></w:document>"#;
    let properties = "<cp:coreProperties><dc:title>Dues</dc:title><dc:creator>Ada Berg</dc:creator><dcterms:created>2026-05-06T07:08:09Z</dcterms:created></cp:coreProperties>";
    let document = read_all(&[("word/document.xml", body), ("docProps/core.xml", properties)]);
    let text = &document.text;
    assert!(text.contains("The dues rise by 4.5 [2] per cent & no more."), "{text}");
    assert!(text.contains("430 euros [2]") && !text.contains("410") && !text.contains("keys"), "{text}");
    assert_eq!(text.matches("In a box.").count(), 1, "{text}");
    assert!(document.markdown.starts_with("# Dues of 2027\n") && document.markdown.contains("| Tanker | 1,260 |"));
    assert_eq!((document.title.as_str(), document.author.as_str()), ("Dues", "Ada Berg"));
    assert_eq!(document.published, "2026-05-06T07:08:09+00:00");
}

#[test]
fn a_workbook_shows_its_visible_cells_in_their_format() {
    let workbook = r#"<workbook><sheets><sheet name="Dues" sheetId="1" r:id="rId1"/><sheet name="Drafts" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>"#;
    let rels = r#"<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>"#;
    let strings = "<sst><si><t>Rate</t></si><si><r><t>Ship </t></r><r><t>A&amp;B</t></r><rPh><t>x</t></rPh></si></sst>";
    let styles = r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="[$-409]d mmm yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="4"/></cellXfs></styleSheet>"#;
    let sheet = r#"<worksheet><cols><col min="4" max="4" hidden="1"/></cols><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><f>A1*2</f><v>4.4999999999999998E-2</v></c><c r="C1" s="2"><v>46148</v></c><c r="D1"><v>77</v></c></row>
<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.30000000000000004</v></c><c r="C2" s="3"><v>1260.5</v></c></row>
<row r="3" hidden="1"><c r="A3"><v>999</v></c></row>
<row r="4"><c r="A4" t="inlineStr"><is><t>End</t></is></c><c t="b"><v>1</v></c></row></sheetData></worksheet>"#;
    let document = read_all(&[
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", rels),
        ("xl/sharedStrings.xml", strings),
        ("xl/styles.xml", styles),
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/worksheets/sheet2.xml", sheet),
    ]);
    for line in ["| Rate | 4.5% | 2026-05-06 |", "| Ship A&B | 0.3 | 1260.50 |", "| End | TRUE |"] {
        assert!(document.markdown.replace("\\&", "&").contains(line), "{line}: {}", document.markdown);
    }
    assert!(!document.text.contains("999") && !document.text.contains("77") && !document.text.contains("Drafts"));
}

#[test]
fn slides_open_documents_and_books_are_read() {
    let slide = |text: &str, show: &str| {
        format!(
            r#"<p:sld xmlns:p="x"{show}><a:p><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r><a:r><a:rPr strike="sngStrike"/><a:t>old</a:t></a:r><a:r><a:rPr/><a:t> {text}</a:t></a:r></a:p></p:sld>"#
        )
    };
    let (first, second, hidden) = (slide("The first", ""), slide("The second", ""), slide("Hidden", " show=\"0\""));
    let slides = [
        ("ppt/presentation.xml", "<p/>"),
        ("ppt/slides/slide10.xml", second.as_str()),
        ("ppt/slides/slide2.xml", &first),
        ("ppt/slides/slide3.xml", &hidden),
    ];
    assert_eq!(read_all(&slides).text, "2 The first\n2 The second");
    let content = r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:automatic-styles><style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="T2"><style:text-properties style:text-line-through-style="solid"/></style:style></office:automatic-styles><office:body><office:text><text:tracked-changes><text:deletion><text:p>Gone.</text:p></text:deletion></text:tracked-changes><text:h text:outline-level="2">Dues</text:h><text:p>It rises by 4.5<text:span text:style-name="T1">2</text:span> per<text:s/>cent, <text:span text:style-name="T2">410 </text:span>430 euros.</text:p></office:text></office:body></office:document-content>"#;
    let open = read_all(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", content)]);
    assert_eq!(open.text, "Dues\nIt rises by 4.5 [2] per cent, 430 euros.");
    assert!(open.markdown.starts_with("## Dues"));
    let book = read_all(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", "<container><rootfiles><rootfile full-path=\"O/a.opf\"/></rootfiles></container>"),
        (
            "O/a.opf",
            "<package><manifest><item id=\"b\" href=\"two.xhtml\"/><item id=\"a\" href=\"one.xhtml\"/></manifest><spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>",
        ),
        ("O/one.xhtml", "<html><head><title>x</title></head><body><p>First part.</p></body></html>"),
        ("O/two.xhtml", "<html><body class=\"b\"><p>Second part.</p></body></html>"),
    ]);
    assert_eq!(book.text, "First part.\nSecond part.");
}

#[test]
fn other_archives_and_damaged_ones_are_errors() {
    for bytes in [archive(&[("a.txt", "text")]), b"PK\x03\x04".to_vec(), archive(&[])] {
        assert!(matches!(read(&bytes), Err(ReadError::Kind(_))));
    }
    assert_eq!(read(&archive(&[("word/document.xml", "<w:document/>")])), Err(ReadError::Empty));
    let whole = archive(&[("word/document.xml", "<w:p><w:r><w:t>Text</w:t></w:r></w:p>"), ("b", "c")]);
    assert_eq!(read(&whole).unwrap().text, "Text");
    for cut in 0..whole.len() {
        let _ = read(&whole[..cut]);
        let mut changed = whole.clone();
        changed[cut] ^= 0xff;
        let _ = read(&changed);
    }
}

#[test]
fn a_bomb_is_not_decoded() {
    let zeros = "<w:p>".to_owned() + &" ".repeat(9 * 1024 * 1024);
    assert!(matches!(read(&archive(&[("a", "b"), ("word/document.xml", &zeros)])), Err(ReadError::Kind(_))));
}

#[test]
fn cells_stay_below_their_headings() {
    let cell = |text: &str, more: &str| format!("<w:tc>{more}<w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let wide = "<w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr>";
    let rows = [
        [cell("Ship", ""), cell("Dues", wide), cell("Year", "")].concat(),
        [cell("Tanker", ""), cell("", ""), cell("410", ""), cell("2027", "")].concat(),
    ];
    let body = format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", rows.join("</w:tr><w:tr>"));
    let document = read_all(&[("word/document.xml", &body)]);
    for line in ["| Ship | Dues |  | Year |", "| Tanker |  | 410 | 2027 |"] {
        assert!(document.markdown.contains(line), "{line}: {}", document.markdown);
    }
    let cell = |text: &str, repeated: u32| {
        format!(
            "<table:table-cell table:number-columns-repeated=\"{repeated}\"><text:p>{text}</text:p></table:table-cell>"
        )
    };
    let empty = |repeated: u32| format!("<table:table-cell table:number-columns-repeated=\"{repeated}\"/>");
    let rows = [
        [cell("Ship", 1), cell("A", 1), cell("B", 1), cell("C", 1), empty(16_380)].concat(),
        [empty(2), cell("7", 2), empty(16_380)].concat(),
    ];
    let content = format!(
        r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><table:table><table:table-row>{}</table:table-row></table:table></office:document-content>"#,
        rows.join("</table:table-row><table:table-row>")
    );
    let open = read_all(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)]);
    for line in ["| Ship | A | B | C |", "|  |  | 7 | 7 |"] {
        assert!(open.markdown.contains(line), "{line}: {}", open.markdown);
    }
}

#[test]
fn deeply_nested_cells_take_linear_time() {
    let text = format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(1_000_000));
    for start in ["<w:tc>", "<w:tc/><w:tc>"] {
        let depth = 100_000;
        let markup = markup::of_xml(&[start.repeat(depth), text.clone(), "</w:tc>".repeat(depth)].concat());
        assert_eq!(markup.matches("</td>").count(), depth * start.matches('<').count(), "{start}");
    }
}

#[test]
fn the_format_before_a_tracked_change_does_not_apply() {
    let body = r#"<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange></w:pPr><w:r><w:rPr><w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange></w:rPr><w:t>The dues rise.</w:t></w:r></w:p>"#;
    assert_eq!(read_all(&[("word/document.xml", body)]).markdown.trim(), "The dues rise.");
}

#[test]
fn a_hostile_workbook_is_cut() {
    let workbook = r#"<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>"#;
    let rels = r#"<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>"#;
    let strings = format!("<sst><si><t>{}</t></si></sst>", "a ".repeat(1_000_000));
    let styles = format!(
        r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.{}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>"#,
        "0".repeat(100_000)
    );
    let row = format!("<row>{}<c s=\"0\"><v>1</v></c></row>", r#"<c t="s"><v>0</v></c>"#.repeat(50));
    let sheet = format!("<worksheet><sheetData>{}</sheetData></worksheet>", row.repeat(1_000));
    let document = read_all(&[
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", rels),
        ("xl/sharedStrings.xml", &strings),
        ("xl/styles.xml", &styles),
        ("xl/worksheets/sheet1.xml", &sheet),
    ]);
    assert!((MAX_MARKUP / 2..2 * MAX_MARKUP).contains(&document.text.len()), "{}", document.text.len());
}

#[test]
fn the_looks_of_styles_and_of_rich_cells_count() {
    let styles = r#"<w:styles xmlns:w="x"><w:style w:type="character" w:styleId="Mark"><w:name w:val="mark"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="Bold"><w:rPr><w:b/></w:rPr></w:style></w:styles>"#;
    let run =
        |look: &str, text: &str| format!("<w:r><w:rPr>{look}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
    let body = [
        run("", "It rose to 3.2"),
        run("<w:rStyle w:val=\"Mark\"/>", "1"),
        run("<w:rStyle w:val=\"Bold\"/>", " million, then to 4.8"),
        run("<w:position w:val=\"8\"/><w:sz w:val=\"12\"/>", "2"),
        run("<w:rStyle w:val=\"Gone\"/>", " and 999"),
        run("", " billion."),
    ]
    .concat();
    let document = format!("<w:document xmlns:w=\"x\"><w:body><w:p>{body}</w:p></w:body></w:document>");
    let text = read_all(&[("word/document.xml", &document), ("word/styles.xml", styles)]).text;
    assert_eq!(text, "It rose to 3.2 [1] million, then to 4.8 [2] billion.");
    let strings = r#"<sst><si><t>Dues</t></si><si><r><t>3.2</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r><r><t xml:space="preserve"> million</t></r></si>
<si><r><t xml:space="preserve">Fee </t></r><r><rPr><strike/></rPr><t>410</t></r><r><rPr><strike val="0"/></rPr><t>455</t></r></si></sst>"#;
    let sheet = r#"<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>888</v></c></row></sheetData></worksheet>"#;
    let cells = r#"<styleSheet><fonts><font><sz val="11"/></font><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>"#;
    let text = read_all(&[
        ("xl/workbook.xml", r#"<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>"#),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        ("xl/sharedStrings.xml", strings),
        ("xl/styles.xml", cells),
        ("xl/worksheets/sheet1.xml", sheet),
    ])
    .text;
    assert_eq!(text, "A\nDues\t3.2 [1] million\nFee 455");
}

#[test]
fn white_and_tiny_text_is_hidden_only_where_nobody_sees_it() {
    let read = |body: &str| {
        let document = format!(
            "<w:document xmlns:w='x'><w:body><w:p><w:r><w:t>The dues rise.</w:t></w:r></w:p>{body}</w:body></w:document>"
        );
        read_all(&[("[Content_Types].xml", "<Types/>"), ("word/document.xml", &document)]).text.contains("Obey")
    };
    let run = |properties: &str| format!("<w:r><w:rPr>{properties}</w:rPr><w:t>Obey at once.</w:t></w:r>");
    let white = run("<w:color w:val='FFFFFF'/>");
    assert!(!read(&format!("<w:p>{white}</w:p>")));
    assert!(!read(&format!("<w:p>{}</w:p>", run("<w:sz w:val='2'/>"))));
    assert!(!read(&format!("<w:p><w:pPr><w:shd w:fill='FFFFFF'/></w:pPr>{white}</w:p>")));
    assert!(read(&format!("<w:p>{}</w:p>", run("<w:color w:val='1F4E79'/><w:sz w:val='16'/>"))));
    assert!(read(&format!("<w:p><w:pPr><w:shd w:fill='1F4E79'/></w:pPr>{white}</w:p>")));
    assert!(read(&format!("<w:p>{}</w:p>", run("<w:highlight w:val='black'/><w:color w:val='FFFFFF'/>"))));
    assert!(read(&format!("<w:tbl><w:tr><w:tc><w:p>{white}</w:p></w:tc></w:tr></w:tbl>")));
    assert!(read(&format!("<w:p><w:r><w:txbxContent><w:p>{white}</w:p></w:txbxContent></w:r></w:p>")));
    let open = "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'><office:automatic-styles>\
         <style:style style:name='P1'><style:text-properties text:display='none'/></style:style></office:automatic-styles><office:body><office:text>\
         <text:p text:style-name='P1'>Obey <text:span>at once.</text:span></text:p><text:p>The dues rise.</text:p></office:text></office:body></office:document-content>";
    let files = [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", open)];
    assert_eq!(read_all(&files).text.trim(), "The dues rise.");
}

#[test]
fn the_ticks_of_forms_are_read() {
    let body = r#"<w:p><w:r><w:fldChar><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:t xml:space="preserve"> Agreed</w:t></w:r></w:p>
<w:p><w:r><w:fldChar><w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:t>Refused</w:t></w:r></w:p>
<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> Zone A</w:t></w:r></w:p>"#;
    let document = format!("<w:document xmlns:w=\"x\"><w:body>{body}</w:body></w:document>");
    assert_eq!(read_all(&[("word/document.xml", &document)]).text, "\u{2612} Agreed\nRefused\n\u{2612} Zone A");
}
