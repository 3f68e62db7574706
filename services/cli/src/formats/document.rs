//! Records of a file: one a line; or the whole file, if it is one JSON document spread over lines.

use std::io::{BufRead, Read};

/// One record and the line on which it begins, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The line.
    pub line: usize,
    /// Its text, or why there is none.
    pub text: Result<String, Unreadable>,
}

/// Longest record, in bytes: a published question set has a tenth of this, and a file that is one endless line shall not fill the memory.
const LONGEST: usize = 64 << 20;

/// Why a record has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Its bytes are no text.
    #[error("is not UTF-8; convert the file, e.g. with iconv")]
    NotUtf8,
    /// It does not end.
    #[error("is longer than {} MiB; write one record a line", LONGEST >> 20)]
    TooLong,
}

/// The records of a reader, as they come: a pipe may never end. Blank lines are none.
///
/// If the first line opens an object or a list but does not finish it, and the file as a whole is one JSON value, that value is
/// the only record: webhook bodies are saved like that. Everything else is lines, so that one broken line spoils no other.
pub struct Records<R> {
    reader: R,
    line: usize,
    /// What was read ahead, newest last.
    ahead: Vec<Record>,
}

impl<R: BufRead> Records<R> {
    /// The records of `reader`.
    pub fn new(reader: R) -> Self {
        Self { reader, line: 0, ahead: Vec::new() }
    }

    /// The next line that is not blank.
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

    /// The bytes up to the next end of a line; of one that is too long nothing is kept.
    fn bytes_of_line(&mut self) -> std::io::Result<Option<Result<Vec<u8>, Unreadable>>> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.reader).take(LONGEST as u64 + 1);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() <= LONGEST || bytes.ends_with(b"\n") {
            return Ok(Some(Ok(bytes)));
        }
        self.reader.skip_until(b'\n')?;
        Ok(Some(Err(Unreadable::TooLong)))
    }

    /// The whole of a file that begins with an unfinished value; its lines, if the whole is no value either. It is given up as soon
    /// as what was read cannot become one: behind a broken first line others wait, and a pipe may never end.
    fn whole(&mut self, first: Record) -> std::io::Result<Record> {
        let mut text = first.text.clone().unwrap_or_default();
        let mut lines = vec![first];
        let mut looked_at = 0;
        while let Some(record) = self.next_line()? {
            let line = record.text.clone();
            lines.push(record);
            let Ok(line) = line else { return Ok(self.as_lines(lines)) };
            text.push('\n');
            text.push_str(&line);
            // Looking costs as much as the text is long, so it must have doubled since.
            if text.len() >= 2 * looked_at {
                looked_at = text.len();
                if text.len() > LONGEST || !(is_unfinished(&text) || is_json(&text)) {
                    return Ok(self.as_lines(lines));
                }
            }
        }
        if is_json(&text) { Ok(Record { line: lines[0].line, text: Ok(text) }) } else { Ok(self.as_lines(lines)) }
    }

    /// The first of what was read ahead; the others follow.
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
    fn lines_unless_the_whole_is_one_document() {
        assert_eq!(records(b"{}\n\n  {\"a\":1}\r\n"), [some(1, "{}"), some(3, "{\"a\":1}")]);
        assert_eq!(records(b"[\n {},\n\n {}\n]"), [some(1, "[\n{},\n{}\n]")]);
        assert_eq!(
            records(b"{\"cut\": \n{}\n"),
            [some(1, "{\"cut\":"), some(2, "{}")],
            "a broken first line spoils no other"
        );
        assert_eq!(records(b"{}\n\xff\n{}"), [some(1, "{}"), (2, None), some(3, "{}")]);
        assert_eq!(records(b" \n"), []);
    }

    /// Hands out a line at a time and fails the test when more is asked for than is there to say.
    struct Pipe(Vec<&'static str>);

    impl Read for Pipe {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            assert!(!self.0.is_empty(), "what was there had to be enough");
            let line = self.0.remove(0).as_bytes();
            into[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }

    #[test]
    fn behind_a_broken_first_line_nobody_waits_for_the_end_of_a_pipe() {
        let event = "{\"id\":\"a\",\"question\":{\"text\":\"q\"}}\n";
        let pipe = Pipe(vec!["{\"id\":\"cut\", \n", event, event, event, event]);
        let mut records = Records::new(std::io::BufReader::with_capacity(64, pipe));
        assert_eq!(records.next().unwrap().unwrap().line, 1);
        assert_eq!(records.next().unwrap().unwrap().text.unwrap(), event.trim());
    }

    #[test]
    fn a_line_without_end_is_refused_and_spoils_no_other() {
        let endless = std::io::repeat(b'x').take(LONGEST as u64 + 7);
        let reader = std::io::BufReader::new(endless.chain(&b"\n{}\n"[..]));
        let found: Vec<Record> = Records::new(reader).map(Result::unwrap).collect();
        assert_eq!(found[0], Record { line: 1, text: Err(Unreadable::TooLong) });
        assert_eq!((found[1].line, found[1].text.as_deref()), (2, Ok("{}")));
    }
}
