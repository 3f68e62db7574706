//! Two guards against a model that goes on without getting anywhere: one knows its calls, the other what came of them.

mod novelty;
mod pattern;
mod shape;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::Call;
use novelty::Novelty;
use pattern::{Pattern, Worn};

/// Turns in a row with worn out calls and without news after which the run is over: it is not reading what it is told.
const WARNINGS: u32 = 2;

/// What a run has seen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Guard {
    calls: Pattern,
    results: Novelty,
    /// The tool of a worn out call of this turn.
    worn: Option<String>,
    warnings: u32,
    barren: u32,
}

impl Guard {
    /// A call is asked for; answers why it is not worth executing, in words for the model.
    pub(crate) fn refuses(&mut self, name: &str, input: &Value, repeats: u32) -> Option<&'static str> {
        let worn = self.calls.meets(name, input, repeats)?;
        self.worn = Some(name.to_owned());
        Some(match worn {
            Worn::Same => "This very call was made before; its answer will not change. Use what you have.",
            Worn::Alike => "Calls like this one brought nothing new. Use what you have, or look elsewhere.",
            Worn::Cycle => "Your calls go round in a cycle. Use what you have, or look elsewhere.",
        })
    }

    /// A turn's calls have their results (`None`: it failed), in the order of the calls. Answers the tool that is repeated
    /// against all warnings, if one is.
    pub(crate) fn weighs(&mut self, turn: &[(&Call, Option<&str>)]) -> Option<String> {
        let mut news = false;
        for (call, content) in turn {
            if content.is_some_and(|content| self.results.takes(content, &call.input)) {
                news = true;
            } else {
                self.calls.brought_nothing(&call.name, &call.input);
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

    /// A turn of nothing.
    pub(crate) fn weighs_nothing(&mut self) {
        self.barren += 1;
    }

    /// Turns in a row that brought nothing new.
    pub(crate) fn barren(&self) -> u32 {
        self.barren
    }
}

/// 64 bits are plenty to tell a few thousand texts apart, and keep the stored run small.
fn fingerprint(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
