//! Walk-forward validation of a correction: each round of resolved answers is corrected by what was resolved when its
//! first question was asked.

use super::bootstrap::paired;
use super::folds::Timed;
use super::mean;

/// Number of rounds.
pub(crate) const ROUNDS: usize = 4;
/// Minimum outcomes of a round, and of its training set, for an evaluation.
pub(crate) const MIN_OUTCOMES_IN_ROUND: usize = 20;
/// Minimum evaluated rounds.
pub(crate) const MIN_ROUNDS: usize = 2;

/// Losses of the answers of a round, in order.
pub(crate) struct Losses {
    /// Without the correction.
    pub(crate) before: Vec<f64>,
    /// With the correction.
    pub(crate) after: Vec<f64>,
}

/// Returns the mean gain over all evaluated rounds, or the reason for no correction: it must lower the loss in every
/// round, and in total by more than chance. `losses` corrects the second slice by the first; `loss` names the loss in
/// the reason. Deterministic for a given `seed`.
pub(crate) fn walk_forward<T: Timed + Copy>(
    rounds: &[&[T]],
    loss: &str,
    losses: impl Fn(&[T], &[T]) -> Losses,
    seed: u64,
) -> Result<f64, String> {
    let (mut with, mut without, mut evaluated) = (Vec::new(), Vec::new(), 0);
    for (at, round) in rounds.iter().enumerate().skip(1) {
        let begun = round.first().map_or(i64::MIN, Timed::asked_at);
        let earlier = rounds[..at].iter().copied().flatten();
        let training: Vec<T> = earlier.filter(|one| one.resolved_at() <= begun).copied().collect();
        if training.len() < MIN_OUTCOMES_IN_ROUND || round.len() < MIN_OUTCOMES_IN_ROUND {
            continue;
        }
        let Losses { before, after } = losses(&training, round);
        let gain = mean(before.iter().zip(&after).map(|(before, after)| before - after));
        if gain <= 0.0 {
            return Err(format!("in round {} of {} it raised the {loss} by {:.4}", at + 1, rounds.len(), -gain));
        }
        evaluated += 1;
        with.extend(after);
        without.extend(before);
    }
    if evaluated < MIN_ROUNDS {
        return Err(format!("{evaluated} rounds had enough resolved before them, {MIN_ROUNDS} are needed"));
    }
    match paired(&with, &without, seed) {
        Some((gap, interval)) if interval.high < 0.0 => Ok(-gap),
        Some((gap, interval)) => Err(format!(
            "its gain in {loss} of {:.4} may be chance ({:+.4} to {:+.4})",
            -gap, -interval.high, -interval.low
        )),
        None => Err("no round was evaluated".to_owned()),
    }
}
