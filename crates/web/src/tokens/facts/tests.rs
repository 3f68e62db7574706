//! One test per trap of the replies, on small bodies.

use domain::Time;
use serde_json::{Value, json};

use super::geckoterminal::GeckoTerminalReplies;
use super::*;

const MINT: &str = "Mint1111";

fn ok(body: &Value) -> RawReply<'_> {
    RawReply { status: 200, body }
}

fn time(text: &str) -> Option<Time> {
    Some(text.parse().unwrap())
}

/// Returns the report's facts.
fn report(body: &Value) -> rugcheck::RugCheckFacts {
    rugcheck::read(ok(body)).found().unwrap()
}

fn pairs(body: &Value) -> dexscreener::DexScreenerFacts {
    dexscreener::read(ok(body), MINT).found().unwrap()
}

fn row(body: &Value) -> jupiter::JupiterFacts {
    jupiter::read(ok(&json!([body])), MINT).found().unwrap()
}

#[test]
fn every_form_of_an_error_has_its_outcome() {
    let outcomes = |status: u16, body: Value| {
        let reply = RawReply { status, body: &body };
        let gecko = GeckoTerminalReplies { token: reply, info: None, pools: None, ohlcv: None };
        [
            jupiter::read(reply, MINT).name(),
            rugcheck::read(reply).name(),
            geckoterminal::read(gecko, MINT).name(),
            dexscreener::read(reply, MINT).name(),
            coingecko::read(None, Some(reply)).name(),
            birdeye::read(reply).name(),
        ]
    };
    for (status, body, name) in [
        (429, json!({"code": 429, "message": "Rate limit exceeded"}), "limited"),
        (200, json!({"status": {"error_code": 429, "error_message": "You've exceeded the Rate Limit."}}), "limited"),
        (404, json!({"error": "coin not found"}), "not found"),
        (404, json!({"errors": [{"status": "404", "title": "Not Found"}]}), "not found"),
        (200, json!({"errors": [{"status": "404", "title": "Not Found"}]}), "not found"),
        (200, json!({"success": false, "message": "Not found"}), "not found"),
        (400, json!({"error": "not found"}), "not found"),
        (404, Value::Null, "not found"),
        (400, json!({"error": "unable to generate report"}), "error"),
        (401, json!({"success": false, "message": "Unauthorized"}), "error"),
        (200, json!({"success": false, "message": "Unauthorized"}), "error"),
        (500, json!({"error": "boom"}), "error"),
        (200, json!({"surprise": []}), "error"),
        (200, json!("words"), "error"),
        (200, Value::Null, "error"),
    ] {
        assert_eq!(outcomes(status, body.clone()), [name; 6], "{status} {body}");
    }
    let empty = json!([]);
    assert_eq!(jupiter::read(ok(&empty), MINT).name(), "not found");
    assert_eq!(dexscreener::read(ok(&empty), MINT).name(), "not found");
    assert_eq!(dexscreener::read(ok(&json!({"pairs": null})), MINT).name(), "not found");
    assert_eq!(birdeye::read(ok(&json!({"success": true, "data": null}))).name(), "not found");
}

#[test]
fn a_row_of_another_mint_is_not_read() {
    let rows = json!([{"id": "Other111", "usdPrice": 9.0}, {"id": MINT, "usdPrice": 1.5}]);
    let facts = jupiter::read(ok(&rows), MINT).found().unwrap();
    assert_eq!(facts.price_usd, Some(1.5));
    assert_eq!(jupiter::read(ok(&rows), "Third111").name(), "not found");
}

#[test]
fn an_audit_without_a_disabled_authority_leaves_it_open() {
    let open = row(&json!({"id": MINT, "mintAuthority": "Auth1", "audit": {"freezeAuthorityDisabled": true}}));
    assert_eq!((open.mint_authority_open, open.freeze_authority_open), (Some(true), Some(false)));
    assert_eq!((open.suspicious, open.verified), (Some(false), Some(false)));
    let silent = row(&json!({"id": MINT, "mintAuthority": "Auth1", "audit": null}));
    assert_eq!((silent.mint_authority_open, silent.freeze_authority_open), (Some(true), None));
    assert_eq!(silent.suspicious, None);
    let odd = row(&json!({"id": MINT, "isVerified": "yes", "audit": {"mintAuthorityDisabled": 1, "isSus": "no"}}));
    assert_eq!((odd.verified, odd.mint_authority_open, odd.suspicious), (None, None, None));
}

