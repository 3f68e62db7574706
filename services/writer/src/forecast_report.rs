//! A forecast as a page: the answer first, what moved it, why, the evidence with its standing and sources, what happened when, what is
//! unknown, how it could be wrong, what it cost.

use std::collections::BTreeSet;

use domain::forecast::{BaseRate, Recommendation};
use domain::research::Ending;
use domain::run::{Answer, RunState};
use domain::{Forecast, Source, hindsight};

use crate::page::{Bit, Block, Line, Page, Sentence, folded, list, listed, prose, section, table, words};
use crate::refs::{Told, findings, told};
use crate::research_report::standing;
use crate::{cost, doubts, removed, research_report};

/// Dated things shown at most, the latest ones.
const DATES: usize = 30;

/// The page. Without the run's state (it cannot be read any more) the reasoning stands without its evidence. Of a run that answers as
/// of a day it shows what the run was told, and how much was withheld.
pub fn page(forecast: &Forecast, state: Option<&RunState>) -> Page {
    let hidden = state.and_then(withheld);
    let told_state = state.cloned().map(RunState::without_hindsight);
    let state = told_state.as_ref();
    let found = state.map(findings).unwrap_or_default();
    let known: BTreeSet<String> = found.iter().map(|one| one.name.clone()).collect();
    let why = prose::cited(&forecast.reasoning, &known);
    let (used, others): (Vec<Told<'_>>, Vec<Told<'_>>) =
        told(&found).into_iter().partition(|one| one.names.iter().any(|name| forecast.evidence_used.contains(name)));
    let mut blocks = answer(forecast);
    blocks.extend(forecast.recommendation.as_ref().map(advice));
    blocks.extend(
        forecast
            .flags
            .iter()
            .map(|flag| Block::Notice(vec![Bit::Strong("Mind this:".into()), words(format!(" {flag}"))])),
    );
    blocks.extend(hidden);
    blocks.extend(section("What moved it", moved(forecast)));
    blocks.extend(section("Why", reasons(&why)));
    blocks.extend(section("Evidence it rests on", evidence(&used)));
    blocks.extend(folded("What else was found", evidence(&others)));
    blocks.extend(state.and_then(|state| listed("What happened when", timeline(state))));
    blocks.extend(state.and_then(|state| listed("What is unknown", unknown(state))));
    blocks.extend(listed("How it could be wrong", doubts::of_forecast(forecast, state, &used, &why)));
    blocks.extend(state.and_then(|state| folded("What the filter took out", taken_out(state))));
    blocks.extend(section("What it cost", cost::blocks(forecast.cost, &forecast.account)));
    blocks.push(about(forecast));
    Page { title: forecast.run.asked.text.clone(), blocks }
}

/// Addresses of the sources that findings and dates in the report cite: only they are linked.
pub fn cited(state: Option<&RunState>) -> BTreeSet<String> {
    let state = state.cloned().map(RunState::without_hindsight);
    let answers = state.iter().flat_map(|state| &state.answers);
    answers.flat_map(|answer| research_report::cited(&answer.evidence.research)).collect()
}

/// What is not dated before the day of a question is not shown with its answer: it would look as if it had been known.
fn withheld(state: &RunState) -> Option<Block> {
    let as_of = state.run.asked.config.as_of?;
    let count: usize =
        state.answers.iter().map(|answer| hindsight::pass(&answer.evidence.research, as_of).1.len()).sum();
    let day = as_of.format("%Y-%m-%d");
    let told = format!(
        " it answers as of {day}. Withheld from it and from this report, because not dated before: {count} of what was found."
    );
    Some(Block::Notice(vec![Bit::Strong("As of a day:".into()), words(told)]))
}

fn answer(forecast: &Forecast) -> Vec<Block> {
    let mut more = format!(", with a confidence of {:.2}.", forecast.confidence);
    if let Some(closes) = forecast.run.asked.closes {
        more.push_str(&format!(" The question closes {}.", closes.format("%Y-%m-%d")));
    }
    let [value, low, high] = [forecast.probability, forecast.lower, forecast.upper].map(domain::Probability::get);
    vec![Block::Answer { value, low, high, more: vec![words(more)] }]
}

fn advice(advice: &Recommendation) -> Block {
    let mut text = format!(" at a price of {:.3}, an edge of {:+.1} points", advice.price, advice.edge * 100.0);
    if advice.fraction > 0.0 {
        let (net, share) = (advice.net_edge * 100.0, advice.fraction * 100.0);
        text.push_str(&format!(", {net:+.1} after fees; at most {share:.1} % of the stake ({})", advice.size));
    }
    let reason = advice.reason.trim().trim_end_matches('.');
    text.push_str(&format!(": {reason}. Auspex never trades."));
    Block::Words(vec![Bit::Strong(format!("Advice: {}", advice.action.name())), words(text)])
}

