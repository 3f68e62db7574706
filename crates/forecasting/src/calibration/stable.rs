//! Whether the past may correct the present. Other people's maps helped in one tournament and hurt in the next (a Platt slope of 0.83
//! became 1.66), so a map is used only if it would have helped in every round of questions that it had not seen, if all of them
//! together say so beyond chance, and if the rounds agree on which way to correct. Else the identity, with the reason.

use crate::calibration::bootstrap::paired;
use crate::calibration::history::{Past, known, rounds};
use crate::calibration::map::{Kind, Map};
use crate::calibration::{Row, isotonic, platt};

/// Fewer outcomes than this say nothing about a map: a slope's error is then about a quarter.
pub const LEAST: usize = 100;
/// Steps have many parameters: fewer outcomes than this are for a line.
const LEAST_FOR_STEPS: usize = 500;
/// Rounds that the past is divided into.
const ROUNDS: usize = 4;
/// A round, and what teaches it, has at least so many outcomes, or it is not judged.
const LEAST_IN_ROUND: usize = 20;
/// Rounds that must have been judged.
const JUDGED: usize = 2;
/// The range of four slopes, in standard errors, that chance alone exceeds in one of twenty cases (Tukey's studentised range).
const APART: f64 = 3.63;

/// The map that this past supports at `now` (seconds since 1970). Chance enters by `seed` only.
pub fn fit(past: &[Past], now: i64, seed: u64) -> Map {
    let known = known(past, now);
    if known.len() < LEAST {
        return Map::identity(format!("{} outcomes are known, a map needs {LEAST}", known.len()));
    }
    let rounds = rounds(&known, ROUNDS);
    if let Err(why) = agree(&rounds) {
        return Map::identity(why);
    }
    let ways: &[(&str, Fit)] = &[("a line in log-odds", platt::fit), ("rising steps", isotonic::fit)];
    let ways = if known.len() < LEAST_FOR_STEPS { &ways[..1] } else { ways };
    let mut best: Option<(f64, &str, Fit)> = None;
    let mut against = Vec::new();
    for (name, way) in ways {
        match walked(&rounds, *way, seed) {
            Ok(gain) if best.is_none_or(|(found, ..)| gain > found) => best = Some((gain, *name, *way)),
            Ok(_) => {}
            Err(why) => against.push(format!("{name}: {why}")),
        }
    }
    match best {
        None => Map::identity(against.join("; ")),
        Some((gain, name, way)) => {
            let rows: Vec<Row> = known.iter().map(Past::row).collect();
            let reason = format!(
                "{name}, fitted on {} outcomes; on rounds that it had not seen it lowered the Brier score by {gain:.4}",
                rows.len()
            );
            Map { kind: way(&rows), reason }
        }
    }
}

type Fit = fn(&[Row]) -> Kind;

/// Do the rounds, each alone, ask for the same correction?
fn agree(rounds: &[&[Past]]) -> Result<(), String> {
    let large = rounds.iter().filter(|round| round.len() >= LEAST_IN_ROUND);
    let slopes: Vec<(f64, f64)> =
        large.map(|round| platt::slope(&round.iter().map(Past::row).collect::<Vec<_>>())).collect();
    if slopes.len() <= JUDGED {
        return Err(format!(
            "the outcomes come from {} rounds of at least {LEAST_IN_ROUND} questions, {} are needed",
            slopes.len(),
            JUDGED + 1
        ));
    }
    let flattest = slopes.iter().map(|(slope, _)| *slope).fold(f64::INFINITY, f64::min);
    let steepest = slopes.iter().map(|(slope, _)| *slope).fold(0.0, f64::max);
    let error = crate::calibration::mean(slopes.iter().map(|(_, error)| error * error)).sqrt();
    if steepest - flattest > APART * error {
        return Err(format!(
            "the rounds contradict one another: the slope that each asks for ranges from {flattest:.2} to {steepest:.2}"
        ));
    }
    Ok(())
}

/// Walks forward: each round is recalibrated by what had been resolved when its first question was asked. The mean gain in Brier
/// score over all judged rounds, or why it cannot be trusted.
fn walked(rounds: &[&[Past]], way: Fit, seed: u64) -> Result<f64, String> {
    let (mut with, mut without, mut judged) = (Vec::new(), Vec::new(), 0);
    for at in 1..rounds.len() {
        let (round, earlier) = (rounds[at], rounds[..at].concat());
        let begun = round.first().map_or(i64::MIN, |first| first.asked_at);
        let taught: Vec<Row> = known(&earlier, begun).iter().map(Past::row).collect();
        if taught.len() < LEAST_IN_ROUND || round.len() < LEAST_IN_ROUND {
            continue;
        }
        let map = Map { kind: way(&taught), reason: String::new() };
        let before: Vec<f64> = round.iter().map(|one| one.row().brier()).collect();
        let after: Vec<f64> = round.iter().map(|one| Row { p: map.apply(one.p), ..one.row() }.brier()).collect();
        let gain = crate::calibration::mean(before.iter().zip(&after).map(|(before, after)| before - after));
        if gain <= 0.0 {
            return Err(format!("in round {} of {} it would have cost {:.4} Brier", at + 1, rounds.len(), -gain));
        }
        judged += 1;
        with.extend(after);
        without.extend(before);
    }
    if judged < JUDGED {
        return Err(format!("{judged} rounds had enough resolved before them, {JUDGED} are needed"));
    }
    match paired(&with, &without, seed) {
        Some((gap, interval)) if interval.high < 0.0 => Ok(-gap),
        Some((gap, interval)) => Err(format!(
            "its gain of {:.4} Brier may be chance ({:+.4} to {:+.4})",
            -gap, -interval.high, -interval.low
        )),
        None => Err("nothing was judged".to_owned()),
    }
}

#[cfg(test)]
#[path = "stable_test.rs"]
mod tests;
