//! Rows of a CSV file with a header (RFC 4180). Pure.

use csv::{ReaderBuilder, StringRecord};

/// Last line of the parsed text. The `csv` crate reads an unclosed quote to the end without an error; the missing last
/// line reveals it.
const END: &str = "\u{4}end of file";

/// A row: the line on which it begins, from 1, and its fields by the header's names (lower case).
pub(super) type Row = (usize, Vec<(String, String)>);

/// Returns the rows below the header. A row with too many fields, or a quote that is never closed, is an error with its
/// line.
pub(super) fn rows(text: &str) -> Vec<Result<Row, (usize, String)>> {
    let text = format!("{}\n{END}\n", text.trim_start_matches('\u{feff}'));
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut records: Vec<StringRecord> = reader.records().map_while(Result::ok).collect();
    let unclosed = records.pop().filter(|last| *last != [END][..]);
    records.retain(|record| record.iter().any(|field| !field.trim().is_empty()));
    let mut records = records.iter();
    let Some(header) = records.next() else {
        return unclosed.iter().map(|last| Err(not_closed(&text, last))).collect();
    };
    let header: Vec<String> = header.iter().map(|name| name.trim().to_lowercase()).collect();
    let rows = records.map(|record| row(&header, record, line_of(&text, record)));
    rows.chain(unclosed.iter().map(|last| Err(not_closed(&text, last)))).collect()
}

fn row(header: &[String], record: &StringRecord, line: usize) -> Result<Row, (usize, String)> {
    let (found, expected) = (record.len(), header.len());
    if found > expected {
        return Err((line, format!("has {found} fields, the header has {expected}; quote fields that contain commas")));
    }
    Ok((line, header.iter().cloned().zip(record.iter().map(str::to_owned)).collect()))
}

fn not_closed(text: &str, record: &StringRecord) -> (usize, String) {
    (line_of(text, record), "a quote is never closed".to_owned())
}

/// Returns the line on which a record begins. Its position is that of the blank lines before it, which the reader
/// skips.
fn line_of(text: &str, record: &StringRecord) -> usize {
    let Some(position) = record.position() else { return 0 };
    let (byte, line) = (usize::try_from(position.byte()), usize::try_from(position.line()));
    let rest = byte.ok().and_then(|byte| text.get(byte..)).unwrap_or_default();
    let blank = rest.bytes().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|byte| *byte == b'\n').count();
    line.unwrap_or_default() + blank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_may_contain_commas_quotes_and_line_breaks() {
        let text = "Run,because\r\na,\"x, \"\"y\"\"\nz\"\n\nb\nc,d,e\n";
        let rows = rows(text);
        let field = |row: usize, at: usize| rows[row].as_ref().map(|(_, fields)| fields[at].1.clone());
        assert_eq!(rows.len(), 3);
        assert_eq!((field(0, 0), field(0, 1)), (Ok("a".into()), Ok("x, \"y\"\nz".into())));
        assert_eq!(rows[1], Ok((5, vec![("run".into(), "b".into())])));
        assert!(rows[2].as_ref().is_err_and(|(line, problem)| *line == 6 && problem.contains("quote fields")));
        assert!(super::rows("a,b\n\"open\n")[0].as_ref().is_err_and(|(line, _)| *line == 2));
        assert!(super::rows("").is_empty());
    }
}
