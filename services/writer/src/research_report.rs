//! Filtered research as a page: the answer first, each finding with its sources, what is unknown, how it could be wrong, what it
//! changes of what was known, what it cost.

use std::collections::BTreeSet;

use domain::effect::subject_label;
use domain::research::{Ending, TimelineEntry};
use domain::{Evidence, Filtering, Finding, Research, Source};

use crate::contradiction::Contradiction;
use crate::page::{Bit, Block, Line, Page, folded, list, listed, prose, section, table, words};
use crate::{doubts, removed};

/// The page. `against` is what it contradicts of what was known.
pub fn page(evidence: &Evidence, against: &[Contradiction]) -> Page {
    let research = &evidence.research;
    let mut blocks = Vec::new();
    let findings = || research.findings.iter().map(|finding| (finding.id.as_str(), finding.text.as_str()));
    let summary = prose::grounded(&research.summary, findings());
    if !summary.is_empty() {
        blocks.push(Block::Prose(summary.clone()));
    }
    blocks.extend(notices(evidence));
    blocks.extend(section("What this changes", list(against.iter().map(Contradiction::line))));
    blocks.extend(section("What was found", found(research)));
    blocks.extend(listed("When it happened", timeline(research)));
    let rests = |said: &String| prose::line(prose::grounded(said, findings()));
    blocks.extend(listed("Risks", research.risks.iter().map(rests)));
    blocks.extend(listed("Opportunities", research.opportunities.iter().map(rests)));
    blocks.extend(listed("What is unknown", research.open_questions.iter().map(|open| vec![words(&open.text)])));
    blocks.extend(listed("How it could be wrong", doubts::of_research(research, &summary)));
    blocks.extend(section("Sources", sources(research)));
    blocks.extend(folded("What the filter took out", removed::blocks(evidence)));
    blocks.extend(section("How it came about", about(evidence)));
    Page { title: title(evidence), blocks }
}

/// What was asked for; what it turned out to be comes first, where that is something else: a mint says little to a person.
fn title(evidence: &Evidence) -> String {
    let label = subject_label(&evidence.task);
    match &evidence.research.entity {
        Some(entity) if entity.as_str() != label => format!("{entity} ({label})"),
        _ => label,
    }
}

/// Addresses of sources that something in the report cites: only they are linked.
pub fn cited(research: &Research) -> BTreeSet<String> {
    let cites: BTreeSet<&String> = research
        .findings
        .iter()
        .flat_map(|finding| &finding.sources)
        .chain(research.timeline.iter().flat_map(|entry| &entry.sources))
        .collect();
    research.sources.iter().filter(|source| cites.contains(&source.id)).map(|source| source.url.clone()).collect()
}

fn found(research: &Research) -> Vec<Block> {
    let row = |finding: &Finding| {
        let sources = cites(&finding.sources, research);
        [vec![Bit::Anchor(finding.id.clone())], vec![words(&finding.text)], standing(finding), sources]
    };
    table(["", "Finding", "Standing", "Sources"], research.findings.iter().map(row))
}

/// `supported, 3 voices, 1 against`.
pub(crate) fn standing(finding: &Finding) -> Line {
    let mut standing = finding.status.name().to_owned();
    if finding.voices > 1 {
        standing.push_str(&format!(", {} voices", finding.voices));
    }
    if !finding.against.is_empty() {
        standing.push_str(&format!(", {} against", finding.against.len()));
    }
    vec![words(standing)]
}

fn timeline(research: &Research) -> impl Iterator<Item = Line> {
    research.timeline.iter().map(|entry| dated(entry, cites(&entry.sources, research)))
}

/// A dated thing with what it rests on; without anything behind it, in italics.
pub(crate) fn dated(entry: &TimelineEntry, rests_on: Line) -> Line {
    let day = entry.at.format("%Y-%m-%d");
    if rests_on.is_empty() {
        return vec![words(format!("{day}: ")), Bit::Own(entry.text.clone())];
    }
    let mut line = vec![words(format!("{day}: {} ", entry.text))];
    line.extend(rests_on);
    line
}

