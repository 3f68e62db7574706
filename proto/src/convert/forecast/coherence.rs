//! Coherence of a forecast with those of related questions.

use domain::Probability;
use domain::forecast::{Coherence, OptionForecast, OptionSum, RelatedForecast};
use domain::reading::Implication;

use super::super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::Coherence> for Coherence {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Coherence) -> Result<Self, InvalidEvent> {
        let v1::Coherence { before, related } = wire;
        Ok(Self { before: check::probability(before, "before")?, related: check::each(related, "related")? })
    }
}

impl From<&Coherence> for v1::Coherence {
    fn from(coherence: &Coherence) -> Self {
        let Coherence { before, related } = coherence;
        Self { before: before.get(), related: related.iter().map(Into::into).collect() }
    }
}

impl TryFrom<v1::RelatedForecast> for RelatedForecast {
    type Error = InvalidEvent;

    fn try_from(wire: v1::RelatedForecast) -> Result<Self, InvalidEvent> {
        let v1::RelatedForecast { run_id, question, probability, implication } = wire;
        let unknown = || InvalidEvent::new("implication", "must be implies_this, implied_by_this or excludes");
        Ok(Self {
            run: check::run(&run_id, "run_id")?,
            question,
            probability: check::probability(probability, "probability")?,
            implication: Implication::parse(&implication).ok_or_else(unknown)?,
        })
    }
}

impl From<&RelatedForecast> for v1::RelatedForecast {
    fn from(related: &RelatedForecast) -> Self {
        let RelatedForecast { run, question, probability, implication } = related;
        Self {
            run_id: run.to_string(),
            question: question.clone(),
            probability: Probability::get(*probability),
            implication: implication.name().to_owned(),
        }
    }
}

/// Largest sum that is accepted: each of many options is at most certain.
const MAX_SUM: f64 = 1_000.0;

impl TryFrom<v1::OptionSum> for OptionSum {
    type Error = InvalidEvent;

    fn try_from(wire: v1::OptionSum) -> Result<Self, InvalidEvent> {
        let v1::OptionSum { others, is_complete, before, sum } = wire;
        Ok(Self {
            others: check::each(others, "others")?,
            is_complete,
            before: check::within(before, "before", (0.0, MAX_SUM))?,
            sum: check::within(sum, "sum", (0.0, MAX_SUM))?,
        })
    }
}

impl From<&OptionSum> for v1::OptionSum {
    fn from(options: &OptionSum) -> Self {
        let OptionSum { others, is_complete, before, sum } = options;
        Self { others: others.iter().map(Into::into).collect(), is_complete: *is_complete, before: *before, sum: *sum }
    }
}

impl TryFrom<v1::OptionForecast> for OptionForecast {
    type Error = InvalidEvent;

    fn try_from(wire: v1::OptionForecast) -> Result<Self, InvalidEvent> {
        let v1::OptionForecast { run_id, question, probability } = wire;
        let (run, probability) = (check::run(&run_id, "run_id")?, check::probability(probability, "probability")?);
        Ok(Self { run, question, probability })
    }
}

impl From<&OptionForecast> for v1::OptionForecast {
    fn from(option: &OptionForecast) -> Self {
        let OptionForecast { run, question, probability } = option;
        Self { run_id: run.to_string(), question: question.clone(), probability: probability.get() }
    }
}
