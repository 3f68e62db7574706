//! `auspex resolve --poll`: outcomes of open questions from the sites of their markets.
//!
//! The runs and their outcomes are read, and new outcomes recorded, through the gateway. Each market is read once. A
//! market that is open, unknown, or resolved to neither YES nor NO leaves its questions open, with the reason.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use domain::event::Market;
use futures::{StreamExt, stream};
use operations::outcomes::{LineRecorded, MAX_OUTCOMES, OutcomeBatch, OutcomeEntry, OutcomeLine, SubjectQuery};
use runtime::config::Env;
use serde::Serialize;
use uuid::Uuid;
use web::Route;
use web::markets::{Listing, MarketConfig, MarketData, MarketId, MarketOutcome, MarketSites, NoCoolDowns};
use worker::config::MarketSettings;

use super::report::ResolveReport;
use crate::door::Door;
use crate::show::RunView;
use crate::{Context, output};

/// Concurrent requests to the gateway and to the sites.
const CONCURRENT: usize = 4;

/// An open question with the market that decides it.
#[derive(Debug, Clone, PartialEq)]
struct OpenQuestion {
    run: Uuid,
    market: MarketId,
    is_inverse: bool,
}

/// A question that stays open.
#[derive(Debug, Serialize)]
struct Left {
    run: Uuid,
    market: String,
    reason: String,
}

/// What the sites say about a question.
#[derive(Debug, PartialEq)]
enum Decision {
    Resolved(f64),
    Left(String),
}

/// Records the outcomes of open questions.
///
/// # Errors
/// A setting is invalid, or the gateway cannot be reached.
pub(super) async fn run(most: usize, context: &Context) -> anyhow::Result<ExitCode> {
    let (door, sites) = (Door::open(context)?, connect(context)?);
    let questions = open_questions(&door, most).await?;
    let listings = read_markets(&sites, &questions).await;
    let (mut lines, mut left) = (Vec::new(), Vec::new());
    for question in &questions {
        let id = question.market.to_string();
        match decide(question, &listings[&id]) {
            Decision::Resolved(value) => lines.push(OutcomeLine {
                run: Some(question.run),
                outcome: Some(value),
                because: format!("{id} has resolved"),
                ..OutcomeLine::default()
            }),
            Decision::Left(reason) => left.push(Left { run: question.run, market: id, reason }),
        }
    }
    let report = record(&door, lines).await?;
    print(context, &report, &left)?;
    Ok(ExitCode::SUCCESS)
}

fn connect(context: &Context) -> anyhow::Result<MarketSites> {
    let mut env = Env::from_process();
    // A fleet in the offline world has its markets there.
    if let Some(world) = context.fleet.as_ref().and_then(|fleet| fleet.offline_url.as_ref()) {
        let paths = [
            ("POLYMARKET", "gamma"),
            ("POLYMARKET_CLOB", "clob"),
            ("KALSHI", "kalshi"),
            ("MANIFOLD", "manifold"),
            ("METACULUS", "metaculus"),
        ];
        for (site, path) in paths {
            let name = format!("AUSPEX_{site}_URL");
            if std::env::var_os(&name).is_none() {
                env.set(&name, &format!("{world}/{path}"));
            }
        }
    }
    let MarketSettings { polymarket, kalshi, manifold, metaculus, metaculus_token } =
        MarketSettings::read(&mut env, false);
    env.finish()?;
    let config = MarketConfig { polymarket, kalshi, manifold, metaculus, metaculus_token };
    let sites = MarketSites::new(config, &Route::Direct, Arc::new(NoCoolDowns), Arc::clone(&context.clock));
    sites.context("creating the client of the sites")
}

/// Returns the newest questions that have a forecast, a known market, and no outcome.
async fn open_questions(door: &Door, most: usize) -> anyhow::Result<Vec<OpenQuestion>> {
    let (mut open, mut cursor, mut seen) = (Vec::new(), None, 0);
    loop {
        let page = door.forecast_runs(cursor).await?;
        let room = most.saturating_sub(seen);
        seen += page.items.len();
        let priced = page.items.into_iter().take(room).filter(|item| item.crowd.is_some());
        let read = stream::iter(priced).map(|item| open_question(door, item.run)).buffered(CONCURRENT);
        for question in read.collect::<Vec<_>>().await {
            open.extend(question?);
        }
        cursor = page.next;
        if cursor.is_none() || seen >= most {
            return Ok(open);
        }
    }
}

async fn open_question(door: &Door, run: String) -> anyhow::Result<Option<OpenQuestion>> {
    let id = Uuid::parse_str(&run)?;
    let view = RunView::read(door.run(domain::RunId(id)).await?)?;
    let Some((market, is_inverse)) = view.state.run.asked.market.as_ref().and_then(known_market) else {
        return Ok(None);
    };
    let histories = door.outcomes(&SubjectQuery { run: Some(id), ..SubjectQuery::default() }).await?;
    // Of a question with a withdrawn outcome a person decides.
    let is_open = |entry: &OutcomeEntry| entry.retired_at.is_some() && entry.withdrawn.is_none();
    let is_open = histories.iter().all(|question| question.outcomes.iter().all(is_open));
    Ok(is_open.then_some(OpenQuestion { run: id, market, is_inverse }))
}

