//! Comma-separated lines with a header, as RFC 4180 has them, quoted fields and line breaks in them included. Pure.

/// A row: the line on which it begins, from 1, and its fields by the header's names (lower case).
pub(super) type Row = (usize, Vec<(String, String)>);

/// A record's line and fields, or a line and what is wrong with it.
type Record = Result<(usize, Vec<String>), (usize, String)>;

/// The rows under the header. A row with too many fields, or a quote that is never closed, is an error with its line.
pub(super) fn rows(text: &str) -> Vec<Result<Row, (usize, String)>> {
    let mut records = records(text).into_iter();
    let Some(Ok((_, header))) = records.next() else { return Vec::new() };
    let header: Vec<String> = header.iter().map(|name| name.trim().to_lowercase()).collect();
    records
        .map(|record| {
            let (line, fields) = record?;
            if fields.len() > header.len() {
                let problem = format!(
                    "has {} fields under a header of {}; quote fields that hold commas",
                    fields.len(),
                    header.len()
                );
                return Err((line, problem));
            }
            Ok((line, header.iter().cloned().zip(fields).collect()))
        })
        .collect()
}

fn records(text: &str) -> Vec<Record> {
    let (mut records, mut fields, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut begun, mut quoted) = (1, 1, false);
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => field.extend(chars.next()),
            '"' if quoted || field.trim().is_empty() => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                fields.push(std::mem::take(&mut field));
                keep(&mut records, (begun, std::mem::take(&mut fields)));
                (line, begun) = (line + 1, line + 1);
            }
            '\r' if !quoted => {}
            other => {
                line += usize::from(other == '\n');
                field.push(other);
            }
        }
    }
    if quoted {
        records.push(Err((begun, "a quote is never closed".to_owned())));
    } else {
        fields.push(field);
        keep(&mut records, (begun, fields));
    }
    records
}

fn keep(records: &mut Vec<Record>, record: (usize, Vec<String>)) {
    if record.1.iter().any(|field| !field.trim().is_empty()) {
        records.push(Ok(record));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas_quotes_and_line_breaks() {
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
