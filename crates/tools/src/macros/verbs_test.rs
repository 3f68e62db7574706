//! Tests of rendered verbs: hostile values, LEIs, and templates that are refused.

use std::sync::LazyLock;

use domain::{LeiCheck, LeiStatus};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use super::*;
use crate::macros::Verb;

const BANK: &str = "7LTWFZYICNSX8D621K86";
const WRONG: &str = "7LTWFZYICNSX8D621K87";

fn verbs(template: &str) -> VerbTemplate {
    let template = Template::parse(template).unwrap_or_else(|error| panic!("{}", error.problem));
    VerbTemplate::new(template).unwrap_or_else(|found| panic!("{}", found[0].problem))
}

fn refused(template: &str) -> Vec<String> {
    let Ok(template) = Template::parse(template) else { panic!("{template}") };
    let found = VerbTemplate::new(template).err().unwrap_or_default();
    found.into_iter().map(|mistake| format!("{}: {}", mistake.line, mistake.problem)).collect()
}

/// Parts of hostile values. The strategy joins them with random text.
const HOSTILE: [&str; 28] = [
    "\"",
    "\\",
    "\\\"",
    "\n",
    "\r\n",
    "\u{2028}",
    "\u{2029}",
    "\u{85}",
    "\u{b}",
    "\0",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\\ud800",
    "\\udfff\\u0022",
    "{{name}}",
    "{{{json this}}}",
    "{{/each}}",
    "{{#if}}",
    ")\n(gleif.delete :all true",
    "\") (gleif.delete :all true) (a.b :k \"",
    ":key 1",
    "(gleif.enrich :lei \"x\")",
    "null",
    "\u{10ffff}",
    "\u{e0041}",
];

fn hostile() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        20 => proptest::sample::select(HOSTILE.to_vec()).prop_map(str::to_owned),
        6 => any::<String>(),
        1 => Just("very long ".repeat(300)),
    ];
    proptest::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
}

