//! The outline of a report: what the model proposes, what code accepts, and the outline without a model.

use std::collections::BTreeSet;

use domain::run::RunState;
use research::dedup::numbers;
use serde::Deserialize;
use serde_json::{Value, json};

use super::material::Material;
use crate::decompose;
use crate::digest::Digest;

/// Maximum number of sections.
pub const MAX_SECTIONS: usize = 8;
/// Maximum length of a title and a heading, in characters.
const MAX_TITLE: usize = 160;
/// Maximum length of what a section has to tell, in characters.
const MAX_PURPOSE: usize = 400;

/// Input of the tool `outline_report`, as the model filled it in.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct OutlineReply {
    /// Title as the model proposes it.
    #[serde(default)]
    pub title: String,
    /// Sections in order.
    #[serde(default)]
    pub sections: Vec<ProposedSection>,
}

/// A section as the model proposes it.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct ProposedSection {
    /// Heading as the model proposes it.
    #[serde(default)]
    pub heading: String,
    /// What the section has to tell.
    #[serde(default)]
    pub purpose: String,
    /// Numbers of the findings that it uses.
    #[serde(default)]
    pub findings: Vec<u32>,
}

/// Title and sections of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// Title without a claim.
    pub title: String,
    /// Sections, each with a finding.
    pub sections: Vec<SectionPlan>,
}

/// A section that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionPlan {
    /// Heading without a claim.
    pub heading: String,
    /// What the section has to tell; may be empty.
    pub purpose: String,
    /// Numbers of its findings, never empty.
    pub findings: Vec<u32>,
}

/// Returns the schema of the tool `outline_report`.
pub fn schema() -> Value {
    let text = json!({ "type": "string" });
    let numbers = json!({ "type": "array", "items": { "type": "integer", "minimum": 1 } });
    json!({
        "type": "object",
        "required": ["title", "sections"],
        "properties": {
            "title": text,
            "sections": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "required": ["heading", "findings"],
                    "properties": { "heading": text, "purpose": text, "findings": numbers },
                },
            },
        },
    })
}

/// Returns the model's input.
pub fn input(state: &RunState, digest: &Digest, (material, most): (&Material, usize)) -> Value {
    json!({
        "question": decompose::asked(&state.run),
        "asked_at": decompose::asked_on(&state.run),
        "most_sections": most,
        "questions": digest.questions,
        "findings": material.all(),
    })
}

/// Accepts a reply: at most `most` sections with known findings, each finding in one section. Title and headings must
/// not state what neither findings nor question do. `None` if no section is left.
pub fn accepted(reply: OutlineReply, state: &RunState, (material, most): (&Material, usize)) -> Option<Outline> {
    let texts = NamedTexts::of(state, material);
    let mut taken = BTreeSet::new();
    let mut sections = Vec::new();
    for proposed in reply.sections {
        let mut findings = material.known(&proposed.findings);
        findings.retain(|number| !taken.contains(number));
        let Some(first) = findings.first().filter(|_| sections.len() < most.min(MAX_SECTIONS)) else { continue };
        let heading = plain(&proposed.heading, MAX_TITLE);
        let heading = if texts.cover(&heading) { heading } else { topic(*first, state, material) };
        taken.extend(findings.iter().copied());
        sections.push(SectionPlan { heading, purpose: plain(&proposed.purpose, MAX_PURPOSE), findings });
    }
    let title = plain(&reply.title, MAX_TITLE);
    let title = if texts.cover(&title) { title } else { subject(state) };
    (!sections.is_empty()).then_some(Outline { title, sections })
}

/// Returns the outline that code makes: a section per research question with findings.
pub fn by_question(state: &RunState, material: &Material) -> Outline {
    let section = |question: &domain::run::Question| {
        let findings = material.of_question(&question.id);
        (!findings.is_empty()).then(|| SectionPlan { heading: heading_of(question), purpose: String::new(), findings })
    };
    Outline { title: subject(state), sections: state.questions.iter().filter_map(section).collect() }
}

fn subject(state: &RunState) -> String {
    plain(&state.run.asked.text, MAX_TITLE)
}

