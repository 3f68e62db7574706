//! When memory is sure enough, and what a research may read that is made because it was not. The researcher reads it, and
//! whoever looks up (`auspex retrieve`): both must mean the same by it.

use runtime::config::Env;

/// Research of look-ups that come back unsure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JustInTime {
    /// It is made at all.
    pub enabled: bool,
    /// 0 to 1: from this confidence on memory answers.
    pub threshold: f64,
    /// Pages that one task reads at most.
    pub max_sources: u32,
}

impl JustInTime {
    /// Reads it.
    pub fn read(env: &mut Env) -> Self {
        let name = "RESEARCHER_CONFIDENCE_THRESHOLD";
        let threshold: f64 =
            env.number(name, 0.5, "A look-up in memory at least this good needs no research (0 to 1).");
        if !(0.0..=1.0).contains(&threshold) {
            env.mistake(name, "must be between 0 and 1");
        }
        Self {
            enabled: env.flag("RESEARCHER_ENABLED", true, "Just-in-time research for unsure look-ups is on."),
            threshold,
            max_sources: env.number("RESEARCHER_MAX_SOURCES", 20, "Pages read per task at most."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_a_share() {
        for (text, right) in [("0", true), ("1", true), ("0.35", true), ("1.5", false), ("-0.1", false), ("NaN", false)]
        {
            let mut env = Env::from_pairs([("RESEARCHER_CONFIDENCE_THRESHOLD", text)]);
            let _ = JustInTime::read(&mut env);
            assert_eq!(env.finish().is_ok(), right, "{text}");
        }
    }
}
