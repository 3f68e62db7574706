//! Repaired text, refused text, and limits.

use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn mends(text: &str, meant: Value) {
    assert_eq!(repair(text), Ok(meant), "{text}");
}

#[test]
fn missing_parts_are_added() {
    mends("{name: Ada, born: 1815", json!({"name": "Ada", "born": 1815}));
    mends("[1 2 3", json!([1, 2, 3]));
    mends("{\"a\" 1 \"b\": [true, {\"c\": null", json!({"a": 1, "b": [true, {"c": null}]}));
    mends("{\"site\":\"https://auspex.example/x,\"n\":2}", json!({"site": "https://auspex.example/x", "n": 2}));
    mends("[north\",\"south\"]", json!(["north", "south"]));
    mends("{\"note\": \"first line\n\"more\": 2}", json!({"note": "first line", "more": 2}));
    mends("[{\"n\":1{\"n\":2}]", json!([{"n": 1}, {"n": 2}]));
    mends("{\"cut\": 2., \"off\": 3e", json!({"cut": 2.0, "off": 3.0}));
    mends("{\"cut", json!({"cut": null}));
    mends("[\"star \\u26", json!(["star"]));
}

#[test]
fn superfluous_parts_are_removed() {
    mends("/* a */ {\"a\": 1, // b\n ,, \"b\": [1, 2, ..., ], ...}}]", json!({"a": 1, "b": [1, 2]}));
    mends("```json\n{'a': None}\n```", json!({"a": null}));
    mends("answer({\"a\": Date(\"2026\")});", json!({"a": "2026"}));
    mends("{\\\"a\\\": \\\"say \\\\\"yes\\\\\"\\\"}", json!({"a": "say \"yes\""}));
    mends("\"one\" + /* and */ 'two'", json!("onetwo"));
}

#[test]
fn quotes_inside_a_string_differ_from_its_end() {
    mends("{\"a\": \"the \"best\" one\", \"b\": 1}", json!({"a": "the \"best\" one", "b": 1}));
    mends("{\"a\": \"he said \"no\", and left\", \"b\": 1}", json!({"a": "he said \"no\", and left", "b": 1}));
    mends("{\"size\": \"(6'1\")\", \"b\": 1}", json!({"size": "(6'1\")", "b": 1}));
    mends("\"a 27\" screen\"", json!("a 27\" screen"));
    mends("{said: it's fine}", json!({"said": "it's fine"}));
    mends("{“a”: ‘b’}", json!({"a": "b"}));
}

#[test]
fn several_lines_are_a_list_and_dates_and_versions_are_text() {
    mends("{\"a\":1}\n{\"a\":2}\n", json!([{"a": 1}, {"a": 2}]));
    mends(
        "{on: 2026-11-22T05:20:00Z, v: 1.2.3, zip: 01234, n: 2 apples}",
        json!({"on": "2026-11-22T05:20:00Z", "v": "1.2.3", "zip": "01234", "n": "2 apples"}),
    );
}

#[test]
fn text_that_is_not_json_is_refused() {
    for text in
        ["", "  ", "{\"a\",", "{:1}", "{\"a\":1}{}", "{\"a\":1}rest", "call {}", "words [", "\"\\u12\"", "\"\u{1}\""]
    {
        assert!(repair(text).is_err(), "{text:?} became {:?}", repair(text));
    }
    assert_eq!(repair(&"[".repeat(5_000)), Err(Unrepairable::TooDeep));
    assert_eq!(repair(&"x".repeat(MAX_TEXT_BYTES + 1)), Err(Unrepairable::TooLong));
}

#[test]
fn an_object_is_found_inside_prose() {
    let first = |text: &str| candidates(text).next();
    assert_eq!(first("Sure! {a: 1, b: [2,} Hope this helps."), Some(json!({"a": 1, "b": [2]})));
    assert_eq!(first("```json\n{\"a\": 1,}\n```\nDone."), Some(json!({"a": 1})));
    assert_eq!(first("The list is [1, 2,] as asked"), Some(json!([1, 2])));
    assert_eq!(first("no JSON here"), None);
}

#[test]
fn repairing_a_megabyte_takes_bounded_time() {
    let mebibyte = 1 << 20;
    let patterns = [
        "\"x ",
        "[\"a,",
        "{\"a\":\"b ",
        "'a\"",
        "[\"x \"x,",
        "\\\"",
        "f(",
        "{a ",
        "\u{2018}a,",
        "\"a\nb\": ",
        "/a",
        "a:1 b",
        "\" ,",
    ];
    for pattern in patterns {
        let text = pattern.repeat(mebibyte / pattern.len());
        let start = spent();
        let _ = repair(&text);
        // Takes seconds even without optimisation; a quadratic parser would take hours.
        assert!(spent() - start < Duration::from_secs(60), "{pattern:?} took {:?}", spent() - start);
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9_f64..1e9).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(".{0,6}", inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn valid_json_is_unchanged(value in any_json()) {
        prop_assert_eq!(repair(&value.to_string()), Ok(value));
    }

    #[test]
    fn the_repairer_parses_valid_containers(words in prop::collection::vec("[a-z ]{0,8}", 0..5), n in any::<i32>()) {
        let value = json!({"words": words, "n": n, "deep": [[{"x": n}]]});
        prop_assert_eq!(document::whole(&value.to_string()), Ok(value));
    }

    #[test]
    fn no_text_panics_and_repair_is_idempotent(text in "[\\[\\]{}:,\"'\\\\/*.+\\-0-9a-eu \n`()“’…]{0,60}") {
        if let Ok(value) = repair(&text) {
            prop_assert_eq!(repair(&value.to_string()), Ok(value));
        }
        let _ = candidates(&text).count();
    }

    #[test]
    fn a_truncated_object_keeps_complete_members(n in 0_i64..1000, cut in 12_usize..40) {
        let text = format!("{{\"first\": {n}, \"second\": \"some words that go on for long\"}}");
        let mended = repair(&text[..cut.min(text.len())]).unwrap();
        prop_assert!(mended.is_object());
        if cut > 16 { prop_assert_eq!(&mended["first"], &json!(n)); }
    }
}

/// Returns the processor time of this thread, which other work on the machine does not lengthen.
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
