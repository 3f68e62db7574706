//! The recalibration map of a run: fitted on what was known when it was asked, from forecasts like it (same tenant,
//! same model, with or without a market's price: outcomes of pools with a price say nothing about pools without one).
//! Only questions past their scheduled close count: of the others, those that resolve early are mostly YES. Each kind
//! of question has a separate map; with too few outcomes, probabilities under a condition use that of yes and no.
//!
//! I/O: reads past outcomes and stores fitted maps, for the handlers.

use domain::answer::ResolvedAnswer as Happened;
use domain::port::PortError;
use domain::{AnswerKind, Distribution};
use domain::{Run, Time};
use forecasting::calibration::{self, Map, ResolvedForecast};
use forecasting::kinds::rescale::{self, Lesson, Rescaling, ResolvedAnswer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::Store;
use store::forecasts::{AnsweredFilter, AnsweredForecast, RecalibrationKey, ScoredFilter, ScoredForecast};

use crate::distribution::pool;
use crate::past::memoize;

/// Maximum number of forecasts, newest first: older ones describe older prompts, and a fit of these takes a few
/// hundredths of a second.
const MAX_FORECASTS: u32 = 5_000;
/// The same of other kinds, whose forecasts are read whole.
const MAX_ANSWERS: u32 = 1_000;
/// Seed of the fit. Any number, so that a fit is repeatable.
const SEED: u64 = 1;

/// Returns the map for a run and for estimates of `model`.
pub(crate) async fn map_for(store: &Store, run: &Run, model: &str) -> Result<Map, PortError> {
    memoize(&store.journal(), run, &format!("recalibration of {model}"), async || fitted(store, run, model).await).await
}

/// Returns the rescaling of an option, a number or a time for a run and for estimates of `model`.
pub(crate) async fn rescaling_for(store: &Store, run: &Run, model: &str) -> Result<Rescaling, PortError> {
    let kind = run.answer_kind().name();
    // Which of these outcomes were recorded at an earlier time is not known.
    if run.asked.config.as_of.is_some() {
        return Ok(Rescaling::none("none is fitted for a past day"));
    }
    let key = RecalibrationKey::at(&run.tenant, model, false, run.asked_at).of_kind(kind);
    let fitted = async || Ok(rescale::fit(&answers(&answered(store, &key, None).await?), key.begun(), SEED));
    let find = async || kept_or(store, &key, fitted).await;
    memoize(&store.journal(), run, &format!("rescaling of {kind} by {model}"), find).await
}

/// Returns the map of the current hour; fits it if it is not stored.
async fn fitted(store: &Store, run: &Run, model: &str) -> Result<Map, PortError> {
    if let Some(map) = conditional(store, run, model).await? {
        return Ok(map);
    }
    let alike = RecalibrationKey::at(&run.tenant, model, run.asked.pooled_price().is_some(), run.asked_at);
    let scope = ScoredFilter {
        tenant: Some(alike.tenant.clone()),
        model: Some(alike.model.clone()),
        with_crowd: Some(alike.with_crowd),
        known_at: Time::from_timestamp(alike.begun(), 0),
        published: false,
        past_close: true,
        limit: MAX_FORECASTS,
    };
    let fit = async || {
        let past = store.forecasts().scored(&scope).await?;
        Ok(calibration::fit(&lessons(&past), alike.begun(), SEED))
    };
    kept_or(store, &alike, fit).await
}

/// Returns the map of probabilities under a condition; `None` if their outcomes support none.
async fn conditional(store: &Store, run: &Run, model: &str) -> Result<Option<Map>, PortError> {
    let kind = run.answer_kind();
    if !matches!(kind, AnswerKind::Conditional { .. }) || run.asked.config.as_of.is_some() {
        return Ok(None);
    }
    let with_crowd = run.asked.pooled_price().is_some();
    let key = RecalibrationKey::at(&run.tenant, model, with_crowd, run.asked_at).of_kind(kind.name());
    let fit = async || {
        let past = answered(store, &key, Some(with_crowd)).await?;
        Ok(calibration::fit(&given(&past), key.begun(), SEED))
    };
    let map: Map = kept_or(store, &key, fit).await?;
    Ok((!map.is_identity()).then_some(map))
}

/// Returns the answered forecasts of a kind whose questions are past their close.
async fn answered(
    store: &Store,
    key: &RecalibrationKey,
    with_crowd: Option<bool>,
) -> Result<Vec<AnsweredForecast>, PortError> {
    let filter = AnsweredFilter {
        tenant: Some(&key.tenant),
        model: Some(&key.model),
        kind: Some(key.kind),
        with_crowd,
        past_close: true,
        limit: MAX_ANSWERS,
    };
    store.forecasts().answered(filter).await
}

/// Returns what is stored under the key, which has the hour; fits and stores it if there is none.
async fn kept_or<T: Serialize + DeserializeOwned>(
    store: &Store,
    key: &RecalibrationKey,
    fit: impl AsyncFnOnce() -> Result<T, PortError>,
) -> Result<T, PortError> {
    let text = store.forecasts().recalibration(key).await?;
    if let Some(stored) = text.and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(stored);
    }
    let fitted = fit().await?;
    if let Ok(text) = serde_json::to_string(&fitted) {
        store.forecasts().keep_recalibration(key, &text).await?;
    }
    Ok(fitted)
}