/// Where it started, how the estimates lay, where it came out.
fn moved(forecast: &Forecast) -> Vec<Block> {
    let mut lines: Vec<Line> = forecast.base_rates.iter().map(base_rate).collect();
    let percent = |value: f64| format!("{:.0} %", value * 100.0);
    let samples: Vec<String> = forecast.samples.iter().map(|sample| percent(sample.get())).collect();
    if samples.len() > 1 {
        lines.push(vec![words(format!("Independent estimates after the evidence: {}.", samples.join(", ")))]);
    }
    if let Some(before) = forecast.uncalibrated {
        let why = forecast.account.recalibration.trim();
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        lines.push(vec![words(format!("Recalibrated from {}{why}.", percent(before.get())))]);
    }
    if let Some(start) = forecast.base_rates.first() {
        let points = (forecast.probability.get() - start.rate.get()) * 100.0;
        let line = format!("From {} to {}: ", percent(start.rate.get()), percent(forecast.probability.get()));
        lines.push(vec![words(line), Bit::Strong(format!("{points:+.0} points")), words(".")]);
    }
    list(lines)
}

fn base_rate(base: &BaseRate) -> Line {
    let mut text = format!(" {} ({}", base.description, base.kind);
    if let Some(cases) = base.cases {
        text.push_str(&format!(", {} of {} cases", cases.successes, cases.trials));
    }
    if !base.source.trim().is_empty() {
        text.push_str(&format!("; {}", base.source));
    }
    vec![Bit::Strong(format!("{:.0} %", base.rate.get() * 100.0)), words(format!("{text})"))]
}

fn reasons(why: &[Sentence]) -> Vec<Block> {
    if why.is_empty() { Vec::new() } else { vec![Block::Prose(why.to_vec())] }
}

fn evidence(found: &[Told<'_>]) -> Vec<Block> {
    let row = |one: &Told<'_>| {
        let names = one.names.iter().flat_map(|name| [words(" "), Bit::Anchor(name.clone())]).skip(1);
        let text = vec![words(&one.finding.text)];
        [names.collect(), text, standing(one.finding), linked(one.sources.iter().copied())]
    };
    table(["", "Finding", "Standing", "Sources"], found.iter().map(row))
}

fn linked<'a>(sources: impl Iterator<Item = &'a Source>) -> Line {
    let mut line = Line::new();
    for source in sources {
        if !line.is_empty() {
            line.push(words("; "));
        }
        line.push(Bit::Link { words: source.title.clone(), url: source.url.clone() });
        line.push(words(format!(" ({})", source.tier.name())));
    }
    line
}

/// The latest dated things of all answers, in order of time; what several questions found is told once.
fn timeline(state: &RunState) -> Vec<Line> {
    let mut seen = BTreeSet::new();
    let mut dated = Vec::new();
    for research in state.answers.iter().map(|answer| &answer.evidence.research) {
        for entry in &research.timeline {
            if seen.insert((entry.at, entry.text.trim().to_lowercase())) {
                let sources = research.sources.iter().filter(|source| entry.sources.contains(&source.id));
                dated.push((entry.at, entry, sources.collect::<Vec<_>>()));
            }
        }
    }
    dated.sort_by_key(|(at, ..)| *at);
    let skipped = dated.len().saturating_sub(DATES);
    let latest = dated.into_iter().skip(skipped);
    latest.map(|(_, entry, sources)| research_report::dated(entry, linked(sources.into_iter()))).collect()
}

/// Questions without an answer, and what the answers left open; each once.
fn unknown(state: &RunState) -> Vec<Line> {
    let mut lines: Vec<String> = Vec::new();
    for question in &state.questions {
        match state.answers.iter().find(|answer| answer.question == question.id) {
            None => lines.push(format!("{} Not answered in time.", question.text)),
            Some(answer) => lines.extend(left_open(&question.text, answer)),
        }
    }
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(line.to_lowercase()));
    lines.into_iter().map(|line| vec![words(line)]).collect()
}

fn left_open(question: &str, answer: &Answer) -> Vec<String> {
    let research = &answer.evidence.research;
    match &research.ending {
        Ending::Failed(reason) => vec![format!("{question} Research failed: {reason}.")],
        _ => research.open_questions.iter().map(|open| open.text.clone()).collect(),
    }
}

/// By question; an answer of which nothing was taken is not named. Nobody knows of when a thing is that was taken out, so a run that
/// answers as of a day shows none.
fn taken_out(state: &RunState) -> Vec<Block> {
    let mut blocks = Vec::new();
    if state.run.asked.config.as_of.is_some() {
        return blocks;
    }
    for answer in &state.answers {
        let question = state.questions.iter().find(|question| question.id == answer.question);
        let heading = question.map_or(answer.question.as_str(), |question| question.text.as_str());
        blocks.extend(section(heading, removed::blocks(&answer.evidence)));
    }
    blocks
}

fn about(forecast: &Forecast) -> Block {
    let model = if forecast.model.is_empty() { "none" } else { &forecast.model };
    let line = format!(
        "Made {} in {} round(s) of research with {} of {} questions answered. Model: {model}, prompts {}. Run ",
        forecast.made_at.format("%Y-%m-%d %H:%M UTC"),
        forecast.iterations,
        forecast.questions_answered,
        forecast.questions_asked,
        forecast.prompt_version,
    );
    Block::Words(vec![words(line), Bit::Code(forecast.run.id.to_string()), words(".")])
}

#[cfg(test)]
#[path = "forecast_report_test.rs"]
mod tests;
