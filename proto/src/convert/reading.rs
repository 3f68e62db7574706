//! `run.proto`: how a question is read.

use domain::reading::{EventOption, Family, Limit};
use domain::{NamedDeadline, Reading};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::QuestionReading> for Reading {
    type Error = InvalidEvent;

    fn try_from(wire: v1::QuestionReading) -> Result<Self, InvalidEvent> {
        let v1::QuestionReading {
            deadline,
            counts,
            reporter,
            synonyms,
            language,
            assumption,
            clarification,
            family,
            event_option,
        } = wire;
        let deadline = check::optional(deadline, "deadline")?;
        let family = check::optional(family, "family")?;
        let event_option =
            event_option.map(|v1::EventOption { key, option, options }| EventOption { key, option, options });
        Ok(Self { deadline, counts, reporter, synonyms, language, assumption, clarification, family, event_option })
    }
}

impl From<&Reading> for v1::QuestionReading {
    fn from(reading: &Reading) -> Self {
        let Reading { deadline, counts, reporter, synonyms, language, assumption, clarification, family, event_option } =
            reading;
        let event_option =
            event_option.clone().map(|EventOption { key, option, options }| v1::EventOption { key, option, options });
        Self {
            deadline: deadline.as_ref().map(Into::into),
            counts: counts.clone(),
            reporter: reporter.clone(),
            synonyms: synonyms.clone(),
            language: language.clone(),
            assumption: assumption.clone(),
            clarification: clarification.clone(),
            family: family.as_ref().map(Into::into),
            event_option,
        }
    }
}

impl TryFrom<v1::NamedDeadline> for NamedDeadline {
    type Error = InvalidEvent;

    fn try_from(wire: v1::NamedDeadline) -> Result<Self, InvalidEvent> {
        let v1::NamedDeadline { at, quote } = wire;
        Ok(Self { at: check::time_required(at, "at")?, quote })
    }
}

impl From<&NamedDeadline> for v1::NamedDeadline {
    fn from(deadline: &NamedDeadline) -> Self {
        let NamedDeadline { at, quote } = deadline;
        Self { at: Some(check::stamp(*at)), quote: quote.clone() }
    }
}

impl TryFrom<v1::QuestionFamily> for Family {
    type Error = InvalidEvent;

    fn try_from(wire: v1::QuestionFamily) -> Result<Self, InvalidEvent> {
        let v1::QuestionFamily { key, deadline, limit } = wire;
        let limit = limit.map(|v1::QuestionLimit { value, is_above }| Limit { value, is_above });
        if limit.is_some_and(|limit| !limit.value.is_finite()) {
            return Err(InvalidEvent::new("limit.value", "must be a finite number"));
        }
        Ok(Self { key, deadline: check::time_opt(deadline, "deadline")?, limit })
    }
}

impl From<&Family> for v1::QuestionFamily {
    fn from(family: &Family) -> Self {
        let Family { key, deadline, limit } = family;
        let limit = limit.map(|Limit { value, is_above }| v1::QuestionLimit { value, is_above });
        Self { key: key.clone(), deadline: deadline.map(check::stamp), limit }
    }
}
