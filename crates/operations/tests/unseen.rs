//! Variants of third-party formats as real programs write them: each record is an event, or is refused with its
//! position and a reason, without affecting the others.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values")]

use domain::event::{AskedQuestion, ScoutAlert, Side, Transaction};
use domain::{EventKind, MicroUsd};
use operations::formats::{FormatName, Options, Read};
use serde_json::{Value, json};

const MINT: &str = "Hern72gD2MihQ52jcNFepZ7C4j2GBjKhb3gCUs5AcXw9";

fn read(format: FormatName, record: &Value) -> Vec<Read> {
    format.reader(&Options::default()).read(&record.to_string())
}

/// Replaces some fields of `base`.
fn with(mut base: Value, changes: Value) -> Value {
    base.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    base
}

fn transaction(read: &Read) -> &Transaction {
    match &read.as_ref().unwrap().kind {
        EventKind::Transaction(transaction) => transaction,
        other => panic!("{other:?}"),
    }
}

fn alert(read: &Read) -> &ScoutAlert {
    match &read.as_ref().unwrap().kind {
        EventKind::ScoutAlert(alert) => alert,
        other => panic!("{other:?}"),
    }
}

fn question(read: &Read) -> &AskedQuestion {
    match &read.as_ref().unwrap().kind {
        EventKind::Question(question) => question,
        other => panic!("{other:?}"),
    }
}

fn refusals(reads: &[Read]) -> Vec<String> {
    reads.iter().filter_map(|read| read.as_ref().err().map(ToString::to_string)).collect()
}

/// Checks the beginning of each refusal.
fn assert_refusals(reads: &[Read], expected: &[&str]) {
    let refused = refusals(reads);
    assert_eq!(refused.len(), expected.len(), "{refused:#?}");
    for (refused, expected) in refused.iter().zip(expected) {
        assert!(refused.starts_with(expected), "{refused} does not begin with {expected}");
    }
}

fn enhanced(changes: Value) -> Value {
    let base = json!({"signature": "sig", "type": "SWAP", "source": "JUPITER", "feePayer": "Marsh", "timestamp": 1_795_251_600});
    with(base, changes)
}

fn moved(count: usize) -> Vec<Value> {
    let transfer = |n| json!({"mint": MINT, "fromUserAccount": format!("from{n}"), "toUserAccount": format!("to{n}"), "tokenAmount": 0.5});
    (0..count).map(transfer).collect()
}

#[test]
fn unknown_values_may_be_null() {
    let nothing = enhanced(json!({
        "description": null, "type": null, "source": null, "fee": null, "slot": null, "feePayer": null, "timestamp": null,
        "tokenTransfers": null, "nativeTransfers": null, "events": null, "transactionError": null, "accountData": [], "extra": {"a": [1]},
    }));
    let read = read(FormatName::Helius, &nothing);
    let swap = transaction(&read[0]);
    assert_eq!((swap.kind.as_str(), swap.wallets.len(), swap.legs.len(), swap.failed), ("", 0, 0, false));
    assert_eq!(swap.time, None);
}

#[test]
fn numbers_may_be_quoted() {
    let quoted = enhanced(json!({
        "fee": "5000", "slot": "1001", "timestamp": "1795251600",
        "tokenTransfers": [{"mint": MINT, "fromUserAccount": null, "tokenAmount": "1.5e3", "tokenStandard": "Fungible"}],
        "nativeTransfers": [{"fromUserAccount": "a", "toUserAccount": null, "amount": "2500000000"}],
    }));
    let read = read(FormatName::Helius, &quoted);
    let swap = transaction(&read[0]);
    assert_eq!(swap.legs.iter().map(|leg| leg.amount).collect::<Vec<_>>(), [1_500.0, 2.5]);
    assert_eq!(swap.time.unwrap().timestamp(), 1_795_251_600);
}

