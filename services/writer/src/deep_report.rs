//! A deep report as a page: summary, sections, numbered references, sources with tier and date, what was not answered,
//! limitations, how it was made, cost.

use std::collections::{BTreeMap, BTreeSet};

use domain::deep_report::{ReportSentence, SentenceSupport};
use domain::forecast::{Account, AgentCost};
use domain::run::{Question, RunState};
use domain::{DeepReport, Source, Tier, Time};

use crate::page::{Block, Inline, Line, Page, Sentence, folded, listed, plain, section, table};
use crate::refs::{MergedFinding, RunFinding, findings, merge};
use crate::{cost, forecast_report, limitations};

/// Builds the page. `costs` is the cost per agent of the run.
pub fn page(report: &DeepReport, state: &RunState, costs: Vec<AgentCost>) -> Page {
    let hidden = forecast_report::withheld(state);
    let visible = state.clone().without_hindsight();
    let found = findings(&visible);
    let cited = references(report, &found);
    let is_cited = |one: &RunFinding<'_>| report.references.iter().flatten().any(|name| *name == one.name);
    let others: Vec<RunFinding<'_>> = found.iter().filter(|one| !is_cited(one)).cloned().collect();
    let mut blocks = Vec::new();
    if report.title.trim() != state.run.asked.text.trim() {
        blocks.push(Block::Paragraph(vec![plain(format!("Asked: {}", state.run.asked.text))]));
    }
    blocks.extend(report.flags.iter().map(|flag| notice("Partial:", flag)));
    blocks.extend(hidden);
    blocks.extend(section("Summary", prose(&report.summary)));
    for part in &report.sections {
        blocks.extend(section(&part.heading, part.paragraphs.iter().flat_map(|sentences| prose(sentences)).collect()));
    }
    if report.sections.is_empty() {
        blocks.push(notice("Nothing to report:", "the research found no statement that a source supports."));
    }
    blocks.extend(section("References", forecast_report::evidence(&cited)));
    blocks.extend(section("Sources", source_table(&cited)));
    blocks.extend(listed("Not answered", forecast_report::unknown(&visible)));
    blocks.extend(listed("Limitations", limits(report, &visible, &cited)));
    let urls: BTreeSet<&str> = cited.iter().flat_map(|one| &one.sources).map(|source| source.url.as_str()).collect();
    blocks.extend(forecast_report::timeline(&visible, asked_at(state), |source| urls.contains(source.url.as_str())));
    blocks.extend(folded("Other findings", forecast_report::evidence(&merge(&others))));
    blocks.extend(folded("Removed by the filter", forecast_report::removed_by_question(&visible)));
    blocks.extend(folded("How this report was made", made(report, &visible)));
    let account = Account { costs, ..Account::default() };
    blocks.extend(cost::section(state.spent, &account));
    blocks.push(about(report, state));
    Page { title: report.title.clone(), blocks }
}

/// Returns the day as of which the report is written.
fn asked_at(state: &RunState) -> Time {
    state.run.asked.config.as_of.unwrap_or(state.run.asked_at)
}

fn notice(what: &str, text: &str) -> Block {
    Block::Notice(vec![Inline::Strong(what.to_owned()), plain(format!(" {text}"))])
}

fn prose(sentences: &[ReportSentence]) -> Vec<Block> {
    let sentences: Vec<Sentence> = sentences.iter().map(sentence).collect();
    if sentences.is_empty() { Vec::new() } else { vec![Block::Prose(sentences)] }
}

/// A sentence that its findings do not state in full is set as reasoning, never as a fact.
fn sentence(sentence: &ReportSentence) -> Sentence {
    let cites = sentence.findings.iter().map(ToString::to_string).collect();
    match sentence.support {
        SentenceSupport::Unsupported => Sentence::Reasoning(sentence.text.clone()),
        SentenceSupport::Supported => Sentence::Fact { words: sentence.text.clone(), cites },
        SentenceSupport::Contested => Sentence::Fact { words: format!("{} (contested)", sentence.text), cites },
    }
}

/// Returns the cited findings in the order of their numbers, each under its number.
fn references<'a>(report: &DeepReport, found: &[RunFinding<'a>]) -> Vec<MergedFinding<'a>> {
    let merged = |(number, names): (usize, &Vec<String>)| {
        let own: Vec<&RunFinding<'a>> = found.iter().filter(|one| names.contains(&one.name)).collect();
        let mut urls = BTreeSet::new();
        let sources = own.iter().flat_map(|one| one.cited()).filter(|source| urls.insert(source.url.as_str()));
        let sources: Vec<&Source> = sources.collect();
        let finding = own.first()?.finding;
        Some(MergedFinding { names: vec![(number + 1).to_string()], finding, sources })
    };
    report.references.iter().enumerate().filter_map(merged).collect()
}

