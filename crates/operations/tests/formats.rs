//! Third-party formats: our own fixtures for every code path, and recorded data where it is available.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values")]

mod beside;

use domain::event::{AskedQuestion, ScoutAlert, Side, Transaction};
use domain::{Event, EventKind, MicroUsd, Tenant};
use operations::formats::helius::{self, SOL};
use operations::formats::{FormatName, Options, Records};
use proto::event::InvalidEvent;
use serde_json::{Value, json};

fn read_all(format: FormatName, options: &Options, text: &str) -> Vec<(usize, Result<Event, InvalidEvent>)> {
    let mut reader = format.reader(options);
    Records::new(text.as_bytes())
        .map(|record| record.unwrap())
        .flat_map(|record| reader.read(&record.text.unwrap()).into_iter().map(move |read| (record.line, read)))
        .collect()
}

fn events(format: FormatName, options: &Options, text: &str) -> Vec<Event> {
    read_all(format, options, text)
        .into_iter()
        .map(|(line, event)| event.unwrap_or_else(|error| panic!("line {line}: {error}")))
        .collect()
}

fn transaction(event: &Event) -> &Transaction {
    let EventKind::Transaction(transaction) = &event.kind else { panic!("{event:?}") };
    transaction
}

fn alert(event: &Event) -> &ScoutAlert {
    let EventKind::ScoutAlert(alert) = &event.kind else { panic!("{event:?}") };
    alert
}

fn question(event: &Event) -> &AskedQuestion {
    let EventKind::Question(question) = &event.kind else { panic!("{event:?}") };
    question
}

#[test]
fn helius_webhook_bodies() {
    let text = include_str!("fixtures/helius.json");
    let found = events(FormatName::Helius, &Options::default(), text);
    assert_eq!(found.iter().map(|event| event.id.as_str()).collect::<Vec<_>>(), ["sig-swap", "sig-failed"]);

    let swap = transaction(&found[0]);
    assert_eq!((swap.kind.as_str(), swap.program.as_str(), swap.failed), ("SWAP", "JUPITER", false));
    assert_eq!(swap.time.unwrap().timestamp(), 1_795_251_600);
    assert_eq!(
        swap.legs.iter().map(|leg| (leg.mint.as_str(), leg.amount)).collect::<Vec<_>>(),
        [(SOL, 2.5), ("Hern72gD2MihQ52jcNFepZ7C4j2GBjKhb3gCUs5AcXw9", 300.0),]
    );
    assert_eq!(swap.legs[0].from, swap.legs[1].to);
    assert_eq!(swap.wallets, ["Marsh11111111111111111111111111111111111111"]);

    let failed = transaction(&found[1]);
    assert!(failed.failed);
    assert_eq!(
        failed.wallets,
        ["Quay111111111111111111111111111111111111111", "Brook11111111111111111111111111111111111111"]
    );
    assert_eq!(
        (failed.legs[1].mint.as_str(), failed.legs[1].symbol.as_str(), failed.legs[1].amount),
        (SOL, "SOL", 0.015)
    );
}

#[test]
fn helius_bare_wrapped_and_broken() {
    let bare = json!({"signature": "s1", "timestamp": 1, "type": "TRANSFER"});
    let lines = format!(
        "{bare}\n{}\n[{bare}]\n{}\nnot json\n{}\n",
        json!({"event": bare, "facts": {}}),
        json!({"type": "SWAP"}),
        json!({"signature": " "})
    );
    let found = read_all(FormatName::Helius, &Options::default(), &lines);
    for (line, events) in &found[..3] {
        assert_eq!(events.as_ref().unwrap().id.as_str(), "s1", "line {line}");
    }
    let errors: Vec<(usize, String)> =
        found[3..].iter().map(|(line, events)| (*line, events.as_ref().unwrap_err().to_string())).collect();
    assert!(errors[0].1.contains("missing field `signature`") && errors[0].0 == 4, "{errors:?}");
    assert!(errors[1].1.contains("cannot parse") && errors[1].0 == 5, "{errors:?}");
    assert!(errors[2].1.starts_with("signature: is empty") && errors[2].0 == 6, "{errors:?}");
}

