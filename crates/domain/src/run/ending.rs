//! How a run ends, or is brought to its end, without the forecast that it began for.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Question;
use crate::{MicroUsd, Probability, Time};

/// Somebody stopped a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancellation {
    /// Who: a person or a program, in free text.
    pub by: String,
    /// Why; may be empty.
    pub reason: String,
    /// When.
    pub at: Time,
    /// What was found until then still becomes a forecast, flagged; else the run ends at once, without one.
    pub forecast: bool,
}

impl fmt::Display for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cancelled by {}", if self.by.is_empty() { "somebody" } else { &self.by })?;
        if self.reason.is_empty() { Ok(()) } else { write!(f, ": {}", self.reason) }
    }
}

/// The research that a run would buy next, for a caller who wants to know that instead of a forecast (SPEC 4.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// Why it is proposed, or why it is not worth it; for a person.
    pub reason: String,
    /// What should be found out, the most important first.
    pub questions: Vec<Question>,
    /// Expected value of the answers, before their cost.
    pub gain: MicroUsd,
    /// What finding out would cost, as far as history tells.
    pub cost: MicroUsd,
    /// How likely YES is by what is known now.
    pub estimate: Probability,
    /// Standard deviation of what the answers would make of the estimate, in probability.
    pub uncertainty: f64,
}

impl Proposal {
    /// It has something to ask, and asking is worth more than it costs.
    pub fn is_worth_it(&self) -> bool {
        !self.questions.is_empty() && self.gain > self.cost
    }
}

/// Why a run that is done has no forecast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoForecast {
    /// It was cancelled.
    Cancelled(Cancellation),
    /// Its caller wanted the research request itself.
    Proposed(Box<Proposal>),
}

impl NoForecast {
    /// `cancelled`, `proposed`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Cancelled(_) => "cancelled",
            Self::Proposed(_) => "proposed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancellation_names_who_and_why() {
        let mut stop =
            Cancellation { by: "ada".into(), reason: "too dear".into(), at: Time::UNIX_EPOCH, forecast: false };
        assert_eq!(stop.to_string(), "cancelled by ada: too dear");
        (stop.by, stop.reason) = (String::new(), String::new());
        assert_eq!(stop.to_string(), "cancelled by somebody");
    }

    #[test]
    fn a_proposal_without_questions_or_gain_is_not_worth_it() {
        let question = Question {
            id: "i1q1".into(),
            topic: String::new(),
            text: "Who votes?".into(),
            priority: super::super::Priority::Critical,
            expected_sources: vec![],
        };
        let proposal = |questions: &[Question], gain| Proposal {
            reason: String::new(),
            questions: questions.to_vec(),
            gain: MicroUsd(gain),
            cost: MicroUsd(10),
            estimate: Probability::clamp(0.5).unwrap(),
            uncertainty: 0.2,
        };
        assert!(proposal(std::slice::from_ref(&question), 11).is_worth_it());
        assert!(!proposal(&[question], 10).is_worth_it());
        assert!(!proposal(&[], 11).is_worth_it());
    }
}
