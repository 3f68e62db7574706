//! How a report could be wrong, worked out from what it rests on. Only weaknesses that a reader could not see at once; each with the
//! evidence that it is about.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::research::Ending;
use domain::run::RunState;
use domain::{ClaimStatus, Filtering, Finding, Forecast, Research, Source, Time};

use crate::page::{Bit, Line, Sentence, words};
use crate::refs::Told;

/// Estimates that differ by more than this disagree (SPEC 4.4; the forecaster looks for the crux then).
const DISAGREE: f64 = 0.15;

/// News older than this may have been overtaken.
const OLD: TimeDelta = TimeDelta::days(90);

/// More names than this in a row are counted, not listed.
const NAMED: usize = 8;

/// Of research by itself: findings are named by their ids. `summary` is what the researcher made of them.
pub fn of_research(research: &Research, summary: &[Sentence]) -> Vec<Line> {
    let findings: Vec<(String, &Finding)> =
        research.findings.iter().map(|finding| (finding.id.clone(), finding)).collect();
    let mut doubts = of_findings(&findings);
    doubts.extend(age(&research.sources, research.made_at));
    doubts.extend(own_words(summary, "summary say what no finding says"));
    doubts
}

/// Of a forecast: of what it rests on, of the estimates, of the way it was made.
pub fn of_forecast(forecast: &Forecast, state: Option<&RunState>, used: &[Told<'_>], why: &[Sentence]) -> Vec<Line> {
    let findings: Vec<(String, &Finding)> = used.iter().map(|told| (told.names[0].clone(), told.finding)).collect();
    let mut doubts = vec![bounds(forecast)];
    if findings.is_empty() {
        doubts.push(vec![words("No finding was used: it rests on base rates and prices alone.")]);
    }
    doubts.extend(of_findings(&findings));
    doubts.extend(spread(forecast));
    let sources: Vec<Source> = used.iter().flat_map(|told| &told.sources).map(|source| (*source).clone()).collect();
    doubts.extend(age(&sources, forecast.made_at));
    doubts.extend(state.into_iter().flat_map(unfinished));
    doubts.extend(own_words(why, "reasoning cite no evidence"));
    doubts.extend(uncalibrated(forecast));
    doubts
}

fn bounds(forecast: &Forecast) -> Line {
    let percent = |value: f64| format!("{:.0} %", value * 100.0);
    vec![words(format!(
        "By its own bounds it may be as unlikely as {} or as likely as {}; its confidence is {:.2} of 1.",
        percent(forecast.lower.get()),
        percent(forecast.upper.get()),
        forecast.confidence
    ))]
}

fn of_findings(findings: &[(String, &Finding)]) -> Vec<Line> {
    let named = |which: &dyn Fn(&Finding) -> bool, what: &str| {
        let names: Vec<&String> = findings.iter().filter(|(_, finding)| which(finding)).map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| about(what, &names))
    };
    let contested = |finding: &Finding| finding.status == ClaimStatus::Contested;
    let unclear = |finding: &Finding| finding.status == ClaimStatus::Unclear;
    let alone = |finding: &Finding| finding.status == ClaimStatus::Supported && finding.voices <= 1;
    [
        named(&contested, "Sources disagree about "),
        named(&unclear, "Nobody says enough to settle "),
        named(&alone, "One voice alone stands behind "),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn about(what: &str, names: &[&String]) -> Line {
    let mut line = vec![words(what)];
    for (at, name) in names.iter().take(NAMED).enumerate() {
        if at > 0 {
            line.push(words(" "));
        }
        line.push(Bit::Cite((*name).clone()));
    }
    let more = names.len().saturating_sub(NAMED);
    line.push(words(if more > 0 { format!(" and {more} more.") } else { ".".to_owned() }));
    line
}

fn spread(forecast: &Forecast) -> Option<Line> {
    let values = || forecast.samples.iter().map(|sample| sample.get());
    let spread = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
    (forecast.samples.len() > 1 && spread > DISAGREE).then(|| {
        vec![words(format!(
            "The {} independent estimates differ by {:.0} points: the same evidence can be read otherwise.",
            forecast.samples.len(),
            spread * 100.0
        ))]
    })
}

/// The newest dated source is old, or none is dated.
fn age(sources: &[Source], now: Time) -> Option<Line> {
    let read: Vec<&Source> = sources.iter().filter(|source| source.url.starts_with("http")).collect();
    if read.is_empty() {
        return None;
    }
    let Some(newest) = read.iter().filter_map(|source| source.published_at).max() else {
        return Some(vec![words("No page that it rests on says when it was published.")]);
    };
    let old = now - newest;
    (old > OLD).then(|| {
        let (days, day) = (old.num_days(), newest.format("%Y-%m-%d"));
        vec![words(format!("The newest dated page is of {day}, {days} days before: what came since is not in it."))]
    })
}

/// Questions that were not answered as they should have been.
fn unfinished(state: &RunState) -> Vec<Line> {
    let answers = || state.answers.iter().map(|answer| &answer.evidence);
    let count =
        |n: usize, what: &str| (n > 0).then(|| vec![words(format!("{n} of {} {what}.", state.questions.len()))]);
    let answered: BTreeSet<&String> = state.answers.iter().map(|answer| &answer.question).collect();
    let open = state.questions.iter().filter(|question| !answered.contains(&question.id)).count();
    let failed = answers().filter(|evidence| matches!(evidence.research.ending, Ending::Failed(_))).count();
    let partial = answers().filter(|evidence| matches!(evidence.research.ending, Ending::Partial(_))).count();
    let unfiltered = answers().filter(|evidence| matches!(evidence.filtering, Filtering::Unfiltered { .. })).count();
    let late = state.answers.iter().filter(|answer| answer.late).count();
    [
        count(open, "questions had no answer in time"),
        count(failed, "questions could not be researched"),
        count(partial, "answers are partial: a bound was hit"),
        count(late, "answers came after the round's deadline"),
        count(unfiltered, "answers were not filtered by a model: noise may be among the evidence"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn own_words(sentences: &[Sentence], what: &str) -> Option<Line> {
    let own = sentences.iter().filter(|sentence| matches!(sentence, Sentence::Own(_))).count();
    let (of, stand) = (sentences.len(), if own == 1 { "it stands" } else { "they stand" });
    (own > 0).then(|| vec![words(format!("{own} of {of} sentences of the {what}; {stand} in italics."))])
}

fn uncalibrated(forecast: &Forecast) -> Option<Line> {
    let why = forecast.account.recalibration.trim();
    let told = if why.is_empty() { String::new() } else { format!(" ({why})") };
    forecast.uncalibrated.is_none().then(|| {
        vec![words(format!("It was not recalibrated{told}: how often such forecasts come true is not in the number."))]
    })
}
