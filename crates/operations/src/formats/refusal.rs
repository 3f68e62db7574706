//! Refused records with position and reason.

use std::fmt;

use proto::event::InvalidEvent;
use serde::Serialize;

/// Path of the error of a record that does not have the structure of its format.
pub(super) const RECORD: &str = "record";

/// A refused record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// File name, `-` for standard input.
    pub file: String,
    /// Line on which the record begins, from 1.
    pub line: usize,
    /// Event id, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Protobuf name of the invalid field; empty if the problem concerns the whole record.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// Problem and how to fix it.
    pub problem: String,
}

/// Position of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// File name, `-` for standard input.
    pub file: String,
    /// Line number, from 1.
    pub line: usize,
}

impl Refusal {
    /// Refuses a record that is not a valid event.
    pub fn invalid(place: &Place, error: InvalidEvent) -> Self {
        Self { file: place.file.clone(), line: place.line, id: None, field: error.path, problem: error.problem }
    }

    /// Refuses a record that is not a valid event of a format, with advice if it does not have the structure of the
    /// format at all.
    pub fn of_format(place: &Place, error: InvalidEvent, advice: &str) -> Self {
        let is_other = error.path.rsplit('.').next() == Some(RECORD);
        let problem = if is_other { format!("{}; {advice}", error.problem) } else { error.problem };
        Self::invalid(place, InvalidEvent::new(error.path, problem))
    }

    /// Refuses an event that could not be published.
    pub fn undelivered(place: &Place, id: &str, problem: impl Into<String>) -> Self {
        let (file, line) = (place.file.clone(), place.line);
        Self { file, line, id: Some(id.to_owned()), field: String::new(), problem: problem.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if let Some(id) = &self.id {
            write!(f, "event {id:?}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.problem)
    }
}
