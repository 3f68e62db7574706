//! Reads files on a separate thread: standard input may block indefinitely, and parsing is CPU-bound.

use std::io::{BufRead, BufReader};

use domain::Event;
use operations::formats::{Format, FormatName, Options, Place, Read as Parsed, Record, Records, Refusal, recognise};
use proto::event::InvalidEvent;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::input;

/// Maximum records read ahead. More would only cost memory: publishing is limited by the stream's confirmations.
const MAX_READ_AHEAD: usize = 1_024;

/// Advice for a record of another format.
const CHECK_FORMAT: &str = "check --format";

/// One item from the reading thread.
pub(super) enum Read {
    /// An event and its position.
    Event(Place, Box<Event>),
    /// A file whose format is not the canonical one, by its first record.
    Recognised(String, FormatName),
    /// A file without a record.
    Empty(String),
    /// An invalid record.
    Refused(Refusal),
    /// Number of bytes read since the previous item of this kind.
    Bytes(u64),
}

/// Output of the reading thread.
pub(super) struct Input {
    pub(super) records: Receiver<Read>,
    /// Total size of the files in bytes; `None` if one of them is a pipe or compressed.
    pub(super) bytes: Option<u64>,
}

struct Named {
    file: String,
    reader: Box<dyn BufRead + Send>,
}

/// Opens all files before reading the first, so that a misspelt name is found before anything is published.
pub(super) fn start(
    files: &[String],
    format: Option<FormatName>,
    options: Options,
    limit: Option<u64>,
) -> anyhow::Result<Input> {
    let mut bytes = Some(0);
    let mut opened = Vec::new();
    for file in files {
        let input::Input { reader, bytes: length } = input::open(file)?;
        bytes = bytes.zip(length).map(|(sum, length)| sum + length);
        opened.push(Named { file: file.clone(), reader: Box::new(BufReader::new(reader)) });
    }
    let (sender, records) = channel(MAX_READ_AHEAD);
    std::thread::Builder::new().name("reading".to_owned()).spawn(move || {
        let left = limit.unwrap_or(u64::MAX);
        let mut reader = Reader { format, parsers: Parsers { options, open: Vec::new() }, left, sender };
        for named in opened {
            // The receiver was dropped or the limit is reached.
            if reader.file(named).is_none() {
                break;
            }
        }
    })?;
    Ok(Input { records, bytes })
}

/// Parsers of the formats that occur, each with its state.
struct Parsers {
    options: Options,
    open: Vec<(FormatName, Box<dyn Format>)>,
}

impl Parsers {
    fn read(&mut self, format: FormatName, record: &str) -> Vec<Parsed> {
        if let Some((_, parser)) = self.open.iter_mut().find(|(name, _)| *name == format) {
            return parser.read(record);
        }
        let mut parser = format.reader(&self.options);
        let read = parser.read(record);
        self.open.push((format, parser));
        read
    }
}

struct Reader {
    /// Format of all files; `None`: each file has that of its first record.
    format: Option<FormatName>,
    parsers: Parsers,
    left: u64,
    sender: Sender<Read>,
}

impl Reader {
    /// Reads one file; returns `None` if the receiver was dropped or the limit is reached.
    fn file(&mut self, named: Named) -> Option<()> {
        let Named { file, reader } = named;
        let (mut line, mut format) = (0, self.format);
        for record in Records::new(reader) {
            let record = match record {
                Ok(record) => record,
                // Events read before the error stay published, and the other files may be intact.
                Err(error) => return self.refuse(read_error(&file, line + 1, &error)),
            };
            line = record.line;
            let size = record.text.as_ref().map_or(0, String::len) as u64 + 1;
            self.record(&Place { file: file.clone(), line }, record, &mut format)?;
            self.sender.blocking_send(Read::Bytes(size)).ok()?;
        }
        if line == 0 {
            self.sender.blocking_send(Read::Empty(file)).ok()?;
        }
        Some(())
    }

    fn record(&mut self, place: &Place, record: Record, format: &mut Option<FormatName>) -> Option<()> {
        let text = match record.text {
            Ok(text) => text,
            Err(error) => {
                return self.refuse(Refusal::invalid(place, InvalidEvent::new("", error.to_string())));
            }
        };
        let format = match *format {
            Some(format) => format,
            None => *format.insert(self.recognise(place, &text)?),
        };
        for read in self.parsers.read(format, &text) {
            match read {
                Ok(event) => {
                    self.left = self.left.checked_sub(1)?;
                    self.sender.blocking_send(Read::Event(place.clone(), Box::new(event))).ok()?;
                }
                Err(error) => self.refuse(Refusal::of_format(place, error, CHECK_FORMAT))?,
            }
        }
        Some(())
    }

    /// Returns the format of a file by its first record; the canonical one if it is in none, so that its error is that
    /// of an event.
    fn recognise(&mut self, place: &Place, record: &str) -> Option<FormatName> {
        let format = recognise(record, &self.parsers.options).unwrap_or(FormatName::Json);
        if format != FormatName::Json {
            self.sender.blocking_send(Read::Recognised(place.file.clone(), format)).ok()?;
        }
        Some(format)
    }

    fn refuse(&mut self, refusal: Refusal) -> Option<()> {
        self.sender.blocking_send(Read::Refused(refusal)).ok()
    }
}

/// Describes a read error, such as a truncated file or a failing disk.
fn read_error(file: &str, line: usize, error: &std::io::Error) -> Refusal {
    let problem = format!("read error ({error}); the records before it were read, the rest of the file was not");
    Refusal::invalid(&Place { file: file.to_owned(), line }, InvalidEvent::new("", problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_of_another_format_is_recognised_by_its_first_record() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("set.ndjson").display().to_string();
        let row = |id: u8| format!(r#"{{"qid":"v:{id}","set":"2026-03-01","source":"v","question":"Will it rain?"}}"#);
        std::fs::write(&file, format!("{}\n[1]\n{}\n", row(1), row(2))).unwrap();
        for (format, expected) in
            [(None, ["recognised", "event", "refused", "event"].as_slice()), (Some(FormatName::Json), &["refused"; 3])]
        {
            let mut input = start(std::slice::from_ref(&file), format, Options::default(), None).unwrap();
            let mut kinds = Vec::new();
            while let Some(read) = input.records.recv().await {
                match read {
                    Read::Event(..) => kinds.push("event"),
                    Read::Recognised(_, name) => {
                        assert_eq!(name, FormatName::Forecastbench);
                        kinds.push("recognised");
                    }
                    Read::Refused(_) => kinds.push("refused"),
                    Read::Empty(_) => kinds.push("empty"),
                    Read::Bytes(_) => {}
                }
            }
            assert_eq!(kinds, expected);
        }
    }
}
