//! Which recalibration a run is concluded with: fitted on what was known when it was asked, on forecasts like it (same tenant, same
//! model, with or without a market's price: what a pool with a price in it has meant says nothing about one without).
//!
//! I/O: reads past outcomes and keeps fitted maps, on the handlers' behalf.

use domain::port::PortError;
use domain::{Run, Time};
use forecasting::calibration::{Map, Past};
use store::Store;
use store::reading::calibration::{Scope, Scored};
use store::recalibration::Alike;

use crate::once::once;

/// The newest at most: older ones say more about older prompts, and a fit of these takes a few hundredths of a second.
const MOST: u32 = 5_000;
/// Any number; a fit must only be repeatable.
const SEED: u64 = 1;

/// The map for this run and estimates of `model`.
pub(crate) async fn of(store: &Store, run: &Run, model: &str) -> Result<Map, PortError> {
    once(store, run, &format!("recalibration of {model}"), async || fitted(store, run, model).await).await
}

/// The hour's map, fitted now if nobody has.
async fn fitted(store: &Store, run: &Run, model: &str) -> Result<Map, PortError> {
    let alike = Alike::at(&run.tenant, model, run.asked.market_price().is_some(), run.asked_at);
    let kept = store.recalibration(&alike).await?;
    if let Some(map) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(map);
    }
    let scope = Scope {
        tenant: Some(alike.tenant.clone()),
        model: Some(alike.model.clone()),
        with_crowd: Some(alike.with_crowd),
        known_at: Time::from_timestamp(alike.begun(), 0),
        most: MOST,
    };
    let map = forecasting::calibration::fit(&lessons(&store.scored(&scope).await?), alike.begun(), SEED);
    if let Ok(text) = serde_json::to_string(&map) {
        store.keep_recalibration(&alike, &text).await?;
    }
    Ok(map)
}

/// Forecasts as they were before they were recalibrated: a map that learned from its own corrections would chase itself.
fn lessons(scored: &[Scored]) -> Vec<Past> {
    let lesson = |one: &Scored| Past {
        p: one.uncalibrated,
        outcome: one.outcome,
        asked_at: one.asked_at.timestamp(),
        resolved_at: one.resolved_at.timestamp(),
    };
    scored.iter().map(lesson).collect()
}

#[cfg(test)]
mod tests {
    use domain::Tenant;

    use super::*;
    use crate::sample::{run, when};

    #[test]
    fn a_map_learns_from_what_was_said_before_it() {
        let scored = Scored {
            run: run().id,
            tenant: Tenant::default(),
            source: String::new(),
            topic: String::new(),
            model: "m".into(),
            prompt_version: "p".into(),
            question: "Q?".into(),
            probability: 0.7,
            uncalibrated: 0.8,
            crowd: None,
            outcome: 1.0,
            asked_at: when(),
            resolved_at: when() + std::time::Duration::from_secs(60),
        };
        let lesson = lessons(&[scored])[0];
        assert!((lesson.p - 0.8).abs() < 1e-12);
        assert_eq!(lesson.resolved_at - lesson.asked_at, 60);
    }
}
