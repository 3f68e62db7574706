//! Limitations of a report, derived from its evidence. Lists only weaknesses that are not obvious from the report, each
//! with the evidence it concerns.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::research::Ending;
use domain::run::RunState;
use domain::{ClaimStatus, Filtering, Finding, Forecast, Research, Source, Tier, Time};

use crate::page::{Inline, Line, Sentence, plain};
use crate::refs::MergedFinding;

/// Difference between estimates above which they disagree; the forecaster then looks for the crux.
const MAX_SPREAD: f64 = 0.15;

/// Age above which sources may be outdated.
const MAX_AGE: TimeDelta = TimeDelta::days(90);

/// Maximum citations per line; the others are counted.
const MAX_CITATIONS: usize = 8;

/// Returns the limitations of a research report. `summary` is the researcher's summary of the findings.
pub fn for_research(research: &Research, summary: &[Sentence]) -> Vec<Line> {
    let cited =
        |finding: &Finding| research.sources.iter().filter(|source| finding.sources.contains(&source.id)).collect();
    let findings: Vec<MergedFinding<'_>> = research
        .findings
        .iter()
        .map(|finding| MergedFinding { names: vec![finding.id.clone()], finding, sources: cited(finding) })
        .collect();
    let mut lines = finding_limitations(&findings);
    lines.extend(age(&research.sources, research.made_at));
    lines.extend(uncited(summary, "summary are not supported by a finding"));
    lines
}

