//! The perspectives of `estimate_probability`. The offline model cannot judge a finding, so a finding that hedges is
//! read as speaking for YES from one perspective and for NO from another: the spread shows what it does not know, and
//! the mean stays where it was.

use domain::Probability;
use forecasting::{Direction, Factor, Line, Strength};
use serde_json::{Value, json};

use super::words::bare;

/// Words of a statement that leaves its outcome open.
const HEDGES: [&str; 12] =
    ["if", "but", "although", "however", "chance", "expected", "may", "might", "could", "outlook", "asked", "likely"];
/// Reliability that the forecaster gives to a finding with one source.
const ONE_SOURCE: f64 = 0.8;

/// The finding on which the perspectives differ, and how this one reads it.
pub(super) struct Leaning<'a> {
    pub(super) reference: &'a str,
    /// The question that would settle the difference.
    pub(super) crux: String,
    direction: Direction,
    reliability: f64,
}

impl<'a> Leaning<'a> {
    /// Returns `None` from the perspective of the base rate, and if no cited finding hedges.
    pub(super) fn from_input(input: &'a Value, cited: &[(&'a str, &'a str)]) -> Option<Self> {
        let direction = direction(input)?;
        let findings = input["findings"].as_array()?;
        let known = |reference: &str| findings.iter().find(|finding| finding["reference"] == reference);
        let (reference, text, finding) = cited
            .iter()
            .filter(|(_, text)| hedges(text))
            .filter_map(|(reference, text)| Some((*reference, *text, known(reference)?)))
            .find(|(.., finding)| finding["status"] == "supported")?;
        let sure = finding["voices"].as_u64().is_some_and(|voices| voices >= 2) || finding["tier"] == "official";
        let quoted = bare(text);
        let crux = format!("What happened after this was reported: {quoted}?");
        Some(Self { reference, crux, direction, reliability: if sure { 1.0 } else { ONE_SOURCE } })
    }

    /// Returns the finding as a factor of the estimate.
    pub(super) fn factor(&self) -> Value {
        json!({ "evidence": [self.reference], "direction": self.direction, "strength": Strength::Strong })
    }

    /// Returns the rate changed by the factor, as the forecaster computes it.
    pub(super) fn shifted(&self, rate: f64) -> f64 {
        let factor = Factor {
            evidence: vec![self.reference.to_owned()],
            direction: self.direction,
            strength: Strength::Strong,
            reliability: self.reliability,
            depends_on: Vec::new(),
            settles: false,
        };
        let line = |prior| Line { prior, factors: vec![factor] };
        Probability::clamp(rate).map_or(rate, |prior| line(prior).probability().get())
    }

    /// Returns a sentence for the reasoning.
    pub(super) fn words(&self) -> String {
        let side = match self.direction {
            Direction::Up => "YES",
            Direction::Down => "NO",
        };
        format!(
            "From this perspective the open finding [{}] is read as speaking for {side}; another one reads it otherwise.",
            self.reference
        )
    }
}

/// Returns `true` for a perspective that reads an open finding for one side.
pub(super) fn leans(input: &Value) -> bool {
    direction(input).is_some()
}

/// Returns the direction of a perspective: up if the evidence comes first, down if something would have to be true
/// first. The base rate has none. Without a named perspective, the second and third estimates have these two.
fn direction(input: &Value) -> Option<Direction> {
    match input["perspective"].as_str().map(str::to_lowercase) {
        Some(named) if named.starts_with("evidence") => Some(Direction::Up),
        Some(named) if named.contains("true") => Some(Direction::Down),
        Some(_) => None,
        None => match input["estimate"].as_u64()? % 3 {
            2 => Some(Direction::Up),
            0 => Some(Direction::Down),
            _ => None,
        },
    }
}

fn hedges(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| HEDGES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::super::estimate::answer;
    use super::*;

    fn estimated(perspective: &str, text: &str) -> f64 {
        let finding =
            json!({ "reference": "i1q1/f1", "text": text, "status": "supported", "voices": 1, "tier": "secondary" });
        let reply = answer(&json!({
            "perspective": perspective, "question": { "text": "Will the bridge open?" }, "findings": [finding],
        }));
        assert!(reply["reasoning"].as_str().unwrap().starts_with("This is the offline model"));
        reply["probability"].as_f64().unwrap()
    }

    #[test]
    fn an_open_finding_is_read_both_ways_around_the_base_rate() {
        let open = "The bridge may open late.";
        let (base, up, down) = (
            estimated("base rate first", open),
            estimated("evidence first", open),
            estimated("what would have to be true", open),
        );
        assert!(down < base && base < up && up - down > 0.15, "{down} {base} {up}");
        let odds = |p: f64| (p / (1.0 - p)).ln();
        assert!((odds(up) + odds(down) - 2.0 * odds(base)).abs() < 1e-9, "the mean stays");
        assert!((estimated("evidence first", "The bridge opens.") - base).abs() < 1e-9);
    }

    #[test]
    fn without_a_name_the_number_decides() {
        assert_eq!(direction(&json!({ "estimate": 1 })), None);
        assert_eq!(
            (direction(&json!({ "estimate": 2 })), direction(&json!({ "estimate": 3 }))),
            (Some(Direction::Up), Some(Direction::Down))
        );
    }
}
