//! Questions that a client asks, as events.

use domain::access::AccessScope::{Publish, Read};
use domain::event::{AskConfig, AskedQuestion, Market, Wanted};
use domain::review::ReviewRules;
use domain::{Event, EventId, EventKind, JobId, MicroUsd, Profile, RunId, Tenant, Time};
use serde::{Deserialize, Serialize};
use store::intake::RequestKey;
use utoipa::ToSchema;

use crate::events::{self, EventAccepted, Submitter};
use crate::input::{day_or_time, integer, object};
use crate::progress::{self, Look};
use crate::research::SourceDomains;
use crate::runs::{self, RunStatus};
use crate::{Context, GivenConfidence, OperationError, question_kind};

/// Source of the events of questions.
const SOURCE: &str = "gateway";
/// Fields of the contract that have another name or place in a request.
const FIELDS: &[(&str, &str)] = &[
    ("text", "question"),
    ("market.price", "market_price"),
    ("config.below_confidence", "review_if.below_confidence"),
    ("config.price_gap", "review_if.price_gap"),
    ("config.max_iterations", "max_iterations"),
    ("config.min_confidence", "min_confidence"),
];

/// A question to forecast.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Id of the event. Asking again with the same id starts no new run. Derived from the Idempotency-Key if absent,
    /// otherwise from the question and the time.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub id: Option<String>,
    /// Text of the question. A question for a description (what, why, how) is refused, unless research is requested.
    #[schema(min_length = 1, pattern = "\\S")]
    #[serde(alias = "text")]
    pub question: String,
    /// Kind of the answer: `binary`, `multiple_choice`, `numeric`, `date`, `conditional` or `report`. Absent: that of
    /// the fields below, otherwise recognised from the text.
    #[serde(default)]
    #[schema(pattern = "^(binary|multiple_choice|numeric|date|conditional|report)$")]
    pub kind: Option<String>,
    /// Options of a choice, at most 50; at least 2 unless `open`. Their probabilities sum to 1.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub options: Vec<String>,
    /// The answer may be none of the options: the forecast then has the option `other`.
    #[serde(default)]
    pub open: bool,
    /// Unit of a number; empty for a count.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub unit: Option<String>,
    /// Lowest possible number.
    #[serde(default)]
    pub lower: Option<f64>,
    /// Highest possible number.
    #[serde(default)]
    pub upper: Option<f64>,
    /// Condition under which the question is to be answered, as a sentence.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub condition: Option<String>,
    /// Depth of a report on the text, 1 to 3; see `POST /v1/reports`. A report has no probability, market and review.
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 3)]
    pub depth: Option<u32>,
    /// Background information that is already known.
    #[serde(default)]
    pub background: String,
    /// Criteria by which the question resolves.
    #[serde(default)]
    pub resolution_criteria: String,
    /// Time at which the question closes; a day is its first instant in UTC.
    #[serde(default, deserialize_with = "day_or_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closes: Option<Time>,
    /// Topic; calibration is grouped by it.
    #[serde(default)]
    pub topic: String,
    /// Market price of YES, 0 to 1.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub market_price: Option<f64>,
    /// Maximum cost in micro-dollars; it can only lower the fleet's limit.
    #[serde(default, deserialize_with = "integer")]
    pub budget_micro_usd: Option<u64>,
    /// Maximum number of research rounds, 1 to 20.
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 20)]
    pub max_iterations: Option<u32>,
    /// Profile of the evidence filter: `strict`, `default` or `loose`.
    #[serde(default)]
    #[schema(pattern = "^(strict|default|loose)$")]
    pub profile: Option<String>,
    /// Flags the forecast for a person if its confidence is lower: a number from 0 to 1, or `high`, `medium`, `low`.
    #[serde(default)]
    pub min_confidence: Option<GivenConfidence>,
    /// Requires a person's review before the forecast is used.
    #[serde(default)]
    pub human_review: bool,
    /// Rules by which the forecast waits for a person's review before it is published.
    #[serde(default, deserialize_with = "object")]
    pub review_if: Option<ReviewIf>,
    /// `false` if the answer is not urgent: model calls may then be made in batches, at a lower price where the
    /// provider has them. Each batch takes up to a day.
    #[serde(default)]
    pub urgent: Option<bool>,
    /// Answers with the own view alone, without pooling a market's price. Advice compares the view with the price.
    #[serde(default)]
    pub independent: bool,
    /// Hands a question with several meanings back, with what to clarify, instead of assuming one. Costs one call.
    #[serde(default)]
    pub clarify: bool,
    /// Returns a research request instead of a forecast.
    #[serde(default)]
    pub research_request: bool,
    /// Web domains that the research may or must not use.
    #[serde(default, deserialize_with = "object")]
    pub sources: Option<SourceDomains>,
}

/// Rules by which a forecast waits for a person. Each rule that is set opens a review by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewIf {
    /// Opens a review if the confidence is lower, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    pub below_confidence: Option<f64>,
    /// Opens a review if a budget of the run has less than 5 % left.
    pub over_budget: bool,
    /// Opens a review if sources contradict a finding that the forecast rests on.
    pub contradiction: bool,
    /// Opens a review if the own view and the market's price lie at least this far apart, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    pub price_gap: Option<f64>,
}