/// Citations of the sources that there are, with a space between them.
fn cites(ids: &[String], research: &Research) -> Line {
    let known = ids.iter().filter(|id| research.sources.iter().any(|source| source.id == **id));
    let spaced = known.flat_map(|id| [words(" "), Bit::Cite(id.clone())]);
    spaced.skip(1).collect()
}

/// A table of the sources; one that nothing cites is named and not linked.
fn sources(research: &Research) -> Vec<Block> {
    let cited = cited(research);
    let row = |source: &Source| {
        let name = if cited.contains(&source.url) {
            Bit::Link { words: source.title.clone(), url: source.url.clone() }
        } else {
            words(if source.title.trim().is_empty() { &source.url } else { &source.title })
        };
        let published = source.published_at.map(|at| at.format("%Y-%m-%d").to_string()).unwrap_or_default();
        [
            vec![Bit::Anchor(source.id.clone())],
            vec![name],
            vec![words(&source.publisher)],
            vec![words(source.tier.name())],
            vec![words(published)],
            vec![words(source.fetched_at.format("%Y-%m-%d %H:%M UTC").to_string())],
        ]
    };
    table(["", "Page", "Publisher", "Trust", "Published", "Read"], research.sources.iter().map(row))
}

/// What a reader must know before believing it.
fn notices(evidence: &Evidence) -> Vec<Block> {
    let mut notices = Vec::new();
    let notice =
        |what: &str, reason: &str| Block::Notice(vec![Bit::Strong(what.to_owned()), words(format!(" {reason}"))]);
    match &evidence.research.ending {
        Ending::Complete => {}
        Ending::Partial(reason) => notices.push(notice("Partial:", reason)),
        Ending::Failed(reason) => notices.push(notice("Nothing could be researched:", reason)),
    }
    if let Filtering::Unfiltered { reason, .. } = &evidence.filtering {
        notices.push(notice("Unfiltered:", reason));
    }
    notices
}

fn about(evidence: &Evidence) -> Vec<Block> {
    let research = &evidence.research;
    let from = if research.from_cache { "answered from memory" } else { "researched afresh" };
    let tools = if research.tools_used.is_empty() { "none".to_owned() } else { research.tools_used.join(", ") };
    let line = format!(
        "Made {}, {from}, with a confidence of {:.2}; valid until {}. Tools: {tools}.",
        research.made_at.format("%Y-%m-%d %H:%M UTC"),
        research.confidence,
        research.expires_at.format("%Y-%m-%d %H:%M UTC"),
    );
    let paid = |agent: &str, model: &str, prompts: &str, cost: domain::MicroUsd| {
        [agent, model, prompts].map(|text| vec![words(text)]).into_iter().chain([vec![words(cost.to_string())]])
    };
    let rows = [
        paid("researcher", &research.model, &research.prompt_version, research.cost),
        paid("filter", &evidence.model, &evidence.prompt_version, evidence.cost),
    ];
    let rows = rows.into_iter().filter_map(|row| <[Line; 4]>::try_from(row.collect::<Vec<_>>()).ok());
    let mut blocks = vec![Block::Words(vec![words(line)])];
    blocks.extend(table(["Agent", "Model", "Prompts", "Cost"], rows));
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{complaints, html, markdown};
    use crate::sample::{contradiction, evidence};

    #[test]
    fn the_report_reads_well() {
        insta::assert_snapshot!(markdown::render(&page(&evidence(), &[contradiction()])));
    }

    #[test]
    fn the_same_page_as_html() {
        insta::assert_snapshot!(html::render(&page(&evidence(), &[])));
    }

    #[test]
    fn every_fact_cites_and_links_go_only_to_what_is_cited() {
        let page = page(&evidence(), &[contradiction()]);
        assert_eq!(complaints(&page, &cited(&evidence().research)), Vec::<String>::new());
        let text = markdown::render(&page);
        let links: Vec<&str> = text.split("](<").skip(1).filter_map(|rest| rest.split('>').next()).collect();
        assert_eq!(links, ["https://example.org/bill"]);
    }

    #[test]
    fn a_failure_says_so_first() {
        let mut failed = evidence();
        failed.research.ending = Ending::Failed("the <budget> is spent".into());
        let text = markdown::render(&page(&failed, &[]));
        assert!(text.contains("> **Nothing could be researched:** the &lt;budget&gt; is spent"), "{text}");
    }
}