/// Names the question that a finding answers.
fn topic(number: u32, state: &RunState, material: &Material) -> String {
    let id = material.item(number).and_then(|item| item.reference.split('/').next());
    let question = state.questions.iter().find(|question| Some(question.id.as_str()) == id);
    question.map_or_else(|| subject(state), heading_of)
}

fn heading_of(question: &domain::run::Question) -> String {
    let topic = plain(&question.topic, MAX_TITLE);
    let heading = if topic.is_empty() { plain(&question.text, MAX_TITLE) } else { topic };
    let mut letters = heading.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Texts that title and headings may name figures and names of.
struct NamedTexts {
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

impl NamedTexts {
    fn of(state: &RunState, material: &Material) -> Self {
        let own = decompose::texts(&state.run);
        let asked = state.questions.iter().flat_map(|question| [question.text.clone(), question.topic.clone()]);
        let texts: Vec<String> = own.into_iter().chain(asked).chain(material.texts().map(str::to_owned)).collect();
        let text = texts.join("\n");
        Self { words: words(&text.to_lowercase()).map(str::to_owned).collect(), numbers: numbers(&text) }
    }

    /// Returns `true` if a heading has no figure and no name that the texts do not have. Its first word is capitalised
    /// in any case.
    fn cover(&self, heading: &str) -> bool {
        let is_name = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
        !heading.is_empty()
            && numbers(heading).is_subset(&self.numbers)
            && words(heading).skip(1).filter(is_name).all(|name| self.words.contains(&name.to_lowercase()))
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns a text on one line without markup at its ends.
fn plain(text: &str, most: usize) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.trim_matches(['#', '*', ' ']).chars().filter(|c| !c.is_control()).take(most).collect();
    line.trim_end_matches('.').trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{found, state};

    fn outlined(reply: Value) -> Option<Outline> {
        let mut state = state(&[("i1q1", Some(found(2))), ("i1q2", Some(found(3)))]);
        state.questions[0].topic = "supporters".into();
        let material = Material::of(&Digest::from_state(&state));
        accepted(serde_json::from_value(reply).unwrap(), &state, (&material, 8))
    }

    #[test]
    fn a_finding_belongs_to_one_section_and_unknown_numbers_are_ignored() {
        let made = outlined(json!({ "title": "The bill", "sections": [
            { "heading": "## Supporters.", "purpose": "Name them.", "findings": [1, 9, 1] },
            { "heading": "Opponents", "findings": [1, 77] },
            { "heading": "Others", "findings": [1, 2] },
        ] }))
        .unwrap();
        let sections: Vec<_> =
            made.sections.iter().map(|one| (one.heading.as_str(), one.findings.as_slice())).collect();
        assert_eq!(sections, [("Supporters", &[1][..]), ("Others", &[2])]);
        assert_eq!(made.title, "The bill");
    }

    #[test]
    fn a_heading_that_states_a_figure_of_its_own_is_replaced() {
        let made = outlined(json!({ "title": "412 senators in Solna rebel", "sections": [
            { "heading": "Support rose to 90 per cent", "findings": [1] },
        ] }))
        .unwrap();
        assert_eq!(
            (made.title.as_str(), made.sections[0].heading.as_str()),
            ("Will the bill pass by June?", "Supporters")
        );
    }

    #[test]
    fn plain_words_and_names_of_the_findings_are_no_claims() {
        let kept = |heading: &str| {
            outlined(json!({ "title": "The bill", "sections": [{ "heading": heading, "findings": [1] }] }))
                .unwrap()
                .sections[0]
                .heading
                .clone()
        };
        for heading in [
            "What economists expect",
            "The last decision",
            "Prices and inflation",
            "Votes until June",
            "Who Senator 1 is",
        ] {
            assert_eq!(kept(heading), heading);
        }
        assert_eq!(kept("Who Mayor Berg is"), "Supporters");
    }

    #[test]
    fn without_a_section_there_is_no_outline_and_code_makes_one_by_question() {
        assert_eq!(outlined(json!({ "title": "t", "sections": [{ "heading": "h", "findings": [99] }] })), None);
        let state = state(&[("i1q1", Some(found(2))), ("i1q2", None)]);
        let made = by_question(&state, &Material::of(&Digest::from_state(&state)));
        assert_eq!((made.sections.len(), made.sections[0].findings.as_slice()), (1, &[1, 2][..]));
    }
}
