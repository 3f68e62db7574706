//! Research: findings, sources and their reliability.

use serde::{Deserialize, Serialize};

use crate::{EntityId, MicroUsd, Time};

/// Status of a claim. `Ord` follows strength: `Unclear < Contested < Supported`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// No source says enough to decide.
    Unclear,
    /// Some sources support the claim and others refute it.
    Contested,
    /// At least one source supports the claim and none refutes it.
    Supported,
}

impl ClaimStatus {
    /// Returns the stable name: `supported`, `contested` or `unclear`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unclear => "unclear",
            Self::Contested => "contested",
            Self::Supported => "supported",
        }
    }

    /// Parses a status name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Unclear, Self::Contested, Self::Supported].into_iter().find(|status| status.name() == name)
    }
}

/// Credibility tier of a source. `Ord` follows credibility: `Other < Secondary < Official`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Any other source.
    Other,
    /// A reputable secondary source.
    Secondary,
    /// A primary source: the subject's own site, a registry, a regulator.
    Official,
}

impl Tier {
    /// Returns the stable name: `official`, `secondary` or `other`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Other => "other",
            Self::Secondary => "secondary",
            Self::Official => "official",
        }
    }

    /// Parses a tier name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Other, Self::Secondary, Self::Official].into_iter().find(|tier| tier.name() == name)
    }
}

/// A source of information.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Unique within its research: `s1`, `s2`, …
    pub id: String,
    /// The URL; a tool's answer has one too (`tool:get_token_metadata/<mint>`).
    pub url: String,
    /// Title, may be empty.
    pub title: String,
    /// Publisher or site name, may be empty.
    pub publisher: String,
    /// Publication time, if the source states it.
    pub published_at: Option<Time>,
    /// Time of the fetch.
    pub fetched_at: Time,
    /// Credibility tier of the source.
    pub tier: Tier,
    /// Reason for the tier in a few words, for example `central bank: Bank of England`; empty for `Other`.
    #[serde(default)]
    pub tier_reason: String,
    /// SHA-256 of the bytes read, as hex; empty if only a search snippet was read.
    pub content_hash: String,
}

/// One finding: a statement with its sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Unique within its research: `f1`, `f2`, …
    pub id: String,
    /// One self-contained statement.
    pub text: String,
    /// Status of the claim.
    pub status: ClaimStatus,
    /// Importance assigned by the researcher, 0 to 1.
    pub importance: f64,
    /// Ids of the sources that address the statement; never empty.
    pub sources: Vec<String>,
    /// Ids of those `sources` that refute the statement.
    #[serde(default, rename = "against")]
    pub contradictions: Vec<String>,
    /// Number of independent supporting sources: sources of one site, and sources that copy one another, count once.
    #[serde(default, rename = "voices")]
    pub independent_sources: u32,
    /// Verbatim quote from a source; may be empty for data of a tool.
    pub quote: String,
}

/// A dated event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimelineEntry {
    /// Unique within its research: `t1`, …
    pub id: String,
    /// Time of the event, as precise as the source states it.
    pub at: Time,
    /// Description of the event.
    pub text: String,
    /// Ids of the sources.
    pub sources: Vec<String>,
}

/// A question that the research could not answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// Unique within its research: `q1`, …
    pub id: String,
    /// Text of the question.
    pub text: String,
}

/// Findings about an entity or a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Research {
    /// The entity, if the research is about one.
    pub entity: Option<EntityId>,
    /// Summary in two or three sentences.
    pub summary: String,
    /// Findings in the researcher's order of importance.
    pub findings: Vec<Finding>,
    /// Dated events, in time order.
    pub timeline: Vec<TimelineEntry>,
    /// Sources that were read.
    pub sources: Vec<Source>,
    /// Questions that remain open.
    pub open_questions: Vec<OpenQuestion>,
    /// Sentiment from −1 (negative) to 1 (positive), if it was judged.
    pub sentiment: Option<f64>,
    /// Confidence in the research, 0 to 1.
    pub confidence: f64,
    /// Risks named by sources.
    pub risks: Vec<String>,
    /// Opportunities named by sources.
    pub opportunities: Vec<String>,
    /// Time of the research.
    pub made_at: Time,
    /// Time after which the research is stale.
    pub expires_at: Time,
    /// The way in which the research ended.
    pub ending: Ending,
    /// `true` if the answer came from memory and no research was done for this task.
    pub from_cache: bool,
    /// Names of the tools used, each once, in order of first use.
    pub tools_used: Vec<String>,
    /// Cost of the model calls.
    pub cost: MicroUsd,
    /// Name of the model; empty for cached answers of older versions.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
    /// Sources that were not used, because they are not dated before the day as of which the task is answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Replies of the model that the answer was made without, each reason once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<Lack>,
    /// Set if filtered evidence of memory answers the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recalled: Option<Recollection>,
    /// Results of a bundle, one per direction of an entity; empty for other subjects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directions: Vec<DirectionResult>,
}

/// What a bundle asked for about an entity in one direction, and what was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectionResult {
    /// Name of the entity as the bundle gives it.
    pub entity: String,
    /// Key of the direction, unique for the entity.
    pub direction: String,
    /// Objective of the direction.
    pub objective: String,
    /// True if the direction was researched to its end.
    pub is_done: bool,
    /// Why the direction is not done, or was done without a field; else empty.
    pub reason: String,
    /// Requested fields in the order of the request, found or not, then other fields that were found.
    pub fields: Vec<FieldResult>,
    /// Acceptance criteria of the direction with their judgements.
    pub criteria: Vec<CriterionResult>,
}

