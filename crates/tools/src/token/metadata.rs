//! What Jupiter has about a mint.

use agent::untrusted::statement;
use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use domain::Time;
use serde_json::json;
use web::Web;
use web::tokens::TokenMetadata;
use web::tokens::facts::jupiter::JupiterFacts;

use super::statements::{About, Statement, percent, platform, safe_key, safe_link};
use super::{MintInput, ServiceData, ServiceStatements, TokenAnswer, to_model, unknown};
use crate::notebook::Notes;
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{TOKEN_METADATA, schema, text_schema};

const SERVICE: &str = "Jupiter";
/// Maximum length of a token's name, in characters.
const MAX_NAME_CHARS: usize = 64;
/// Maximum length of a symbol, in characters.
const MAX_SYMBOL_CHARS: usize = 16;
/// Maximum length of a tag in characters, and maximum number of tags.
const MAX_TAG_CHARS: usize = 24;
const MAX_TAGS: usize = 8;
/// Jupiter's labels of the organic trading.
const ORGANIC_LABELS: [&str; 3] = ["low", "medium", "high"];

pub(crate) struct GetMetadata<W>(pub(crate) RecordedWeb<W>);

impl<W: Web> Tool<Session, Notes> for GetMetadata<W> {
    type Input = MintInput;
    type Output = TokenAnswer;

    fn spec(&self) -> ToolSpec {
        let about = "What Jupiter knows of a mint: name, symbol, verified, price with its time, age, launchpad, developer, holders, links.";
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
        let Some(token) = found.map(plain_token) else { return Ok(unknown(SERVICE, mint, basis)) };
        let statements = described(&token, session.scope.started);
        let service = ServiceStatements { service: SERVICE, call: (tool, mint.to_owned()), statements };
        let website = token.facts.website.clone();
        let mut answer = ServiceData { mint, data: json!(token), basis }.answer(session, vec![service]);
        answer.notes.urls.extend(website.filter(|website| web::guard::check(website).is_ok()));
        Ok(answer)
    }
}

/// Reduces the words of a token's issuer to labels: a name, a symbol, tags and short addresses. A mint's issuer chooses
/// all of them.
fn plain_token(token: TokenMetadata) -> TokenMetadata {
    let tags = token.tags.iter().map(|tag| statement(tag, MAX_TAG_CHARS)).filter(|tag| !tag.is_empty());
    let link = |link: &Option<String>| link.as_deref().and_then(safe_link);
    let facts = &token.facts;
    let facts = JupiterFacts {
        dev: facts.dev.as_deref().and_then(safe_key),
        launchpad: facts.launchpad.as_deref().and_then(platform),
        organic_label: facts.organic_label.clone().filter(|label| ORGANIC_LABELS.contains(&label.as_str())),
        twitter: link(&facts.twitter),
        telegram: link(&facts.telegram),
        website: link(&facts.website).filter(|link| link.contains("://")),
        ..facts.clone()
    };
    TokenMetadata {
        name: statement(&token.name, MAX_NAME_CHARS),
        symbol: statement(&token.symbol, MAX_SYMBOL_CHARS),
        tags: tags.take(MAX_TAGS).collect(),
        facts,
        ..token
    }
}

fn described(token: &TokenMetadata, now: Time) -> Vec<Statement> {
    let name = format!("{} ({})", token.name, token.symbol);
    let about = About { subject: &name, service: SERVICE, now };
    let facts = &token.facts;
    let is_verified = facts.verified == Some(true);
    let verified = if is_verified { "is on Jupiter's verified list" } else { "is not on Jupiter's verified list" };
    let mut statements = vec![format!("{name}, mint {}, {verified}.", token.mint).into()];
    statements.extend(about.price(facts.price_usd, facts.price_at));
    statements.extend(about.since("had its first pool or bonding curve", facts.first_pool_at));
    statements.extend(origin(&about, facts));
    statements.extend(about.holders(facts.holders));
    statements.extend(concentration(&about, facts));
    statements.extend(about.dollars("liquidity", facts.liquidity_usd));
    statements.extend(about.dollars("volume of the last 24 hours", facts.volume_24h_usd));
    statements.extend(about.dollars("market capitalisation", token.market_cap_usd));
    statements.extend(about.authority("mint", facts.mint_authority_open));
    statements.extend(about.authority("freeze", facts.freeze_authority_open));
    statements.extend(
        facts
            .suspicious
            .filter(|suspicious| *suspicious)
            .map(|_| format!("Jupiter's audit calls {name} suspicious.").into()),
    );
    statements.extend(
        facts
            .organic_label
            .as_ref()
            .map(|label| format!("Jupiter rates the organic trading of {name} as {label}.").into()),
    );
    statements.extend(about.links(facts.twitter.as_deref(), facts.telegram.as_deref(), facts.website.as_deref()));
    statements
}

/// States the launchpad, the end of the bonding curve and the developer.
fn origin(about: &About<'_>, facts: &JupiterFacts) -> Vec<Statement> {
    let launchpad = facts.launchpad.as_ref().map(|pad| format!("{} was launched on {pad}.", about.subject).into());
    let graduated = about.since("left its bonding curve", facts.graduated_at);
    let dev = facts.dev.as_ref().map(|dev| format!("The developer of {} is {dev} by Jupiter.", about.subject).into());
    let share = about.share("The developer holds", facts.dev_share);
    [launchpad, graduated, dev, share].into_iter().flatten().collect()
}

/// Jupiter does not say whether pools are among its largest holders.
fn concentration(about: &About<'_>, facts: &JupiterFacts) -> Option<Statement> {
    let share = percent(facts.top_holders_share?);
    Some(format!("The largest holders of {} hold {share} per cent by Jupiter's own count.", about.subject).into())
}

#[cfg(test)]
mod tests;
