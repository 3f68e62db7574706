//! JSON from a model's text, valid or not, and costs that are never below the bill.

use domain::MicroUsd;
use llm::testing::{text_reply, tool_call};
use llm::{Price, Request, Schema, Usage, repair};
use proptest::prelude::*;
use serde_json::{Value, json};

fn schema() -> Schema {
    let shape = json!({
        "type": "object",
        "required": ["items"],
        "properties": { "items": { "type": "array", "items": {
            "type": "object", "required": ["id"], "properties": { "id": { "type": "string" }, "score": { "maximum": 1 } },
        } } },
    });
    Schema::new("list", "Lists.", shape)
}

#[test]
fn every_form_of_an_answer_is_read() {
    let value = json!({ "items": [{ "id": "a" }] });
    let texts = [
        r#"{"items":[{"id":"a"}]}"#,
        "Here:\n```json\n{\"items\":[{\"id\":\"a\"}]}\n```\nDone.",
        "```\n{\"items\":[{\"id\":\"a\"}]}\n```",
        "I think {\"items\":[{\"id\":\"a\"}]} is right.",
        "{items: [{'id': 'a'}],}",
        "{\"items\": [{\"id\": \"a\"",
        "First ```json\n{\"no\": 1}\n``` and then ```json\n{\"items\":[{\"id\":\"a\"}]}\n```",
    ];
    for text in texts {
        assert_eq!(schema().read(&text_reply(text)), Ok(value.clone()), "{text}");
        assert_eq!(schema().read(&tool_call("list", Value::String(text.to_owned()))), Ok(value.clone()), "{text}");
    }
    assert_eq!(schema().read(&tool_call("list", value.clone())), Ok(value));
}

#[test]
fn null_of_an_optional_property_is_absent() {
    let shape = json!({ "type": "object", "required": ["id"], "properties": {
        "id": { "type": "string" }, "score": { "type": "number" } } });
    let schema = Schema::new("one", "", shape);
    assert_eq!(schema.read(&text_reply(r#"{"id":"a","score":null}"#)), Ok(json!({ "id": "a" })));
    assert!(schema.read(&text_reply(r#"{"id":null,"score":1}"#)).is_err(), "a required property stays required");
}

#[test]
fn every_error_has_its_path() {
    let bad = json!({ "items": [{ "id": {} }, { "id": "b", "score": 2 }, {}] });
    let errors = schema().read(&tool_call("list", bad)).unwrap_err().errors;
    for path in ["/items/0/id:", "/items/1/score:", "/items/2:"] {
        assert!(errors.iter().any(|error| error.starts_with(path)), "{path} in {errors:?}");
    }
    let none = schema().read(&text_reply("no")).unwrap_err().errors;
    assert_eq!(none.len(), 1);
    let bad = Schema::new("bad", "", json!({ "type": "no such type" }));
    assert!(bad.read(&tool_call("bad", json!({}))).is_err());
}

#[test]
fn a_hostile_answer_takes_bounded_time_and_stack() {
    for text in ["[".repeat(200_000), "{\"a\":".repeat(100_000), "{".repeat(300_000), "```".repeat(100_000)] {
        assert!(schema().read(&text_reply(&text)).is_err());
    }
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~äß\n\"\\\\`{}]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

fn object() -> impl Strategy<Value = Value> {
    prop::collection::btree_map("[a-z]{1,4}", json_value(), 0..4).prop_map(|map| json!(map))
}

proptest! {
    #[test]
    fn repair_never_panics(text in "(\\PC|[\n{}\\[\\]\",:`'])*") {
        prop_assert!(repair::candidates(&text).all(|value| value.is_object() || value.is_array()));
    }

    #[test]
    fn valid_json_is_never_changed(value in object()) {
        let text = value.to_string();
        prop_assert_eq!(repair::candidates(&text).next(), Some(value));
    }

    #[test]
    fn json_in_a_fence_is_found(value in object()) {
        let inside = value.to_string();
        prop_assume!(!inside.contains("```"));
        let text = format!("Of course.\n```json\n{inside}\n```\n");
        prop_assert!(repair::candidates(&text).any(|found| found == value));
    }

    #[test]
    fn an_answer_cut_off_anywhere_is_repaired_or_refused(value in object(), part in 0.0..1.0_f64) {
        let text = value.to_string();
        let mut cut = (text.len() as f64 * part) as usize;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        prop_assert!(repair::candidates(&text[..cut]).count() <= 4);
    }

    #[test]
    fn the_cost_is_the_bill_rounded_up_and_never_above_the_bound(
        tokens in [0..10_000_000_u64, 0..10_000_000, 0..10_000_000, 0..10_000_000],
        prices in [0..100_000_000_u64, 0..100_000_000, 0..100_000_000, 0..100_000_000],
    ) {
        let price = Price {
            input: MicroUsd(prices[0]), output: MicroUsd(prices[1]),
            cache_read: MicroUsd(prices[2]), cache_write: MicroUsd(prices[3]), ..Price::default()
        };
        let [input, output, cache_read, cache_write] = tokens;
        let usage = Usage { input, output, cache_read, cache_write, ..Usage::default() };
        let exact: u128 = (0..4).map(|i| {
            let tokens = [usage.input, usage.output, usage.cache_read, usage.cache_write][i];
            u128::from(tokens) * u128::from(prices[i])
        }).sum();
        let cost = u128::from(price.cost(&usage).0);
        prop_assert!(cost * 1_000_000 >= exact && cost * 1_000_000 < exact + 1_000_000);
        let read = usage.input + usage.cache_read + usage.cache_write;
        prop_assert!(price.cost(&usage) <= price.bound(read, usage.output));
    }
}

#[test]
fn the_bound_covers_every_byte_of_the_request_and_the_whole_answer() {
    let dear = Price { input: MicroUsd(1_000_000), output: MicroUsd(2_000_000), ..Price::default() };
    let model = llm::testing::FakeModel::scripted([]).priced(dear);
    let request = Request::new("日本".repeat(1_000), "x").with_max_tokens(700);
    let max = llm::Model::max_cost(&model, &request);
    assert!(max.0 > 6_000 + 1_400, "{max}");
}
