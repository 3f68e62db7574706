//! Settings of just-in-time research, which is started when the confidence of memory is too low. The researcher and
//! `auspex retrieve` share them.

use runtime::config::Env;

/// Research for look-ups with low confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JustInTime {
    /// Look-ups that memory does not answer are researched although nobody asks for it.
    pub enabled: bool,
    /// Confidence from which on memory answers, 0 to 1.
    pub threshold: f64,
    /// Maximum pages read per task.
    pub max_sources: u32,
}

impl JustInTime {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        let name = "RESEARCHER_CONFIDENCE_THRESHOLD";
        let threshold: f64 =
            env.number(name, 0.5, "Confidence (0 to 1) from which on a look-up in memory needs no research.");
        if !(0.0..=1.0).contains(&threshold) {
            env.mistake(name, "must be between 0 and 1");
        }
        Self {
            enabled: env.flag(
                "RESEARCHER_ENABLED",
                false,
                "Researches look-ups with low confidence unasked, and lets research request further research. Explicit requests are always researched.",
            ),
            threshold,
            max_sources: env.number("RESEARCHER_MAX_SOURCES", 20, "Maximum pages read per task."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_is_between_0_and_1() {
        for (text, right) in [("0", true), ("1", true), ("0.35", true), ("1.5", false), ("-0.1", false), ("NaN", false)]
        {
            let mut env = Env::from_pairs([("RESEARCHER_CONFIDENCE_THRESHOLD", text)]);
            let _ = JustInTime::read(&mut env);
            assert_eq!(env.finish().is_ok(), right, "{text}");
        }
    }
}
