//! Market data of the price services: labels and sentences. Pure.

use domain::Time;
use web::tokens::Market;
use web::tokens::facts::birdeye::BirdeyeFacts;
use web::tokens::facts::coingecko::CoinGeckoFacts;
use web::tokens::facts::dexscreener::DexScreenerFacts;
use web::tokens::facts::geckoterminal::GeckoTerminalFacts;
use web::tokens::facts::helius::HeliusFacts;

use super::statements::{About, Statement, percent, platform, safe_link};

/// Reduces the words of issuers to labels and safe addresses.
pub(super) fn plain_market(market: Market) -> Market {
    let link = |link: Option<String>| link.as_deref().and_then(safe_link);
    match market {
        Market::GeckoTerminal(facts) => Market::GeckoTerminal(GeckoTerminalFacts {
            twitter: link(facts.twitter),
            telegram: link(facts.telegram),
            website: link(facts.website),
            ..facts
        }),
        Market::DexScreener(facts) => Market::DexScreener(DexScreenerFacts {
            main_dex: facts.main_dex.as_deref().and_then(platform),
            twitter: link(facts.twitter),
            telegram: link(facts.telegram),
            website: link(facts.website),
            ..facts
        }),
        Market::Birdeye(facts) => Market::Birdeye(BirdeyeFacts {
            twitter: link(facts.twitter),
            telegram: link(facts.telegram),
            website: link(facts.website),
            ..facts
        }),
        Market::Helius(facts) => Market::Helius(HeliusFacts { website: link(facts.website), ..facts }),
        Market::CoinGecko(facts) => Market::CoinGecko(facts),
    }
}

/// Returns the statements of a service about the market of a mint.
pub(super) fn statements_of(mint: &str, market: &Market, now: Time) -> Vec<Statement> {
    let about = About { subject: mint, service: market.service(), now };
    match market {
        Market::GeckoTerminal(facts) => of_geckoterminal(&about, facts),
        Market::DexScreener(facts) => of_dexscreener(&about, facts),
        Market::Birdeye(facts) => of_birdeye(&about, facts),
        Market::Helius(facts) => of_helius(&about, facts),
        Market::CoinGecko(facts) => of_coingecko(&about, facts),
    }
    .into_iter()
    .flatten()
    .collect()
}

fn of_geckoterminal(about: &About<'_>, facts: &GeckoTerminalFacts) -> Vec<Option<Statement>> {
    let mint = about.subject;
    let curve = facts.graduation_pct.filter(|_| facts.graduated == Some(false));
    let left = facts.graduated.filter(|graduated| *graduated);
    let top = facts.top10_share.map(percent);
    vec![
        about.price(facts.price_usd, facts.price_at),
        about.since("had its first pool", facts.first_pool_at),
        curve.map(|done| {
            format!("{mint} is on its bonding curve, of which {done} per cent are done by GeckoTerminal.").into()
        }),
        left.map(|_| format!("{mint} has left its bonding curve by GeckoTerminal.").into()),
        about.dollars("volume of the last 24 hours", facts.volume_24h_usd),
        about.dollars("liquidity", facts.liquidity_usd),
        about.dollars("market capitalisation", facts.market_cap_usd),
        about.dollars("fully diluted value (no market capitalisation)", facts.fdv_usd),
        about.holders(facts.holders),
        top.map(|top| {
            format!("The ten largest accounts of {mint} hold {top} per cent by GeckoTerminal; pools may be among them.")
                .into()
        }),
        about.share("The developer holds", facts.dev_share),
        about.authority("mint", facts.mint_authority_open),
        about.authority("freeze", facts.freeze_authority_open),
        about.links(facts.twitter.as_deref(), facts.telegram.as_deref(), facts.website.as_deref()),
    ]
}

fn of_dexscreener(about: &About<'_>, facts: &DexScreenerFacts) -> Vec<Option<Statement>> {
    let mint = about.subject;
    let boosts = facts.boosts.filter(|boosts| *boosts > 0);
    vec![
        about.price(facts.price_usd, facts.price_at),
        about.since("had its first pair", facts.first_pair_at),
        facts.main_dex.as_ref().map(|dex| format!("The main market of {mint} is {dex} by DexScreener.").into()),
        about.dollars("volume of the last 24 hours", facts.volume_24h_usd),
        about.dollars("liquidity", facts.liquidity_usd),
        boosts.map(|boosts| format!("Somebody pays for {boosts} boosts of {mint} on DexScreener.").into()),
        about.links(facts.twitter.as_deref(), facts.telegram.as_deref(), facts.website.as_deref()),
    ]
}

fn of_birdeye(about: &About<'_>, facts: &BirdeyeFacts) -> Vec<Option<Statement>> {
    vec![
        about.price(facts.price_usd, facts.price_at),
        about.dollars("volume of the last 24 hours", facts.volume_24h_usd),
        about.dollars("liquidity", facts.liquidity_usd),
        about.dollars("market capitalisation", facts.market_cap_usd),
        about.holders(facts.holders),
        about.links(facts.twitter.as_deref(), facts.telegram.as_deref(), facts.website.as_deref()),
    ]
}

fn of_helius(about: &About<'_>, facts: &HeliusFacts) -> Vec<Option<Statement>> {
    let mint = about.subject;
    let supply = facts.supply.map(|supply| format!("The supply of {mint} is {supply:.0} tokens by Helius.").into());
    let mutable = facts.mutable.filter(|mutable| *mutable);
    vec![
        about.price(facts.price_usd, None),
        supply,
        about.authority("mint", facts.mint_authority_open),
        about.authority("freeze", facts.freeze_authority_open),
        mutable.map(|_| format!("The metadata of {mint} can be changed by Helius's record.").into()),
        about.links(None, None, facts.website.as_deref()),
    ]
}

fn of_coingecko(about: &About<'_>, facts: &CoinGeckoFacts) -> Vec<Option<Statement>> {
    vec![
        about.price(facts.price_usd, facts.price_at),
        about.dollars("volume of the last 24 hours", facts.volume_24h_usd),
        about.dollars("market capitalisation", facts.market_cap_usd),
    ]
}
