//! Tools about prediction markets: find the markets that may ask a question, and read the price of one.
//!
//! Titles are words of strangers, so they are labels. Prices become claims of the site as a source.

use agent::{Bounds, Label, Origin, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use chrono::NaiveDate;
use domain::{Source, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::Web;
use web::markets::{Listing, MarketId, Quote};

use crate::markets::lookup::{self, Candidates};
use crate::markets::{MarketText, Topic, day};
use crate::notebook::{Claim, Notes, ShownClaim, shown, tool_source};
use crate::page::MAX_LABEL_CHARS;
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{TaskTopics, schema, text_schema};

const FIND: &str = "find_markets";
const PRICE: &str = "market_price";
/// Markets that are shown.
const MAX_SHOWN: usize = 8;
/// Characters of a market's criteria that are shown.
const MAX_CRITERIA: usize = 300;

/// Finds markets that may ask a question.
pub(crate) struct FindMarkets<W>(pub(crate) RecordedWeb<W>);

/// Reads the price of a market.
pub(crate) struct MarketPrice<W>(pub(crate) RecordedWeb<W>);

#[derive(Deserialize)]
pub(crate) struct FindQuery {
    query: String,
}

#[derive(Deserialize)]
pub(crate) struct PriceQuery {
    id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundMarkets {
    nothing_found: bool,
    markets: Vec<ShownMarket>,
    /// Sites that did not answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    silent: Vec<&'static str>,
}

#[derive(Serialize)]
struct ShownMarket {
    id: String,
    question: Label,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Label>,
    criteria: Label,
    closes: Option<NaiveDate>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum PriceAnswer {
    Unknown { known: bool, reason: String },
    Known { source: String, claims: Vec<ShownClaim> },
}

/// A market's question and its price, as they are recorded.
#[derive(Serialize, Deserialize)]
struct Priced {
    question: String,
    quote: Option<Quote>,
}

impl<W: Web> Tool<Session, Notes> for FindMarkets<W> {
    type Input = FindQuery;
    type Output = FoundMarkets;

    fn spec(&self) -> ToolSpec {
        let about = "Prediction markets about a question, the likeliest first. Compare subject, deadline, quantities and direction \
                     yourself; often none asks the same.";
        schema(FIND, about, 1, &[("query", text_schema("The question, with its deadline."))])
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    fn bounds(&self) -> Bounds {
        crate::SEARCH_BOUNDS
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.market
    }

    async fn call(&self, session: &Session, input: FindQuery) -> Result<ToolAnswer<FoundMarkets, Notes>, ToolError> {
        let sent = session.outgoing_query(&input.query)?;
        let (as_of, started) = (session.scope.as_of, session.scope.started);
        let asked_on = as_of.unwrap_or(started).date_naive();
        let closes = day::deadlines(&input.query, asked_on).into_iter().max();
        let topic = Topic { text: sent.text.clone(), background: String::new(), closes, asked_on };
        let call = async {
            let Candidates { mut markets, silent, .. } = lookup::candidates(&*self.0.web, &topic, as_of).await;
            markets.truncate(MAX_SHOWN);
            // A past run must not see the price of a later day; market_price asks for the right one.
            markets.iter_mut().for_each(|market| (market.quote, market.outcome) = (None, None));
            Ok((markets, silent.into_iter().map(|(site, _)| site).collect::<Vec<_>>()))
        };
        let request = json!({"query": sent.text, "closes": closes});
        let ((markets, silent), basis): ((Vec<Listing>, Vec<web::markets::Site>), _) =
            self.0.answers.answer(FIND, &request, call).await?;
        let silent = silent.into_iter().map(web::markets::Site::name).collect();
        let output = FoundMarkets {
            nothing_found: markets.is_empty(),
            markets: markets.iter().map(shown_market).collect(),
            silent,
        };
        Ok(ToolAnswer { output, notes: Notes { bases: vec![basis], ..Notes::default() } })
    }
}

fn shown_market(market: &Listing) -> ShownMarket {
    let label = |text: &str, most: usize| Untrusted::new(text).label(most);
    let MarketText { question, group, option, criteria, closes } = MarketText::of(market);
    let event = [group, option].join(" ").trim().to_owned();
    ShownMarket {
        id: market.id.clone(),
        question: label(&question, MAX_LABEL_CHARS),
        event: (!event.is_empty()).then(|| label(&event, MAX_LABEL_CHARS)),
        criteria: label(&criteria, MAX_CRITERIA),
        closes,
    }
}

impl<W: Web> Tool<Session, Notes> for MarketPrice<W> {
    type Input = PriceQuery;
    type Output = PriceAnswer;

    fn spec(&self) -> ToolSpec {
        let about = "The price of YES of one market: now, or for a task as of a day the last one before that day.";
        schema(PRICE, about, 1, &[("id", text_schema("Id from find_markets, such as kalshi:TICKER."))])
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn bounds(&self) -> Bounds {
        crate::TOKEN_BOUNDS
    }

    /// Other loops get it with the first markets.
    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics == TaskTopics::ALL
    }

    async fn call(&self, session: &Session, input: PriceQuery) -> Result<ToolAnswer<PriceAnswer, Notes>, ToolError> {
        let form = "id is not the id of a market; use one that find_markets gave you";
        let id = MarketId::parse(&input.id).ok_or_else(|| ToolError::to_model(form))?;
        session.ensure_public_identifier(&id.key)?;
        let as_of = session.scope.as_of;
        let call = async { self.price(&id, as_of).await };
        let request = json!({"id": id.to_string(), "before": as_of.map(|at| at.date_naive())});
        let (found, basis) = self.0.answers.answer::<Option<Priced>>(PRICE, &request, call).await?;
        let priced = found.and_then(|priced| Some((priced.quote?, priced)));
        let Some((quote, Priced { question, .. })) = priced else {
            let reason = format!("{id} is unknown, or has no price that may be used");
            let output = PriceAnswer::Unknown { known: false, reason };
            return Ok(ToolAnswer { output, notes: Notes { bases: vec![basis], ..Notes::own_words() } });
        };
        let (source, claim) = claim(&id, &question, quote);
        let output = PriceAnswer::Known { source: source.id.clone(), claims: shown(std::slice::from_ref(&claim)) };
        let notes = Notes { sources: vec![source], claims: vec![claim], bases: vec![basis], ..Notes::default() };
        Ok(ToolAnswer { output, notes })
    }
}

impl<W: Web> MarketPrice<W> {
    async fn price(&self, id: &MarketId, as_of: Option<Time>) -> Result<Option<Priced>, ToolError> {
        let market = self.0.web.market(id).await.map_err(|error| {
            tracing::info!(%error, "a site of markets gave no answer");
            ToolError::to_model(format!("{}; nothing is known from it", error.in_fixed_words()))
        })?;
        let Some(market) = market else { return Ok(None) };
        let quote = match as_of {
            None => market.quote,
            Some(_) => lookup::quote(&*self.0.web, id, as_of).await,
        };
        Ok(Some(Priced { question: market.question, quote }))
    }
}

/// Returns the price as a claim of the site.
fn claim(id: &MarketId, question: &str, quote: Quote) -> (Source, Claim) {
    let (site, label) = (id.site.name(), agent::untrusted::statement(question, MAX_LABEL_CHARS));
    let day = quote.at.date_naive();
    let text =
        format!("On {day} {site} priced YES of its market \u{201c}{label}\u{201d} at {:.1} %.", quote.price * 100.0);
    let made = tool_source(PRICE, &id.to_string(), &text, quote.at);
    let title = format!("Price of {id}");
    let source = Source { title, publisher: site.to_owned(), ..made };
    let claim = Claim { date: day.to_string(), ..Claim::of_tool(&source, text) };
    (source, claim)
}
