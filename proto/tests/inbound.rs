//! Decoding of published events: valid events, invalid events, and their error messages.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "inbound/cloud_events.rs"]
mod cloud_events;

use proto::event::{Envelope, Event, InvalidEvent};
use proto::events::EventReceived;
use serde_json::{Value, json};

fn decoded(content_type: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<domain::Event, InvalidEvent> {
    let headers: Vec<(String, String)> = headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let envelope = Envelope { content_type, headers: &headers, subject: "" };
    EventReceived::decode(&envelope, body).map(|received| received.0)
}

fn from_json(value: &Value) -> Result<domain::Event, InvalidEvent> {
    decoded("application/json; charset=utf-8", &[], value.to_string().as_bytes())
}

fn miss() -> Value {
    json!({"id": "m-1", "retrievalMiss": {"query": "q", "score": 0.2, "threshold": 0.5}})
}

fn alert() -> Value {
    json!({"id": "a-1", "scoutAlert": {
        "trader": {"address": "0xab"},
        "trade": {"side": "SIDE_BUY", "usdValueMicroUsd": "6000000000", "price": 0.4, "size": 15000.0},
        "market": {"question": "Will it?", "price": 0.41},
    }})
}

fn directions() -> Value {
    json!({"id": "d-1", "directions": {"episodeId": "e1", "bundles": [{"id": "b-1", "entities": [
        {"name": "Ada", "kind": "ENTITY_KIND_PERSON", "directions": [{"key": "bio", "objective": "find", "priority": 1}]}
    ]}]}})
}

/// Returns the value with one place replaced.
fn with(mut value: Value, pointer: &str, replacement: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match value.pointer_mut(parent).unwrap() {
        Value::Object(fields) => {
            fields.insert(key.to_owned(), replacement);
        }
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = replacement,
        other => panic!("{other} has no places"),
    }
    value
}

#[test]
fn valid_events_are_accepted_with_defaults() {
    for good in [miss(), alert(), directions()] {
        from_json(&good).unwrap();
    }
    let domain::EventKind::RetrievalMiss(found) = from_json(&miss()).unwrap().kind else { panic!("another kind") };
    assert_eq!(found.max_sources, 5);
    assert_eq!(from_json(&miss()).unwrap().tenant, domain::Tenant::default());
}

#[test]
fn errors_name_the_field_and_how_to_fix_it() {
    let question = |fields: Value| json!({"id": "q-1", "question": fields});
    let transaction = |fields: Value| json!({"id": "t-1", "transaction": fields});
    let long = |n: usize| "x".repeat(n);
    let cases = [
        (json!({"question": {"text": "q"}}), "id", "is empty; give the event a unique id"),
        (json!({"id": long(201), "question": {"text": "q"}}), "id", "201 bytes long; at most 200"),
        (json!({"id": "a\u{7}b", "question": {"text": "q"}}), "id", "control character"),
        (json!({"id": "a", "tenant": "a.b", "question": {"text": "q"}}), "tenant", "holds '.'"),
        (json!({"id": "a", "tenant": long(65), "question": {"text": "q"}}), "tenant", "65 bytes long; at most 64"),
        (json!({"id": "a"}), "kind", "set one of transaction, scout_alert"),
        (
            json!({"id": "a", "budgetMicroUsd": "18446744073709551615", "question": {"text": "q"}}),
            "budget_micro_usd",
            "at most 9223372036854775807",
        ),
        (
            json!({"id": "a", "budgetMicroUsd": "-5", "question": {"text": "q"}}),
            "budget_micro_usd",
            "is \"-5\", which is not a number",
        ),
        (
            json!({"id": "a", "occurredAt": "yesterday", "question": {"text": "q"}}),
            "occurred_at",
            "is \"yesterday\", which is not a time; write it like 2026-",
        ),
        (question(json!({})), "question.text", "is empty"),
        (question(json!({"text": " \n"})), "question.text", "is empty"),
        (question(json!({"text": long(4097)})), "question.text", "4097 bytes long, at most 4096"),
        (question(json!({"text": "q", "background": long(65537)})), "question.background", "at most 65536"),
        (
            question(json!({"text": "q", "market": {"price": 1.7}})),
            "question.market.price",
            "is 1.7; it must be from 0 to 1",
        ),
        (
            question(json!({"text": "q", "market": {"price": "NaN"}})),
            "question.market.price",
            "is NaN; it must be from 0 to 1",
        ),
        (
            question(json!({"text": "q", "config": {"maxIterations": 0}})),
            "question.config.max_iterations",
            "from 1 to 20",
        ),
        (
            question(json!({"text": "q", "config": {"minConfidence": 2}})),
            "question.config.min_confidence",
            "from 0 to 1",
        ),
        (question(json!({"text": "q", "config": {"profile": 9}})), "question.config.profile", ""),
        (question(json!({"text": "q", "markt": {}})), "question.markt", "unknown field `markt`"),
        (json!({"id": "a", "weather": {}}), "weather", "unknown field `weather`"),
        (transaction(json!({"legs": [{"mint": "m"}, {"mint": " "}]})), "transaction.legs[1].mint", "is empty"),
        (
            transaction(json!({"legs": [{"mint": "m", "amount": -0.5}]})),
            "transaction.legs[0].amount",
            "is -0.5; it must be a finite number",
        ),
        (transaction(json!({"legs": [{"mint": "m", "amount": "Infinity"}]})), "transaction.legs[0].amount", "is inf"),
        (transaction(json!({"wallets": vec!["w"; 1001]})), "transaction.wallets", "1001 entries, at most 1000"),
        (with(miss(), "/retrievalMiss/query", json!("")), "retrieval_miss.query", "is empty"),
        (with(miss(), "/retrievalMiss/score", json!(1.01)), "retrieval_miss.score", "from 0 to 1"),
        (with(miss(), "/retrievalMiss/threshold", json!(-0.01)), "retrieval_miss.threshold", "from 0 to 1"),
        (
            with(miss(), "/retrievalMiss/maxSources", json!(21)),
            "retrieval_miss.max_sources",
            "is 21; it must be from 1 to 20",
        ),
        (
            with(miss(), "/retrievalMiss/maxSources", json!(0)),
            "retrieval_miss.max_sources",
            "is 0; it must be from 1 to 20",
        ),
        (with(alert(), "/scoutAlert/trade", Value::Null), "scout_alert.trade", "is missing"),
        (with(alert(), "/scoutAlert/trader/address", json!("")), "scout_alert.trader.address", "is empty"),
        (with(alert(), "/scoutAlert/trader/winRate", json!(67)), "scout_alert.trader.win_rate", "from 0 to 1"),
        (with(alert(), "/scoutAlert/trade/side", json!("SIDE_UNSPECIFIED")), "scout_alert.trade.side", "is not set"),
        (
            with(alert(), "/scoutAlert/trade/side", json!("SIDEWAYS")),
            "scout_alert.trade.side",
            "unknown variant `SIDEWAYS`",
        ),
        (with(alert(), "/scoutAlert/trade/price", json!(1.7)), "scout_alert.trade.price", "from 0 to 1"),
        (with(alert(), "/scoutAlert/trade/size", json!(-1)), "scout_alert.trade.size", "not negative"),
        (with(alert(), "/scoutAlert/market/question", json!("")), "scout_alert.market.question", "is empty"),
        (with(directions(), "/directions/bundles", json!([])), "directions.bundles", "at least one"),
        (with(directions(), "/directions/bundles/0/id", json!("B 1")), "directions.bundles[0].id", "file name"),
        (
            with(directions(), "/directions/bundles/0/entities/0/kind", json!(0)),
            "directions.bundles[0].entities[0].kind",
            "is not set",
        ),
        (
            with(directions(), "/directions/bundles/0/entities/0/directions/0/key", json!("a/b")),
            "directions.bundles[0].entities[0].directions[0].key",
            "file name",
        ),
        (
            with(directions(), "/directions/bundles/0/entities/0/directions/0/priority", json!(0)),
            "directions.bundles[0].entities[0].directions[0].priority",
            "from 1",
        ),
        (
            with(directions(), "/directions/bundles/0/entities/0/directions/0/priority", json!("URGENT")),
            "directions.bundles[0].entities[0].directions[0].priority",
            "use HIGH, MEDIUM, LOW or a number from 1",
        ),
        (
            with(directions(), "/directions/bundles/0/entities/0/kind", json!("ROBOT")),
            "directions.bundles[0].entities[0].kind",
            "use PERSON, BUSINESS",
        ),
        (json!({"id": "a", "macro": {"name": ""}}), "macro.name", "is empty"),
        (
            json!({"id": "a", "macro": {"name": "m", "parameters": {"p": long(65537)}}}),
            "macro.parameters[p]",
            "at most 65536",
        ),
        (macro_of(json!({"jsonParameters": {"p": "Acme"}})), "macro.json_parameters[p]", "is not JSON"),
        (macro_of(json!({"jsonParameters": {"p": "123456789012345678901"}})), "macro.json_parameters[p]", "no exact"),
        (macro_of(json!({"jsonParameters": {"p": "[\"\\u0000\"]"}})), "macro.json_parameters[p]", "NUL"),
        (macro_of(json!({"jsonParameters": {" ": "1"}})), "macro.json_parameters", "a name that is empty"),
        (
            macro_of(json!({"jsonParameters": {"p": "1"}, "parameters": {"p": "1"}})),
            "macro.parameters[p]",
            "is in json_parameters as well",
        ),
    ];
    for (input, path, problem) in cases {
        let error = from_json(&input).expect_err(&input.to_string());
        assert_eq!(error.path, path, "{error}");
        assert!(error.problem.contains(problem), "{error} does not say {problem:?}");
    }
}

fn macro_of(mut fields: Value) -> Value {
    fields["name"] = json!("m");
    let mut event = json!({"id": "a"});
    event["macro"] = fields;
    event
}

#[test]
fn parameters_of_macros_are_json_values_and_integers_are_exact() {
    let event = from_json(&macro_of(json!({
        "parameters": {"client_name": "Acme", "code": "042"},
        "jsonParameters": {"limit": "9007199254740993", "deep": "true", "note": "\"x\"", "least": "-9223372036854775808"},
        "skipReview": true,
    })));
    let domain::EventKind::Macro(request) = event.unwrap().kind else { panic!("a macro") };
    let expected = json!({
        "client_name": "Acme", "code": "042", "limit": 9_007_199_254_740_993_i64, "deep": true, "note": "x",
        "least": i64::MIN,
    });
    assert_eq!(Value::Object(request.parameters.clone()), expected);
    assert!(request.skip_review);
    let older: domain::event::MacroRequest =
        serde_json::from_value(json!({"name": "m", "parameters": {"client_name": "Acme"}, "session": "s"})).unwrap();
    assert_eq!((&older.parameters["client_name"], older.skip_review), (&json!("Acme"), false));
}

/// Seventeen digits identify every double (IEEE 754), and the parser must be exact to the last place.
#[test]
fn a_number_is_read_as_exactly_the_one_that_was_written() {
    for score in [0.123_456_789_012_345_67_f64, 0.300_000_000_000_000_04, 0.999_999_999_999_999_9, 5e-324] {
        let body = format!(r#"{{"id":"m","retrievalMiss":{{"query":"q","score":{score:?},"threshold":0.5}}}}"#);
        let event = decoded("application/json", &[], body.as_bytes()).unwrap();
        let domain::EventKind::RetrievalMiss(miss) = &event.kind else { panic!("{event:?}") };
        assert_eq!(miss.score.to_bits(), score.to_bits(), "{score:?}");
    }
}

#[test]
fn unique_ids_of_bundles_and_directions() {
    let mut twice = directions();
    let bundles = twice["directions"]["bundles"].as_array_mut().unwrap();
    bundles.push(bundles[0].clone());
    twice["directions"]["bundles"][1]["id"] = json!("B-1");
    assert_eq!(from_json(&twice).unwrap_err().path, "directions.bundles[1].id");
}

#[test]
fn directions_are_accepted_in_the_spelling_of_other_publishers() {
    let other = json!({"id": "d-1", "directions": {"episodeId": "e1", "context": "Guests of the show.", "bundles": [{
        "id": "guest_ilan_sobel_001",
        "entities": [{"name": "Ilan Sobel", "kind": "PERSON", "directions": [
            {"key": "roleAffiliationConfirmation", "objective": "Find his role.", "priority": " high "},
            {"key": "bio.short", "objective": "Find his career.", "priority": "low", "optional": true},
            {"key": "profiles", "objective": "Find his profiles.", "priority": 7},
        ]}],
    }]}});
    let domain::EventKind::Directions(found) = from_json(&other).unwrap().kind else { panic!("another kind") };
    let entity = &found.bundles[0].entities[0];
    let read: Vec<_> = entity.directions.iter().map(|one| (one.key.as_str(), one.priority)).collect();
    assert_eq!(read, [("roleAffiliationConfirmation", 1), ("bio.short", 3), ("profiles", 7)]);
    assert_eq!((found.bundles[0].id.as_str(), entity.kind), ("guest_ilan_sobel_001", domain::EntityKind::Person));
    assert_eq!(found.episode().context, "Guests of the show.");
    let mut spelled = directions();
    spelled["directions"]["bundles"][0]["entities"][0]["directions"][0]["priority"] = json!("1");
    from_json(&spelled).unwrap();
}

#[test]
fn enum_numbers_of_a_later_contract_are_named() {
    use prost::Message;
    use proto::v1;
    let trade = v1::Trade { side: 7, price: 0.5, ..v1::Trade::default() };
    let market = v1::Market { question: "Will it?".into(), ..v1::Market::default() };
    let trader = v1::Trader { address: "0xab".into(), ..v1::Trader::default() };
    let alert = v1::ScoutAlert { trader: Some(trader), trade: Some(trade), market: Some(market) };
    let event = v1::Event { id: "a".into(), kind: Some(v1::event::Kind::ScoutAlert(alert)), ..v1::Event::default() };
    let error = decoded("", &[], &event.encode_to_vec()).unwrap_err();
    assert_eq!(error.path, "scout_alert.trade.side");
    assert!(error.problem.contains("unknown value 7"), "{error}");
}

#[test]
fn times_out_of_range_are_refused() {
    use prost::Message;
    use proto::v1;
    for (seconds, nanos) in [(253_402_300_800, 0), (-62_135_596_801, 0), (0, -1), (0, 1_000_000_000)] {
        let kind = v1::event::Kind::Question(v1::Question { text: "q".into(), ..v1::Question::default() });
        let occurred_at = Some(pbjson_types::Timestamp { seconds, nanos });
        let event = v1::Event { id: "a".into(), occurred_at, kind: Some(kind), ..v1::Event::default() };
        let error = decoded("", &[], &event.encode_to_vec()).unwrap_err();
        assert_eq!(error.path, "occurred_at", "{error}");
    }
}

#[test]
fn a_leap_second_is_the_end_of_its_minute() {
    for (written, read) in [
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999999999+00:00"),
        ("2016-12-31T23:59:60.5Z", "2016-12-31T23:59:59.999999999+00:00"),
        ("2017-01-01T05:29:60+05:30", "2016-12-31T23:59:59.999999999+00:00"),
        ("2016-12-31T23:59:59Z", "2016-12-31T23:59:59+00:00"),
    ] {
        let event = from_json(&json!({"id": "a", "occurredAt": written, "question": {"text": "q"}})).unwrap();
        assert_eq!(event.occurred_at.unwrap().to_rfc3339(), read, "{written}");
        let headers = [("ce-time", written), ("ce-id", "a")];
        let binary = decoded("application/json", &headers, br#"{"question":{"text":"q"}}"#).unwrap();
        assert_eq!(binary.occurred_at, event.occurred_at, "{written}");
    }
}

/// Postgres stores every character but this one: an event that contains it must not start a run that cannot be stored.
#[test]
fn nul_is_rejected_in_every_text_field() {
    let question = json!({"id": "q", "question": {"text": "q", "market": {}}});
    let transaction = json!({"id": "t", "transaction": {"wallets": ["w"], "legs": [{"mint": "m"}]}});
    let call = json!({"id": "m", "macro": {"name": "n", "parameters": {"a": "b"}}});
    for (event, pointer, path) in [
        (&question, "/question/text", "question.text"),
        (&question, "/question/background", "question.background"),
        (&question, "/question/topic", "question.topic"),
        (&question, "/question/market/url", "question.market.url"),
        (&question, "/source", "source"),
        (&miss(), "/retrievalMiss/context", "retrieval_miss.context"),
        (&alert(), "/scoutAlert/trader/alias", "scout_alert.trader.alias"),
        (&alert(), "/scoutAlert/market/question", "scout_alert.market.question"),
        (&transaction, "/transaction/wallets/0", "transaction.wallets[0]"),
        (&transaction, "/transaction/legs/0/symbol", "transaction.legs[0].symbol"),
        (&transaction, "/transaction/description", "transaction.description"),
        (&directions(), "/directions/title", "directions.title"),
        (&call, "/macro/parameters/a", "macro.parameters[a]"),
        (&call, "/macro/session", "macro.session"),
    ] {
        let error = from_json(&with(event.clone(), pointer, json!("a\0b"))).expect_err(pointer);
        assert_eq!(error.path, path);
        assert!(error.problem.contains("NUL"), "{error}");
    }
}

#[test]
fn unknown_protobuf_fields_are_tolerated_and_garbage_is_not() {
    use prost::Message;
    let mut bytes = proto::v1::Event::from(&from_json(&miss()).unwrap()).encode_to_vec();
    bytes.extend([0xc2, 0x3e, 0x02, b'h', b'i']); // field 1000, two bytes
    assert_eq!(decoded("", &[], &bytes).unwrap(), from_json(&miss()).unwrap());
    assert_eq!(decoded("", &[], &[0xff; 40]).unwrap_err().path, "body");
    let error = decoded("", &[], miss().to_string().as_bytes()).unwrap_err();
    assert!(error.problem.contains("set the header Content-Type: application/json"), "{error}");
    let error = decoded("", &[], &[0x1f, 0x8b, 8, 0, 0]).unwrap_err();
    assert!(error.problem.contains("compressed"), "{error}");
    assert_eq!(decoded("text/csv", &[], b"a,b").unwrap_err().path, "Content-Type");
}

#[test]
fn the_subject_and_the_body_agree() {
    let body = miss().to_string();
    let on = |subject| {
        let envelope = Envelope { content_type: "application/json", headers: &[], subject };
        EventReceived::decode(&envelope, body.as_bytes())
    };
    assert!(on("auspex.event.retrieval_miss").is_ok());
    let error = on("auspex.event.question").unwrap_err();
    assert_eq!(error.path, "kind");
    assert!(error.problem.contains("publish it on auspex.event.retrieval_miss.default"), "{error}");
    assert_eq!(on("auspex.event.question.acme").unwrap_err().path, "kind");
    assert_eq!(on("auspex.event.retrieval_miss.a.b").unwrap_err().path, "subject");
}