#[test]
fn an_absent_null_or_invalid_value_is_none_and_never_zero() {
    let nothing = row(&json!({"id": MINT}));
    let expected = jupiter::JupiterFacts { verified: Some(false), ..Default::default() };
    assert_eq!(nothing, expected);
    let wrong = json!({
        "id": MINT, "usdPrice": "NaN", "liquidity": -1, "holderCount": 1.5, "createdAt": "0001-01-01T00:00:00Z",
        "updatedAt": "yesterday", "dev": 7, "launchpad": " ", "stats24h": {"buyVolume": 1.0},
        "audit": {"devBalancePercentage": "inf", "topHoldersPercentage": null},
    });
    let flags = jupiter::JupiterFacts {
        mint_authority_open: Some(true),
        freeze_authority_open: Some(true),
        suspicious: Some(false),
        ..expected
    };
    assert_eq!(row(&wrong), flags);
    let empty = report(&json!({"mint": MINT, "creator": null, "topHolders": null, "markets": null, "risks": null}));
    assert_eq!(empty, rugcheck::RugCheckFacts::default());
    assert_eq!(birdeye::read(ok(&json!({"data": {"price": "x"}}))).name(), "not found");
    let chart = json!({"prices": [[1_791_990_000_000_i64, null]], "market_caps": [[1_791_990_000_000_i64, 0.0]]});
    let chart = coingecko::read(None, Some(ok(&chart))).found().unwrap();
    assert_eq!(chart, coingecko::CoinGeckoFacts::default());
}

#[test]
fn numbers_as_strings_are_numbers_and_a_percentage_becomes_a_share() {
    let facts = row(&json!({
        "id": MINT, "usdPrice": "1.5e-06", "holderCount": "7", "updatedAt": "2026-10-14T16:33:40.150927123Z",
        "stats24h": {"buyVolume": "2", "sellVolume": 3}, "audit": {"devBalancePercentage": "5.2"},
    }));
    assert_eq!((facts.price_usd, facts.holders, facts.volume_24h_usd), (Some(1.5e-6), Some(7), Some(5.0)));
    assert!((facts.dev_share.unwrap() - 0.052).abs() < 1e-12);
    assert_eq!(facts.price_at, time("2026-10-14T16:33:40.150927123Z"));
}

/// A report with two pools, a locker, the creator and eleven holders of 1 % each.
fn crowded() -> Value {
    let mut holders = vec![
        json!({"address": "A1", "owner": "Amm1", "pct": 40.0, "insider": false}),
        json!({"address": "Vault2", "owner": "Pool2", "pct": 12.0, "insider": true}),
        json!({"address": "Escrow1", "owner": "LockOwner", "pct": 20.0}),
        json!({"address": "C1", "owner": "Creator1", "pct": "6.5", "insider": true}),
    ];
    holders.extend((0..11).map(|n| json!({"address": format!("H{n}"), "owner": format!("O{n}"), "pct": 1.0})));
    json!({
        "mint": MINT, "creator": "Creator1", "topHolders": holders, "token": {"supply": 1000},
        "knownAccounts": {"Amm1": {"type": "AMM"}, "Creator1": {"type": "CREATOR"}},
        "markets": [{"pubkey": "Pool2", "liquidityA": "Vault2", "marketType": "orca"}],
        "lockers": {"Lock1": {"owner": "LockOwner", "tokenAccount": "Escrow1", "unlockDate": 1_798_113_600},
                    "Lock2": {"owner": "Creator1", "unlockDate": 1_803_859_200}, "Lock3": {"unlockDate": 0}},
    })
}

#[test]
fn pools_and_lockers_are_no_holders_and_the_creator_is_one() {
    let facts = report(&crowded());
    assert!((facts.top10_share.unwrap() - 0.155).abs() < 1e-12, "{facts:?}");
    assert!((facts.largest_share.unwrap() - 0.065).abs() < 1e-12, "{facts:?}");
    assert!((facts.insider_share.unwrap() - 0.065).abs() < 1e-12, "{facts:?}");
    assert_eq!((facts.accounts_left_out, facts.insiders), (Some(3), Some(1)));
    assert_eq!(facts.locked_until, time("2026-12-24T12:00:00Z"));
}