fn trade(changes: Value) -> String {
    let mut row = json!({
        "trade_dttm": "2026-11-20 08:10:00", "trader_id": "0xab", "trader_name": "tern", "side": "buy", "amount": 24662.162162, "price": 0.74,
        "value": 18250.0, "event_id": "77", "market_title": "Will it?", "market_subtitle": "Will it?", "outcome": "Yes", "market_icon": "",
        "trader_tags": "Overall Win Rate > 67%; 1k+ Positions",
    });
    row.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    row.to_string()
}

#[test]
fn polymarket_trades() {
    let text = [
        trade(json!({})),
        trade(json!({})),
        trade(json!({"side": "SELL", "market_subtitle": "over 5", "trader_tags": ""})),
        trade(json!({})).replace("18250.0", "0.0000005"),
    ]
    .join("\n");
    let options = Options { tenant: Tenant::parse("acme").unwrap(), ..Options::default() };
    let found = events(FormatName::Polymarket, &options, &text);
    let first = alert(&found[0]);
    assert_eq!(
        (first.trade.side, first.trade.usd_value, first.trade.price),
        (Side::Buy, MicroUsd::dollars(18_250), 0.74)
    );
    assert_eq!(first.trader.tags, ["Overall Win Rate > 67%", "1k+ Positions"]);
    assert_eq!((first.market.question.as_str(), first.market.condition_id.as_str()), ("Will it?", "77"));
    assert_eq!(found[0].occurred_at.unwrap().to_rfc3339(), "2026-11-20T08:10:00+00:00");
    assert_eq!(found[0].tenant.as_str(), "acme");
    assert_eq!(
        (alert(&found[2]).trade.side, alert(&found[2]).market.question.as_str()),
        (Side::Sell, "Will it? — over 5")
    );
    assert_eq!(alert(&found[3]).trade.usd_value, MicroUsd(1));

    let ids: std::collections::BTreeSet<&str> = found.iter().map(|event| event.id.as_str()).collect();
    assert_eq!(ids.len(), 4, "identical rows are different trades");
    let again = events(FormatName::Polymarket, &options, &text);
    assert_eq!(found, again, "publishing the file again publishes the same events");
}

#[test]
fn polymarket_refusals_name_the_field() {
    let cases = [
        (trade(json!({"side": "hold"})), "side"),
        (trade(json!({"value": -3.0})), "value"),
        (trade(json!({"price": 1.7})), "scout_alert.trade.price"),
        (trade(json!({"trader_id": ""})), "scout_alert.trader.address"),
        ("{}".to_owned(), "record"),
    ];
    let text = cases.iter().map(|(row, _)| row.as_str()).collect::<Vec<_>>().join("\n");
    let found = read_all(FormatName::Polymarket, &Options::default(), &text);
    for ((line, events), (index, (_, field))) in found.iter().zip(cases.iter().enumerate()) {
        assert_eq!((*line, events.as_ref().unwrap_err().path.as_str()), (index + 1, *field));
    }
}

/// A row of the Data API, version 1.
fn listed(changes: Value) -> Value {
    let mut row = json!({
        "proxyWallet": "0xAB", "side": "BUY", "asset": "123", "conditionId": "0xc0", "size": 120.5, "price": 0.4, "timestamp": 1_788_887_015,
        "title": "Will it snow?", "eventSlug": "snow", "outcome": "Yes", "name": "tern", "pseudonym": "", "transactionHash": "0xfe",
    });
    row.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    row
}

/// The same row as version 2 writes it.
fn listed_v2(changes: Value) -> Value {
    let mut row = json!({
        "proxy_wallet": "0xab", "side": "BUY", "token_id": "123", "condition_id": "0xc0", "size": "120.50", "price": 0.4,
        "timestamp": "1788887015", "title": "Will it snow?", "event_slug": "", "outcome": "Yes", "outcome_index": 999, "name": "",
        "pseudonym": "Calm-Tern", "transaction_hash": "0xFE", "usdc_size": "", "type": "TRADE", "is_combo": false,
    });
    row.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    row
}

