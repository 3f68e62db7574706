//! Records of a file: one a line; or the whole file, if it is one JSON document spread over lines.

use std::io::BufRead;

/// One record and the line on which it begins, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The line.
    pub line: usize,
    /// Its text, or that it is not UTF-8.
    pub text: Result<String, NotUtf8>,
}

/// The record's bytes are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not UTF-8; convert the file, e.g. with iconv")]
pub struct NotUtf8;

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
            let mut bytes = Vec::new();
            if self.reader.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.line += 1;
            let text = String::from_utf8(bytes).map(|text| text.trim().to_owned()).map_err(|_| NotUtf8);
            if text.as_ref().map_or(true, |text| !text.is_empty()) {
                return Ok(Some(Record { line: self.line, text }));
            }
        }
    }

    /// The whole of a file that begins with an unfinished value; its lines, if the whole is no value either.
    fn whole(&mut self, first: Record) -> std::io::Result<Record> {
        let mut lines = vec![first.clone()];
        while let Some(record) = self.next_line()? {
            lines.push(record);
        }
        let texts: Option<Vec<&str>> = lines.iter().map(|record| record.text.as_deref().ok()).collect();
        if let Some(text) = texts.map(|texts| texts.join("\n")).filter(|text| is_json(text)) {
            return Ok(Record { line: first.line, text: Ok(text) });
        }
        lines.reverse();
        lines.pop();
        self.ahead = lines;
        Ok(first)
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
}
