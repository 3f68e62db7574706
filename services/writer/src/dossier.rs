//! What a bundle asked for and what was found, by entity: the requested fields with their sources, the acceptance
//! criteria, and the reason of a direction that was not completed.

use domain::Research;
use domain::event::{Bundle, Episode};
use domain::research::{CriterionResult, DirectionResult, FieldResult};

use crate::page::{Block, Inline, Line, list, plain, section, table};
use crate::research_report::cites;

/// Maximum number of names in a title.
const MAX_NAMES: usize = 4;

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
        let own = research.directions.iter().filter(|direction| direction.entity == **entity);
        section(entity, own.flat_map(|direction| of_direction(direction, research)).collect())
    };
    entities.iter().filter_map(of_entity).collect()
}

fn of_direction(direction: &DirectionResult, research: &Research) -> Vec<Block> {
    let mut head = vec![Inline::Strong(words(&direction.direction))];
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
        [vec![plain(words(&field.name))], vec![value], cites(&field.sources, research)]
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

/// Returns a key as words: `role_and_affiliation` and `roleAndAffiliation` as `Role and affiliation`.
fn words(key: &str) -> String {
    let mut text = String::new();
    let mut previous = ' ';
    for c in key.chars() {
        let c = if matches!(c, '_' | '-') { ' ' } else { c };
        match (text.is_empty(), c.is_uppercase() && previous.is_lowercase()) {
            (true, _) => text.extend(c.to_uppercase()),
            (false, true) => {
                text.push(' ');
                text.extend(c.to_lowercase());
            }
            (false, false) => text.push(c),
        }
        previous = c;
    }
    text
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

    #[test]
    fn keys_are_shown_as_words() {
        for (key, shown) in [
            ("role_and_affiliation", "Role and affiliation"),
            ("roleAffiliationConfirmation", "Role affiliation confirmation"),
            ("lei", "Lei"),
            ("GDP", "GDP"),
            ("", ""),
        ] {
            assert_eq!(words(key), shown);
        }
    }
}
