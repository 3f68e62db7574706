//! Keeps a forecast coherent with the tenant's forecasts of related questions: what happens by June happens by
//! December, and of the options of one event at most one comes true. The new forecast changes, by the least that is
//! needed; the others were published before and do not change.

use domain::forecast::{Coherence, OptionForecast, OptionSum, RelatedForecast};
use domain::reading::Implication;
use domain::{Forecast, Probability, Run};
use forecasting::kinds::coherence;
use store::forecasts::{FamilyForecast, OptionRow};

/// Days after which a forecast constrains no new one: the evidence has changed since.
pub const MAX_AGE_DAYS: i64 = 14;

/// Maximum number of related forecasts of each kind that are read.
pub const MAX_RELATED: u32 = 50;

/// Smallest contradiction that is repaired, in probability. Probabilities are shown in whole percent.
const TOLERANCE: f64 = 0.005;

/// What forecasts of related questions say about a new one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Relations {
    family: Vec<RelatedForecast>,
    options: Vec<OptionForecast>,
    /// Exactly one of these options and this one comes true.
    is_complete: bool,
}

impl Relations {
    /// Relates a run's question to forecasts of its family and of the other options of its event.
    pub fn new(run: &Run, family: &[FamilyForecast], options: &[OptionRow]) -> Self {
        let Some(reading) = run.reading.as_ref().filter(|_| run.answer_kind().is_yes_or_no()) else {
            return Self::default();
        };
        let related = |other: &FamilyForecast| {
            let FamilyForecast { run, question, family: their, probability } = other.clone();
            let implication = reading.family.as_ref()?.implication(&their)?;
            Some(RelatedForecast { run, question, probability, implication })
        };
        let Some(own) = &reading.event_option else {
            return Self { family: family.iter().filter_map(related).collect(), ..Self::default() };
        };
        let options: Vec<OptionForecast> = options
            .iter()
            .filter(|other| differ(&own.option, &other.option))
            .map(|other| {
                let OptionRow { run, question, probability, .. } = other.clone();
                OptionForecast { run, question, probability }
            })
            .collect();
        let all = own.options.and_then(|all| usize::try_from(all).ok());
        let is_complete = all.is_some_and(|all| all > 1 && all == options.len() + 1);
        Self { family: family.iter().filter_map(related).collect(), options, is_complete }
    }

    /// Returns what replaces a probability that contradicts another forecast: the nearest that contradicts none. `None`
    /// if it stays as it is.
    pub fn held(&self, probability: Probability) -> Option<Probability> {
        let nearest = Probability::clamp(self.nearest(probability.get())).ok()?;
        (nearest != probability && !self.contradicted(probability).is_empty()).then_some(nearest)
    }

    /// Returns the probability nearest to the given one that contradicts none of the others.
    pub fn nearest(&self, probability: f64) -> f64 {
        let of = |implication: Implication| {
            let those = self.family.iter().filter(move |one| one.implication == implication);
            those.map(|one| one.probability.get()).collect::<Vec<f64>>()
        };
        let (mut lower, mut upper) = (of(Implication::ImpliesThis), of(Implication::ImpliedByThis));
        if !self.options.is_empty() {
            let room = coherence::room(&self.others());
            upper.push(room);
            lower.extend(self.is_complete.then_some(room));
        }
        coherence::repaired(probability, &lower, &upper)
    }

    /// Returns `true` if the options of the event contradict each other with this probability.
    fn is_contradictory(&self, probability: f64) -> bool {
        let mut all = self.others();
        all.push(probability);
        !self.options.is_empty() && coherence::is_contradictory(&all, self.is_complete, TOLERANCE)
    }

    fn others(&self) -> Vec<f64> {
        self.options.iter().map(|one| one.probability.get()).collect()
    }

    /// Returns the forecasts that a probability contradicts.
    fn contradicted(&self, probability: Probability) -> Vec<RelatedForecast> {
        let mut found: Vec<RelatedForecast> =
            self.family.iter().filter(|one| contradicts(probability, one)).cloned().collect();
        if self.is_contradictory(probability.get()) {
            found.extend(self.options.iter().cloned().map(|OptionForecast { run, question, probability }| {
                RelatedForecast { run, question, probability, implication: Implication::Excludes }
            }));
        }
        found
    }

    /// Returns the forecast, repaired if it contradicts a related one, with the probability before, and with the sum of
    /// the options of its event.
    pub fn repaired(&self, mut forecast: Forecast) -> Forecast {
        if !forecast.is_probability() {
            return forecast;
        }
        let before = forecast.probability;
        if let Some(probability) = self.held(before) {
            let contradicted = self.contradicted(before);
            tracing::info!(
                run = %forecast.run.id, before = before.get(), after = probability.get(),
                contradicted = contradicted.len(), "the forecast contradicted related ones and was repaired"
            );
            forecast.probability = probability;
            // The bounds contain the answer.
            forecast.lower = if forecast.lower > probability { probability } else { forecast.lower };
            forecast.upper = if forecast.upper < probability { probability } else { forecast.upper };
            forecast.account.coherence = Some(Coherence { before, related: contradicted });
        }
        let others: f64 = self.others().iter().sum();
        forecast.account.options = (!self.options.is_empty()).then(|| OptionSum {
            others: self.options.clone(),
            is_complete: self.is_complete,
            before: others + before.get(),
            sum: others + forecast.probability.get(),
        });
        forecast
    }
}

/// Returns `true` if neither option contains the words of the other: `Berg` may be `Ada Berg`.
fn differ(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> { text.split([' ', '-']).map(str::to_owned).collect() };
    let (one, other) = (words(one), words(other));
    let is_within = |part: &[String], whole: &[String]| part.iter().all(|word| whole.contains(word));
    !is_within(&one, &other) && !is_within(&other, &one)
}

fn contradicts(probability: Probability, other: &RelatedForecast) -> bool {
    let difference = probability.get() - other.probability.get();
    match other.implication {
        Implication::ImpliesThis => difference < -TOLERANCE,
        Implication::ImpliedByThis => difference > TOLERANCE,
        Implication::Excludes => false,
    }
}

#[cfg(test)]
#[path = "coherence_test.rs"]
mod tests;
