//! Parser of server-sent events (the `text/event-stream` format of the HTML standard). Pure and incremental.

use serde_json::Value;

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    /// The `event` field; empty if absent.
    pub(super) name: String,
    /// The `data` fields, joined with line feeds.
    pub(super) data: String,
}

impl Event {
    /// Returns the data if it is a JSON object.
    pub(super) fn object(&self) -> Option<Value> {
        serde_json::from_str(&self.data).ok().filter(Value::is_object)
    }

    /// Returns `true` for the marker after the last event of OpenAI's streams.
    pub(super) fn is_done(&self) -> bool {
        self.data.trim() == "[DONE]"
    }
}

/// Splits a byte stream into events. Lines end with CR, LF or CRLF; comments and unknown fields are ignored.
#[derive(Debug, Default)]
pub(super) struct Parser {
    line: Vec<u8>,
    name: String,
    data: Option<String>,
    /// The last byte was CR: a following LF belongs to the same line end.
    after_cr: bool,
    /// A byte order mark is allowed before the first line only.
    begun: bool,
}

impl Parser {
    /// Adds bytes and returns the events that they complete.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for &byte in bytes {
            match byte {
                b'\n' if self.after_cr => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                _ => self.line.push(byte),
            }
            self.after_cr = byte == b'\r';
        }
        events
    }

    /// Ends the stream. An event without its closing empty line is returned; if it was cut off, its data is not valid
    /// JSON.
    pub(super) fn finish(mut self) -> Option<Event> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.dispatch()
    }

    /// Returns the number of bytes held for an incomplete event.
    pub(super) fn pending(&self) -> usize {
        self.line.len() + self.data.as_ref().map_or(0, String::len)
    }

    fn end_line(&mut self) -> Option<Event> {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        let line = if self.begun { &text } else { text.strip_prefix('\u{feff}').unwrap_or(&text) };
        self.begun = true;
        if line.is_empty() {
            return self.dispatch();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.trim().clone_into(&mut self.name),
            "data" => self.add_data(value),
            _ => {}
        }
        None
    }

    fn add_data(&mut self, value: &str) {
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(value);
            }
            None => self.data = Some(value.to_owned()),
        }
    }

    fn dispatch(&mut self) -> Option<Event> {
        let name = std::mem::take(&mut self.name);
        self.data.take().map(|data| Event { name, data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = ": hello\nevent: ping\ndata: {\"a\":\ndata: 1}\n\nid: 7\ndata:ü\n\n\n: end\ndata: [DONE]\n\n";

    fn events(parts: &[&[u8]]) -> Vec<(String, String)> {
        let mut parser = Parser::default();
        let mut all: Vec<Event> = parts.iter().flat_map(|part| parser.feed(part)).collect();
        all.extend(parser.finish());
        all.into_iter().map(|event| (event.name, event.data)).collect()
    }

    fn expected() -> Vec<(String, String)> {
        [("ping", "{\"a\":\n1}"), ("", "ü"), ("", "[DONE]")].map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec()
    }

    #[test]
    fn a_stream_is_the_same_however_it_is_split() {
        for text in [STREAM.to_owned(), STREAM.replace('\n', "\r\n"), STREAM.replace('\n', "\r")] {
            let bytes = text.as_bytes();
            for at in 0..=bytes.len() {
                assert_eq!(events(&[&bytes[..at], &bytes[at..]]), expected(), "split at {at}");
            }
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(events(&single), expected());
        }
    }

    #[test]
    fn the_last_event_needs_no_empty_line_and_a_byte_order_mark_is_skipped() {
        assert_eq!(events(&["\u{feff}data: x".as_bytes()]), [(String::new(), "x".to_owned())]);
        assert_eq!(events(&[b"event: only\n\n: nothing\n\n"]), []);
    }
}
