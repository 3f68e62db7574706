//! Coherence of a forecast with those of related questions.

use domain::Probability;
use domain::forecast::{Coherence, RelatedForecast};
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
        let unknown = || InvalidEvent::new("implication", "must be implies_this or implied_by_this");
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
