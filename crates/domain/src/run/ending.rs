//! Cancellation of a run, and the reasons why a run may end without a forecast.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Question;
use crate::reading::Clarification;
use crate::{DeepReport, MicroUsd, Probability, Time};

/// A request to stop a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancellation {
    /// The person or program that cancelled it; free text, may be empty.
    pub by: String,
    /// Reason; may be empty.
    pub reason: String,
    /// Time of the request.
    pub at: Time,
    /// `true` if the present evidence still becomes a forecast, flagged; else the run ends at once without one.
    pub forecast: bool,
}

impl fmt::Display for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cancelled by {}", if self.by.is_empty() { "somebody" } else { &self.by })?;
        if self.reason.is_empty() { Ok(()) } else { write!(f, ": {}", self.reason) }
    }
}

/// The research that a run would buy next, for a caller who asked for it instead of a forecast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// Explanation for a person: why it is proposed, or why it is not worth its price.
    pub reason: String,
    /// The questions to research, most important first.
    pub questions: Vec<Question>,
    /// Expected value of the answers, before their cost.
    pub gain: MicroUsd,
    /// Expected cost of the answers, from the costs of earlier questions.
    pub cost: MicroUsd,
    /// Probability of YES by what is known now.
    pub estimate: Probability,
    /// Standard deviation of the estimate after the answers, in probability.
    pub uncertainty: f64,
}

impl Proposal {
    /// Returns `true` if there are questions and their answers are worth more than they cost.
    pub fn is_worth_it(&self) -> bool {
        !self.questions.is_empty() && self.gain > self.cost
    }
}

/// The decision not to publish a forecast.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotApproved {
    /// The reviewer, or `auspex` if the time for the review passed.
    pub by: String,
    /// Time of the decision.
    pub at: Time,
    /// Reason; may be empty.
    pub reason: String,
}

impl fmt::Display for NotApproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "by {}", self.by)?;
        if self.reason.is_empty() { Ok(()) } else { write!(f, ": {}", self.reason) }
    }
}

/// Reason why a run that is done has no forecast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoForecast {
    /// The run was cancelled.
    Cancelled(Cancellation),
    /// The caller asked for the research request itself.
    Proposed(Box<Proposal>),
    /// A reviewer rejected the forecast. It is stored with the forecast, not with the run.
    Rejected(NotApproved),
    /// The forecast was not reviewed in time. It is stored with the forecast, not with the run.
    Expired(NotApproved),
    /// The question has several meanings, and its asker wants no assumption.
    Unclear(Clarification),
    /// The caller asked for a report.
    Reported(Box<DeepReport>),
}

impl NoForecast {
    /// Returns `cancelled`, `proposed`, `rejected`, `expired`, `unclear` or `reported`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Cancelled(_) => "cancelled",
            Self::Proposed(_) => "proposed",
            Self::Rejected(_) => "rejected",
            Self::Expired(_) => "expired",
            Self::Unclear(_) => "unclear",
            Self::Reported(_) => "reported",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancellation_names_the_person_and_the_reason() {
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
