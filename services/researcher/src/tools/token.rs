//! Token services. Each answer is a source (`tool:…`), and its numbers are claims of that source.

use agent::{Answer, Tool, ToolError};
use domain::effect::Basis;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Memory;
use web::tokens::{Holders, PriceSeries, RiskReport, TokenMetadata};
use web::{ServiceError, Web};

use super::{spec, words};
use crate::answers;
use crate::desk::Desk;
use crate::identity;
use crate::notebook::{Claim, Notes, claim_id, tool_source};

#[derive(Deserialize)]
pub(super) struct Mint {
    mint: String,
    days: Option<u32>,
}

impl Mint {
    fn checked(&self) -> Result<&str, ToolError> {
        let mint = self.mint.trim();
        if identity::is_mint(mint) {
            Ok(mint)
        } else {
            Err(ToolError::told("mint is not a mint address (base58, 32 to 44 characters)"))
        }
    }
}

/// The model is told of a service that fails, and goes on without it.
fn failed(error: &ServiceError) -> ToolError {
    ToolError::told(format!("{error}; nothing is known from it"))
}

/// That it is not known is an answer, too.
fn unknown(service: &str, mint: &str, basis: Basis) -> Answer<Notes> {
    let content = json!({"known": false, "reason": format!("{service} knows no mint {mint}")});
    Answer { content, notes: Notes { bases: vec![basis], ..Notes::default() } }
}

/// A tool's data with the statements that follow from it.
fn answer<M, W>(
    desk: &Desk<M, W>,
    (tool, mint): (&str, &str),
    (data, basis): (&Value, Basis),
    statements: Vec<String>,
) -> Answer<Notes> {
    let source = tool_source(tool, mint, &data.to_string(), desk.task.started);
    let claim = |text: String| Claim {
        id: claim_id(&source.id, &text),
        source: source.id.clone(),
        quote: String::new(),
        date: String::new(),
        text,
    };
    let claims: Vec<Claim> = statements.into_iter().map(claim).collect();
    let content = json!({"source": source.id, "data": data, "claims": claims});
    Answer { content, notes: Notes { sources: vec![source], claims, bases: vec![basis], ..Notes::default() } }
}

pub(super) struct GetMetadata;

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for GetMetadata {
    type Args = Mint;

    fn spec(&self) -> llm::Tool {
        spec(
            "get_token_metadata",
            "What Jupiter knows of a mint: name, symbol, verified, holders, price.",
            1,
            &[("mint", words("Mint address."))],
        )
    }

    async fn call(&self, desk: &Desk<M, W>, args: Mint) -> Result<Answer<Notes>, ToolError> {
        let mint = args.checked()?;
        let ask = async { desk.kit.web.metadata(mint).await.map_err(|error| failed(&error)) };
        let (found, basis) = answers::answered(desk, ("get_token_metadata", &json!({"mint": mint})), ask).await?;
        let Some(token) = found else { return Ok(unknown("Jupiter", mint, basis)) };
        let mut answer = answer(desk, ("get_token_metadata", mint), (&json!(token), basis), described(&token));
        if web::guard::check(&token.website).is_ok() {
            answer.notes.urls.push(token.website);
        }
        Ok(answer)
    }
}

fn described(token: &TokenMetadata) -> Vec<String> {
    let name = format!("{} ({})", token.name, token.symbol);
    let verified = if token.verified { "is on Jupiter's verified list" } else { "is not on Jupiter's verified list" };
    let mut said = vec![format!("{name}, mint {}, {verified}.", token.mint)];
    said.extend(token.holders.map(|holders| format!("{name} has {holders} holders.")));
    said.extend(token.price_usd.map(|price| format!("{name} is priced at {price} US dollars.")));
    said.extend(token.liquidity_usd.map(|liquidity| format!("{name} has a liquidity of {liquidity:.0} US dollars.")));
    let authority = |what: &str, disabled: Option<bool>| {
        disabled.map(|disabled| {
            format!("The {what} authority of {name} is {}.", if disabled { "disabled" } else { "active" })
        })
    };
    said.extend(authority("mint", token.mint_authority_disabled));
    said.extend(authority("freeze", token.freeze_authority_disabled));
    said.extend(token.suspicious.then(|| format!("Jupiter's audit calls {name} suspicious.")));
    said.extend(token.market_cap_usd.map(|cap| format!("{name} has a market capitalisation of {cap:.0} US dollars.")));
    said
}

