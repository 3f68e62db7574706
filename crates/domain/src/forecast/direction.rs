//! The findings of a forecast by their direction.

use serde::{Deserialize, Serialize};

use crate::AnswerKind;

/// Answer that a finding supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceDirection {
    /// For YES, for an option, for a higher number or for a later time.
    For,
    /// For NO, against an option, for a lower number or for an earlier time.
    Against,
    /// Read and cited, without a direction; or its directions cancel out.
    Context,
}

impl EvidenceDirection {
    /// All directions, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::For, Self::Against, Self::Context];

    /// Returns the stable name: `for`, `against` or `context`.
    pub fn name(self) -> &'static str {
        match self {
            Self::For => "for",
            Self::Against => "against",
            Self::Context => "context",
        }
    }

    /// Returns the heading of the findings with this direction in the report on a question of that kind.
    pub fn heading(self, kind: &AnswerKind) -> &'static str {
        match (self, kind) {
            (Self::Context, _) => "Context",
            (Self::For, AnswerKind::Numeric { .. }) => "For a higher number",
            (Self::Against, AnswerKind::Numeric { .. }) => "For a lower number",
            (Self::For, AnswerKind::Date) => "For a later day",
            (Self::Against, AnswerKind::Date) => "For an earlier day",
            (Self::For, _) => "For",
            (Self::Against, _) => "Against",
        }
    }
}

/// A finding as the estimates of a forecast used it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WeighedEvidence {
    /// Reference of the finding, `question/finding`.
    pub reference: String,
    /// Answer that it supports.
    pub direction: EvidenceDirection,
    /// Option that it bears on; empty unless the question asks for one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Of a question by yes or no, its part of the shift in log-odds, as a mean over the estimates, before dependent
    /// findings are counted once. Of the other kinds, the share of the estimates that use it so, weighted by their
    /// confidence. 0 for context.
    pub weight: f64,
    /// Number of estimates that use it.
    pub estimates: u32,
    /// Text of the research question that it answers.
    pub question: String,
}

impl WeighedEvidence {
    /// Returns the weight as a reader sees it: the factor on the odds, or the share of the estimates. `None` for
    /// context.
    pub fn weight_text(&self, kind: &AnswerKind) -> Option<String> {
        match self.direction {
            EvidenceDirection::Context => None,
            _ if kind.is_yes_or_no() => Some(format!("odds \u{d7}{:.2}", self.weight.exp())),
            _ => Some(format!("{:.0} % of the estimates", self.weight * 100.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_told_in_the_unit_of_its_kind() {
        let mut one = WeighedEvidence {
            reference: "i1q1/f1".into(),
            direction: EvidenceDirection::Against,
            about: String::new(),
            weight: 2f64.ln(),
            estimates: 3,
            question: "Who votes?".into(),
        };
        assert_eq!(one.weight_text(&AnswerKind::Binary).as_deref(), Some("odds \u{d7}2.00"));
        one.weight = 0.4;
        assert_eq!(one.weight_text(&AnswerKind::Date).as_deref(), Some("40 % of the estimates"));
        assert_eq!(one.direction.heading(&AnswerKind::Date), "For an earlier day");
        one.direction = EvidenceDirection::Context;
        assert_eq!(one.weight_text(&AnswerKind::Binary), None);
    }
}
