//! Filtered research as a page: summary, changes to earlier research, findings with sources, open questions,
//! limitations, cost.

use std::collections::BTreeSet;

use domain::effect::subject_label;
use domain::research::{Ending, TimelineEntry};
use domain::{ClaimStatus, Entity, EntityKind, Evidence, Filtering, Finding, Research, Source, Subject};

use crate::contradiction::Contradiction;
use crate::page::{Block, Inline, Line, Page, folded, identifiers, list, listed, plain, prose, section, table};
use crate::{dossier, limitations, removed};

/// Builds the page.
pub fn page(evidence: &Evidence, contradictions: &[Contradiction]) -> Page {
    let research = &evidence.research;
    let mut blocks = Vec::new();
    let holds = |finding: &&Finding| matches!(finding.status, ClaimStatus::Supported | ClaimStatus::Contested);
    let findings =
        || research.findings.iter().filter(holds).map(|finding| (finding.id.as_str(), finding.text.as_str()));
    // Code writes the summary of a bundle: it counts, and states nothing about the world.
    let is_bundle = !research.directions.is_empty();
    let summary = if is_bundle { Vec::new() } else { prose::grounded(&research.summary, findings()) };
    if is_bundle {
        blocks.push(Block::Paragraph(vec![plain(&research.summary)]));
    } else if !summary.is_empty() {
        blocks.push(Block::Prose(summary.clone()));
    }
    blocks.extend(notices(evidence));
    blocks.extend(dossier::sections(research));
    blocks.extend(section("Changes to earlier research", list(contradictions.iter().map(Contradiction::line))));
    blocks.extend(section("Findings", found(research)));
    let happened = |entry: &&TimelineEntry| entry.at <= research.made_at;
    blocks.extend(listed("Timeline", timeline(research, happened)));
    blocks.extend(listed("Expected", timeline(research, |entry| !happened(entry))));
    let grounded = |text: &String| prose::line(prose::grounded(text, findings()));
    blocks.extend(listed("Risks", research.risks.iter().map(grounded)));
    blocks.extend(listed("Opportunities", research.opportunities.iter().map(grounded)));
    blocks.extend(listed("Open questions", research.open_questions.iter().map(|open| vec![plain(&open.text)])));
    blocks.extend(listed("Limitations", limitations::for_research(research, &summary)));
    blocks.extend(section("Sources", sources(research)));
    blocks.extend(folded("Removed by the filter", removed::blocks(evidence)));
    blocks.extend(section("About this research", about(evidence)));
    Page { title: title(evidence), blocks }
}

/// Returns the subject; preceded by the entity if its name differs, because a mint is not readable.
fn title(evidence: &Evidence) -> String {
    if let Subject::Bundle { episode, bundle } = &evidence.task.subject {
        return dossier::title(episode, bundle);
    }
    let label = subject_label(&evidence.task);
    match &evidence.research.entity {
        Some(entity) if entity.as_str() != label => format!("{} ({label})", name_of(entity.as_str())),
        _ => label,
    }
}

/// Completes the page of an entity: titled by its name and symbol, for a token also by its abbreviated mint, because
/// issuers choose the names of tokens. The first line has the mint in full and says if the catalogue has verified it.
pub fn about_entity(page: Page, entity: &Entity, evidence: &Evidence) -> Page {
    let symbol = entity.symbol.as_deref().filter(|symbol| *symbol != entity.name);
    let name = format!("{}{}", entity.name, symbol.map(|symbol| format!(" ({symbol})")).unwrap_or_default());
    if !matches!(entity.kind, EntityKind::CryptoToken | EntityKind::Meme) {
        return Page { title: name, ..page };
    }
    let mint = subject_label(&evidence.task);
    let catalogue = match entity.verified {
        true => "The catalogue of this fleet has verified it.",
        false => "The catalogue of this fleet has not verified it; the name is what its issuer chose.",
    };
    let first = vec![plain("Token with the mint "), Inline::Code(mint.clone()), plain(format!(". {catalogue}"))];
    let mut page = Page { title: format!("{name}, token {}", identifiers::short(&mint)), ..page };
    page.blocks.insert(0, Block::Paragraph(first));
    identifiers::abbreviated(page, &mint)
}

/// Returns the words of an entity's id as a name: `tidewater-business` as `Tidewater Business`.
fn name_of(entity: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    entity.split('-').filter(|word| !word.is_empty()).map(capital).collect::<Vec<_>>().join(" ")
}

/// Returns the URLs of cited sources; only these are linked.
pub fn cited(research: &Research) -> BTreeSet<String> {
    let cites: BTreeSet<&String> = research
        .findings
        .iter()
        .flat_map(|finding| &finding.sources)
        .chain(research.timeline.iter().flat_map(|entry| &entry.sources))
        .chain(research.directions.iter().flat_map(|direction| &direction.fields).flat_map(|field| &field.sources))
        .collect();
    research.sources.iter().filter(|source| cites.contains(&source.id)).map(|source| source.url.clone()).collect()
}