/// Returns the limitations of a forecast: of its evidence, its estimates and its computation.
pub fn for_forecast(
    forecast: &Forecast,
    state: Option<&RunState>,
    used: &[MergedFinding<'_>],
    why: &[Sentence],
) -> Vec<Line> {
    let mut lines = vec![bounds(forecast)];
    if used.is_empty() {
        lines.push(vec![plain("No finding was used: the forecast is based on base rates and prices only.")]);
    }
    lines.extend(finding_limitations(used));
    lines.extend(spread(forecast));
    let sources: Vec<Source> = used.iter().flat_map(|one| &one.sources).map(|source| (*source).clone()).collect();
    lines.extend(age(&sources, forecast.made_at));
    lines.extend(state.into_iter().flat_map(unfinished));
    lines.extend(uncited(why, "reasoning cite no evidence"));
    lines.extend(uncalibrated(forecast));
    lines
}

/// Returns the limitations of a report on a run's findings: of these, and of its research.
pub fn for_findings(used: &[MergedFinding<'_>], state: &RunState) -> Vec<Line> {
    let mut lines = finding_limitations(used);
    lines.extend(unfinished(state));
    lines
}

fn bounds(forecast: &Forecast) -> Line {
    if !forecast.is_probability() {
        return vec![plain(format!("The confidence of the answer is {:.2} of 1.", forecast.confidence))];
    }
    let percent = |value: f64| format!("{:.0} %", value * 100.0);
    vec![plain(format!(
        "According to its own bounds the probability may be as low as {} or as high as {}; its confidence is {:.2} of 1.",
        percent(forecast.lower.get()),
        percent(forecast.upper.get()),
        forecast.confidence
    ))]
}

/// Tells whether one source alone, which is not official, supports the finding. Sources of several questions whose
/// publishers differ are not compared with one another, so they are not called one source.
fn rests_on_one_source(used: &MergedFinding<'_>) -> bool {
    let publishers: BTreeSet<&str> = used.sources.iter().map(|source| publisher(source)).collect();
    used.finding.status == ClaimStatus::Supported
        && used.finding.independent_sources <= 1
        && publishers.len() <= 1
        && !used.sources.iter().any(|source| source.tier == Tier::Official)
}

/// Tells whether only excerpts of search results support the finding, because no page of it was read.
fn rests_on_excerpts(used: &MergedFinding<'_>) -> bool {
    let is_excerpt = |source: &&Source| source.url.starts_with("http") && source.content_hash.is_empty();
    !used.sources.is_empty() && used.sources.iter().all(is_excerpt)
}

/// Returns the publisher of a source, or the host of its address.
fn publisher(source: &Source) -> &str {
    match source.publisher.trim() {
        "" => source.url.split('/').nth(2).unwrap_or(&source.url),
        publisher => publisher,
    }
}

fn finding_limitations(findings: &[MergedFinding<'_>]) -> Vec<Line> {
    let named = |which: fn(&MergedFinding<'_>) -> bool, what: &str| {
        let names: Vec<&String> = findings.iter().filter(|used| which(used)).map(|used| &used.names[0]).collect();
        (!names.is_empty()).then(|| about(what, &names))
    };
    [
        named(|used| used.finding.status == ClaimStatus::Contested, "Sources disagree about "),
        named(|used| used.finding.status == ClaimStatus::Unclear, "The sources do not settle "),
        named(rests_on_one_source, "Only one independent source supports "),
        named(rests_on_excerpts, "Only excerpts of search results, not pages that were read, support "),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn about(what: &str, names: &[&String]) -> Line {
    let mut line = vec![plain(what)];
    for (at, name) in names.iter().take(MAX_CITATIONS).enumerate() {
        if at > 0 {
            line.push(plain(" "));
        }
        line.push(Inline::Cite((*name).clone()));
    }
    let more = names.len().saturating_sub(MAX_CITATIONS);
    line.push(plain(if more > 0 { format!(" and {more} more.") } else { ".".to_owned() }));
    line
}

fn spread(forecast: &Forecast) -> Option<Line> {
    // Stated probabilities are compared; forecasts of older versions have only the computed ones.
    let stated: Vec<f64> = match forecast.account.estimates.as_slice() {
        [] => forecast.samples.iter().map(|sample| sample.get()).collect(),
        estimates => estimates.iter().map(|estimate| estimate.stated.get()).collect(),
    };
    let values = || stated.iter().copied();
    let spread = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
    (stated.len() > 1 && spread > MAX_SPREAD).then(|| {
        vec![plain(format!(
            "The {} independent estimates differ by {:.0} points: the evidence allows different conclusions.",
            stated.len(),
            spread * 100.0
        ))]
    })
}

/// Returns a line if no source is dated, or the newest one is old.
fn age(sources: &[Source], now: Time) -> Option<Line> {
    let read: Vec<&Source> = sources.iter().filter(|source| source.url.starts_with("http")).collect();
    if read.is_empty() {
        return None;
    }
    let Some(newest) = read.iter().filter_map(|source| source.published_at).max() else {
        return Some(vec![plain("No page used has a publication date.")]);
    };
    let old = now - newest;
    (old > MAX_AGE).then(|| {
        let (days, day) = (old.num_days(), newest.format("%Y-%m-%d"));
        vec![plain(format!("The newest dated page is from {day}, {days} days earlier; later events are not included."))]
    })
}

/// Returns the number of answers that leave a part of their question open. A failed research is not an answer.
pub fn answered_in_part(state: &RunState) -> usize {
    let in_part = |research: &&Research| match research.ending {
        Ending::Complete => !research.open_questions.is_empty(),
        Ending::Partial(_) => true,
        Ending::Failed(_) => false,
    };
    let answers = state.answers.iter().map(|answer| &answer.evidence.research);
    answers.filter(|research| !research.findings.is_empty()).filter(in_part).count()
}

/// Returns lines about questions without a complete answer.
fn unfinished(state: &RunState) -> Vec<Line> {
    let answers = || state.answers.iter().map(|answer| &answer.evidence);
    let count =
        |n: usize, what: &str| (n > 0).then(|| vec![plain(format!("{n} of {} {what}.", state.questions.len()))]);
    let answered: BTreeSet<&String> = state.answers.iter().map(|answer| &answer.question).collect();
    let open = state.questions.iter().filter(|question| !answered.contains(&question.id)).count();
    let failed = answers().filter(|evidence| matches!(evidence.research.ending, Ending::Failed(_))).count();
    let partial = answers().filter(|evidence| matches!(evidence.research.ending, Ending::Partial(_))).count();
    let unfiltered = answers().filter(|evidence| matches!(evidence.filtering, Filtering::Unfiltered { .. })).count();
    let lacking =
        |reason| answers().filter(|evidence| evidence.research.lacks.iter().any(|lack| lack.reason == reason)).count();
    let late = state.answers.iter().filter(|answer| answer.late).count();
    [
        count(open, "questions were not answered in time"),
        count(failed, "questions could not be researched"),
        count(partial, "answers are partial because a limit was reached"),
        count(late, "answers arrived after the round's deadline"),
        count(unfiltered, "answers were not filtered by a model and may contain irrelevant findings"),
        count(lacking("unjudged_sources"), "answers rest on sources that no model compared"),
        count(lacking("unread_page"), "answers were made without a page that was found and not read"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn uncited(sentences: &[Sentence], what: &str) -> Option<Line> {
    let own = sentences.iter().filter(|sentence| matches!(sentence, Sentence::Reasoning(_))).count();
    let (of, are) = (sentences.len(), if own == 1 { "it is" } else { "they are" });
    (own > 0).then(|| vec![plain(format!("{own} of {of} sentences of the {what}; {are} set in italics."))])
}

fn uncalibrated(forecast: &Forecast) -> Option<Line> {
    let why = forecast.account.recalibration.trim();
    let reason = if why.is_empty() { String::new() } else { format!(" ({why})") };
    (forecast.is_probability() && forecast.uncalibrated.is_none()).then(|| {
        vec![plain(format!(
            "The probability was not recalibrated{reason}: it ignores how often such forecasts came true."
        ))]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refs::{findings, merge};
    use crate::sample::state;

    #[test]
    fn a_finding_is_limited_by_its_only_source_and_by_excerpts() {
        let mut state = state();
        let research = &mut state.answers[0].evidence.research;
        research.findings.truncate(1);
        research.findings[0].status = ClaimStatus::Supported;
        research.findings[0].independent_sources = 1;
        research.sources.truncate(1);
        research.sources[0].tier = Tier::Other;
        let lines = |state: &RunState| -> Vec<String> {
            let found = findings(state);
            let text =
                |line: &Line| if let Some(Inline::Text(text)) = line.first() { text.clone() } else { String::new() };
            finding_limitations(&merge(&found)).iter().map(text).collect()
        };
        assert_eq!(lines(&state), ["Only one independent source supports "]);
        state.answers[0].evidence.research.sources[0].content_hash = String::new();
        let both = [
            "Only one independent source supports ",
            "Only excerpts of search results, not pages that were read, support ",
        ];
        assert_eq!(lines(&state), both);
        state.answers[0].evidence.research.sources[0].tier = Tier::Official;
        assert_eq!(lines(&state), both[1..], "an official source settles what it decides");
        let mut second = state.answers[0].clone();
        second.question = "i1q2".into();
        let source = &mut second.evidence.research.sources[0];
        (source.url, source.publisher) = ("https://other.example/a".into(), "Other".into());
        (source.tier, source.content_hash) = (Tier::Other, "ab".into());
        state.answers[0].evidence.research.sources[0].tier = Tier::Other;
        state.answers.push(second);
        assert_eq!(lines(&state), Vec::<String>::new(), "publishers of two questions are not one source");
    }

    #[test]
    fn answers_that_were_made_without_a_reply_of_the_model_are_counted() {
        assert_eq!(unfinished(&state()), Vec::<Line>::new());
        let mut lacking = state();
        let research = &mut lacking.answers[0].evidence.research;
        ["unread_page", "unjudged_sources"].into_iter().for_each(|reason| research.add_lack(reason));
        let text = ["rest on sources that no model compared", "were made without a page that was found and not read"];
        assert_eq!(unfinished(&lacking), text.map(|what| vec![plain(format!("1 of 1 answers {what}."))]));
    }
}
