//! Reads files on a thread of its own: standard input may block for ever, and parsing keeps a core busy.

use std::io::{BufRead, BufReader};

use domain::Event;
use proto::event::InvalidEvent;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::formats::{Format, FormatName, Options, Place, Record, Records, Refusal};
use crate::input;

/// Records waiting to be sent. More would only cost memory: the stream's confirmation is what takes time.
const AHEAD: usize = 1_024;

/// One thing read.
pub(super) enum Read {
    /// An event and where it stands.
    Event(Place, Box<Event>),
    /// A record that is none.
    Refused(Refusal),
    /// So many bytes of the files are behind us.
    Bytes(u64),
}

/// What the thread reads.
pub(super) struct Input {
    pub(super) records: Receiver<Read>,
    /// Bytes of all files together; `None` if one of them is a pipe.
    pub(super) bytes: Option<u64>,
}

struct Named {
    file: String,
    reader: Box<dyn BufRead + Send>,
}

/// Opens every file first: a misspelt name must not be found when half is published.
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
    let (sender, records) = channel(AHEAD);
    std::thread::Builder::new().name("reading".to_owned()).spawn(move || {
        let mut reader = Reader { format: format.reader(&options), left: limit.unwrap_or(u64::MAX), sender };
        for named in opened {
            // The receiver is gone: nobody wants the rest.
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
    /// `None` when nobody listens any more or the limit is reached.
    fn file(&mut self, named: Named) -> Option<()> {
        let Named { file, reader } = named;
        let mut line = 0;
        for record in Records::new(reader) {
            let record = match record {
                Ok(record) => record,
                // What was read stays published, and the other files may be whole.
                Err(error) => return self.refuse(broken(&file, line + 1, &error)),
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

/// A file that ends in the middle, or a disk that does.
fn broken(file: &str, line: usize, error: &std::io::Error) -> Refusal {
    let problem =
        format!("cannot be read any further ({error}); what stands before it was read, the rest of the file was not");
    Refusal::invalid(&Place { file: file.to_owned(), line }, InvalidEvent::new("", problem))
}