fn found(research: &Research) -> Vec<Block> {
    let row = |finding: &Finding| {
        let sources = cites(&finding.sources, research);
        let mut status = status(finding);
        status.extend(opponents(finding, research).map(plain));
        [vec![Inline::Anchor(finding.id.clone())], vec![plain(&finding.text)], status, sources]
    };
    table(["", "Finding", "Status", "Sources"], research.findings.iter().map(row))
}

/// Formats a status, e.g. `supported, 3 independent sources, 1 contradictions`.
pub(crate) fn status(finding: &Finding) -> Line {
    let mut status = finding.status.name().to_owned();
    if finding.independent_sources > 1 {
        status.push_str(&format!(", {} independent sources", finding.independent_sources));
    }
    if !finding.contradictions.is_empty() {
        status.push_str(&format!(", {} against", finding.contradictions.len()));
    }
    vec![plain(status)]
}

/// Names the publishers whose pages contradict a finding.
fn opponents(finding: &Finding, research: &Research) -> Option<String> {
    let against = research.sources.iter().filter(|source| finding.contradictions.contains(&source.id));
    let names: BTreeSet<&str> = against.map(|source| source.publisher.trim()).filter(|name| !name.is_empty()).collect();
    (!names.is_empty()).then(|| format!(": {}", names.into_iter().collect::<Vec<_>>().join(", ")))
}

fn timeline(research: &Research, is_shown: impl Fn(&&TimelineEntry) -> bool) -> impl Iterator<Item = Line> {
    research.timeline.iter().filter(is_shown).map(|entry| dated(entry, cites(&entry.sources, research)))
}

/// Formats a timeline entry with its citations; an entry without any is set in italics.
pub(crate) fn dated(entry: &TimelineEntry, rests_on: Line) -> Line {
    let day = entry.at.format("%Y-%m-%d");
    if rests_on.is_empty() {
        return vec![plain(format!("{day}: ")), Inline::Reasoning(entry.text.clone())];
    }
    let mut line = vec![plain(format!("{day}: {} ", entry.text))];
    line.extend(rests_on);
    line
}

/// Returns citations of the known sources, separated by spaces.
pub(crate) fn cites(ids: &[String], research: &Research) -> Line {
    let known = ids.iter().filter(|id| research.sources.iter().any(|source| source.id == **id));
    let spaced = known.flat_map(|id| [plain(" "), Inline::Cite(id.clone())]);
    spaced.skip(1).collect()
}

/// Returns the table of sources; uncited ones are not linked.
fn sources(research: &Research) -> Vec<Block> {
    let cited = cited(research);
    let row = |source: &Source| {
        let name = if cited.contains(&source.url) {
            Inline::Link { words: source.title.clone(), url: source.url.clone() }
        } else {
            plain(if source.title.trim().is_empty() { &source.url } else { &source.title })
        };
        let published = source.published_at.map(|at| at.format("%Y-%m-%d").to_string()).unwrap_or_default();
        [
            vec![Inline::Anchor(source.id.clone())],
            vec![name],
            vec![plain(&source.publisher)],
            vec![plain(trust(source))],
            vec![plain(published)],
            vec![plain(source.fetched_at.format("%Y-%m-%d %H:%M UTC").to_string())],
        ]
    };
    table(["", "Page", "Publisher", "Trust", "Published", "Fetched"], research.sources.iter().map(row))
}

/// Returns the tier of a source with its reason.
fn trust(source: &Source) -> String {
    match source.tier_reason.as_str() {
        "" => source.tier.name().to_owned(),
        reason => format!("{} ({reason})", source.tier.name()),
    }
}

/// Returns notices about incomplete or unfiltered research, and about replies that it was made without.
fn notices(evidence: &Evidence) -> Vec<Block> {
    let mut notices = Vec::new();
    let notice =
        |what: &str, reason: &str| Block::Notice(vec![Inline::Strong(what.to_owned()), plain(format!(" {reason}"))]);
    match &evidence.research.ending {
        Ending::Complete => {}
        Ending::Partial(reason) => notices.push(notice("Partial:", reason)),
        Ending::Failed(reason) => notices.push(notice("Research failed:", reason)),
    }
    if let Filtering::Unfiltered { reason, .. } = &evidence.filtering {
        notices.push(notice("Unfiltered:", reason));
    }
    notices.extend(evidence.research.lacks.iter().map(|lack| notice("Without the model:", missing_part(&lack.reason))));
    notices
}

/// Describes what research lacks; another version may have recorded other reasons.
fn missing_part(reason: &str) -> &str {
    match reason {
        "unjudged_sources" => "it was not judged which sources or earlier findings contradict a finding.",
        "unread_page" => "a page was fetched and not read.",
        "plain_notes" => "the notes for memory are the findings themselves.",
        other => other,
    }
}

