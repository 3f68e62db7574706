//! Forms in which clients give research: fields beside the entity, or nested under `findings`; numbers or words; texts
//! or objects.

use domain::Time;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::input::{day_or_time, integer, objects, required_day_or_time, required_object};
use crate::{GivenConfidence, OperationError};

/// Research about an entity. `summary` and `confidence` are required, here or in `findings`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GivenResearch {
    /// Id of the entity.
    pub entity_id: String,
    /// Two or three sentences.
    #[schema(max_length = 4000)]
    pub summary: Option<String>,
    /// A number, 0 to 1, or `high`, `medium`, `low`.
    pub confidence: Option<GivenConfidence>,
    /// A list of findings, or an object with all fields but `entityId`, `sources` and `ttl`.
    pub findings: Option<GivenFindings>,
    /// Dated events that were found.
    #[serde(default, deserialize_with = "objects")]
    pub timeline: Option<Vec<GivenEvent>>,
    /// Questions that stay open.
    pub open_questions: Option<Vec<String>>,
    /// A number, −1 to 1, or `bullish`, `neutral`, `bearish`.
    pub sentiment: Option<GivenSentiment>,
    /// Risks, one phrase each.
    pub risks: Option<Vec<String>>,
    /// Opportunities, one phrase each.
    pub opportunities: Option<Vec<String>>,
    /// Sources that findings cite. Nobody reads them.
    pub sources: Option<Vec<GivenSource>>,
    /// Seconds after which the research is stale, 60 to 2592000; 3600 if absent.
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 60, maximum = 2_592_000)]
    pub ttl: Option<u64>,
}

/// Findings as a list, or together with what else the research found.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(
    untagged,
    expecting = "must be a list of findings, or an object with `summary`, `confidence` and `findings`; \
                               one of its fields is unknown or has another type than the schema names"
)]
pub enum GivenFindings {
    /// A list of findings only.
    List(Vec<GivenFinding>),
    /// All fields of the research.
    Nested(Box<Listed>),
}

/// The fields of research that `findings` may contain.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Listed {
    /// Two or three sentences.
    #[schema(max_length = 4000)]
    pub summary: Option<String>,
    /// A number, 0 to 1, or `high`, `medium`, `low`.
    pub confidence: Option<GivenConfidence>,
    /// Findings in order of importance.
    pub findings: Option<Vec<GivenFinding>>,
    /// Dated events that were found.
    #[serde(default, deserialize_with = "objects")]
    pub timeline: Option<Vec<GivenEvent>>,
    /// Questions that stay open.
    pub open_questions: Option<Vec<String>>,
    /// A number, −1 to 1, or `bullish`, `neutral`, `bearish`.
    pub sentiment: Option<GivenSentiment>,
    /// Risks, one phrase each.
    pub risks: Option<Vec<String>>,
    /// Opportunities, one phrase each.
    pub opportunities: Option<Vec<String>>,
}

/// A finding: its text, or an object.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(
    untagged,
    expecting = "must be a text, or an object with `text`, `sources`, `contradictedBy`, `importance` and `quote`"
)]
pub enum GivenFinding {
    /// One statement without sources.
    Text(String),
    /// A statement with its sources.
    Cited(#[serde(deserialize_with = "required_object")] CitedFinding),
}

/// A statement with its sources.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedFinding {
    /// One self-contained statement.
    pub text: String,
    /// Ids or URLs of the sources that support it.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Ids or URLs of the sources that contradict it.
    #[serde(default)]
    pub contradicted_by: Vec<String>,
    /// Importance, 0 to 1; 0.5 if absent.
    pub importance: Option<f64>,
    /// Words of a source.
    #[serde(default)]
    pub quote: String,
}

/// A dated event.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenEvent {
    /// Time of the event; a day is its first instant in UTC.
    #[serde(deserialize_with = "required_day_or_time")]
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Description of the event.
    pub text: String,
    /// Ids or URLs of its sources.
    #[serde(default)]
    pub sources: Vec<String>,
}