#[test]
fn shares_that_are_not_told_or_exceed_the_whole_are_unknown() {
    let holders = |rows: Value| report(&json!({"mint": MINT, "topHolders": rows}));
    let untold = holders(json!([{"owner": "A", "pct": null, "insider": "true"}, {"owner": "B", "pct": 4.0}]));
    assert_eq!((untold.top10_share, untold.largest_share, untold.insider_share), (None, None, None));
    assert_eq!((untold.insiders, holders(json!([{"owner": "B", "pct": 4.0}])).insider_share), (Some(1), Some(0.0)));
    let huge = holders(json!([{"owner": "A", "pct": 1e300}]));
    assert_eq!((huge.top10_share, huge.largest_share), (None, None));
    assert_eq!(holders(json!([{"owner": "A", "pct": 100.04}])).top10_share, Some(1.0), "rounding");
    let audit = json!({"id": MINT, "audit": {"devBalancePercentage": 1e300, "mintAuthorityDisabled": "true"}});
    assert_eq!((row(&audit).dev_share, row(&audit).mint_authority_open), (None, Some(false)));
    let nameless = report(
        &json!({"mint": MINT, "risks": [{"name": "", "level": ""}, {"name": "Low liquidity", "level": "warn"}]}),
    );
    assert_eq!(nameless.risks.map(|risks| risks.len()), Some(1));
}

#[test]
fn the_creators_share_is_its_balance_else_what_it_holds_among_the_largest() {
    let of = |key: &str, value: Value| {
        let mut body = crowded();
        body[key] = value;
        report(&body).dev_share
    };
    assert_eq!(of("creatorBalance", json!(34)), Some(0.034));
    assert_eq!(of("creatorBalance", json!(0)), Some(0.0));
    assert_eq!(of("creatorBalance", Value::Null), Some(0.065));
    assert_eq!(of("topHolders", Value::Null), None);
    assert_eq!(of("creator", Value::Null), None);
    assert_eq!(of("creator", json!("Elsewhere1")), None);
    let unlisted = json!({"mint": MINT, "creator": "C", "creatorBalance": 9, "token": {"supply": 0}});
    assert_eq!(report(&unlisted).dev_share, None);
}

#[test]
fn locked_liquidity_is_a_share_of_all_dollars_in_pools_without_curves() {
    let market = |kind: &str, token: &str, dollars: f64, locked: f64| {
        json!({"marketType": kind, "mintLP": token, "lp": {"lpMint": token, "baseUSD": dollars / 2.0, "quoteUSD": dollars / 2.0,
               "lpLockedUSD": locked, "lpLockedPct": 100}})
    };
    let none = "11111111111111111111111111111111";
    let of = |markets: Value| report(&json!({"mint": MINT, "markets": markets, "totalMarketLiquidity": 8.0}));
    let curve = || market("pump_fun", none, 100.0, 100.0);
    let pools = of(json!([curve(), market("pump_fun_amm", "Lp1", 60.0, 60.0), market("orca", none, 40.0, 7.0)]));
    assert_eq!((pools.lp_locked_share, pools.liquidity_usd), (Some(0.6), Some(8.0)));
    assert_eq!(of(json!([curve()])).lp_locked_share, None);
    assert_eq!(of(json!([market("raydium", "Lp1", 0.0, 0.0)])).lp_locked_share, None);
    assert_eq!(of(json!([{"marketType": "raydium", "lp": {"lpMint": "Lp1"}}])).lp_locked_share, None);
    let without = of(json!([]));
    assert_eq!((without.lp_locked_share, without.liquidity_usd), (None, None));
}

