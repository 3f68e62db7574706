//! Flags: what a person should know before using a forecast.

use domain::forecast::StatedDistribution;
use domain::review::REVIEW_FLAG;
use domain::run::RunState;
use forecasting::Agreement;

use crate::conclude::Grounds;
use crate::{crux, decompose};

/// Returns the flags, each a sentence.
pub fn flags(grounds: Grounds<'_>, confidence: f64) -> Vec<String> {
    let mut flags = grounds.troubles.to_vec();
    flags.extend(whole(grounds));
    flags.extend(unanswered(grounds));
    flags.extend(disagreement(grounds));
    if grounds.samples.iter().any(|sample| sample.inconsistent) {
        flags.push("an estimate's stated probability does not follow from its stated evidence".to_owned());
    }
    let config = &grounds.state.run.asked.config;
    if let Some(least) = config.min_confidence.filter(|least| confidence < *least) {
        flags.push(format!("the confidence of {confidence:.2} is under the {least:.2} that was asked for"));
    }
    if config.human_review {
        flags.push(REVIEW_FLAG.to_owned());
    }
    flags
}

/// Returns a flag if the model did not decompose the question.
fn whole(grounds: Grounds<'_>) -> Option<String> {
    let is_whole = grounds.state.questions.iter().any(|question| question.topic == decompose::WHOLE);
    is_whole
        .then(|| "decompose: the question was researched as a whole, since the model did not decompose it".to_owned())
}

fn unanswered(grounds: Grounds<'_>) -> Vec<String> {
    let questions = &grounds.digest.questions;
    let count = |states: &[&str]| questions.iter().filter(|question| states.contains(&question.state)).count();
    let flag = |n: usize, what: &str| (n > 0).then(|| format!("{n} of {} questions {what}", questions.len()));
    [
        flag(count(&["failed", "unanswered"]), "have no usable answer"),
        flag(count(&["not_found"]), "were searched without a result"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns a flag if estimates of an option, a number or a time lie apart.
pub fn apart(state: &RunState, estimates: &[StatedDistribution]) -> Option<String> {
    let distance = crux::distance(estimates).filter(|distance| distance.is_apart)?;
    Some(format!("the stated estimates lie {:.2} apart{}", distance.spread, after_crux(state)))
}

fn after_crux(state: &RunState) -> &'static str {
    if crux::was_asked(state) { ", also after their crux was researched" } else { "" }
}

fn disagreement(grounds: Grounds<'_>) -> Option<String> {
    let after = after_crux(grounds.state);
    match grounds.agreement {
        Agreement::Agree => None,
        Agreement::Apart { spread } => Some(format!("the stated estimates lie {spread:.2} apart{after}")),
        Agreement::Fragile { claim, without } => Some(format!(
            "the estimates agree because of one unverified claim [{claim}]; without it they come to {:.2}{after}",
            without.get()
        )),
    }
}
