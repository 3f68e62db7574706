//! A forecast as a page: answer, estimates, reasoning, evidence with status and sources, timeline, open questions,
//! limitations, cost.

use std::collections::BTreeSet;

use domain::forecast::{BaseRate, ForecastAnswer, Recommendation, standard_reason};
use domain::research::{Ending, TimelineEntry};
use domain::run::{Answer, RunState};
use domain::{Forecast, Source, Time, hindsight};

use crate::page::numbers::numbered;
use crate::page::{Block, Inline, Line, Page, Sentence, folded, list, listed, plain, prose, section, table};
use crate::refs::{MergedFinding, findings, merge};
use crate::research_report::status;
use crate::{cost, evidence_sides, forecast_views, limitations, question_reading, removed, research_report};

/// Maximum timeline entries; the latest ones are shown.
const MAX_TIMELINE_ENTRIES: usize = 30;

/// Builds the page. If the run's state cannot be read, the page contains the reasoning without evidence. For a run as
/// of a past date the page contains only the evidence that the run could use, and the number of withheld pieces.
pub fn page(forecast: &Forecast, state: Option<&RunState>) -> Page {
    let hidden = state.and_then(withheld);
    let visible_state = state.cloned().map(RunState::without_hindsight);
    let state = visible_state.as_ref();
    let found = state.map(findings).unwrap_or_default();
    let known: BTreeSet<String> = found.iter().map(|one| one.name.clone()).collect();
    let why = prose::cited(&forecast.reasoning, &known);
    // A sentence that code wrote is not a statement that evidence could support.
    let told = if standard_reason::is_one(&forecast.reasoning) { Vec::new() } else { why.clone() };
    let (used, others): (Vec<MergedFinding<'_>>, Vec<MergedFinding<'_>>) =
        merge(&found).into_iter().partition(|one| one.names.iter().any(|name| forecast.evidence_used.contains(name)));
    let mut blocks = question_reading::blocks(&forecast.run);
    blocks.extend(answer(forecast));
    blocks.extend(question_reading::repair(forecast));
    blocks.extend(question_reading::options(forecast));
    blocks.extend(forecast_views::case(forecast, &known));
    blocks.extend(forecast_views::market(forecast));
    blocks.extend(forecast_views::moved_by_price(forecast));
    blocks.extend(forecast.recommendation.as_ref().map(advice));
    blocks.extend(
        forecast
            .flags
            .iter()
            .map(|flag| Block::Notice(vec![Inline::Strong("Note:".into()), plain(format!(" {flag}"))])),
    );
    blocks.extend(hidden);
    blocks.extend(section("Estimates", moved(forecast)));
    blocks.extend(section("Reasoning", reasons(&why)));
    blocks.extend(section("Evidence used", evidence_sides::blocks(forecast, &used)));
    blocks.extend(folded("Other findings", evidence(&others)));
    blocks.extend(state.into_iter().flat_map(|state| timeline(state, forecast.made_at, |_| true)));
    blocks.extend(state.and_then(|state| listed("Open questions", unknown(state))));
    blocks.extend(listed("Limitations", limitations::for_forecast(forecast, state, &used, &told)));
    blocks.extend(state.and_then(|state| folded("Removed by the filter", removed_by_question(state))));
    blocks.extend(cost::section(forecast.cost, &forecast.account));
    blocks.push(about(forecast, state));
    numbered(Page { title: forecast.run.asked.text.clone(), blocks })
}

/// Returns the URLs of the sources that findings and timeline entries cite; only these are linked.
pub fn cited(state: Option<&RunState>) -> BTreeSet<String> {
    let state = state.cloned().map(RunState::without_hindsight);
    let answers = state.iter().flat_map(|state| &state.answers);
    answers.flat_map(|answer| research_report::cited(&answer.evidence.research)).collect()
}

