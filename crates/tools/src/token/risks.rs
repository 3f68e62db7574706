//! RugCheck's report about a mint.

use agent::untrusted::statement;
use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use domain::Time;
use serde_json::json;
use web::Web;
use web::tokens::{Risk, RugCheckFacts};

use super::statements::{About, Statement, aged, day, minute, percent, safe_key};
use super::{MintInput, ServiceData, ServiceStatements, TokenAnswer, to_model, unknown};
use crate::notebook::Notes;
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{schema, text_schema};

const TOOL: &str = "check_rugcheck";
const SERVICE: &str = "RugCheck";
/// Maximum length of a risk's name, in characters.
const MAX_NAME_CHARS: usize = 64;
/// Maximum number of named risks.
const MAX_RISKS: usize = 20;
/// Severities of RugCheck.
const LEVELS: [&str; 4] = ["good", "info", "warn", "danger"];

pub(crate) struct CheckRugcheck<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for CheckRugcheck<W> {
    type Input = MintInput;
    type Output = TokenAnswer;

    fn spec(&self) -> ToolSpec {
        let about = "RugCheck's report of a mint: score, named risks, creator's share, locked liquidity, holders without pools.";
        schema(TOOL, about, 1, &[("mint", text_schema("Mint address."))])
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn bounds(&self) -> Bounds {
        crate::TOKEN_BOUNDS
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.token
    }

    async fn call(&self, session: &Session, input: MintInput) -> Result<ToolAnswer<Self::Output, Notes>, ToolError> {
        let mint = input.mint(session)?;
        let call = async { self.0.web.risks(mint).await.map_err(|error| to_model(&error)) };
        let (found, basis) = self.0.answers.answer(TOOL, &json!({"mint": mint}), call).await?;
        let Some(report) = found.as_ref().map(plain_report) else { return Ok(unknown(SERVICE, mint, basis)) };
        let statements = statements_of(mint, &report, session.scope.started);
        let service = ServiceStatements { service: SERVICE, call: (TOOL, mint.to_owned()), statements };
        Ok(ServiceData { mint, data: json!(report), basis }.answer(session, vec![service]))
    }
}

/// Reduces a report to labels. The explanations are left out; the names say the same.
fn plain_report(report: &RugCheckFacts) -> RugCheckFacts {
    let risk = |risk: &Risk| Risk {
        name: statement(&risk.name, MAX_NAME_CHARS),
        level: if LEVELS.contains(&risk.level.as_str()) { risk.level.clone() } else { "other".to_owned() },
        description: String::new(),
    };
    RugCheckFacts {
        risks: report.risks.as_ref().map(|risks| risks.iter().take(MAX_RISKS).map(risk).collect()),
        creator: report.creator.as_deref().and_then(safe_key),
        ..report.clone()
    }
}

fn statements_of(mint: &str, report: &RugCheckFacts, now: Time) -> Vec<Statement> {
    let about = About { subject: mint, service: SERVICE, now };
    let mut statements: Vec<Statement> = scores(mint, report);
    statements.extend(named_risks(mint, report));
    statements
        .extend(report.rugged.filter(|rugged| *rugged).map(|_| format!("RugCheck marks {mint} as rugged.").into()));
    statements.extend(about.price(report.price_usd, report.price_at));
    statements.extend(about.since("was first seen by RugCheck", report.detected_at));
    let creator =
        report.creator.as_ref().map(|creator| format!("The creator of {mint} is {creator} by RugCheck.").into());
    statements.extend(creator);
    statements.extend(about.share("The creator holds", report.dev_share));
    statements.extend(concentration(mint, report));
    statements.extend(insiders(mint, report));
    statements.extend(liquidity(&about, report));
    statements.extend(about.holders(report.holders));
    statements.extend(about.authority("mint", report.mint_authority_open));
    statements.extend(about.authority("freeze", report.freeze_authority_open));
    let fee = report.transfer_fee_pct.filter(|fee| *fee > 0.0);
    statements
        .extend(fee.map(|fee| format!("Each transfer of {mint} costs a fee of {fee} per cent by RugCheck.").into()));
    statements
}

/// States both scores with their scales.
fn scores(mint: &str, report: &RugCheckFacts) -> Vec<Statement> {
    let normalised = report.score_normalised.map(|score| {
        format!("RugCheck gives {mint} a risk score of {score} on a scale from 0 to 100; higher is riskier.").into()
    });
    let raw = report.score.map(|score| {
        format!(
            "The sum of the scores of all risks that RugCheck names of {mint} is {score}, which has no upper limit."
        )
        .into()
    });
    [normalised, raw].into_iter().flatten().collect()
}

fn named_risks(mint: &str, report: &RugCheckFacts) -> Vec<Statement> {
    match report.risks.as_deref() {
        Some([]) => vec![format!("RugCheck names no risk of {mint}.").into()],
        risks => {
            let risks = risks.unwrap_or_default().iter();
            risks
                .map(|risk| format!("RugCheck names a risk of {mint}: {} ({}).", risk.name, risk.level).into())
                .collect()
        }
    }
}

fn concentration(mint: &str, report: &RugCheckFacts) -> Option<Statement> {
    let share = percent(report.top10_share?);
    let text = format!(
        "The ten largest holders of {mint} hold {share} per cent, without pools, bonding curves and lockers, by RugCheck."
    );
    Some(text.into())
}

fn insiders(mint: &str, report: &RugCheckFacts) -> Option<Statement> {
    let share = report.insider_share.filter(|share| *share > 0.0)?;
    let share = percent(share);
    Some(
        format!("Among the largest holders of {mint}, RugCheck marks insiders with {share} per cent of the supply.")
            .into(),
    )
}

fn liquidity(about: &About<'_>, report: &RugCheckFacts) -> Vec<Statement> {
    let mint = about.subject;
    let locked = report.lp_locked_share.map(|share| {
        format!("{} per cent of the liquidity of {mint} in pools is locked by RugCheck.", percent(share)).into()
    });
    let until = report.locked_until.map(|at| {
        let ended = if at < about.now {
            format!("ended on {}{}", minute(at), aged(at, about.now))
        } else {
            format!("ends on {}", minute(at))
        };
        Statement { text: format!("The first lock of tokens of {mint} {ended}."), date: day(at) }
    });
    [about.dollars("liquidity", report.liquidity_usd), locked, until].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
