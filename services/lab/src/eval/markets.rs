//! `lab eval markets`: the markets that ask each question, found at the configured sites and judged as in the
//! forecaster.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use chrono::NaiveDate;
use domain::Time;
use domain::port::CoolDowns;
use futures::{StreamExt, TryStreamExt, stream};
use runtime::config::Env;
use serde::{Deserialize, Serialize};
use tools::markets::lookup::{self, Candidates, Match};
use tools::markets::request::{self, MatchQuery, MatchReply};
use tools::markets::{Direction, Topic};
use web::Route;
use web::markets::{MarketConfig, MarketSites, NoCoolDowns};
use worker::config::MarketSettings;

use super::model::{Call, Judge};
use super::{Answers, EvalReport, Files, Line, lines};

/// Number of questions that are worked on at the same time.
const CONCURRENT: usize = 4;

#[derive(Debug, Deserialize)]
struct Query {
    query: String,
    question: String,
    #[serde(default)]
    background: String,
    closes: Option<NaiveDate>,
    asked_at: Time,
}

impl Query {
    fn topic(&self) -> Topic {
        Topic {
            text: self.question.clone(),
            background: self.background.clone(),
            closes: self.closes,
            asked_on: self.asked_at.date_naive(),
        }
    }
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    query: &'a str,
    markets: Vec<Row<'a>>,
    /// Ids of the markets that were ranked, best first.
    ranked: &'a [String],
    /// Ids of the markets that were judged.
    candidates: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    id: &'a str,
    direction: Direction,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<f64>,
    reason: &'a str,
}

struct QueryMatches {
    candidates: Candidates,
    matches: Vec<Match>,
}

/// Answers each query of an NDJSON file (`query`, `question`, `background`, `closes`, `asked_at`) with the markets that
/// ask it: `id`, `direction`, `price` of the market's YES.
pub(super) async fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let (queries, refused) = lines::<Query>(&files.input)?;
    let mut report = EvalReport::new("markets", "queries");
    report.refused = refused;
    let mut answers = Answers::create(&files.output)?;
    let start = Instant::now();
    let (judge, sites) = (Judge::connect().await?, connect()?);
    let all = queries.iter().enumerate().map(|(n, line)| find(&judge, &sites, n, &line.row));
    let all: Vec<QueryMatches> = stream::iter(all).buffered(CONCURRENT).try_collect().await?;
    judge.close().await?;
    for (Line { row, place }, matches) in queries.iter().zip(&all) {
        answers.json(&answer(row, matches))?;
        for (site, reason) in &matches.candidates.silent {
            report.refuse(place, format!("{}: {reason}", site.name()));
        }
    }
    report.timed(queries.len(), start.elapsed());
    report.figures = figures(&all);
    answers.finish()?;
    Ok(report)
}

fn connect() -> anyhow::Result<MarketSites> {
    let mut env = Env::from_process();
    let MarketSettings { polymarket, kalshi, manifold, metaculus, metaculus_token } =
        MarketSettings::read(&mut env, false);
    let config = MarketConfig { polymarket, kalshi, manifold, metaculus, metaculus_token };
    let cool_downs: Arc<dyn CoolDowns> = Arc::new(NoCoolDowns);
    Ok(MarketSites::new(config, &Route::Direct, cool_downs, Arc::new(runtime::clock::SystemClock))?)
}

async fn find(judge: &Judge, sites: &MarketSites, n: usize, query: &Query) -> anyhow::Result<QueryMatches> {
    let topic = query.topic();
    let candidates = lookup::candidates(sites, &topic, None).await;
    if candidates.markets.is_empty() {
        return Ok(QueryMatches { candidates, matches: Vec::new() });
    }
    let input = MatchQuery::new(&topic, &candidates.markets);
    let call = Call { n, worker: "forecaster", prompts: request::PROMPTS, schema: &request::schema() };
    let reply: Option<MatchReply> = judge.ask(call, &input, Ok).await?;
    let judged = reply.map(|reply| request::judgements(&input, &reply)).unwrap_or_default();
    let matches = lookup::matches(&candidates.markets, judged);
    Ok(QueryMatches { candidates, matches })
}

fn answer<'a>(query: &'a Query, all: &'a QueryMatches) -> Answer<'a> {
    let row = |one: &'a Match| Row {
        id: &one.market.id,
        direction: one.direction,
        price: one.market.quote.map(|quote| quote.price),
        reason: &one.reason,
    };
    Answer {
        query: &query.query,
        markets: all.matches.iter().map(row).collect(),
        ranked: &all.candidates.ranked,
        candidates: all.candidates.markets.iter().map(|market| market.id.as_str()).collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows")]
fn figures(all: &[QueryMatches]) -> BTreeMap<&'static str, f64> {
    let sum = |count: &dyn Fn(&QueryMatches) -> usize| all.iter().map(count).sum::<usize>() as f64;
    BTreeMap::from([
        ("queries_with_a_match", sum(&|one| usize::from(!one.matches.is_empty()))),
        ("candidates_judged", sum(&|one| one.candidates.markets.len())),
        ("refused_by_code", sum(&|one| one.candidates.refused.len())),
    ])
}
