//! The recalibration map of a run: fitted on what was known when it was asked, from forecasts like it (same tenant,
//! same model, with or without a market's price: outcomes of pools with a price say nothing about pools without one).
//! Only questions past their scheduled close count: of the others, those that resolve early are mostly YES.
//!
//! I/O: reads past outcomes and stores fitted maps, for the handlers.

use domain::port::PortError;
use domain::{Run, Time};
use forecasting::calibration::{Map, ResolvedForecast};
use store::Store;
use store::forecasts::RecalibrationKey;
use store::forecasts::{ScoredFilter, ScoredForecast};

use crate::past::memoize;

/// Maximum number of forecasts, newest first: older ones describe older prompts, and a fit of these takes a few
/// hundredths of a second.
const MAX_FORECASTS: u32 = 5_000;
/// Seed of the fit. Any number, so that a fit is repeatable.
const SEED: u64 = 1;

/// Returns the map for a run and for estimates of `model`.
pub(crate) async fn map_for(store: &Store, run: &Run, model: &str) -> Result<Map, PortError> {
    memoize(&store.journal(), run, &format!("recalibration of {model}"), async || fitted(store, run, model).await).await
}

/// Returns the map of the current hour; fits it if it is not stored.
async fn fitted(store: &Store, run: &Run, model: &str) -> Result<Map, PortError> {
    let alike = RecalibrationKey::at(&run.tenant, model, run.asked.pooled_price().is_some(), run.asked_at);
    let kept = store.forecasts().recalibration(&alike).await?;
    if let Some(map) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(map);
    }
    let scope = ScoredFilter {
        tenant: Some(alike.tenant.clone()),
        model: Some(alike.model.clone()),
        with_crowd: Some(alike.with_crowd),
        known_at: Time::from_timestamp(alike.begun(), 0),
        published: false,
        past_close: true,
        limit: MAX_FORECASTS,
    };
    let map = forecasting::calibration::fit(&lessons(&store.forecasts().scored(&scope).await?), alike.begun(), SEED);
    if let Ok(text) = serde_json::to_string(&map) {
        store.forecasts().keep_recalibration(&alike, &text).await?;
    }
    Ok(map)
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
}
