//! Brier scores of the own view (the forecast before a price is pooled) and of the market's price, on resolved
//! questions of the same topic. They change the weight of the price (`forecasting::price`).
//!
//! I/O: reads past outcomes, for the handlers.

use domain::Run;
use domain::port::PortError;
use forecasting::price::Record;
use serde::{Deserialize, Serialize};
use store::Store;
use store::forecasts::{ScoredFilter, ScoredForecast};

use crate::past::memoize;

/// Maximum number of forecasts, newest first.
const MAX_FORECASTS: u32 = 1_000;

/// The scores as they are memoised for a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct RecordScores {
    questions: u64,
    view: f64,
    price: f64,
}

/// Returns the record that was known when the run was asked; `None` without a price or without a resolved question.
pub(crate) async fn record_for(store: &Store, run: &Run) -> Result<Option<Record>, PortError> {
    if run.asked.pooled_price().is_none() {
        return Ok(None);
    }
    let scope = ScoredFilter {
        tenant: Some(run.tenant.clone()),
        with_crowd: Some(true),
        known_at: Some(run.asked_at),
        limit: MAX_FORECASTS,
        ..ScoredFilter::default()
    };
    let find = async || Ok(scores(&store.forecasts().scored(&scope).await?, &run.asked.topic));
    let memoised: Option<RecordScores> = memoize(&store.journal(), run, "record beside the price", find).await?;
    Ok(memoised.map(|RecordScores { questions, view, price }| Record { questions, view, price }))
}

fn scores(past: &[ScoredForecast], topic: &str) -> Option<RecordScores> {
    let alike = past.iter().filter(|one| one.topic == topic && one.past_close);
    let pairs: Vec<(f64, f64)> =
        alike.filter_map(|one| Some(((one.view? - one.outcome).powi(2), (one.crowd? - one.outcome).powi(2)))).collect();
    if pairs.is_empty() {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "at most a thousand")]
    let n = pairs.len() as f64;
    let (view, price) = pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
    Some(RecordScores { questions: u64::try_from(pairs.len()).unwrap_or(u64::MAX), view: view / n, price: price / n })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::scored;

    #[test]
    fn only_questions_of_the_topic_past_their_close_with_both_numbers_count() {
        let one = ScoredForecast { view: Some(0.8), crowd: Some(0.6), ..scored() };
        let others = [
            ScoredForecast { topic: "another".into(), ..one.clone() },
            ScoredForecast { past_close: false, ..one.clone() },
            ScoredForecast { view: None, ..one.clone() },
        ];
        assert_eq!(scores(&others, &one.topic), None);
        let record = scores(&[one.clone(), one.clone()], &one.topic).unwrap();
        assert_eq!(record.questions, 2);
        assert!((record.view - 0.04).abs() < 1e-9 && (record.price - 0.16).abs() < 1e-9);
    }
}