#[test]
fn a_swap_without_transfers_takes_its_legs_from_the_swap_event() {
    let side = |amount: Value| json!({"userAccount": "Marsh", "mint": MINT, "rawTokenAmount": {"tokenAmount": amount, "decimals": 6}});
    let swap = |changes| enhanced(json!({"type": "UNKNOWN", "events": {"swap": changes}}));
    let all = json!([
        swap(
            json!({"nativeInput": {"account": "Marsh", "amount": 2_500_000_000_u64}, "tokenOutputs": [side(json!("300000000"))]})
        ),
        swap(
            json!({"nativeInput": null, "tokenInputs": [side(json!(1_000_000))], "tokenOutputs": null, "innerSwaps": [{"programInfo": {}}]})
        ),
        swap(json!({"tokenInputs": [side(json!("12.5 of them"))]})),
        swap(
            json!({"tokenInputs": [{"userAccount": "M", "mint": MINT, "rawTokenAmount": {"tokenAmount": "1", "decimals": -400}}]})
        ),
    ]);
    let read = read(FormatName::Helius, &all);
    let amounts = |read| transaction(read).legs.iter().map(|leg| leg.amount).collect::<Vec<_>>();
    assert_eq!((amounts(&read[0]), amounts(&read[1])), (vec![2.5, 300.0], vec![1.0]));
    assert!(read[..2].iter().all(|read| transaction(read).kind == "SWAP"));
    // A side that cannot be read costs itself and not the transaction.
    assert_eq!((amounts(&read[2]), amounts(&read[3])), (vec![], vec![]));
}

#[test]
fn valid_entries_of_a_webhook_list_are_events() {
    let list = json!([
        enhanced(
            json!({"signature": "nft", "type": "NFT_SALE", "events": {"nft": {"amount": 1, "nfts": [{"mint": MINT}]}}, "tokenTransfers": moved(1)})
        ),
        enhanced(
            json!({"signature": "cnft", "type": "COMPRESSED_NFT_MINT", "events": {"compressed": [{"assetId": MINT, "innerInstructionIndex": null}]}})
        ),
        enhanced(json!({"signature": "failed", "transactionError": {"InstructionError": [2, {"Custom": 6001}]}})),
        enhanced(json!({"signature": "many", "tokenTransfers": moved(300)})),
        enhanced(json!({"signature": "most", "tokenTransfers": moved(1_000)})),
        enhanced(json!({"signature": "too-many", "tokenTransfers": moved(1_001)})),
        enhanced(json!({"signature": ""})),
        enhanced(json!({"signature": null})),
        enhanced(json!({"signature": "nameless", "tokenTransfers": [{"mint": "", "tokenAmount": 1}]})),
        enhanced(json!({"signature": "negative", "nativeTransfers": [{"amount": -5}]})),
        enhanced(json!({"signature": "late", "timestamp": 1_795_251_600_000_i64})),
        json!("not a transaction"),
        json!([]),
        enhanced(json!({"signature": "last"})),
    ]);
    let read = read(FormatName::Helius, &list);
    let fine: Vec<&str> = read.iter().flatten().map(|event| event.id.as_str()).collect();
    let expected = ["nft", "cnft", "failed", "many", "most", "too-many", "nameless", "negative", "late", "last"];
    assert_eq!(fine, expected, "a field that cannot be read costs itself");
    assert_eq!((transaction(&read[3]).legs.len(), transaction(&read[3]).wallets.len()), (300, 601));
    assert_eq!((transaction(&read[4]).legs.len(), transaction(&read[4]).wallets.len()), (1_000, 1_000));
    assert_eq!(transaction(&read[5]).legs.len(), 1_000, "the first of 1,001 transfers");
    assert!([8, 9].iter().all(|at| transaction(&read[*at]).legs.is_empty()));
    assert!(transaction(&read[2]).failed);
    let expected = [
        "[6].signature: is empty",
        "[7].record: cannot parse",
        "[11].record: cannot parse",
        "[12].record: cannot parse",
    ];
    assert_refusals(&read, &expected);
}