/// A sentiment as a client gives it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, ToSchema)]
#[serde(untagged, expecting = "must be a number, -1 to 1, or `bullish`, `neutral`, `bearish`")]
pub enum GivenSentiment {
    /// A number, −1 to 1.
    Number(f64),
    /// A sentiment in words.
    Word(SentimentWord),
}

/// A sentiment in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SentimentWord {
    /// 0.6 as a number.
    Bullish,
    /// −0.6 as a number.
    Bearish,
    /// 0 as a number.
    Neutral,
}

impl GivenSentiment {
    /// Returns the number.
    pub fn number(self) -> f64 {
        match self {
            Self::Number(number) => number,
            Self::Word(SentimentWord::Bullish) => 0.6,
            Self::Word(SentimentWord::Bearish) => -0.6,
            Self::Word(SentimentWord::Neutral) => 0.0,
        }
    }
}

/// A source: its URL, or an object.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(untagged, expecting = "must be a URL, or an object with `url`, `id`, `title`, `publisher` and `publishedAt`")]
pub enum GivenSource {
    /// URL of the source.
    Url(String),
    /// Its URL with details.
    Described(#[serde(deserialize_with = "required_object")] DescribedSource),
}

/// The URL of a source with details.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DescribedSource {
    /// Name under which findings cite it; `s1`, `s2`, … by position if absent.
    pub id: Option<String>,
    /// URL of the source.
    pub url: String,
    /// Title of the page.
    pub title: Option<String>,
    /// Publisher or name of the site.
    pub publisher: Option<String>,
    /// Time of publication; a day is its first instant in UTC.
    #[serde(default, deserialize_with = "day_or_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Time>,
}

impl From<GivenFinding> for CitedFinding {
    fn from(given: GivenFinding) -> Self {
        match given {
            GivenFinding::Text(text) => Self { text, ..Self::default() },
            GivenFinding::Cited(cited) => cited,
        }
    }
}

impl From<GivenSource> for DescribedSource {
    fn from(given: GivenSource) -> Self {
        match given {
            GivenSource::Url(url) => Self { url, ..Self::default() },
            GivenSource::Described(described) => described,
        }
    }
}

/// Research with every field in its one place.
pub(super) struct Flattened {
    /// Id of the entity as the client wrote it.
    pub(super) entity: String,
    /// What the research found.
    pub(super) found: Listed,
    /// Sources that findings cite.
    pub(super) sources: Vec<GivenSource>,
    /// Seconds after which the research is stale.
    pub(super) ttl: Option<u64>,
}

impl GivenResearch {
    /// Joins the fields beside the entity and those under `findings`.
    ///
    /// # Errors
    /// A field is given in both places.
    pub(super) fn flattened(self) -> Result<Flattened, OperationError> {
        let GivenResearch { entity_id, summary, confidence, findings, timeline, open_questions, .. } = self;
        let (sentiment, risks, opportunities) = (self.sentiment, self.risks, self.opportunities);
        let nested = match findings {
            None => Listed::default(),
            Some(GivenFindings::List(findings)) => Listed { findings: Some(findings), ..Listed::default() },
            Some(GivenFindings::Nested(nested)) => *nested,
        };
        let found = Listed {
            summary: one("summary", summary, nested.summary)?,
            confidence: one("confidence", confidence, nested.confidence)?,
            findings: nested.findings,
            timeline: one("timeline", timeline, nested.timeline)?,
            open_questions: one("openQuestions", open_questions, nested.open_questions)?,
            sentiment: one("sentiment", sentiment, nested.sentiment)?,
            risks: one("risks", risks, nested.risks)?,
            opportunities: one("opportunities", opportunities, nested.opportunities)?,
        };
        Ok(Flattened { entity: entity_id, found, sources: self.sources.unwrap_or_default(), ttl: self.ttl })
    }
}

fn one<T>(field: &str, beside: Option<T>, nested: Option<T>) -> Result<Option<T>, OperationError> {
    match (beside, nested) {
        (Some(_), Some(_)) => Err(OperationError::invalid(field, "is given twice: beside `findings` and within it")),
        (beside, nested) => Ok(beside.or(nested)),
    }
}