#[test]
fn both_versions_of_the_data_api_name_one_trade() {
    let first = events(FormatName::Polymarket, &Options::default(), &listed(json!({})).to_string());
    for page in [
        json!([listed_v2(json!({}))]),
        json!({"data": [listed_v2(json!({}))], "pagination": {"has_more": false}}),
        json!({"results": [listed_v2(json!({"asset": "123"}))]}),
        json!({"trades": [listed_v2(json!({}))]}),
        json!({"topic": "activity", "type": "trades", "timestamp": 1, "payload": listed_v2(json!({}))}),
        listed_v2(json!({"timestamp": 1_788_887_015_000_i64})),
        listed_v2(json!({"timestamp": "2026-09-08T17:03:35Z"})),
    ] {
        let second = events(FormatName::Polymarket, &Options::default(), &page.to_string());
        assert_eq!((second.len(), &second[0].id), (1, &first[0].id), "{page}");
        let (first, second) = (alert(&first[0]), alert(&second[0]));
        assert_eq!((&first.trade, &first.market.condition_id), (&second.trade, &second.market.condition_id), "{page}");
        assert_eq!((second.trader.alias.as_str(), second.market.url.as_str()), ("Calm-Tern", ""), "{page}");
    }
    assert_eq!(alert(&first[0]).market.url, "https://polymarket.com/event/snow");
    let unreadable = events(
        FormatName::Polymarket,
        &Options::default(),
        &listed(json!({"timestamp": "soon", "name": []})).to_string(),
    );
    assert_eq!((alert(&unreadable[0]).trade.time, alert(&unreadable[0]).trader.alias.as_str()), (None, ""));
}

#[test]
fn activities_that_are_no_trades_are_refused_in_words() {
    let rows = [
        (listed_v2(json!({"type": "REDEEM", "side": ""})), "type", "redemption"),
        (listed(json!({"type": "MERGE"})), "type", "merger"),
        (listed(json!({"type": "SPLIT"})), "type", "split"),
        (listed_v2(json!({"is_combo": true, "title": ""})), "is_combo", "combination"),
        (listed(json!({"isCombo": true})), "is_combo", "combination"),
        (listed_v2(json!({"side": ""})), "side", "is empty"),
        (listed_v2(json!({"price": ""})), "price", "is missing"),
    ];
    let mut page: Vec<Value> = rows.iter().map(|(row, ..)| row.clone()).collect();
    page.push(listed_v2(json!({})));
    let found = read_all(FormatName::Polymarket, &Options::default(), &json!({"data": page}).to_string());
    assert!(found.last().unwrap().1.is_ok(), "the refused rows cost no other");
    for (index, ((_, field, word), (_, event))) in rows.iter().zip(&found).enumerate() {
        let error = event.as_ref().unwrap_err();
        assert_eq!(error.path, format!("data[{index}].{field}"));
        assert!(error.problem.contains(word), "{error}");
    }
}

#[test]
fn a_bad_field_of_a_helius_transaction_costs_that_field_only() {
    let transfer = |changes: Value| {
        let mut row = json!({"mint": "M", "tokenAmount": 2, "fromUserAccount": null, "toUserAccount": "W"});
        row.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        row
    };
    let webhook = json!([
        {"signature": "s1", "timestamp": "soon", "type": ["x"], "fee": -1, "description": "a\u{0}b", "events": [], "feePayer": "F",
         "tokenTransfers": [transfer(json!({"mint": null})), transfer(json!({})), transfer(json!({"tokenAmount": "many"})),
                            transfer(json!({"tokenAmount": -1})), null],
         "nativeTransfers": {"amount": 1}},
        {"signature": "s2", "timestamp": 99_999_999_999_999_i64, "events": {"swap": {"tokenInputs": [{"mint": 5}]}}},
        {"signature": "s3", "description": "x".repeat(100_000)},
    ]);
    let found = events(FormatName::Helius, &Options::default(), &webhook.to_string());
    let first = transaction(&found[0]);
    assert_eq!((first.legs.len(), first.legs[0].amount, first.description.as_str()), (1, 2.0, "ab"));
    assert_eq!((first.time, first.kind.as_str(), first.wallets.len()), (None, "", 2));
    assert_eq!(transaction(&found[1]).time, None);
    assert_eq!(transaction(&found[2]).description.len(), 64 * 1024);
}

