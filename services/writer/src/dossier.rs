//! What a bundle asked for and what was found, by entity: the requested fields with their sources, the acceptance
//! criteria, and the reason of a direction that was not completed.

use domain::event::{Bundle, Episode};
use domain::research::{CriterionResult, DirectionResult, FieldResult, label, names_entity};
use domain::{ClaimStatus, Finding, Research};

use crate::page::{Block, Inline, Line, Sentence, list, plain, section, table};
use crate::research_report::cites;

/// Maximum number of names in a title.
const MAX_NAMES: usize = 4;

/// Maximum number of findings in an entity's first paragraph.
const MAX_SENTENCES: usize = 4;

/// Returns the title of a bundle's report: the names of its entities, and the episode.
pub(crate) fn title(episode: &Episode, bundle: &Bundle) -> String {
    let names: Vec<&str> = bundle.entities.iter().take(MAX_NAMES).map(|entity| entity.name.as_str()).collect();
    let more = match bundle.entities.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let episode = if episode.title.is_empty() { &episode.id } else { &episode.title };
    format!("{}{more} ({episode})", names.join(", "))
}

/// Returns one section per entity, in the order of the bundle.
pub(crate) fn sections(research: &Research) -> Vec<Block> {
    let mut entities: Vec<&str> = Vec::new();
    for direction in &research.directions {
        if !entities.contains(&direction.entity.as_str()) {
            entities.push(&direction.entity);
        }
    }
    let of_entity = |entity: &&str| {
        let own = || research.directions.iter().filter(|direction| direction.entity == **entity);
        let mut blocks = overview(entity, &entities, research);
        blocks.extend(own().flat_map(|direction| of_direction(direction, research)));
        section(entity, blocks)
    };
    entities.iter().filter_map(of_entity).collect()
}

/// Returns what is known of an entity as prose: its fields, the supported findings that name it, and what is missing.
fn overview(entity: &str, all: &[&str], research: &Research) -> Vec<Block> {
    let fields = || research.directions.iter().filter(|one| one.entity == entity).flat_map(|one| &one.fields);
    let cites = |field: &&FieldResult| research.sources.iter().any(|source| field.sources.contains(&source.id));
    let stated: Vec<&FieldResult> = fields().filter(|field| !field.value.is_empty()).filter(cites).collect();
    let mut sentences = Vec::new();
    if !stated.is_empty() {
        let mut sources: Vec<String> = Vec::new();
        for id in stated.iter().flat_map(|field| &field.sources) {
            if !sources.contains(id) && research.sources.iter().any(|source| source.id == *id) {
                sources.push(id.clone());
            }
        }
        let values: Vec<String> =
            stated.iter().map(|field| format!("{}: {}", label(&field.name), field.value)).collect();
        sentences.push(Sentence::Fact { words: format!("{}.", values.join("; ")), cites: sources });
    }
    let holds =
        |finding: &&Finding| finding.status == ClaimStatus::Supported && names_entity(&finding.text, entity, all);
    let named = research.findings.iter().filter(holds).take(MAX_SENTENCES);
    sentences
        .extend(named.map(|finding| Sentence::Fact { words: finding.text.clone(), cites: vec![finding.id.clone()] }));
    let missing: Vec<String> =
        fields().filter(|field| field.value.is_empty()).map(|field| label(&field.name)).collect();
    let mut blocks = Vec::new();
    if !sentences.is_empty() {
        blocks.push(Block::Prose(sentences));
    }
    if !missing.is_empty() {
        blocks.push(Block::Paragraph(vec![plain(format!("Not found: {}.", missing.join(", ")))]));
    }
    blocks
}