/// Returns a notice about withheld evidence. Evidence not dated before the date of the question is not shown: it was
/// not available.
pub(crate) fn withheld(state: &RunState) -> Option<Block> {
    let as_of = state.run.asked.config.as_of?;
    let count: usize =
        state.answers.iter().map(|answer| hindsight::split_by_date(&answer.evidence.research, as_of).1.len()).sum();
    let day = as_of.format("%Y-%m-%d");
    let text = format!(
        " the forecast uses only evidence dated before {day}. {count} findings with a later or no date were withheld from it and from this report."
    );
    Some(Block::Notice(vec![Inline::Strong(format!("As of {day}:")), plain(text)]))
}

fn answer(forecast: &Forecast) -> Vec<Block> {
    let mut more = format!(", confidence {:.2}.", forecast.confidence);
    if let Some(closes) = forecast.run.asked.closes {
        more.push_str(&format!(" The question closes on {}.", closes.format("%Y-%m-%d at %H:%M UTC")));
    }
    let mut blocks: Vec<Block> = forecast_views::condition(forecast).into_iter().collect();
    match forecast.answer() {
        ForecastAnswer::YesOrNo(probability) => {
            let [value, low, high] = [probability, forecast.lower, forecast.upper].map(domain::Probability::get);
            blocks.push(Block::Answer { value, low, high, more: vec![plain(more)] });
        }
        ForecastAnswer::Distribution(distribution) => blocks.extend(forecast_views::distribution(distribution, more)),
        ForecastAnswer::Nothing => {
            blocks.push(Block::Paragraph(vec![Inline::Strong("No answer".to_owned()), plain(more)]));
        }
    }
    blocks
}

fn advice(advice: &Recommendation) -> Block {
    let mut text = format!(" at a price of {:.3}, edge {:+.1} points", advice.price, advice.edge * 100.0);
    if advice.fraction > 0.0 {
        let (net, share) = (advice.net_edge * 100.0, advice.fraction * 100.0);
        text.push_str(&format!(", {net:+.1} after fees; at most {share:.1} % of the stake ({})", advice.size));
    }
    let reason = advice.reason.trim().trim_end_matches('.');
    text.push_str(&format!(": {reason}. Auspex never trades."));
    Block::Paragraph(vec![Inline::Strong(format!("Advice: {}", advice.action.name())), plain(text)])
}

/// Returns base rates, independent estimates, recalibration and the total change.
fn moved(forecast: &Forecast) -> Vec<Block> {
    let mut lines: Vec<Line> = forecast.base_rates.iter().map(base_rate).collect();
    let percent = |value: f64| format!("{:.0} %", value * 100.0);
    let samples: Vec<String> = forecast.samples.iter().map(|sample| percent(sample.get())).collect();
    lines.extend(forecast_views::estimates(forecast));
    if forecast.account.estimates.is_empty() && samples.len() > 1 {
        lines.push(vec![plain(format!("Independent estimates after the evidence: {}.", samples.join(", ")))]);
    }
    if let Some(before) = forecast.uncalibrated {
        let why = forecast.account.recalibration.trim();
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        lines.push(vec![plain(format!("Recalibrated from {}{why}.", percent(before.get())))]);
    }
    // With several base rates no single one is where the estimate began.
    if let [start] = forecast.base_rates.as_slice() {
        let points = (forecast.probability.get() - start.rate.get()) * 100.0;
        let line =
            format!("From the base rate of {} to {}: ", percent(start.rate.get()), percent(forecast.probability.get()));
        lines.push(vec![plain(line), Inline::Strong(format!("{points:+.0} points")), plain(".")]);
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
    vec![Inline::Strong(format!("{:.0} %", base.rate.get() * 100.0)), plain(format!("{text})"))]
}

fn reasons(why: &[Sentence]) -> Vec<Block> {
    if why.is_empty() { Vec::new() } else { vec![Block::Prose(why.to_vec())] }
}

pub(crate) fn evidence(found: &[MergedFinding<'_>]) -> Vec<Block> {
    let row = |one: &MergedFinding<'_>| {
        let names = one.names.iter().flat_map(|name| [plain(" "), Inline::Anchor(name.clone())]).skip(1);
        let text = vec![plain(&one.finding.text)];
        [names.collect(), text, status(one.finding), linked(one.sources.iter().copied())]
    };
    table(["", "Finding", "Status", "Sources"], found.iter().map(row))
}

pub(crate) fn linked<'a>(sources: impl Iterator<Item = &'a Source>) -> Line {
    let mut line = Line::new();
    for source in sources {
        if !line.is_empty() {
            line.push(plain("; "));
        }
        line.push(Inline::Link { words: source.title.clone(), url: source.url.clone() });
        line.push(plain(format!(" ({})", source.tier.name())));
    }
    line
}