#[test]
fn a_raw_webhook_of_helius_is_named() {
    let raw = json!([
        {"blockTime": 1, "meta": {"err": null}, "transaction": {"signatures": ["s"], "message": {}}},
        {"blockTime": 1, "meta": {}, "slot": 1},
        {"transaction": ["base64", "base64"], "version": 0},
        null,
    ]);
    let found = read_all(FormatName::Helius, &Options::default(), &raw.to_string());
    for (_, refused) in &found[..3] {
        let problem = &refused.as_ref().unwrap_err().problem;
        assert!(problem.contains("raw") && problem.contains("enhanced"), "{problem}");
    }
    assert!(found[3].1.as_ref().unwrap_err().problem.contains("null"));
}

fn asked(changes: Value) -> Value {
    let mut row = json!({
        "qid": "venue:abc", "set": "2026-11-01", "source": "venue", "type": "market", "question": "Will it snow?", "background": "N/A",
        "resolution_criteria": "By the station.", "market_resolution_criteria": "N/A", "url": "https://venue.example/abc",
        "close": "2026-12-24T23:59:00+00:00", "freeze_datetime": "2026-10-22T00:00:00+00:00", "forecast_due_date": "2026-11-01",
        "freeze_value": 0.41, "crowd": 0.4, "outcome": 1, "resolution_date": "2026-12-25",
    });
    row.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    row
}

#[test]
fn forecastbench_questions() {
    let text = [asked(json!({})), asked(json!({"qid": "venue:def", "type": "dataset"})), asked(json!({"crowd": 1.7}))]
        .map(|row| row.to_string())
        .join("\n");
    let found = read_all(FormatName::Forecastbench, &Options::default(), &text);
    let first = found[0].1.as_ref().unwrap();
    let asked_first = question(first);
    let market = asked_first.market.as_ref().unwrap();
    assert_eq!(
        (first.id.as_str(), asked_first.topic.as_str(), asked_first.background.as_str()),
        ("venue:abc@2026-11-01", "venue", "")
    );
    assert_eq!((market.price, market.condition_id.as_str()), (Some(0.4), "abc"));
    assert_eq!(asked_first.resolution_criteria, "By the station.");
    assert!(!format!("{first:?}").contains("2026-12-25"), "the outcome is not part of the event");
    assert_eq!(question(found[1].1.as_ref().unwrap()).market, None, "a series' last value is not a price");
    let odd = asked(json!({"crowd": 1.7, "close": "soon", "url": ["x"], "background": {}}));
    let odd = events(FormatName::Forecastbench, &Options::default(), &odd.to_string());
    let odd = question(&odd[0]);
    let market = odd.market.as_ref().unwrap();
    assert_eq!((market.price, odd.closes, market.url.as_str()), (None, None, ""), "a bad field costs that field only");
    assert_eq!(question(found[2].1.as_ref().unwrap()).market.as_ref().unwrap().price, None);

    let blind = Options { no_crowd: true, ..Options::default() };
    let blinded = events(FormatName::Forecastbench, &blind, &asked(json!({})).to_string());
    assert_eq!(question(&blinded[0]).market.as_ref().unwrap().price, None);
    assert_eq!(blinded[0].id, first.id);
}

#[test]
fn forecastbench_published_sets() {
    let question_row = json!({
        "id": "q1", "source": "venue", "question": "Will it snow?", "resolution_criteria": "By the station.", "background": "b", "url": "",
        "market_info_close_datetime": "N/A", "freeze_datetime": "2026-10-22T00:00:00+00:00", "freeze_datetime_value": "0.25",
    });
    let set = json!({"forecast_due_date": "2026-11-01", "question_set": "x.json", "questions": [question_row]});
    let found = events(FormatName::Forecastbench, &Options::default(), &serde_json::to_string_pretty(&set).unwrap());
    assert_eq!(found[0].id.as_str(), "q1@2026-11-01");
    assert_eq!(question(&found[0]).market.as_ref().unwrap().price, Some(0.25));
    assert_eq!(question(&found[0]).closes, None);
}