/// Returns the sources of the cited findings, best tier first, each with the numbers of its findings.
fn source_table(cited: &[MergedFinding<'_>]) -> Vec<Block> {
    let mut by_url: BTreeMap<&str, (&Source, Vec<&String>)> = BTreeMap::new();
    for one in cited {
        for source in &one.sources {
            by_url.entry(&source.url).or_insert((source, Vec::new())).1.extend(&one.names);
        }
    }
    let mut sources: Vec<(&Source, Vec<&String>)> = by_url.into_values().collect();
    sources.sort_by_key(|(source, numbers)| (std::cmp::Reverse(source.tier), std::cmp::Reverse(numbers.len())));
    let row = |(source, numbers): &(&Source, Vec<&String>)| -> [Line; 5] {
        let title = if source.title.trim().is_empty() { &source.url } else { &source.title };
        let published = source.published_at.map(|at| at.format("%Y-%m-%d").to_string());
        let numbers = numbers.iter().flat_map(|number| [plain(" "), Inline::Cite((*number).clone())]).skip(1);
        [
            vec![Inline::Link { words: title.clone(), url: source.url.clone() }],
            vec![plain(&source.publisher)],
            vec![plain(source.tier.name())],
            vec![plain(published.unwrap_or_else(|| "no date".to_owned()))],
            numbers.collect(),
        ]
    };
    table(["Page", "Publisher", "Tier", "Published", "States"], sources.iter().map(row))
}

fn limits(report: &DeepReport, state: &RunState, cited: &[MergedFinding<'_>]) -> Vec<Line> {
    let mut lines = limitations::for_findings(cited, state);
    if report.checks.unsupported > 0 {
        let text =
            format!("{} sentences in italics say more than the findings that they rest on.", report.checks.unsupported);
        lines.push(vec![plain(text)]);
    }
    let official = cited.iter().filter(|one| one.sources.iter().any(|source| source.tier == Tier::Official)).count();
    if !cited.is_empty() {
        lines.push(vec![plain(format!("{official} of {} cited findings have an official source.", cited.len()))]);
    }
    lines
}

/// Returns the research questions by round, and what the check of the sentences decided.
fn made(report: &DeepReport, state: &RunState) -> Vec<Block> {
    let row = |question: &Question| -> [Line; 4] {
        let answer = state.answers.iter().find(|answer| answer.question == question.id);
        let found = answer.map_or_else(
            || "no answer".to_owned(),
            |answer| format!("{} findings", answer.evidence.research.findings.len()),
        );
        let round = domain::run::question_round(&question.id).unwrap_or(1);
        [
            vec![plain(round.to_string())],
            vec![plain(&question.text)],
            vec![plain(question.priority.name())],
            vec![plain(found)],
        ]
    };
    let mut blocks = table(["Round", "Research question", "Priority", "Found"], state.questions.iter().map(row));
    let checks = report.checks;
    let text = format!(
        "Of {} written sentences {} are published: {} supported, {} contested, {} unsupported. Removed: {} that findings contradict, \
         {} with a part that no finding has, {} without a finding.",
        checks.published() + checks.removed(),
        checks.published(),
        checks.supported,
        checks.contested,
        checks.unsupported,
        checks.contradicted,
        checks.invented,
        checks.uncited,
    );
    blocks.push(Block::Paragraph(vec![plain(text)]));
    blocks
}

fn about(report: &DeepReport, state: &RunState) -> Block {
    let writer = if report.model.is_empty() {
        "code, from the findings".to_owned()
    } else {
        format!("{}, prompts {}", report.model, report.prompt_version)
    };
    let line = format!(
        "Asked {}. Depth {}, {} round(s) of research. Written by {writer}. A report has no probability. Run ",
        state.run.asked_at.format("%Y-%m-%d %H:%M UTC"),
        report.depth,
        report.rounds,
    );
    Block::Paragraph(vec![plain(line), Inline::Code(state.run.id.to_string()), plain(".")])
}

#[cfg(test)]
#[path = "deep_report_test.rs"]
mod tests;