/// Stores a question. The answer names its run, whose state [`runs::status`] shows.
///
/// # Errors
/// A field is invalid, the idempotency key belongs to another request, the tenant has too many events that are not
/// settled, or Postgres is unavailable.
pub async fn ask(cx: Context<'_>, ask: Ask, key: Option<RequestKey>) -> Result<EventAccepted, OperationError> {
    cx.require(Publish)?;
    let id = match (&ask.id, &key) {
        (Some(id), _) => id.clone(),
        (None, Some(key)) => format!("ask-{}", JobId::named(&["idempotency-key", &key.key])),
        (None, None) => generated_id(&ask, cx.now()),
    };
    if ask.closes.is_some_and(|closes| closes < cx.now()) {
        return Err(OperationError::invalid("closes", "is in the past; a forecast of a past question is a backtest"));
    }
    let event = ask.event(&id, cx.tenant().clone(), cx.now())?;
    let accepted = events::accept(cx, &event, &Submitter { action: "asked", key }).await?;
    Ok(EventAccepted::new(&event, accepted))
}

/// Returns the state of a question's run, which may not have begun.
///
/// # Errors
/// Postgres is unavailable.
pub async fn status(cx: Context<'_>, job: JobId) -> Result<RunStatus, OperationError> {
    cx.require(Read)?;
    runs::status_of(cx, RunId::for_event(job)).await
}

/// Looks for the forecast of a question.
///
/// # Errors
/// A server of the fleet fails.
pub async fn look(cx: Context<'_>, job: JobId) -> Result<Look<RunStatus>, OperationError> {
    let run = RunId::for_event(job);
    let status = status(cx, job).await?;
    if status.is_over() {
        return Ok(Look::Done(status));
    }
    Ok(match progress::dead_letter_of(cx, job, 0).await? {
        Some(message) => Look::Done(RunStatus::without_forecast(run, runs::RunPhase::Ended, message)),
        None => Look::Working(format!("{}: {}", status.state.name(), status.message)),
    })
}

/// The time is part of the id: the same question asked later is a new question.
fn generated_id(ask: &Ask, now: Time) -> String {
    let at = now.timestamp_micros().to_string();
    format!("ask-{}", JobId::named(&[&ask.question, &ask.background, &ask.resolution_criteria, &at]))
}

impl Ask {
    /// Builds the event and applies the checks of the contract.
    ///
    /// # Errors
    /// A field is invalid.
    pub fn event(self, id: &str, tenant: Tenant, now: Time) -> Result<Event, OperationError> {
        let kind = question_kind::stated(&self)?;
        let market =
            self.market_price.map(|price| Market { price: Some(price), end: self.closes, ..Market::default() });
        let profile = match self.profile.as_deref() {
            None => None,
            Some(name) => Some(
                Profile::parse(name)
                    .ok_or_else(|| OperationError::invalid("profile", "must be strict, default or loose"))?,
            ),
        };
        let config = AskConfig {
            max_iterations: self.max_iterations,
            profile,
            min_confidence: self.min_confidence.map(GivenConfidence::number),
            human_review: self.human_review,
            review_if: self.review_if.unwrap_or_default().into(),
            can_wait: self.urgent == Some(false),
            independent: self.independent,
            clarify: self.clarify,
            wanted: if self.research_request { Wanted::Research } else { Wanted::Forecast },
            sources: self.sources.unwrap_or_default().rules()?,
            ..AskConfig::default()
        };
        let asked = AskedQuestion {
            text: self.question,
            background: self.background,
            resolution_criteria: self.resolution_criteria,
            closes: self.closes,
            market,
            config,
            topic: self.topic,
            kind,
        };
        let event = Event {
            id: EventId::parse(id).map_err(|error| OperationError::invalid("id", error.to_string()))?,
            tenant,
            source: SOURCE.to_owned(),
            occurred_at: Some(now),
            budget: self.budget_micro_usd.map(MicroUsd),
            kind: EventKind::Question(asked),
        };
        events::checked(&event, FIELDS)
    }
}

impl From<ReviewIf> for ReviewRules {
    fn from(given: ReviewIf) -> Self {
        let ReviewIf { below_confidence, over_budget, contradiction, price_gap } = given;
        Self { below_confidence, over_budget, contradiction, price_gap }
    }
}

impl From<ReviewRules> for ReviewIf {
    fn from(rules: ReviewRules) -> Self {
        let ReviewRules { below_confidence, over_budget, contradiction, price_gap } = rules;
        Self { below_confidence, over_budget, contradiction, price_gap }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(body: &str) -> Result<Event, OperationError> {
        serde_json::from_str::<Ask>(body).unwrap().event("i", Tenant::default(), Time::UNIX_EPOCH)
    }

    #[test]
    fn a_question_has_its_options() {
        let body =
            r#"{"text":"Will it?","profile":"strict","market_price":0.3,"max_iterations":2,"research_request":true}"#;
        let EventKind::Question(asked) = event(body).unwrap().kind else { unreachable!() };
        assert_eq!((asked.config.profile, asked.config.max_iterations), (Some(Profile::Strict), Some(2)));
        assert_eq!((asked.market.unwrap().price, asked.config.wanted), (Some(0.3), Wanted::Research));
    }

    #[test]
    fn an_invalid_field_is_named() {
        for (body, named) in [
            (r#"{"text":" "}"#, "question: "),
            (r#"{"text":"q","profile":"tight"}"#, "profile"),
            (r#"{"text":"q","market_price":1.5}"#, "market_price: "),
            (r#"{"text":"q","max_iterations":21}"#, "max_iterations: "),
            (r#"{"text":"q","review_if":{"price_gap":2}}"#, "review_if.price_gap: "),
        ] {
            let problem = event(body).unwrap_err();
            assert!(problem.to_string().contains(named), "{body}: {problem}");
        }
        for refused in ["{}", r#"{"text":"q","tenant":"other"}"#] {
            assert!(serde_json::from_str::<Ask>(refused).is_err(), "{refused}");
        }
    }
}