/// A trade as listed by Polymarket's Data API.
fn listed(changes: Value) -> Value {
    let base = json!({
        "proxyWallet": "0xab", "side": "BUY", "asset": "11", "conditionId": "0xcd", "size": 15000.5, "price": 0.4, "timestamp": 1_795_251_600,
        "title": "Will it snow in Harbour City?", "slug": "snow", "icon": "", "eventSlug": "snow-in-harbour-city", "outcome": "Yes",
        "outcomeIndex": 0, "name": "", "pseudonym": "Quiet-Tern", "bio": null, "profileImage": null, "transactionHash": "0xef",
    });
    with(base, changes)
}

#[test]
fn trades_of_the_data_api_are_parsed() {
    let rows = json!([
        listed(json!({})),
        listed(json!({})),
        listed(json!({"side": "SELL", "outcome": "No", "price": 0.25, "name": "tern"})),
        listed(json!({"outcome": "Harriers", "size": "10", "price": "0.5", "eventSlug": null, "timestamp": null})),
        listed(json!({"type": "TRADE", "usdcSize": 6000.123456})),
        listed(json!({"price": 1.7})),
        listed(json!({"price": "NaN"})),
        listed(json!({"size": -1})),
        listed(json!({"side": "MERGE"})),
        listed(json!({"title": null})),
        listed(json!({"proxyWallet": ""})),
        listed(json!({"timestamp": 1.5})),
    ]);
    let read = read(FormatName::Polymarket, &rows);
    let trades: Vec<&ScoutAlert> = read[..5].iter().map(alert).collect();
    assert_eq!(trades[0].trade.usd_value, MicroUsd(6_000_200_000));
    assert_eq!((trades[0].trade.side, trades[2].trade.side), (Side::Buy, Side::Sell));
    assert_eq!((trades[0].trader.alias.as_str(), trades[2].trader.alias.as_str()), ("Quiet-Tern", "tern"));
    assert_eq!(trades[0].market.url, "https://polymarket.com/event/snow-in-harbour-city");
    assert_eq!(trades[0].trade.time.unwrap().timestamp(), 1_795_251_600);
    let prices: Vec<_> = trades.iter().map(|trade| (trade.trade.price, trade.market.price.unwrap())).collect();
    assert_eq!(prices[..4], [(0.4, 0.4), (0.4, 0.4), (0.25, 0.75), (0.5, 0.5)], "a market's price is that of YES");
    assert_eq!((trades[3].trade.usd_value, trades[3].market.url.as_str()), (MicroUsd::dollars(5), ""));
    assert_eq!(
        trades[4].trade.usd_value,
        MicroUsd(6_000_123_456),
        "the amount paid takes precedence over size times price"
    );

    let ids: std::collections::BTreeSet<_> = read.iter().flatten().map(|event| event.id.clone()).collect();
    assert_eq!(ids.len(), 6, "the same row twice is two trades");
    assert_eq!(alert(&read[11]).trade.time.unwrap().timestamp(), 1, "whole seconds count");
    let expected = [
        "[5].scout_alert.trade.price: is 1.7",
        "[6].size: 15000.5 at \"NaN\" is not an amount in dollars",
        "[7].size: -1 at 0.4 is not an amount",
        "[8].side: is \"MERGE\"",
        "[9].scout_alert.market.question: is empty",
        "[10].scout_alert.trader.address: is empty",
    ];
    assert_refusals(&read, &expected);
}

#[test]
fn a_trade_on_no_gives_the_price_of_yes() {
    let row = |outcome: &str| {
        json!({
            "trade_dttm": "2026-11-20 08:10:00", "trader_id": "0xab", "trader_name": null, "side": "buy", "amount": 100, "price": 0.25, "value": 25,
            "event_id": 77, "market_title": "Will it?", "market_subtitle": null, "outcome": outcome, "trader_tags": null,
        })
    };
    for (outcome, yes) in [("Yes", 0.25), ("No", 0.75), ("no ", 0.75), ("Harriers", 0.25)] {
        let read = read(FormatName::Polymarket, &row(outcome));
        let alert = alert(&read[0]);
        assert_eq!((alert.trade.price, alert.market.price), (0.25, Some(yes)), "{outcome}");
        assert_eq!(alert.market.condition_id, "77");
    }
}