/// Returns the latest timeline entries of all answers in chronological order, without duplicates: what has happened at
/// a time, and what is expected after it. An entry is shown if one of its sources is.
pub(crate) fn timeline(state: &RunState, now: Time, is_shown: impl Fn(&Source) -> bool) -> Vec<Block> {
    let mut seen = BTreeSet::new();
    let mut dated = Vec::new();
    for research in state.answers.iter().map(|answer| &answer.evidence.research) {
        for entry in &research.timeline {
            if seen.insert((entry.at, entry.text.trim().to_lowercase())) {
                let sources = research.sources.iter().filter(|source| entry.sources.contains(&source.id));
                let sources: Vec<&Source> = sources.collect();
                if sources.is_empty() || sources.iter().any(|source| is_shown(source)) {
                    dated.push((entry.at, entry, sources));
                }
            }
        }
    }
    dated.sort_by_key(|(at, ..)| *at);
    let line = |(_, entry, sources): (_, &TimelineEntry, Vec<&Source>)| {
        research_report::dated(entry, linked(sources.into_iter()))
    };
    let (happened, expected): (Vec<_>, Vec<_>) = dated.into_iter().partition(|(at, ..)| *at <= now);
    let skipped = happened.len().saturating_sub(MAX_TIMELINE_ENTRIES);
    let happened = listed("Timeline", happened.into_iter().skip(skipped).map(line));
    let expected = listed("Expected", expected.into_iter().take(MAX_TIMELINE_ENTRIES).map(line));
    happened.into_iter().chain(expected).collect()
}

/// Returns unanswered questions and the open questions of the answers, without duplicates.
pub(crate) fn unknown(state: &RunState) -> Vec<Line> {
    let mut lines: Vec<String> = Vec::new();
    for question in &state.questions {
        match state.answers.iter().find(|answer| answer.question == question.id) {
            None => lines.push(format!("{} Not answered in time.", question.text)),
            Some(answer) => lines.extend(left_open(&question.text, answer)),
        }
    }
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(line.to_lowercase()));
    lines.into_iter().map(|line| vec![plain(line)]).collect()
}

fn left_open(question: &str, answer: &Answer) -> Vec<String> {
    let research = &answer.evidence.research;
    match &research.ending {
        Ending::Failed(reason) => vec![format!("{question} Research failed: {reason}.")],
        _ => research.open_questions.iter().map(|open| open.text.clone()).collect(),
    }
}

/// Returns the removed evidence by question, without questions for which nothing was removed. Removed evidence has no
/// date, so a run as of a past date shows none.
pub(crate) fn removed_by_question(state: &RunState) -> Vec<Block> {
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

fn about(forecast: &Forecast, state: Option<&RunState>) -> Block {
    let model = if forecast.model.is_empty() { "none" } else { &forecast.model };
    let memory = forecast.account.memory.describe(forecast.questions_asked);
    let memory = memory.map(|share| format!(" {share}.")).unwrap_or_default();
    let in_part = match state.map_or(0, limitations::answered_in_part) {
        0 => String::new(),
        count => format!(" ({count} of them in part)"),
    };
    let line = format!(
        "Made {} in {} round(s) of research, {} of {} questions answered{in_part}.{memory} Model: {model}, prompts {}. Run ",
        forecast.made_at.format("%Y-%m-%d %H:%M UTC"),
        forecast.iterations,
        forecast.questions_answered,
        forecast.questions_asked,
        forecast.prompt_version,
    );
    Block::Paragraph(vec![plain(line), Inline::Code(forecast.run.id.to_string()), plain(".")])
}

#[cfg(test)]
#[path = "forecast_report_test.rs"]
mod tests;
