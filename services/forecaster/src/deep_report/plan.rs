//! Rounds of research of a report, by depth.

use domain::Run;
use domain::run::RunState;
use serde_json::{Value, json};

use super::material::Material;
use crate::decompose;
use crate::digest::Digest;

/// What the questions of a round look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Facts about the topic itself.
    Plan,
    /// Evidence against the findings.
    Contrary,
    /// What has no finding yet.
    Gaps,
}

impl Purpose {
    /// Returns the stable name: `plan`, `contrary` or `gaps`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Contrary => "contrary",
            Self::Gaps => "gaps",
        }
    }

    /// Returns the name of the system prompt.
    pub fn prompt(self) -> &'static str {
        match self {
            Self::Plan => "report_plan.md",
            Self::Contrary => "report_contrary.md",
            Self::Gaps => "report_gaps.md",
        }
    }
}

/// Returns the number of rounds of a report.
pub fn rounds(depth: u8) -> u32 {
    u32::from(depth)
}

/// Returns the purpose of a round, from 1, and its maximum number of questions; `None` after the last round.
pub fn round(depth: u8, round: u32) -> Option<(Purpose, usize)> {
    match (depth, round) {
        (1, 1) => Some((Purpose::Plan, 4)),
        (2, 1) => Some((Purpose::Plan, 8)),
        (3, 1) => Some((Purpose::Plan, 12)),
        (2, 2) => Some((Purpose::Contrary, 4)),
        (3, 2) => Some((Purpose::Contrary, 6)),
        (3, 3) => Some((Purpose::Gaps, 6)),
        _ => None,
    }
}

/// Maximum length of the findings in the prompts of a report in tokens, by depth.
pub fn max_tokens(depth: u8) -> usize {
    match depth {
        1 => 8_000,
        2 => 14_000,
        _ => 20_000,
    }
}

/// Returns the model's input for the first round.
pub fn input(run: &Run, most: usize) -> Value {
    json!({
        "purpose": Purpose::Plan.name(),
        "question": decompose::asked(run),
        "asked_at": decompose::asked_on(run),
        "most_questions": most,
    })
}

/// Returns the model's input for a further round.
pub fn further_input(state: &RunState, digest: &Digest, (purpose, most): (Purpose, usize)) -> Value {
    let material = Material::of(digest);
    json!({
        "purpose": purpose.name(),
        "question": decompose::asked(&state.run),
        "asked_at": decompose::asked_on(&state.run),
        "most_questions": most,
        "questions": digest.questions,
        "findings": material.all(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_of_a_depth_has_a_purpose_and_the_round_after_the_last_none() {
        for depth in domain::deep_report::DEPTHS {
            assert!((1..=rounds(depth)).all(|number| round(depth, number).is_some()), "{depth}");
            assert_eq!(round(depth, rounds(depth) + 1), None);
            assert_eq!(round(depth, 1).map(|(purpose, _)| purpose), Some(Purpose::Plan));
        }
        assert_eq!(round(2, 2), Some((Purpose::Contrary, 4)));
        assert_eq!(round(3, 3), Some((Purpose::Gaps, 6)));
    }
}