#[test]
fn authorities_risks_and_fees_of_a_report_are_read() {
    let facts = report(&json!({
        "mint": MINT, "mintAuthority": null, "freezeAuthority": "Auth1", "price": 0.5, "detectedAt": "2026-10-14T14:22:57Z",
        "transferFee": {"pct": 3}, "score": 61101, "score_normalised": 77, "rugged": false, "totalHolders": 530,
        "risks": [{"name": "Low Liquidity", "level": "danger", "score": 1}],
    }));
    assert_eq!((facts.mint_authority_open, facts.freeze_authority_open), (Some(false), Some(true)));
    assert_eq!((facts.transfer_fee_pct, facts.score_normalised, facts.rugged), (Some(3.0), Some(77.0), Some(false)));
    assert_eq!(facts.risks.unwrap()[0].name, "Low Liquidity");
    assert_eq!((facts.price_usd, facts.price_at), (Some(0.5), None));
    let extension = json!({"transferFeeConfig": {"newerTransferFee": {"transferFeeBasisPoints": 250}}});
    assert_eq!(report(&json!({"mint": MINT, "token_extensions": extension})).transfer_fee_pct, Some(2.5));
}

#[test]
fn a_pair_in_which_the_mint_is_the_quote_is_left_out() {
    let pair = |base: &str, dex: &str, dollars: Value| {
        json!({"baseToken": {"address": base}, "quoteToken": {"address": MINT}, "dexId": dex, "priceUsd": "0.5",
               "volume": {"h24": 10.5}, "liquidity": {"usd": dollars}, "pairCreatedAt": 1_791_987_772_150_i64,
               "info": {"socials": [{"type": "twitter", "url": format!("https://x.com/{dex}")}]}})
    };
    let other = pair("Other111", "meteora", json!(1e6));
    let facts = pairs(&json!([other, pair(MINT, "raydium", json!(10.0)), pair(MINT, "orca", json!("20"))]));
    assert_eq!((facts.main_dex.as_deref(), facts.liquidity_usd), (Some("orca"), Some(30.0)));
    assert_eq!((facts.volume_24h_usd, facts.twitter.as_deref()), (Some(21.0), Some("https://x.com/orca")));
    assert_eq!((facts.first_pair_at, facts.boosts), (time("2026-10-14T14:22:52.150Z"), Some(0)));
    let curve = pairs(&json!([pair(MINT, "pumpfun", Value::Null)]));
    assert_eq!((curve.liquidity_usd, curve.price_usd, curve.price_at), (None, Some(0.5), None));
    assert_eq!(pairs(&json!([other])), dexscreener::DexScreenerFacts::default());
}

/// Returns the facts of GeckoTerminal's replies; a null means that the reply is missing.
fn gecko(bodies: &[Value; 4]) -> geckoterminal::GeckoTerminalFacts {
    let [token, info, pools, ohlcv] = bodies;
    let some = |body| Some(body).filter(|body: &&Value| !body.is_null()).map(ok);
    let replies = GeckoTerminalReplies { token: ok(token), info: some(info), pools: some(pools), ohlcv: some(ohlcv) };
    geckoterminal::read(replies, MINT).found().unwrap()
}

fn token() -> Value {
    json!({"data": {"attributes": {
        "price_usd": "0.5", "fdv_usd": "9.0", "market_cap_usd": null, "total_reserve_in_usd": "4", "volume_usd": {"h24": "3"},
        "launchpad_details": {"completed": false, "graduation_percentage": "88.8"},
    }}})
}

fn candles(base: &str) -> Value {
    let rows =
        json!([[1_791_993_600, 1, 1, 1, 0.75, 2], [1_791_990_000, 1, 1, 1, 0.25, 2], [1_791_997_200, 1, 1, 1, 9]]);
    json!({"data": {"attributes": {"ohlcv_list": rows}}, "meta": {"base": {"address": base}}})
}

#[test]
fn a_fully_diluted_value_is_no_market_cap_and_the_newest_candle_dates_its_close() {
    let pool = |base: &str, at: &str| json!({"attributes": {"pool_created_at": at}, "relationships": {"base_token": {"data": {"id": format!("solana_{base}")}}}});
    let pools = json!({"data": [pool(MINT, "2026-10-14T15:00:00Z"), pool(MINT, "2026-10-14T14:00:00Z"), pool("Other111", "2020-10-14T14:00:00Z")]});
    let facts = gecko(&[token(), Value::Null, pools, candles(MINT)]);
    assert_eq!((facts.market_cap_usd, facts.fdv_usd, facts.price_at), (None, Some(9.0), None));
    assert_eq!((facts.graduated, facts.graduation_pct), (Some(false), Some(88.8)));
    assert_eq!((facts.last_close, facts.last_close_at), (Some(0.75), time("2026-10-14T16:00:00Z")));
    assert_eq!(facts.first_pool_at, time("2026-10-14T14:00:00Z"));
    let inverted = gecko(&[token(), Value::Null, Value::Null, candles("Other111")]);
    assert_eq!((inverted.last_close, inverted.last_close_at), (None, None));
}