/// Selects the forecasts as they were before their own rescaling.
fn answers(past: &[AnsweredForecast]) -> Vec<ResolvedAnswer> {
    let lesson = |one: &AnsweredForecast| {
        Some(ResolvedAnswer {
            lesson: lesson(&pool::pool(&one.forecast.account.distributions)?, &one.answer)?,
            asked_at: one.forecast.run.asked_at.timestamp(),
            resolved_at: one.resolved_at.timestamp(),
        })
    };
    past.iter().filter_map(lesson).collect()
}

fn lesson(pooled: &Distribution, happened: &Happened) -> Option<Lesson> {
    match (pooled, happened) {
        (Distribution::Options { options }, Happened::Option(name)) => {
            let shares = options.iter().map(domain::answer::OptionShare::probability).collect();
            Some(Lesson::Options(shares, domain::answer::place_of(options, name)?))
        }
        (Distribution::Number { quantiles, .. }, Happened::Number(number)) => {
            Some(Lesson::Quantiles(*quantiles, *number))
        }
        (Distribution::Date { quantiles }, Happened::Date(at)) => {
            #[expect(clippy::cast_precision_loss, reason = "seconds of the years 1 to 9999, far below 2^53")]
            let seconds = at.timestamp() as f64;
            Some(Lesson::Quantiles(pool::seconds(quantiles), seconds))
        }
        _ => None,
    }
}

/// Selects the probabilities under a condition that held.
fn given(past: &[AnsweredForecast]) -> Vec<ResolvedForecast> {
    let lesson = |one: &AnsweredForecast| {
        let (Happened::Given(outcome), AnswerKind::Conditional { .. }) = (&one.answer, one.forecast.run.answer_kind())
        else {
            return None;
        };
        let p = one.forecast.uncalibrated.unwrap_or(one.forecast.probability).get();
        let (asked_at, resolved_at) = (one.forecast.run.asked_at.timestamp(), one.resolved_at.timestamp());
        Some(ResolvedForecast { p, outcome: *outcome, asked_at, resolved_at })
    };
    past.iter().filter_map(lesson).collect()
}

/// Selects the forecasts before their own recalibration: a map that learned from its corrections would chase itself.
fn lessons(scored: &[ScoredForecast]) -> Vec<ResolvedForecast> {
    let lesson = |one: &ScoredForecast| ResolvedForecast {
        p: one.uncalibrated,
        outcome: one.outcome,
        asked_at: one.asked_at.timestamp(),
        resolved_at: one.resolved_at.timestamp(),
    };
    scored.iter().map(lesson).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::scored;

    #[test]
    fn a_map_learns_from_probabilities_before_recalibration() {
        let lesson = lessons(&[scored()])[0];
        assert!((lesson.p - 0.8).abs() < 1e-12);
        assert_eq!(lesson.resolved_at - lesson.asked_at, 60);
    }

    fn answered(kind: AnswerKind, made: Option<Distribution>, answer: Happened) -> AnsweredForecast {
        let mut forecast = domain::testing::forecast();
        forecast.run.asked.kind = Some(kind);
        forecast.account.distributions = made
            .into_iter()
            .map(|distribution| domain::forecast::StatedDistribution {
                perspective: String::new(),
                model: String::new(),
                confidence: 0.5,
                distribution,
            })
            .collect();
        let resolved_at = forecast.run.asked_at + chrono::TimeDelta::days(3);
        AnsweredForecast {
            forecast,
            answer,
            scores: store::forecasts::AnswerScores::default(),
            resolved_at,
            past_close: true,
        }
    }

    #[test]
    fn each_kind_learns_from_its_own_outcomes() {
        let numeric = AnswerKind::Numeric { unit: String::new(), lower: None, upper: None };
        let quantiles = domain::answer::Quantiles::try_from([1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let number = Distribution::Number { unit: String::new(), quantiles };
        let one = answered(numeric.clone(), Some(number), Happened::Number(4.5));
        let conditional = AnswerKind::Conditional { condition: "it rains".into() };
        let held = answered(conditional.clone(), None, Happened::Given(1.0));
        let void = answered(conditional, None, Happened::Void);
        let past = [one, held, void, answered(numeric, None, Happened::Number(1.0))];
        let numbers = answers(&past);
        assert_eq!(numbers.len(), 1, "one with an estimate");
        assert_eq!(numbers[0].lesson, Lesson::Quantiles(quantiles, 4.5));
        assert_eq!(given(&past).len(), 1);
    }

    #[test]
    fn an_option_that_the_forecast_does_not_name_is_part_of_the_rest() {
        let share = |option: &str, millionths| domain::answer::OptionShare { option: option.into(), millionths };
        let options = vec![share("Ada", 700_000), share(domain::answer::OTHER, 300_000)];
        let pooled = Distribution::Options { options };
        for (name, place) in [("ada", 0), ("Bo", 1)] {
            let found = lesson(&pooled, &Happened::Option(name.into()));
            assert!(matches!(found, Some(Lesson::Options(_, at)) if at == place), "{found:?}");
        }
        assert_eq!(lesson(&pooled, &Happened::Number(1.0)), None);
    }
}
