//! Records of a file: one per line, or the whole file if it is one JSON document over several lines.

use std::io::{BufRead, Read};

/// One record with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Line on which the record begins, from 1.
    pub line: usize,
    /// Text of the record, or the reason why it cannot be read.
    pub text: Result<String, Unreadable>,
}

/// Maximum bytes of a record, ten times a published question set; a file without line breaks must not fill the memory.
const MAX_RECORD_BYTES: usize = 64 << 20;

/// Reason why a record has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The bytes are not UTF-8.
    #[error("is not UTF-8; convert the file, e.g. with iconv")]
    NotUtf8,
    /// The record exceeds the maximum size.
    #[error("is longer than {} MiB; write one record per line", MAX_RECORD_BYTES >> 20)]
    TooLong,
}

/// Iterator over the records of a reader, which may be an endless pipe. Blank lines are skipped.
///
/// If the first line starts an object or a list without ending it, and the whole file is one JSON value, that value is
/// the only record: webhook bodies are saved like that. Otherwise each line is a record, so that a broken line affects
/// no other.
pub struct Records<R> {
    reader: R,
    line: usize,
    /// Records read ahead, in reverse order.
    ahead: Vec<Record>,
}

impl<R: BufRead> Records<R> {
    /// Iterates over the records of `reader`.
    pub fn new(reader: R) -> Self {
        Self { reader, line: 0, ahead: Vec::new() }
    }

    /// Returns the next non-blank line.
    fn next_line(&mut self) -> std::io::Result<Option<Record>> {
        loop {
            let Some(bytes) = self.bytes_of_line()? else { return Ok(None) };
            self.line += 1;
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| Unreadable::NotUtf8));
            let text = text.map(|text| text.trim().to_owned());
            if text.as_ref().map_or(true, |text| !text.is_empty()) {
                return Ok(Some(Record { line: self.line, text }));
            }
        }
    }

    /// Returns the bytes of the next line; the content of a line that is too long is discarded.
    fn bytes_of_line(&mut self) -> std::io::Result<Option<Result<Vec<u8>, Unreadable>>> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.reader).take(MAX_RECORD_BYTES as u64 + 1);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() <= MAX_RECORD_BYTES || bytes.ends_with(b"\n") {
            return Ok(Some(Ok(bytes)));
        }
        self.reader.skip_until(b'\n')?;
        Ok(Some(Err(Unreadable::TooLong)))
    }

    /// Reads the whole of a file that begins with an unfinished value, or falls back to its lines. It falls back as
    /// soon as the text read so far cannot become a value: other records follow a broken first line, and a pipe may
    /// never end.
    fn whole(&mut self, first: Record) -> std::io::Result<Record> {
        let mut text = first.text.clone().unwrap_or_default();
        let mut lines = vec![first];
        let mut checked_bytes = 0;
        while let Some(record) = self.next_line()? {
            let line = record.text.clone();
            lines.push(record);
            let Ok(line) = line else { return Ok(self.as_lines(lines)) };
            text.push('\n');
            text.push_str(&line);
            // A check takes time proportional to the text, so the text must have doubled since the last one.
            if text.len() >= 2 * checked_bytes {
                checked_bytes = text.len();
                if text.len() > MAX_RECORD_BYTES || !(is_unfinished(&text) || is_json(&text)) {
                    return Ok(self.as_lines(lines));
                }
            }
        }
        if is_json(&text) { Ok(Record { line: lines[0].line, text: Ok(text) }) } else { Ok(self.as_lines(lines)) }
    }

    /// Returns the first line and queues the others.
    fn as_lines(&mut self, mut lines: Vec<Record>) -> Record {
        let first = lines.remove(0);
        lines.reverse();
        self.ahead = lines;
        first
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = std::io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(record) = self.ahead.pop() {
            return Some(Ok(record));
        }
        let is_first = self.line == 0;
        match self.next_line() {
            Ok(Some(record)) if is_first && record.text.as_deref().is_ok_and(is_unfinished) => Some(self.whole(record)),
            other => other.transpose(),
        }
    }
}

fn is_unfinished(line: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(bytes: &[u8]) -> Vec<(usize, Option<String>)> {
        Records::new(bytes).map(|record| record.unwrap()).map(|record| (record.line, record.text.ok())).collect()
    }

    fn some(line: usize, text: &str) -> (usize, Option<String>) {
        (line, Some(text.to_owned()))
    }

    #[test]
    fn records_are_lines_unless_the_file_is_one_document() {
        assert_eq!(records(b"{}\n\n  {\"a\":1}\r\n"), [some(1, "{}"), some(3, "{\"a\":1}")]);
        assert_eq!(records(b"[\n {},\n\n {}\n]"), [some(1, "[\n{},\n{}\n]")]);
        assert_eq!(
            records(b"{\"cut\": \n{}\n"),
            [some(1, "{\"cut\":"), some(2, "{}")],
            "a broken first line affects no other"
        );
        assert_eq!(records(b"{}\n\xff\n{}"), [some(1, "{}"), (2, None), some(3, "{}")]);
        assert_eq!(records(b" \n"), []);
    }

    /// Returns one line per read and fails the test if more is read than exists.
    struct Pipe(Vec<&'static str>);

    impl Read for Pipe {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            assert!(!self.0.is_empty(), "more was read than needed");
            let line = self.0.remove(0).as_bytes();
            into[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }

    #[test]
    fn records_after_a_broken_first_line_do_not_wait_for_the_end_of_a_pipe() {
        let event = "{\"id\":\"a\",\"question\":{\"text\":\"q\"}}\n";
        let pipe = Pipe(vec!["{\"id\":\"cut\", \n", event, event, event, event]);
        let mut records = Records::new(std::io::BufReader::with_capacity(64, pipe));
        assert_eq!(records.next().unwrap().unwrap().line, 1);
        assert_eq!(records.next().unwrap().unwrap().text.unwrap(), event.trim());
    }

    #[test]
    fn an_oversized_line_is_refused_and_affects_no_other() {
        let endless = std::io::repeat(b'x').take(MAX_RECORD_BYTES as u64 + 7);
        let reader = std::io::BufReader::new(endless.chain(&b"\n{}\n"[..]));
        let found: Vec<Record> = Records::new(reader).map(Result::unwrap).collect();
        assert_eq!(found[0], Record { line: 1, text: Err(Unreadable::TooLong) });
        assert_eq!((found[1].line, found[1].text.as_deref()), (2, Ok("{}")));
    }
}
