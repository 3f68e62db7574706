//! Token services. Each answer is a source (`tool:…`), and its figures become claims of that source.

mod prices;

use agent::untrusted::statement;
use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::effect::Basis;
use domain::entity::identifier;
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::tokens::{Holders, Risk, RiskReport, TokenMetadata};
use web::{ServiceError, Web};

use crate::notebook::{Claim, Notes, ShownClaim, shown, tool_source};
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{TOKEN_METADATA, schema, text_schema};

pub(crate) use prices::GetPrices;

/// Maximum length of a token's or a risk's name, in characters.
const MAX_NAME_CHARS: usize = 64;
/// Maximum length of a symbol, in characters.
const MAX_SYMBOL_CHARS: usize = 16;
/// Maximum length of a tag in characters, and maximum number of tags.
const MAX_TAG_CHARS: usize = 24;
const MAX_TAGS: usize = 8;
/// Maximum number of named risks.
const MAX_RISKS: usize = 20;
/// Severities of RugCheck.
const LEVELS: [&str; 4] = ["good", "info", "warn", "danger"];

#[derive(Deserialize)]
pub(crate) struct MintInput {
    mint: String,
    days: Option<u32>,
}

impl MintInput {
    fn mint(&self, session: &Session) -> Result<&str, ToolError> {
        let mint = self.mint.trim();
        if !identifier::is_mint(mint) {
            return Err(ToolError::to_model("mint is not a mint address (base58, 32 to 44 characters)"));
        }
        session.ensure_public_identifier(mint)?;
        Ok(mint)
    }
}

/// A service's data and the claims that follow from it, or that the service has none.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum TokenAnswer<T> {
    Unknown { known: bool, reason: String },
    Known { source: String, data: T, claims: Vec<ShownClaim> },
}

/// Converts a service's failure to a message: the model continues without the service.
fn to_model(error: &ServiceError) -> ToolError {
    tracing::info!(error = %error, "service gave no answer");
    ToolError::to_model(format!("{}; nothing is known from it", error.in_fixed_words()))
}

/// Reduces the words of a token's issuer to labels: a name, a symbol, tags and a short address. A mint's issuer chooses
/// all of them.
fn plain_token(token: TokenMetadata) -> TokenMetadata {
    let tags = token.tags.iter().map(|tag| statement(tag, MAX_TAG_CHARS)).filter(|tag| !tag.is_empty());
    let website = Untrusted::new(token.website.trim()).address();
    TokenMetadata {
        name: statement(&token.name, MAX_NAME_CHARS),
        symbol: statement(&token.symbol, MAX_SYMBOL_CHARS),
        tags: tags.take(MAX_TAGS).collect(),
        website: website.map(|address| address.as_str().to_owned()).unwrap_or_default(),
        ..token
    }
}

/// Reduces a risk report to labels. The explanations are left out; the names say the same.
fn plain_risks(report: &RiskReport) -> RiskReport {
    let risk = |risk: &Risk| Risk {
        name: statement(&risk.name, MAX_NAME_CHARS),
        level: if LEVELS.contains(&risk.level.as_str()) { risk.level.clone() } else { "other".to_owned() },
        description: String::new(),
    };
    let risks = report.risks.iter().take(MAX_RISKS).map(risk).collect();
    RiskReport { score: report.score, score_normalised: report.score_normalised, risks }
}

/// Returns the answer for a mint that the service does not know, which is recorded like any other.
fn unknown<T>(service: &str, mint: &str, basis: Basis) -> ToolAnswer<TokenAnswer<T>, Notes> {
    let output = TokenAnswer::Unknown { known: false, reason: format!("{service} knows no mint {mint}") };
    ToolAnswer { output, notes: Notes { bases: vec![basis], ..Notes::own_words() } }
}

/// A service's data about a mint.
struct ServiceData<'a, T> {
    tool: &'a str,
    mint: &'a str,
    data: T,
    basis: Basis,
}

impl<T: Serialize> ServiceData<'_, T> {
    fn answer(self, session: &Session, statements: Vec<String>) -> ToolAnswer<TokenAnswer<T>, Notes> {
        let Self { tool, mint, data, basis } = self;
        let source = tool_source(tool, mint, &json!(data).to_string(), session.scope.started);
        let claims: Vec<Claim> = statements.into_iter().map(|text| Claim::of_tool(&source, text)).collect();
        let output = TokenAnswer::Known { source: source.id.clone(), data, claims: shown(&claims) };
        ToolAnswer { output, notes: Notes { sources: vec![source], claims, bases: vec![basis], ..Notes::default() } }
    }
}