#[test]
fn our_examples_are_valid_except_the_refused_ones() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut kinds = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(examples.join("events")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        kinds.extend(events(FormatName::Json, &Options::default(), &text).iter().map(|event| event.kind.name()));
    }
    assert_eq!(kinds.len(), EventKind::NAMES.len(), "an example of every kind: {kinds:?}");
    let refused = std::fs::read_to_string(examples.join("refused.ndjson")).unwrap();
    let fields: Vec<String> = read_all(FormatName::Json, &Options::default(), &refused)
        .into_iter()
        .map(|(_, events)| events.map_or_else(|error| error.path, |_| "fine".to_owned()))
        .collect();
    assert_eq!(
        fields,
        ["id", "question.market.price", "question.text", "question.markt", "weather", "fine", "question.text"]
    );
}

#[test]
fn all_facts_of_the_recorded_transactions_are_extracted() {
    let Some(text) = beside::read("events/helius.ndjson") else { return };
    let mut rows = 0;
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let parsed = helius::parse(line).unwrap();
        let event = events(FormatName::Helius, &Options::default(), line).remove(0);
        assert_eq!(facts(&parsed, &event), row["facts"], "{}", parsed.signature);
        rows += 1;
    }
    assert_eq!(rows, 56);
}

/// Returns the facts in the format of the recorded file, from the summary where possible, else from the parser.
fn facts(parsed: &helius::HeliusTransaction, event: &Event) -> Value {
    let made = transaction(event);
    let tokens = &made.legs[..parsed.token_transfers.len()];
    let native = &made.legs[parsed.token_transfers.len()..];
    let mints: std::collections::BTreeSet<&str> = tokens.iter().map(|leg| leg.mint.as_str()).collect();
    assert!(native.iter().all(|leg| leg.mint == SOL));
    let lamports: u64 = parsed.native_transfers.iter().map(|moved| moved.amount).sum();
    let moved: f64 = native.iter().map(|leg| leg.amount).sum();
    assert!((moved - lamports as f64 / 1e9).abs() < 1e-9, "legs and lamports agree");
    json!({
        "signature": made.signature, "type": made.kind, "source": made.program, "fee_payer": made.wallets[0], "slot": parsed.slot,
        "timestamp": made.time.unwrap().timestamp(), "fee_sol": parsed.fee as f64 / 1e9, "native_sol_moved": lamports as f64 / 1e9,
        "mints": mints, "n_token_transfers": tokens.len(), "n_native_transfers": native.len(), "failed": made.failed,
        "has_description": !made.description.is_empty(), "has_swap_event": parsed.events.swap.is_some(),
    })
}

#[test]
fn every_recorded_trade_is_an_event() {
    let Some(text) = beside::read("events/polymarket_trades.ndjson") else { return };
    let found = events(FormatName::Polymarket, &Options::default(), &text);
    assert_eq!(found.len(), 4_035);
    let ids: std::collections::BTreeSet<&str> = found.iter().map(|event| event.id.as_str()).collect();
    assert_eq!(ids.len(), found.len());
    let over =
        |dollars| found.iter().filter(|event| alert(event).trade.usd_value >= MicroUsd::dollars(dollars)).count();
    assert_eq!((over(1_000), over(10_000)), (124, 23), "thresholds are exact");
}

#[test]
fn every_recorded_question_is_an_event() {
    let Some(text) = beside::read("forecastbench/market_tune_2026a.ndjson") else { return };
    let found = events(FormatName::Forecastbench, &Options::default(), &text);
    assert_eq!(found.len(), 252);
    let ids: std::collections::BTreeSet<&str> = found.iter().map(|event| event.id.as_str()).collect();
    assert_eq!(ids.len(), 252);
    assert!(found.iter().all(|event| question(event).market_price().is_some() && question(event).closes.is_some()));
}
