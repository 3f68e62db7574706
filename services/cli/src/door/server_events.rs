//! Server-sent events of a gateway. A connection that ends is opened again after the last event.

use std::collections::VecDeque;
use std::pin::Pin;
use std::time::Duration;

use futures::{Stream, StreamExt};
use reqwest::Method;
use reqwest::header::ACCEPT;

use super::{Door, DoorError};

/// Maximum time of one connection; a longer one is opened again.
const TIMEOUT: Duration = Duration::from_secs(3_600);
/// Delay before a connection is opened again.
const DELAY: Duration = Duration::from_secs(1);
/// Attempts to open a connection again.
const ATTEMPTS: u32 = 30;
/// Maximum bytes of one event; a result has at most a few.
const MAX_EVENT: usize = 32 << 20;

/// One event of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerEvent {
    /// Position of the event.
    pub id: String,
    /// Kind of the event.
    pub name: String,
    /// Content, in most cases JSON; empty for a position alone.
    pub data: String,
}

type Body = Pin<Box<dyn Stream<Item = reqwest::Result<Vec<u8>>> + Send>>;

/// An open stream of events.
pub struct ServerEvents<'a> {
    http: &'a Door,
    path: Vec<String>,
    /// Id of the last event.
    last: Option<String>,
    body: Body,
    parser: Parser,
}

impl Door {
    /// Opens a stream, after the event with the id `last` if there is one.
    ///
    /// # Errors
    /// The gateway refuses the stream, or does not answer.
    pub async fn events(&self, path: &[&str], last: Option<&str>) -> Result<ServerEvents<'_>, DoorError> {
        let path: Vec<String> = path.iter().map(|&part| part.to_owned()).collect();
        let body = self.connect(&path, last).await?;
        Ok(ServerEvents { http: self, path, last: last.map(str::to_owned), body, parser: Parser::default() })
    }

    async fn connect(&self, path: &[String], last: Option<&str>) -> Result<Body, DoorError> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let request = self.request(Method::GET, &path).header(ACCEPT, "text/event-stream").timeout(TIMEOUT);
        let request = last.into_iter().fold(request, |request, last| request.header("last-event-id", last));
        let answer = self.answer(request).await?;
        Ok(Box::pin(answer.bytes_stream().map(|part| part.map(|bytes| bytes.to_vec()))))
    }
}

impl ServerEvents<'_> {
    /// Waits for the next event with content.
    ///
    /// # Errors
    /// The connection has ended, and cannot be opened again.
    pub async fn next(&mut self) -> Result<ServerEvent, DoorError> {
        loop {
            while let Some(event) = self.parser.next() {
                if !event.id.is_empty() {
                    self.last = Some(event.id.clone());
                }
                if !event.data.is_empty() {
                    return Ok(event);
                }
            }
            match self.body.next().await {
                Some(Ok(bytes)) => self.parser.push(&bytes)?,
                Some(Err(_)) | None => self.open_again().await?,
            }
        }
    }

    async fn open_again(&mut self) -> Result<(), DoorError> {
        self.parser = Parser::default();
        let mut attempt = 1;
        loop {
            tokio::time::sleep(DELAY).await;
            match self.http.connect(&self.path, self.last.as_deref()).await {
                Ok(body) => {
                    self.body = body;
                    return Ok(());
                }
                Err(DoorError::NoAnswer(_)) if attempt < ATTEMPTS => attempt += 1,
                Err(DoorError::Problem(problem)) if problem.status >= 429 && attempt < ATTEMPTS => attempt += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

/// Divides bytes into events.
#[derive(Debug, Default)]
struct Parser {
    /// Bytes of a line that has not ended.
    rest: Vec<u8>,
    event: ServerEvent,
    ready: VecDeque<ServerEvent>,
}

impl Parser {
    fn push(&mut self, bytes: &[u8]) -> Result<(), DoorError> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.line(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']));
        }
        if self.rest.len() + self.event.data.len() > MAX_EVENT {
            return Err(DoorError::NoAnswer(format!("the gateway sent an event of more than {MAX_EVENT} bytes")));
        }
        Ok(())
    }

    fn line(&mut self, line: &str) {
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            if event != ServerEvent::default() {
                self.ready.push_back(event);
            }
            return;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => value.clone_into(&mut self.event.id),
            "event" => value.clone_into(&mut self.event.name),
            "data" => {
                if !self.event.data.is_empty() {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            // A comment, or advice about the reconnection.
            _ => {}
        }
    }

    fn next(&mut self) -> Option<ServerEvent> {
        self.ready.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_from_any_parts() {
        let text = ": the stream\nid: 7\nevent: forecast\ndata: {\"a\":\ndata: 1}\n\nretry: 1000\n\nid:8\r\n\r\n";
        for size in [1, 5, text.len()] {
            let mut parser = Parser::default();
            text.as_bytes().chunks(size).for_each(|part| parser.push(part).unwrap());
            let first = parser.next().unwrap();
            assert_eq!((first.id.as_str(), first.name.as_str()), ("7", "forecast"));
            assert_eq!(first.data, "{\"a\":\n1}");
            assert_eq!(parser.next().unwrap(), ServerEvent { id: "8".to_owned(), ..ServerEvent::default() });
            assert_eq!(parser.next(), None, "a comment is no event");
        }
    }
}
