//! What was not published, and why.

use std::fmt;

use proto::event::InvalidEvent;
use serde::Serialize;

/// One record that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The file, `-` for standard input.
    pub file: String,
    /// Line of the file on which the record begins, from 1.
    pub line: usize,
    /// The event's id, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The field, as the protobuf names it; empty where it is not about a field.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// What is wrong and how to mend it.
    pub problem: String,
}

/// Where a record stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, `-` for standard input.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Refusal {
    /// A record that is no event.
    pub fn invalid(place: &Place, error: InvalidEvent) -> Self {
        Self { file: place.file.clone(), line: place.line, id: None, field: error.path, problem: error.problem }
    }

    /// An event that did not get through.
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
