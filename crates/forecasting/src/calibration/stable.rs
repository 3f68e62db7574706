//! Test whether a recalibration may be applied. Published maps helped in one tournament and hurt in the next (a Platt
//! slope of 0.83 became 1.66). A map is therefore applied only if it improves every round of unseen questions, if the
//! total improvement is significant, and if the rounds agree on the correction. Otherwise the result is the identity
//! with the reason.

use crate::calibration::folds::{ResolvedForecast, resolved_by, rounds};
use crate::calibration::map::{Map, MapKind};
use crate::calibration::walk_forward::{Losses, MIN_OUTCOMES_IN_ROUND, MIN_ROUNDS, ROUNDS, walk_forward};
use crate::calibration::{Row, isotonic, platt};

/// Minimum outcomes for a map: the standard error of the slope is then about a quarter.
pub const MIN_OUTCOMES: usize = 100;
/// Minimum outcomes for isotonic steps, which have many parameters.
const MIN_OUTCOMES_FOR_STEPS: usize = 500;
/// 95th percentile of the range of four equal slopes, in standard errors (Tukey's studentised range).
const MAX_SLOPE_RANGE: f64 = 3.63;

/// Returns the map that the forecasts resolved by `now` (seconds since 1970) support. Deterministic for a given `seed`.
pub fn fit(past: &[ResolvedForecast], now: i64, seed: u64) -> Map {
    let known = resolved_by(past, now);
    if known.len() < MIN_OUTCOMES {
        return Map::identity(format!("{} outcomes are known, a map needs {MIN_OUTCOMES}", known.len()));
    }
    let rounds = rounds(&known, ROUNDS);
    if let Err(why) = check_agreement(&rounds) {
        return Map::identity(why);
    }
    let methods: &[(&str, Fit)] = &[("a line in log-odds", platt::fit), ("isotonic steps", isotonic::fit)];
    let methods = if known.len() < MIN_OUTCOMES_FOR_STEPS { &methods[..1] } else { methods };
    let mut best: Option<(f64, &str, Fit)> = None;
    let mut rejected = Vec::new();
    for (name, method) in methods {
        let losses = |training: &[_], round: &[_]| scores(training, round, *method);
        match walk_forward(&rounds, "Brier score", losses, seed) {
            Ok(gain) if best.is_none_or(|(found, ..)| gain > found) => best = Some((gain, *name, *method)),
            Ok(_) => {}
            Err(why) => rejected.push(format!("{name}: {why}")),
        }
    }
    match best {
        None => Map::identity(rejected.join("; ")),
        Some((gain, name, method)) => {
            let rows: Vec<Row> = known.iter().map(ResolvedForecast::row).collect();
            let reason = format!(
                "{name}, fitted on {} outcomes; on unseen rounds it lowered the Brier score by {gain:.4}",
                rows.len()
            );
            Map { kind: method(&rows), reason }
        }
    }
}

type Fit = fn(&[Row]) -> MapKind;

/// Checks that the slopes fitted to the single rounds do not contradict one another.
fn check_agreement(rounds: &[&[ResolvedForecast]]) -> Result<(), String> {
    let large = rounds.iter().filter(|round| round.len() >= MIN_OUTCOMES_IN_ROUND);
    let slopes: Vec<(f64, f64)> =
        large.map(|round| platt::slope(&round.iter().map(ResolvedForecast::row).collect::<Vec<_>>())).collect();
    if slopes.len() <= MIN_ROUNDS {
        return Err(format!(
            "the outcomes come from {} rounds of at least {MIN_OUTCOMES_IN_ROUND} questions, {} are needed",
            slopes.len(),
            MIN_ROUNDS + 1
        ));
    }
    let flattest = slopes.iter().map(|(slope, _)| *slope).fold(f64::INFINITY, f64::min);
    let steepest = slopes.iter().map(|(slope, _)| *slope).fold(0.0, f64::max);
    let error = crate::calibration::mean(slopes.iter().map(|(_, error)| error * error)).sqrt();
    if steepest - flattest > MAX_SLOPE_RANGE * error {
        return Err(format!(
            "the rounds contradict one another: their fitted slopes range from {flattest:.2} to {steepest:.2}"
        ));
    }
    Ok(())
}

/// Returns the Brier scores of a round without and with the map that `method` fits to the training set.
fn scores(training: &[ResolvedForecast], round: &[ResolvedForecast], method: Fit) -> Losses {
    let rows: Vec<Row> = training.iter().map(ResolvedForecast::row).collect();
    let map = Map { kind: method(&rows), reason: String::new() };
    Losses {
        before: round.iter().map(|one| one.row().brier()).collect(),
        after: round.iter().map(|one| Row { p: map.apply(one.p), ..one.row() }.brier()).collect(),
    }
}

#[cfg(test)]
#[path = "stable_test.rs"]
mod tests;