pub(super) struct GetPrices;

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for GetPrices {
    type Args = Mint;

    fn spec(&self) -> llm::Tool {
        let days = json!({"type": "integer", "minimum": 1, "maximum": 365, "default": 7});
        spec(
            "get_price_history",
            "A mint's price over the last days, and its change.",
            1,
            &[("mint", words("Mint address.")), ("days", days)],
        )
    }

    async fn call(&self, desk: &Desk<M, W>, args: Mint) -> Result<Answer<Notes>, ToolError> {
        let (mint, days) = (args.checked()?, args.days.unwrap_or(7).clamp(1, 365));
        let ask = async { desk.kit.web.prices(mint, days).await.map_err(|error| failed(&error)) };
        let (found, basis) =
            answers::answered(desk, ("get_price_history", &json!({"mint": mint, "days": days})), ask).await?;
        let Some(series) = found else { return Ok(unknown("the price service", mint, basis)) };
        let data = json!({
            "days": days, "points": thinned(&series), "changePercent": series.change_percent, "low": series.low, "high": series.high,
        });
        let change = series
            .change_percent
            .map(|change| format!("Over {days} days the price of {mint} changed by {change:.1} per cent."));
        let range =
            format!("Over {days} days the price of {mint} was between {} and {} US dollars.", series.low, series.high);
        Ok(answer(desk, ("get_price_history", mint), (&data, basis), change.into_iter().chain([range]).collect()))
    }
}

/// At most thirty points: a model needs the shape, not every hour.
fn thinned(series: &PriceSeries) -> Vec<Value> {
    let step = series.points.len().div_ceil(30).max(1);
    series.points.iter().step_by(step).map(|point| json!([point.at, point.usd])).collect()
}

pub(super) struct CheckRugcheck;

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for CheckRugcheck {
    type Args = Mint;

    fn spec(&self) -> llm::Tool {
        spec(
            "check_rugcheck",
            "RugCheck's risk score and named risks of a mint.",
            1,
            &[("mint", words("Mint address."))],
        )
    }

    async fn call(&self, desk: &Desk<M, W>, args: Mint) -> Result<Answer<Notes>, ToolError> {
        let mint = args.checked()?;
        let ask = async { desk.kit.web.risks(mint).await.map_err(|error| failed(&error)) };
        let (found, basis) = answers::answered(desk, ("check_rugcheck", &json!({"mint": mint})), ask).await?;
        let Some(report) = found else { return Ok(unknown("RugCheck", mint, basis)) };
        Ok(answer(desk, ("check_rugcheck", mint), (&json!(report), basis), risks(mint, &report)))
    }
}

fn risks(mint: &str, report: &RiskReport) -> Vec<String> {
    let score = format!("RugCheck gives {mint} a risk score of {}.", report.score);
    let named =
        report.risks.iter().map(|risk| format!("RugCheck names a risk of {mint}: {} ({}).", risk.name, risk.level));
    std::iter::once(score).chain(named).collect()
}

pub(super) struct GetHolders;

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for GetHolders {
    type Args = Mint;

    fn spec(&self) -> llm::Tool {
        spec(
            "get_holder_distribution",
            "Holders of a mint, and how concentrated they are.",
            1,
            &[("mint", words("Mint address."))],
        )
    }

    async fn call(&self, desk: &Desk<M, W>, args: Mint) -> Result<Answer<Notes>, ToolError> {
        let mint = args.checked()?;
        let ask = async { desk.kit.web.holders(mint).await.map_err(|error| failed(&error)) };
        let (found, basis) = answers::answered(desk, ("get_holder_distribution", &json!({"mint": mint})), ask).await?;
        let Some(holders) = found else { return Ok(unknown("the holder service", mint, basis)) };
        Ok(answer(desk, ("get_holder_distribution", mint), (&json!(holders), basis), held(mint, &holders)))
    }
}

fn held(mint: &str, holders: &Holders) -> Vec<String> {
    let share = format!(
        "The ten largest holders of {mint} hold {:.1} per cent ({} concentration).",
        holders.top10_percent, holders.concentration
    );
    let total = holders.total.map(|total| format!("{mint} has {total} holders."));
    std::iter::once(share).chain(total).collect()
}