pub(crate) struct GetMetadata<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for GetMetadata<W> {
    type Input = MintInput;
    type Output = TokenAnswer<TokenMetadata>;

    fn spec(&self) -> ToolSpec {
        let about = "What Jupiter knows of a mint: name, symbol, verified, holders, price.";
        schema(TOKEN_METADATA, about, 1, &[("mint", text_schema("Mint address."))])
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
        let (tool, mint) = (TOKEN_METADATA, input.mint(session)?);
        let call = async { self.0.web.metadata(mint).await.map_err(|error| to_model(&error)) };
        let (found, basis) = self.0.answers.answer(tool, &json!({"mint": mint}), call).await?;
        let Some(data) = found.map(plain_token) else { return Ok(unknown("Jupiter", mint, basis)) };
        let (statements, website) = (described(&data), data.website.clone());
        let mut answer = ServiceData { tool, mint, data, basis }.answer(session, statements);
        if web::guard::check(&website).is_ok() {
            answer.notes.urls.push(website);
        }
        Ok(answer)
    }
}

fn described(token: &TokenMetadata) -> Vec<String> {
    let name = format!("{} ({})", token.name, token.symbol);
    let verified = if token.verified { "is on Jupiter's verified list" } else { "is not on Jupiter's verified list" };
    let mut statements = vec![format!("{name}, mint {}, {verified}.", token.mint)];
    statements.extend(token.holders.map(|holders| format!("{name} has {holders} holders.")));
    statements.extend(token.price_usd.map(|price| format!("{name} is priced at {price} US dollars.")));
    statements
        .extend(token.liquidity_usd.map(|liquidity| format!("{name} has a liquidity of {liquidity:.0} US dollars.")));
    let authority = |what: &str, disabled: Option<bool>| {
        disabled.map(|disabled| {
            format!("The {what} authority of {name} is {}.", if disabled { "disabled" } else { "active" })
        })
    };
    statements.extend(authority("mint", token.mint_authority_disabled));
    statements.extend(authority("freeze", token.freeze_authority_disabled));
    statements.extend(token.suspicious.then(|| format!("Jupiter's audit calls {name} suspicious.")));
    statements
        .extend(token.market_cap_usd.map(|cap| format!("{name} has a market capitalisation of {cap:.0} US dollars.")));
    statements
}

pub(crate) struct CheckRugcheck<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for CheckRugcheck<W> {
    type Input = MintInput;
    type Output = TokenAnswer<RiskReport>;

    fn spec(&self) -> ToolSpec {
        let about = "RugCheck's risk score and named risks of a mint.";
        schema("check_rugcheck", about, 1, &[("mint", text_schema("Mint address."))])
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
        let (tool, mint) = ("check_rugcheck", input.mint(session)?);
        let call = async { self.0.web.risks(mint).await.map_err(|error| to_model(&error)) };
        let (found, basis) = self.0.answers.answer(tool, &json!({"mint": mint}), call).await?;
        let Some(data) = found.as_ref().map(plain_risks) else { return Ok(unknown("RugCheck", mint, basis)) };
        let statements = risks(mint, &data);
        Ok(ServiceData { tool, mint, data, basis }.answer(session, statements))
    }
}

fn risks(mint: &str, report: &RiskReport) -> Vec<String> {
    let score = format!("RugCheck gives {mint} a risk score of {}.", report.score);
    let named =
        report.risks.iter().map(|risk| format!("RugCheck names a risk of {mint}: {} ({}).", risk.name, risk.level));
    std::iter::once(score).chain(named).collect()
}

pub(crate) struct GetHolders<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for GetHolders<W> {
    type Input = MintInput;
    type Output = TokenAnswer<Holders>;

    fn spec(&self) -> ToolSpec {
        let about = "Holders of a mint, and how concentrated they are.";
        schema("get_holder_distribution", about, 1, &[("mint", text_schema("Mint address."))])
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
        let (tool, mint) = ("get_holder_distribution", input.mint(session)?);
        let call = async { self.0.web.holders(mint).await.map_err(|error| to_model(&error)) };
        let (found, basis) = self.0.answers.answer(tool, &json!({"mint": mint}), call).await?;
        let Some(data) = found else { return Ok(unknown("the holder service", mint, basis)) };
        let statements = holder_statements(mint, &data);
        Ok(ServiceData { tool, mint, data, basis }.answer(session, statements))
    }
}

fn holder_statements(mint: &str, holders: &Holders) -> Vec<String> {
    let share = format!(
        "The ten largest holders of {mint} hold {:.1} per cent ({} concentration).",
        holders.top10_percent, holders.concentration
    );
    let total = holders.total.map(|total| format!("{mint} has {total} holders."));
    std::iter::once(share).chain(total).collect()
}
