//! Two guards against a model without progress: one examines its calls, the other their results.

mod novelty;
mod pattern;
mod shape;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::ToolCall;
use novelty::Novelty;
use pattern::{Pattern, Repetition};

/// Consecutive turns with repetitive calls and without new information after which the run ends.
const WARNINGS: u32 = 2;

/// Observations of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Guard {
    calls: Pattern,
    results: Novelty,
    /// The tool of a repetitive call in this turn.
    worn: Option<String>,
    warnings: u32,
    barren: u32,
}

impl Guard {
    /// Examines a requested call. Returns the reason for refusing it, worded for the model.
    pub(crate) fn refusal(&mut self, name: &str, input: &Value, repeats: u32) -> Option<&'static str> {
        let worn = self.calls.record(name, input, repeats)?;
        self.worn = Some(name.to_owned());
        Some(match worn {
            Repetition::Same => "This very call was made before; its answer will not change. Use what you have.",
            Repetition::Alike => "Calls like this one brought nothing new. Use what you have, or look elsewhere.",
            Repetition::Cycle => "Your calls go round in a cycle. Use what you have, or look elsewhere.",
        })
    }

    /// Examines the results of a turn's calls (`None`: failed), in call order. Returns the tool that is repeated
    /// despite all warnings, if any.
    pub(crate) fn record_turn(&mut self, turn: &[(&ToolCall, Option<&str>)]) -> Option<String> {
        let mut news = false;
        for (call, content) in turn {
            if content.is_some_and(|content| self.results.record(content, &call.input)) {
                news = true;
            } else {
                self.calls.record_stale(&call.name, &call.input);
            }
        }
        let worn = self.worn.take();
        if news {
            (self.barren, self.warnings) = (0, 0);
            return None;
        }
        self.barren += 1;
        self.warnings += u32::from(worn.is_some());
        worn.filter(|_| self.warnings >= WARNINGS)
    }

    /// Records a turn without calls.
    pub(crate) fn record_empty_turn(&mut self) {
        self.barren += 1;
    }

    /// Returns the number of consecutive turns without new information.
    pub(crate) fn barren(&self) -> u32 {
        self.barren
    }
}

/// Fingerprint of a text. 64 bits distinguish a few thousand texts and keep the stored run small.
fn fingerprint(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