const TEMPLATE: &str = "\
{{#each rows}}
(client.create :name {{name}} :number {{number}} :slug {{slugify name}}{{#if note}} :note {{note}}{{/if}})
(client.tag :tags {{tags}} :raw {{json name}})
{{/each}}
(client.done :of {{title}})
";

static VERBS: LazyLock<VerbTemplate> = LazyLock::new(|| verbs(TEMPLATE));

/// Checks the rendered lines of two hostile rows and a title.
fn check_hostile(texts: &[String; 5]) {
    let [title, name, note, tag, other] = texts;
    let data = json!({"title": title, "rows": [
        {"name": name, "number": 7, "note": note, "tags": [tag, {tag.as_str(): other}]},
        {"name": format!("{other}2"), "number": -1.5, "tags": []},
    ]});
    let lines = VERBS.render(&data, &[]).unwrap();
    let parsed: Vec<Verb> = lines.iter().map(|line| Verb::parse(line).unwrap()).collect();
    let names: Vec<&str> = parsed.iter().map(|verb| verb.name.as_str()).collect();
    assert_eq!(names, ["client.create", "client.tag", "client.create", "client.tag", "client.done"], "{lines:#?}");
    assert_eq!(lines.join("\n").lines().count(), 5);
    let safe = |c: char| c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric();
    assert!(lines.iter().all(|line| line.chars().all(safe)), "{lines:#?}");
    let value = |verb: usize, key: &str| {
        let found = parsed[verb].arguments.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.clone())
    };
    assert_eq!(value(0, "name"), Some(json!(name)));
    assert_eq!(value(0, "number"), Some(json!(7)));
    assert_eq!(value(0, "note"), (!note.is_empty()).then(|| json!(note)));
    assert_eq!(value(1, "tags"), Some(data["rows"][0]["tags"].clone()));
    assert_eq!(value(1, "raw"), Some(json!(name)));
    assert_eq!(value(2, "number"), Some(json!(-1.5)));
    assert_eq!(value(4, "of"), Some(json!(title)));
}

#[test]
fn ten_thousand_hostile_values_stay_values() {
    // 2,000 cases with five values each, from a fixed seed.
    let config = Config { cases: 2_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = [hostile(), hostile(), hostile(), hostile(), hostile()];
    let outcome = runner.run(&strategy, |texts| {
        check_hostile(&texts);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn every_hostile_part_alone_stays_a_value() {
    for part in HOSTILE {
        check_hostile(&std::array::from_fn(|_| part.to_owned()));
    }
    check_hostile(&std::array::from_fn(|index| "x".repeat(10_000 * index)));
}

fn with(lei: &str, status: LeiStatus) -> LeiCheck {
    LeiCheck { path: "/rows/0".to_owned(), lei: lei.to_owned(), status, note: String::new() }
}

#[test]
fn a_verb_with_a_refused_lei_is_left_out() {
    let template = verbs("{{#each rows}}\n(a.b :v {{this}})\n{{/each}}\n(a.end :n 1)\n");
    let render = |rows: Value, checks: &[LeiCheck]| template.render(&json!({"rows": rows}), checks).unwrap();
    let rows = json!([BANK, format!("see {}", BANK.to_lowercase()), ["deep", {"x": BANK}], "other"]);
    assert_eq!(render(rows.clone(), &[with(BANK, LeiStatus::Verified)]).len(), 5);
    assert_eq!(render(rows.clone(), &[with(BANK, LeiStatus::Unverified)]).len(), 5);
    for status in [LeiStatus::NotFound, LeiStatus::BadChecksum] {
        assert_eq!(render(rows.clone(), &[with(BANK, status)]), ["(a.b :v \"other\")", "(a.end :n 1)"]);
    }
    assert_eq!(render(json!([WRONG, "ok"]), &[]), ["(a.b :v \"ok\")", "(a.end :n 1)"], "found without a check");
}

#[test]
fn templates_can_ask_for_the_status_of_an_lei() {
    let template = verbs(
        "{{#each rows}}\n{{#if (eq (lei_status this) \"verified\")}}\n(gleif.enrich :lei {{this}})\n{{/if}}\n{{/each}}\n",
    );
    let data = json!({"rows": [BANK, BANK, "549300MLUDYVRQOOXS22", "text"]});
    let checks = [with(BANK, LeiStatus::Verified), with("549300MLUDYVRQOOXS22", LeiStatus::Unverified)];
    assert_eq!(template.render(&data, &checks).unwrap(), [format!("(gleif.enrich :lei \"{BANK}\")")]);
}

#[test]
fn missing_data_is_an_error_and_null_a_value() {
    let template = verbs("(a.b :v {{x}})");
    assert!(matches!(template.render(&json!({}), &[]), Err(RenderError::Template(_))));
    assert_eq!(template.render(&json!({"x": null}), &[]).unwrap(), ["(a.b :v null)"]);
}

#[test]
fn values_are_accepted_only_where_the_grammar_has_a_value() {
    let cases = [
        "({{x}}.b)",
        "(a.{{x}})",
        "(a.b {{x}})",
        "(a.b :{{x}} 1)",
        "(a.b :k \"Company {{x}}\")",
        "(a.b :k {{x}}{{y}})",
        "{{x}}",
        "(a.b :k [{{x}})",
        "a text",
    ];
    for template in cases {
        assert_eq!(refused(template).len(), 1, "{template}");
    }
    assert_eq!(refused("(a.b :k [{{x}}, {\"y\": {{y}}}])\n\n  (c.d)  \n"), Vec::<String>::new());
}

#[test]
fn both_branches_of_a_condition_are_checked_with_their_lines() {
    let template = "(a.b :k 1)\n{{#if x}}\n(a.b :k {{x}})\n{{else}}\n(a.b :k)\n{{/if}}\noops\n";
    let found = refused(template);
    assert!(found.len() == 2 && found[0].starts_with("7: ") && found[1].starts_with("5: "), "{found:?}");
    assert_eq!(refused("(a.b :k {{#if x}}{{x}}{{else}}null{{/if}})"), Vec::<String>::new());
}