fn of_direction(direction: &DirectionResult, research: &Research) -> Vec<Block> {
    let mut head = vec![Inline::Strong(label(&direction.direction))];
    if !direction.objective.is_empty() {
        head.push(plain(format!(": {}", direction.objective)));
    }
    let mut blocks = vec![Block::Paragraph(head)];
    match (direction.is_done, direction.reason.as_str()) {
        (true, "") => {}
        (true, reason) => blocks.push(Block::Notice(vec![plain(format!("No field was filled: {reason}"))])),
        (false, reason) => blocks.push(Block::Notice(vec![plain(format!("Not completed: {reason}"))])),
    }
    let row = |field: &FieldResult| {
        let value =
            if field.value.is_empty() { Inline::Reasoning("not found".to_owned()) } else { plain(&field.value) };
        [vec![plain(label(&field.name))], vec![value], cites(&field.sources, research)]
    };
    blocks.extend(table(["Field", "Value", "Sources"], direction.fields.iter().map(row)));
    blocks.extend(list(direction.criteria.iter().map(criterion)));
    blocks
}

fn criterion(judged: &CriterionResult) -> Line {
    let verdict = match judged.met {
        Some(true) => "Met",
        Some(false) => "Not met",
        None => "Not judged",
    };
    let reason = if judged.reason.is_empty() { String::new() } else { format!(" ({})", judged.reason) };
    vec![Inline::Strong(verdict.to_owned()), plain(format!(": {}{reason}", judged.criterion))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{html, markdown, violations};
    use crate::research_report::{cited, page};
    use crate::sample::evidence;

    fn bundle() -> domain::Evidence {
        let mut evidence = evidence();
        let source = evidence.research.sources[0].id.clone();
        let field = |name: &str, value: &str, sources: &[String]| FieldResult {
            name: name.to_owned(),
            value: value.to_owned(),
            sources: sources.to_vec(),
        };
        let met = |criterion: &str, met, reason: &str| CriterionResult {
            criterion: criterion.to_owned(),
            met,
            reason: reason.to_owned(),
        };
        let done = DirectionResult {
            entity: "Tidewater Cells".into(),
            direction: "roleAndAffiliation".into(),
            objective: "Who leads the company".into(),
            is_done: true,
            fields: vec![field("chief_executive", "Mara <b>Ellison</b>", &[source]), field("seat", "", &[])],
            criteria: vec![met("The name is confirmed", Some(true), "the register names her")],
            ..DirectionResult::default()
        };
        let blocked = DirectionResult {
            entity: "Sodium vanadate".into(),
            direction: "cas_number".into(),
            reason: "the limit of calls was reached".into(),
            fields: vec![field("cas", "", &[])],
            ..DirectionResult::default()
        };
        evidence.research.directions = vec![done, blocked];
        evidence.research.summary = "1 of 2 directions were researched.".into();
        evidence
    }

    #[test]
    fn every_requested_field_is_shown_with_its_value_or_as_not_found() {
        let evidence = bundle();
        let text = markdown::render(&page(&evidence, &[]));
        for words in [
            "## Tidewater Cells",
            "Chief executive: Mara &lt;b&gt;Ellison&lt;/b&gt;. [s",
            "Not found: Seat.",
            "**Role and affiliation**: Who leads the company",
            "| Chief executive | Mara &lt;b&gt;Ellison&lt;/b&gt; |",
            "| Seat | *not found* |",
            "**Met**: The name is confirmed (the register names her)",
            "## Sodium vanadate",
            "> Not completed: the limit of calls was reached",
            "1 of 2 directions were researched.",
        ] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        assert!(!text.contains("summary are not supported"), "code wrote the summary: {text}");
        assert!(!html::render(&page(&evidence, &[])).contains("<b>"));
    }

    #[test]
    fn a_source_that_only_a_field_cites_is_linked() {
        let mut evidence = bundle();
        (evidence.research.findings, evidence.research.timeline) = (Vec::new(), Vec::new());
        let cited = cited(&evidence.research);
        assert_eq!(cited.len(), 1);
        assert_eq!(violations(&page(&evidence, &[]), &cited), Vec::<String>::new());
    }
}