/// Returns the market's id, and whether it asks the other way round.
fn known_market(market: &Market) -> Option<(MarketId, bool)> {
    match &market.found {
        Some(found) => Some((MarketId::parse(&found.id)?, found.inverse)),
        None => Some((MarketId::parse(&market.condition_id)?, false)),
    }
}

/// Reads each market once.
async fn read_markets(
    sites: &dyn MarketData,
    questions: &[OpenQuestion],
) -> BTreeMap<String, Result<Option<Listing>, String>> {
    let ids: BTreeMap<String, &MarketId> =
        questions.iter().map(|question| (question.market.to_string(), &question.market)).collect();
    let read = stream::iter(ids)
        .map(|(text, id)| async move { (text, sites.market(id).await.map_err(|error| error.to_string())) });
    read.buffered(CONCURRENT).collect().await
}

fn decide(question: &OpenQuestion, listing: &Result<Option<Listing>, String>) -> Decision {
    let outcome = match listing {
        Err(error) => return Decision::Left(error.clone()),
        Ok(None) => return Decision::Left("the site does not know the market".to_owned()),
        Ok(Some(listing)) => listing.outcome,
    };
    let is_yes = match outcome {
        None => return Decision::Left("the market is not resolved".to_owned()),
        Some(MarketOutcome::Other) => {
            return Decision::Left(
                "the market was cancelled or resolved to neither; record the outcome by hand".to_owned(),
            );
        }
        Some(MarketOutcome::Yes) => true,
        Some(MarketOutcome::No) => false,
    };
    Decision::Resolved(if is_yes == question.is_inverse { 0.0 } else { 1.0 })
}

async fn record(door: &Door, lines: Vec<OutcomeLine>) -> anyhow::Result<ResolveReport> {
    let mut report = ResolveReport::default();
    for part in lines.chunks(MAX_OUTCOMES) {
        let batch = OutcomeBatch { origin: Some("market".to_owned()), outcomes: part.to_vec() };
        for LineRecorded { questions, refused } in door.record_outcomes(&batch).await?.outcomes {
            anyhow::ensure!(refused.is_none(), "an outcome was refused: {}", refused.unwrap_or_default());
            questions.into_iter().for_each(|question| report.add(question));
        }
    }
    Ok(report)
}

fn print(context: &Context, report: &ResolveReport, left: &[Left]) -> anyhow::Result<()> {
    if context.json {
        return output::json(&serde_json::json!({"recorded": report, "left": left}));
    }
    report.print(false)?;
    left.iter().try_for_each(|left| output::line(&format!("{}  {}: {}", left.run, left.market, left.reason)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::event::MarketMatch;

    use super::*;

    fn question(is_inverse: bool) -> OpenQuestion {
        OpenQuestion { run: Uuid::nil(), market: MarketId::parse("kalshi:KX-1").unwrap(), is_inverse }
    }

    fn listing(outcome: Option<MarketOutcome>) -> Result<Option<Listing>, String> {
        Ok(Some(Listing {
            id: "kalshi:KX-1".into(),
            question: "Will it?".into(),
            group: String::new(),
            option: String::new(),
            criteria: String::new(),
            url: String::new(),
            opens: None,
            closes: None,
            quote: None,
            volume: None,
            people: None,
            outcome,
            event: None,
        }))
    }

    #[test]
    fn a_resolved_market_decides_and_an_inverse_one_decides_the_opposite() {
        let yes = listing(Some(MarketOutcome::Yes));
        assert_eq!(decide(&question(false), &yes), Decision::Resolved(1.0));
        assert_eq!(decide(&question(true), &yes), Decision::Resolved(0.0));
        assert_eq!(decide(&question(true), &listing(Some(MarketOutcome::No))), Decision::Resolved(1.0));
    }

    #[test]
    fn an_undecided_market_leaves_the_question_open_with_the_reason() {
        let cases = [
            (listing(None), "not resolved"),
            (listing(Some(MarketOutcome::Other)), "by hand"),
            (Ok(None), "does not know"),
            (Err("kalshi is not available: timed out".to_owned()), "timed out"),
        ];
        for (listing, part) in cases {
            let Decision::Left(reason) = decide(&question(false), &listing) else { panic!("{part}") };
            assert!(reason.contains(part), "{reason}");
        }
    }

    #[test]
    fn the_found_market_precedes_the_venue_s_id() {
        let found = MarketMatch { id: "kalshi:KX-1".into(), inverse: true, ..MarketMatch::default() };
        let market = Market { condition_id: "norrland".into(), found: Some(found), ..Market::default() };
        assert_eq!(
            known_market(&market).map(|(id, inverse)| (id.to_string(), inverse)),
            Some(("kalshi:KX-1".into(), true))
        );
        let named = Market { condition_id: "norrland".into(), ..Market::default() };
        assert_eq!(known_market(&named), None);
    }
}
