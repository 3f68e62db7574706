//! Answers that are not probabilities of YES.

use domain::Distribution;
use domain::answer::{DateQuantiles, OptionShare, Quantiles, WHOLE};
use domain::forecast::StatedDistribution;

use super::super::check;
use crate::event::InvalidEvent;
use crate::v1;
use crate::v1::distribution::Answer;

impl TryFrom<v1::Distribution> for Distribution {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Distribution) -> Result<Self, InvalidEvent> {
        let v1::Distribution { answer } = wire;
        match answer.ok_or_else(|| InvalidEvent::new("answer", "is missing; it is required"))? {
            Answer::Options(v1::OptionShares { options }) => Ok(Self::Options { options: shares(options)? }),
            Answer::Number(wire) => {
                let v1::NumberQuantiles { unit, p5, p25, p50, p75, p95 } = wire;
                let quantiles =
                    Quantiles::try_from([p5, p25, p50, p75, p95]).map_err(|error| invalid("number", error))?;
                Ok(Self::Number { unit, quantiles })
            }
            Answer::Date(wire) => {
                let v1::DateQuantiles { p5, p25, p50, p75, p95 } = wire;
                let at = [
                    check::time_required(p5, "date.p5")?,
                    check::time_required(p25, "date.p25")?,
                    check::time_required(p50, "date.p50")?,
                    check::time_required(p75, "date.p75")?,
                    check::time_required(p95, "date.p95")?,
                ];
                Ok(Self::Date { quantiles: DateQuantiles::try_from(at).map_err(|error| invalid("date", error))? })
            }
        }
    }
}

fn shares(options: Vec<v1::OptionShare>) -> Result<Vec<OptionShare>, InvalidEvent> {
    let options = options.into_iter().map(|v1::OptionShare { option, millionths }| OptionShare { option, millionths });
    let options: Vec<OptionShare> = options.collect();
    let sum: u64 = options.iter().map(|one| u64::from(one.millionths)).sum();
    match sum == u64::from(WHOLE) {
        true => Ok(options),
        false => Err(InvalidEvent::new("options", format!("sum to {sum} millionths instead of {WHOLE}"))),
    }
}

fn invalid(field: &str, error: domain::answer::NotQuantiles) -> InvalidEvent {
    InvalidEvent::new(field, error.to_string())
}

impl From<&Distribution> for v1::Distribution {
    fn from(distribution: &Distribution) -> Self {
        let answer = match distribution {
            Distribution::Options { options } => {
                let share = |OptionShare { option, millionths }: &OptionShare| v1::OptionShare {
                    option: option.clone(),
                    millionths: *millionths,
                };
                Answer::Options(v1::OptionShares { options: options.iter().map(share).collect() })
            }
            Distribution::Number { unit, quantiles } => {
                let [p5, p25, p50, p75, p95] = quantiles.values();
                Answer::Number(v1::NumberQuantiles { unit: unit.clone(), p5, p25, p50, p75, p95 })
            }
            Distribution::Date { quantiles } => {
                let [p5, p25, p50, p75, p95] = quantiles.values().map(|at| Some(check::stamp(at)));
                Answer::Date(v1::DateQuantiles { p5, p25, p50, p75, p95 })
            }
        };
        Self { answer: Some(answer) }
    }
}

impl TryFrom<v1::StatedDistribution> for StatedDistribution {
    type Error = InvalidEvent;

    fn try_from(wire: v1::StatedDistribution) -> Result<Self, InvalidEvent> {
        let v1::StatedDistribution { perspective, model, confidence, distribution } = wire;
        let confidence = check::fraction(confidence, "confidence")?;
        Ok(Self { perspective, model, confidence, distribution: check::required(distribution, "distribution")? })
    }
}

impl From<&StatedDistribution> for v1::StatedDistribution {
    fn from(stated: &StatedDistribution) -> Self {
        let StatedDistribution { perspective, model, confidence, distribution } = stated;
        Self {
            perspective: perspective.clone(),
            model: model.clone(),
            confidence: *confidence,
            distribution: Some(distribution.into()),
        }
    }
}