fn row(changes: Value) -> Value {
    let base = json!({"id": "q1", "source": "venue", "question": "Will it snow?", "freeze_datetime": "2026-10-22T00:00:00+00:00"});
    with(base, changes)
}

#[test]
fn question_sets_with_missing_values_are_parsed() {
    let holes = json!({
        "background": null, "resolution_criteria": null, "market_info_resolution_criteria": null, "url": null, "crowd": null,
        "market_info_close_datetime": null, "freeze_datetime_value": null, "freeze_datetime_value_explanation": null, "type": null,
    });
    let set = json!({"forecast_due_date": "2026-11-01", "question_set": null, "questions": [
        row(holes.clone()),
        row(with(holes.clone(), json!({"id": 17, "crowd": "0.4"}))),
        row(json!({"id": "q3", "freeze_datetime_value": "N/A"})),
        row(json!({"id": ["q1", "q2"], "combination_of": []})),
        row(json!({"id": null})),
        row(json!({"id": "q6", "question": null})),
        row(json!({"id": "q7", "crowd": 40})),
        row(json!({"id": "q8", "freeze_datetime": "last week"})),
        "not a question",
        row(json!({"id": "q9", "question": "Wird es in Norrland schneien? ‏هل سيتساقط الثلج؟ 会下雪吗?"})),
    ]});
    let read = read(FormatName::Forecastbench, &set);
    let ids: Vec<&str> = read.iter().flatten().map(|event| event.id.as_str()).collect();
    let expected = ["q1", "17", "q3", "q7", "q8", "q9"].map(|id| format!("{id}@2026-11-01"));
    assert_eq!(ids, expected, "a price or a time that cannot be read costs itself");
    assert!(question(&read[6]).market.as_ref().is_none_or(|market| market.price.is_none()), "40 is no price");
    let price = |read| question(read).market.as_ref().unwrap().price;
    assert_eq!((price(&read[0]), price(&read[1]), price(&read[2])), (None, Some(0.4), None));
    let expected = [
        "questions[3].record: cannot parse (combines several questions",
        "questions[4].record: cannot parse (qid (or id) is empty",
        "questions[5].question.text: is empty",
        "questions[8].record: cannot parse",
    ];
    assert_refusals(&read, &expected);
}

#[test]
fn entries_of_an_event_list_are_independent() {
    let event =
        |id: &str, price: Value| json!({"id": id, "question": {"text": "Will it?", "market": {"price": price}}});
    let list =
        json!([event("a", json!(0.5)), event("b", json!(1.7)), event("c", json!(null)), 7, event("d", json!("0.25"))]);
    let read = read(FormatName::Json, &list);
    let ids: Vec<&str> = read.iter().flatten().map(|event| event.id.as_str()).collect();
    assert_eq!(ids, ["a", "c", "d"]);
    let refused = refusals(&read);
    assert!(refused[0].starts_with("[1].question.market.price: is 1.7"), "{refused:?}");
    assert!(refused[1].starts_with("[3].body: "), "{refused:?}");
}

#[test]
fn the_first_record_names_its_format_and_a_faulty_event_is_of_none() {
    use operations::formats::recognise;
    let of = |record: &Value| recognise(&record.to_string(), &Options::default());
    let question = json!({"qid": "v:1", "set": "2026-03-01", "source": "v", "question": "Will it rain?"});
    assert_eq!(of(&json!({"id": "a", "question": {"text": "Will it rain?"}})), Some(FormatName::Json));
    assert_eq!(of(&question), Some(FormatName::Forecastbench));
    assert_eq!(of(&json!([enhanced(json!({}))])), Some(FormatName::Helius));
    assert_eq!(of(&json!({"id": "a", "question": {"txt": "Will it rain?"}})), None);
    assert_eq!(of(&json!({})), None);
}