/// Abbreviations that a label writes in capitals.
const ABBREVIATIONS: [&str; 14] =
    ["lei", "isin", "ceo", "cfo", "cto", "url", "cas", "vat", "gdp", "sec", "api", "dao", "usd", "eur"];

/// Returns a key as words: `role_and_affiliation` and `roleAndAffiliation` as `Role and affiliation`, `lei` as `LEI`.
pub fn label(key: &str) -> String {
    let mut words: Vec<String> = vec![String::new()];
    let (mut previous, mut letters) = (' ', key.chars().peekable());
    while let Some(c) = letters.next() {
        let is_start = c.is_uppercase() && previous.is_lowercase();
        // The capitals of `companyURL` are an abbreviation.
        let is_word = is_start && !letters.peek().is_some_and(|next| next.is_uppercase());
        if matches!(c, '_' | '-' | ' ') || is_start {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| !matches!(c, '_' | '-' | ' ')) {
            if is_word { word.extend(c.to_lowercase()) } else { word.push(c) }
        }
        previous = c;
    }
    words.retain(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    let shown = |(place, word): (usize, &String)| match ABBREVIATIONS.contains(&word.as_str()) {
        true => word.to_uppercase(),
        false if place == 0 => capital(word),
        false => word.clone(),
    };
    words.iter().enumerate().map(shown).collect::<Vec<_>>().join(" ")
}

/// Returns true if a text names an entity: all words of its name, or the last of them if no other entity of the task
/// has it, as in `Ellison` for `Mara Ellison` and `S2` for `Tidewater S2`. Capital and small letters differ.
pub fn names_entity(text: &str, entity: &str, others: &[&str]) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (said, name) = (words(text), words(entity));
    let Some(last) = name.last() else { return false };
    let is_shared = others.iter().filter(|other| **other != entity).any(|other| words(other).contains(last));
    name.iter().all(|word| said.contains(word)) || (!is_shared && said.contains(last))
}

/// A requested field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldResult {
    /// Name of the field.
    pub name: String,
    /// Value; empty if none was found.
    pub value: String,
    /// Ids of the sources that state the value.
    pub sources: Vec<String>,
}

/// The judgement of an acceptance criterion.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CriterionResult {
    /// Text of the criterion.
    pub criterion: String,
    /// True if the result meets it; `None` if nothing judged it.
    pub met: Option<bool>,
    /// Reason of the judgement.
    #[serde(default)]
    pub reason: String,
}

/// Evidence of memory that answers a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recollection {
    /// Cost of the research and filtering that was not repeated.
    pub saved: MicroUsd,
    /// Number of facts that memory still holds for valid and fresh.
    pub facts: u32,
}

impl Research {
    /// Records that this answer was made without a reply of the model. `reason` is one of the metric
    /// `auspex_degraded_answers_total`.
    pub fn add_lack(&mut self, reason: &str) {
        if let Some(known) = self.lacks.iter_mut().find(|lack| lack.reason == reason) {
            known.inherited = false;
        } else {
            self.lacks.push(Lack::new(reason));
        }
    }

    /// Marks what the research lacks as inherited, because it answers another task from memory.
    pub fn inherit_lacks(&mut self) {
        self.lacks.iter_mut().for_each(|lack| lack.inherited = true);
    }
}

/// A reply of the model that research was made without.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lack {
    /// Reason, as in the metric `auspex_degraded_answers_total`. Text, because a newer version may know other reasons.
    pub reason: String,
    /// `true` if the research was taken from memory and lacked the reply before: the answer is not a new degraded
    /// answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inherited: bool,
}

impl Lack {
    /// Creates the record of a reply that an answer was made without. `reason` is one of the metric
    /// `auspex_degraded_answers_total`.
    pub fn new(reason: &str) -> Self {
        Self { reason: reason.to_owned(), inherited: false }
    }
}

/// A source that research as of a past day did not use.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LeftOut {
    /// The page's URL, or `memory:note/…`.
    pub address: String,
    /// Time of publication or storage; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Time>,
}

/// The way in which research ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "reason")]
pub enum Ending {
    /// The model finished.
    Complete,
    /// A limit was reached. Contains the limit; the findings so far are valid.
    Partial(String),
    /// Nothing could be researched. Contains the reason.
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_shown_as_words() {
        for (key, shown) in [
            ("role_and_affiliation", "Role and affiliation"),
            ("roleAffiliationConfirmation", "Role affiliation confirmation"),
            ("legal-name", "Legal name"),
            ("lei", "LEI"),
            ("companyLei", "Company LEI"),
            ("GDP", "GDP"),
            ("companyURL", "Company URL"),
            ("", ""),
        ] {
            assert_eq!(label(key), shown);
        }
    }

    #[test]
    fn a_text_names_an_entity_by_its_name_or_by_a_last_word_of_its_own() {
        let all = ["Mara Ellison", "Tidewater Batteries", "Tidewater S2", "Gridshare"];
        for (text, entity, expected) in [
            ("Before that, Ellison led cell research.", "Mara Ellison", true),
            ("What the S2 costs.", "Tidewater S2", true),
            ("Tidewater Batteries plc was founded in 2019.", "Tidewater Batteries", true),
            ("Tidewater Batteries plc was founded in 2019.", "Tidewater S2", false),
            ("It works with all batteries.", "Tidewater Batteries", false),
            ("Supported products include four others.", "Mara Ellison", false),
            ("Anything.", "", false),
        ] {
            assert_eq!(names_entity(text, entity, &all), expected, "{text} {entity}");
        }
        let shared = ["Tidewater Batteries", "Northfield Batteries"];
        assert!(!names_entity("Batteries are sold.", "Tidewater Batteries", &shared), "the word is not its own");
    }
}