fn about(evidence: &Evidence) -> Vec<Block> {
    let research = &evidence.research;
    let from = if research.from_cache { "answered from memory" } else { "newly researched" };
    let tools = if research.tools_used.is_empty() { "none".to_owned() } else { research.tools_used.join(", ") };
    let line = format!(
        "Made {}, {from}, confidence {:.2}, valid until {}. Tools: {tools}.",
        research.made_at.format("%Y-%m-%d %H:%M UTC"),
        research.confidence,
        research.expires_at.format("%Y-%m-%d %H:%M UTC"),
    );
    let paid = |agent: &str, model: &str, prompts: &str, cost: domain::MicroUsd| {
        [agent, model, prompts].map(|text| vec![plain(text)]).into_iter().chain([vec![plain(cost.to_string())]])
    };
    let rows = [
        paid("researcher", &research.model, &research.prompt_version, research.cost),
        paid("filter", &evidence.model, &evidence.prompt_version, evidence.cost),
    ];
    let rows = rows.into_iter().filter_map(|row| <[Line; 4]>::try_from(row.collect::<Vec<_>>()).ok());
    let mut blocks = vec![Block::Paragraph(vec![plain(line)])];
    blocks.extend(table(["Agent", "Model", "Prompts", "Cost"], rows));
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{html, markdown, violations};
    use crate::sample::{contradiction, evidence};

    #[test]
    fn the_markdown_matches_its_snapshot() {
        insta::assert_snapshot!(markdown::render(&page(&evidence(), &[contradiction()])));
    }

    #[test]
    fn the_html_matches_its_snapshot() {
        insta::assert_snapshot!(html::render(&page(&evidence(), &[])));
    }

    #[test]
    fn facts_are_cited_and_only_cited_sources_are_linked() {
        let page = page(&evidence(), &[contradiction()]);
        assert_eq!(violations(&page, &cited(&evidence().research)), Vec::<String>::new());
        let text = markdown::render(&page);
        let links: Vec<&str> = text.split("](<").skip(1).filter_map(|rest| rest.split('>').next()).collect();
        assert_eq!(links, ["https://example.org/bill"]);
    }

    #[test]
    fn what_is_expected_is_apart_from_what_happened_and_the_title_is_a_name() {
        let mut dated = evidence();
        let later = TimelineEntry {
            at: dated.research.made_at + chrono::TimeDelta::days(9),
            ..dated.research.timeline[0].clone()
        };
        dated.research.timeline.push(later);
        let text = markdown::render(&page(&dated, &[]));
        let (happened, expected) = (text.find("## Timeline"), text.find("## Expected"));
        assert!(happened.is_some() && happened < expected, "{text}");
        assert_eq!(name_of("tidewater-business"), "Tidewater Business");
    }

    #[test]
    fn a_token_is_named_with_its_mint_and_what_vouches_for_it() {
        let mint = "Hern93ajY4SBBjMBrKXq8sMWFiENrAsBqQSbFEmLsu7Q";
        let mut about = evidence();
        about.task.subject = Subject::Identifier { identifier: mint.into(), symbol: "HERON".into() };
        let mut entity = Entity {
            id: domain::EntityId::slug("Heron"),
            kind: EntityKind::CryptoToken,
            name: "Heron".into(),
            symbol: Some("HERON".into()),
            verified: false,
            banned: None,
            aliases: Vec::new(),
            metadata: std::collections::BTreeMap::new(),
            created_at: about.research.made_at,
            owner: None,
        };
        let shown = |entity: &Entity| about_entity(page(&about, &[]), entity, &about);
        let text = |entity: &Entity| markdown::render(&shown(entity));
        assert_eq!(shown(&entity).title, "Heron (HERON), token Hern93…su7Q");
        assert!(text(&entity).contains(&format!("Token with the mint `{mint}`. The catalogue of this fleet has not")));
        entity.verified = true;
        assert!(text(&entity).contains("has verified it."), "{}", text(&entity));
        (entity.kind, entity.symbol) = (EntityKind::Business, Some("Heron".into()));
        assert_eq!(shown(&entity).title, "Heron");
    }

    #[test]
    fn a_failure_is_stated_first() {
        let mut failed = evidence();
        failed.research.ending = Ending::Failed("the <budget> is spent".into());
        let text = markdown::render(&page(&failed, &[]));
        assert!(text.contains("> **Research failed:** the &lt;budget&gt; is spent"), "{text}");
    }

    #[test]
    fn what_the_model_did_not_do_is_stated() {
        let mut lacking = evidence();
        ["unread_page", "of_a_newer_version"].into_iter().for_each(|reason| lacking.research.add_lack(reason));
        let text = markdown::render(&page(&lacking, &[]));
        assert!(text.contains("> **Without the model:** a page was fetched and not read."), "{text}");
        assert!(text.contains("> **Without the model:** of_a_newer_version"), "{text}");
    }
}
