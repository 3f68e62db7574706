//! Question sets of ForecastBench.

use domain::event::{AskConfig, AskedQuestion, Market};
use domain::{Event, EventId, EventKind, Tenant};
use proto::event::InvalidEvent;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::{Format, Options, Read, checked, entries, one_or_many, unreadable};
use proto::lenient::{any_number_opt, any_text, text};

/// One question, with the field names of the prepared rows or of the published question sets. Outcomes are never read.
#[derive(Debug, Deserialize)]
struct Row {
    #[serde(alias = "id", deserialize_with = "name")]
    qid: String,
    #[serde(default, alias = "question_set", alias = "forecast_due_date", deserialize_with = "any_text")]
    set: String,
    #[serde(default, deserialize_with = "any_text")]
    source: String,
    #[serde(default, rename = "type", deserialize_with = "any_text")]
    kind: String,
    #[serde(deserialize_with = "text")]
    question: String,
    #[serde(default, deserialize_with = "any_text")]
    background: String,
    #[serde(default, deserialize_with = "any_text")]
    resolution_criteria: String,
    #[serde(default, alias = "market_info_resolution_criteria", deserialize_with = "any_text")]
    market_resolution_criteria: String,
    #[serde(default, deserialize_with = "any_text")]
    url: String,
    #[serde(default, alias = "market_info_close_datetime", deserialize_with = "any_text")]
    close: String,
    #[serde(default, deserialize_with = "any_text")]
    freeze_datetime: String,
    #[serde(default, alias = "freeze_datetime_value")]
    freeze_value: Option<serde_json::Value>,
    #[serde(default, alias = "freeze_datetime_value_explanation", deserialize_with = "any_text")]
    freeze_value_explanation: String,
    #[serde(default, deserialize_with = "any_number_opt")]
    crowd: Option<f64>,
    /// Part of the question's identity for a data series, which is asked about for several days.
    #[serde(default)]
    resolution_date: Option<serde_json::Value>,
}

/// A published question set.
#[derive(Deserialize)]
struct QuestionSet<'a> {
    #[serde(default, deserialize_with = "any_text")]
    forecast_due_date: String,
    #[serde(borrow)]
    questions: Vec<&'a RawValue>,
}

/// Parses one question per record, or a whole set.
pub struct ForecastBench {
    options: Options,
}

impl ForecastBench {
    /// Creates the parser.
    pub fn new(options: &Options) -> Self {
        Self { options: options.clone() }
    }

    fn event(&self, record: &str, set: &str) -> Result<Event, InvalidEvent> {
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(record).map_err(|error| unreadable(&error))?;
        let mut row = row(object)?;
        if row.set.is_empty() {
            set.clone_into(&mut row.set);
        }
        let id = id(&row);
        let event = Event {
            id: EventId::parse(&id).map_err(|error| InvalidEvent::new("qid", error.to_string()))?,
            tenant: self.tenant(),
            source: "forecastbench".to_owned(),
            occurred_at: time(&row.freeze_datetime),
            budget: None,
            kind: EventKind::Question(asked(row, self.options.no_crowd)),
        };
        checked(&event)
    }

    fn tenant(&self) -> Tenant {
        self.options.tenant.clone()
    }
}

impl Format for ForecastBench {
    fn read(&mut self, record: &str) -> Vec<Read> {
        match serde_json::from_str::<QuestionSet<'_>>(record) {
            Ok(set) => entries(&set.questions, "questions", |question| self.event(question, &set.forecast_due_date)),
            Err(_) => one_or_many(record, |question| self.event(question, "")),
        }
    }
}

/// Parses the id. Published sets also contain combinations, which list several ids and have no question text of their
/// own.
fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    if value.is_array() {
        return Err(D::Error::custom("combines several questions; ask them one by one"));
    }
    let name = text(value).map_err(D::Error::custom)?;
    if name.trim().is_empty() { Err(D::Error::custom("qid (or id) is empty")) } else { Ok(name) }
}

/// Builds the event id, unique within a set: each day of a data series is a question, while a market's resolution date
/// is not part of it.
fn id(row: &Row) -> String {
    match row.resolution_date.as_ref().and_then(serde_json::Value::as_str) {
        Some(day) if row.kind == "dataset" => format!("{}@{}@{day}", row.qid, row.set),
        _ => format!("{}@{}", row.qid, row.set),
    }
}

/// Parses a row. A prepared row has both `set` and its alias `forecast_due_date`: the first takes precedence.
fn row(mut object: serde_json::Map<String, serde_json::Value>) -> Result<Row, InvalidEvent> {
    for (name, aliases) in [("set", ["question_set", "forecast_due_date"]), ("qid", ["id", "id"])] {
        if object.contains_key(name) {
            for alias in aliases {
                object.remove(alias);
            }
        }
    }
    serde_json::from_value(serde_json::Value::Object(object)).map_err(|error| unreadable(&error))
}

fn asked(row: Row, no_crowd: bool) -> AskedQuestion {
    let closes = time(&row.close);
    // The freeze value of a market's question is the crowd's price; it belongs to the market and may be withheld.
    let series = row.kind == "dataset";
    let market = (!series).then(|| Market {
        condition_id: row.qid.rsplit(':').next().unwrap_or_default().to_owned(),
        price: if no_crowd { None } else { probability(row.crowd.or_else(|| price(row.freeze_value.as_ref()))) },
        end: closes,
        url: row.url.clone(),
        ..Market::default()
    });
    AskedQuestion {
        resolution_criteria: criteria(&row),
        text: row.question,
        background: with_current_value(
            &row.background,
            series.then_some(row.freeze_value.as_ref()).flatten(),
            &row.freeze_value_explanation,
        ),
        closes,
        market,
        config: AskConfig::default(),
        topic: row.source,
        kind: None,
    }
}

/// Returns a price that is a probability.
fn probability(price: Option<f64>) -> Option<f64> {
    price.filter(|price| (0.0..=1.0).contains(price))
}

/// Appends the value of a data series at the time of the question to the background, for base rates and models.
pub fn with_current_value(background: &str, value: Option<&serde_json::Value>, explained: &str) -> String {
    let background = unless_not_applicable(background);
    let Some(value) = price(value).filter(|value| value.is_finite()) else { return background.to_owned() };
    let explained = unless_not_applicable(explained);
    format!("{background}\n\n{}: {value}. {explained}", forecasting::base_rates::CURRENT_VALUE).trim().to_owned()
}

/// Joins the set's criteria and the market's, if it has any.
fn criteria(row: &Row) -> String {
    let parts =
        [unless_not_applicable(&row.resolution_criteria), unless_not_applicable(&row.market_resolution_criteria)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Returns the text, or an empty string for `N/A`, which the sets use for missing text.
fn unless_not_applicable(text: &str) -> &str {
    let text = text.trim();
    if text.eq_ignore_ascii_case("n/a") { "" } else { text }
}

/// Parses the price at the freeze date, a string in published sets.
fn price(value: Option<&serde_json::Value>) -> Option<f64> {
    match value? {
        serde_json::Value::Number(number) => number.as_f64(),
        serde_json::Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Parses a time; one that cannot be read costs the time only. Older sets write days.
fn time(text: &str) -> Option<domain::Time> {
    let text = unless_not_applicable(text);
    let day = || Some(text.parse::<chrono::NaiveDate>().ok()?.and_hms_opt(0, 0, 0)?.and_utc());
    chrono::DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc()).or_else(day)
}