#[test]
fn the_info_of_geckoterminal_is_read_and_unknown_words_are_none() {
    let info = json!({"data": {"attributes": {
        "holders": {"count": 530, "distribution_percentage": {"top_10": "39.8992"}}, "mint_authority": "yes",
        "freeze_authority": "unknown", "developer_holding_percentage": "0.0000", "twitter_handle": "i/communities/1",
        "websites": ["", "https://a.example/"],
    }}});
    let facts = gecko(&[token(), info, Value::Null, Value::Null]);
    assert!((facts.top10_share.unwrap() - 0.398_992).abs() < 1e-12);
    assert_eq!((facts.holders, facts.dev_share), (Some(530), Some(0.0)));
    assert_eq!((facts.mint_authority_open, facts.freeze_authority_open), (Some(true), None));
    assert_eq!(facts.website.as_deref(), Some("https://a.example/"));
    let silent = gecko(&[token(), json!({"data": {"attributes": {"holders": null}}}), Value::Null, Value::Null]);
    assert_eq!((silent.holders, silent.top10_share, silent.dev_share), (None, None, None));
}

#[test]
fn coingecko_is_read_from_its_chart_and_else_from_its_record() {
    let chart = json!({"prices": [[1_791_993_600_000_i64, 0.75], [1_791_990_000_000_i64, 0.25]], "total_volumes": [[1_791_993_600_000_i64, 5]]});
    let record = json!({"market_data": {"current_price": {"usd": 0.5}, "last_updated": "2026-10-14T16:00:00Z"}});
    let facts = coingecko::read(Some(ok(&record)), Some(ok(&chart))).found().unwrap();
    assert_eq!((facts.price_usd, facts.price_at), (Some(0.75), time("2026-10-14T16:00:00Z")));
    assert_eq!((facts.volume_24h_usd, facts.market_cap_usd), (Some(5.0), None));
    let gone = RawReply { status: 404, body: &Value::Null };
    let from_record = coingecko::read(Some(ok(&record)), Some(gone)).found().unwrap();
    assert_eq!(from_record.price_usd, Some(0.5));
    assert_eq!(coingecko::read(Some(gone), Some(gone)).name(), "not found");
}

#[test]
fn birdeye_is_read_with_older_field_names() {
    let body = json!({"data": {"price": 0.5, "mc": 9.0, "lastTradeUnixTime": 1_791_993_600, "extensions": null, "holder": 3}, "success": true});
    let facts = birdeye::read(ok(&body)).found().unwrap();
    assert_eq!((facts.market_cap_usd, facts.holders), (Some(9.0), Some(3)));
    assert_eq!((facts.price_at, facts.twitter), (time("2026-10-14T16:00:00Z"), None));
    let human = json!({"data": {"price": 0.5, "marketCap": 8, "mc": 9, "lastTradeHumanTime": "2026-10-14T16:00:00"}});
    let facts = birdeye::read(ok(&human)).found().unwrap();
    assert_eq!((facts.market_cap_usd, facts.price_at), (Some(8.0), time("2026-10-14T16:00:00Z")));
}

#[test]
fn helius_states_only_prices_in_dollars_and_only_of_the_mint() {
    let asset = |currency: &str| json!({"result": {"id": "M", "token_info": {"supply": 5, "price_info": {"price_per_token": 2, "currency": currency}}}});
    let facts = |body: &Value| helius::read(ok(body), "M").found().unwrap();
    assert_eq!(facts(&asset("USDC")).price_usd, Some(2.0));
    let other = facts(&asset("SOL"));
    assert_eq!((other.price_usd, other.supply, other.mint_authority_open), (None, None, None));
    assert_eq!(helius::read(ok(&asset("USDC")), "N").name(), "error");
    let unknown = json!({"error": {"code": -32000, "message": "Asset Not Found"}});
    assert_eq!(helius::read(ok(&unknown), "M").name(), "not found");
}
