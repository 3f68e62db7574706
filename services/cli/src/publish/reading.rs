//! Reads files on a separate thread: standard input may block indefinitely, and parsing is CPU-bound.

use std::io::{BufRead, BufReader};

use domain::Event;
use proto::event::InvalidEvent;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::formats::{Format, FormatName, Options, Place, Record, Records, Refusal};
use crate::input;

/// Maximum records read ahead. More would only cost memory: publishing is limited by the stream's confirmations.
const MAX_READ_AHEAD: usize = 1_024;

/// One item from the reading thread.
pub(super) enum Read {
    /// An event and its position.
    Event(Place, Box<Event>),
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
    format: FormatName,
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
        let mut reader = Reader { format: format.reader(&options), left: limit.unwrap_or(u64::MAX), sender };
        for named in opened {
            // The receiver was dropped or the limit is reached.
            if reader.file(named).is_none() {
                break;
            }
        }
    })?;
    Ok(Input { records, bytes })
}

struct Reader {
    format: Box<dyn Format>,
    left: u64,
    sender: Sender<Read>,
}

impl Reader {
    /// Reads one file; returns `None` if the receiver was dropped or the limit is reached.
    fn file(&mut self, named: Named) -> Option<()> {
        let Named { file, reader } = named;
        let mut line = 0;
        for record in Records::new(reader) {
            let record = match record {
                Ok(record) => record,
                // Events read before the error stay published, and the other files may be intact.
                Err(error) => return self.refuse(read_error(&file, line + 1, &error)),
            };
            line = record.line;
            let size = record.text.as_ref().map_or(0, String::len) as u64 + 1;
            self.record(&Place { file: file.clone(), line }, record)?;
            self.sender.blocking_send(Read::Bytes(size)).ok()?;
        }
        Some(())
    }

    fn record(&mut self, place: &Place, record: Record) -> Option<()> {
        let text = match record.text {
            Ok(text) => text,
            Err(error) => {
                return self.refuse(Refusal::invalid(place, InvalidEvent::new("", error.to_string())));
            }
        };
        for read in self.format.read(&text) {
            match read {
                Ok(event) => {
                    self.left = self.left.checked_sub(1)?;
                    self.sender.blocking_send(Read::Event(place.clone(), Box::new(event))).ok()?;
                }
                Err(error) => self.refuse(Refusal::invalid(place, error))?,
            }
        }
        Some(())
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
