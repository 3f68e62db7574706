//! Tests of definitions: every mistake with its line and column.

use domain::ReviewPolicy;
use serde_json::json;

use super::*;

const TOOLS: [&str; 3] = ["web_search", "fetch_page", "lookup_lei"];

const VALID: &str = r#"macro:
  name: company-check
  version: 1.10
  description: Checks a company.
  parameters:
    - name: company
      type: string
      required: true
    - name: depth
      type: integer
      default: 2
      enum: [1, 2, 3]
  tools: [web_search, lookup_lei]
  prompt: |
    Check {{company}} to depth {{depth}}.
  output:
    schema_name: check
    schema:
      type: object
      required: [name, rows]
      properties:
        name: {type: string}
        lei: {type: string}
        rows:
          type: array
          items:
            type: object
            required: [name]
            properties:
              name: {type: string}
  suggested_verbs: |
    (company.create :name {{name}})
    {{#each rows}}
    (row.create :name {{name}})
    {{/each}}
  hints:
    phrases: [check a company]
    examples:
      - company: Acme
  batch:
    path: /rows
    event:
      macro: company-check
      parameters:
        company: {path: /name}
        depth: {value: 1}
"#;

/// Returns the mistakes of the valid definition after one replacement.
fn mistakes(from: &str, to: &str) -> String {
    assert_eq!(VALID.matches(from).count(), 1, "{from:?} occurs once");
    let text = VALID.replace(from, to);
    Definition::parse_file("x.yaml", &text, &TOOLS).expect_err("a mistake").to_string()
}

/// Asserts for each (text, replacement, mistake) that the replacement is reported as that mistake.
fn assert_mistakes(cases: &[(&str, &str, &str)]) {
    for (from, to, expected) in cases {
        let found = mistakes(from, to);
        assert!(found.contains(expected), "{to:?}: {found}");
    }
}

#[test]
fn a_valid_definition_is_read_completely() {
    let definition = Definition::parse_file("x.yaml", VALID, &TOOLS).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((definition.name(), definition.version()), ("company-check", "1.10"));
    assert_eq!(definition.review(), ReviewPolicy::Required, "the default");
    assert_eq!(definition.to_json()["version"], "1.10", "a text, so that no digit is lost");
    assert_eq!(definition.tools(), ["web_search", "lookup_lei"]);
    let filled = definition.fill(json!({"company": "Acme \"&\" Co"}).as_object().unwrap()).unwrap();
    assert_eq!(definition.prompt(&filled).unwrap(), "Check Acme \"&\" Co to depth 2.\n");
    let data = json!({"name": "Acme", "rows": [{"name": "A"}]});
    assert_eq!(definition.validate(&data), []);
    assert_eq!(definition.verbs(&data, &[]).unwrap(), ["(company.create :name \"Acme\")", "(row.create :name \"A\")"]);
    let rows = definition.batch_rows(&data);
    assert_eq!(
        (rows.len(), serde_json::Value::Object(rows[0].parameters.clone())),
        (1, json!({"company": "A", "depth": 1}))
    );
    assert_eq!(definition.example_parameters(), *json!({"company": "Acme"}).as_object().unwrap());
}

#[test]
fn the_text_can_be_read_again_and_layout_does_not_change_the_digest() {
    let first = Definition::parse_file("x.yaml", VALID, &TOOLS).unwrap();
    let again = Definition::parse_file("store", first.source(), &TOOLS).unwrap();
    assert_eq!((again.digest(), again.to_json()), (first.digest(), first.to_json()));
    let comment = Definition::parse_file("x.yaml", &format!("# A comment.\n{VALID}"), &TOOLS).unwrap();
    assert_eq!(comment.digest(), first.digest());
    let changed = Definition::parse_file("x.yaml", &VALID.replace("Checks a", "Checks one"), &TOOLS).unwrap();
    assert_ne!(changed.digest(), first.digest());
}

#[test]
fn keys_and_values_are_checked() {
    assert_mistakes(&[
        (
            "  description:",
            "  descripton:",
            "x.yaml:4:3: unknown key `descripton` in `macro`; did you mean `description`?",
        ),
        ("  description: Checks a company.\n", "", "x.yaml:2:3: `macro` lacks the key `description`"),
        (
            "name: company-check\n  version",
            "name: Company Check\n  version",
            "x.yaml:2:9: a name has at most 64 characters",
        ),
        (
            "version: 1.10",
            "version: [1]",
            "x.yaml:3:12: `version` must be a number or a text without spaces, not a list",
        ),
        (
            "[web_search, lookup_lei]",
            "[web_serch]",
            "x.yaml:13:11: macros have no tool `web_serch`; did you mean `web_search`?",
        ),
        ("[web_search, lookup_lei]", "web_search", "x.yaml:13:10: `tools` must be a list, not a text"),
        ("[web_search, lookup_lei]", "[web_search, web_search]", "x.yaml:13:23: the tool `web_search` occurs twice"),
        ("    schema_name: check\n", "", "x.yaml:17:5: `output` lacks the key `schema_name`"),
        (
            "schema_name: check",
            "schema_name: check\n    review: requird",
            "x.yaml:18:13: `review` is required, optional or none",
        ),
        ("macro:\n", "macros:\n", "x.yaml:1:1: unknown key `macros` in the file; did you mean `macro`?"),
    ]);
}

#[test]
fn parameters_are_checked() {
    assert_mistakes(&[
        ("default: 2", "default: two", "x.yaml:11:16: the default of `depth` is not of type integer"),
        ("default: 2", "default: 7", "x.yaml:11:16: the default of `depth` is not one of 1, 2, 3"),
        ("[1, 2, 3]", "[1, 2, x]", "x.yaml:12:20: a value of `enum` is not of type integer"),
        (
            "type: integer",
            "type: integr",
            "x.yaml:10:13: unknown type `integr`; the types are string, lei, integer, boolean; did you mean `integer`?",
        ),
        ("name: depth", "name: company", "x.yaml:9:7: the parameter `company` is declared twice"),
        ("name: depth", "name: Depth!", "x.yaml:9:13: the name `Depth!` has other characters"),
        ("required: true", "required: \"yes\"", "x.yaml:8:17: `required` must be true or false, not a text"),
        (
            "required: true",
            "required: true\n      default: Acme",
            "x.yaml:9:16: `company` is required, so its default is never used",
        ),
        (
            "- company: Acme",
            "- compny: Acme",
            "x.yaml:39:9: the example is no valid call: parameter `company` is missing",
        ),
    ]);
}

#[test]
fn templates_are_checked() {
    assert_mistakes(&[
        ("Check {{company}}", "Check {{compny}}", "x.yaml:15:11: unknown name `compny`; did you mean `company`?"),
        ("Check {{company}}", "Check {{#if company}}", "x.yaml:16:5: the template is invalid"),
        (
            "(company.create :name {{name}})",
            "(company.create :lei {{lei}})",
            "x.yaml:32:26: `lei` is optional; use it inside {{#if lei}}",
        ),
        ("(row.create :name {{name}})", "(row.create :name {{title}})", "x.yaml:34:23: unknown name `title`"),
        ("(row.create :name {{name}})", "row.create {{name}}", "x.yaml:34:5: the line is not a verb"),
        (
            "(row.create :name {{name}})",
            "(row.create :name {{{name}}})",
            "x.yaml:34:23: `{{{` would write a value without quotes",
        ),
    ]);
}

#[test]
fn schemas_and_batches_are_checked() {
    assert_mistakes(&[
        ("lei: {type: string}", "lei: {type: text}", "x.yaml:23:21: the JSON Schema is invalid"),
        (
            "lei: {type: string}",
            "lei: {$ref: \"https://example.com/lei\"}",
            "x.yaml:23:21: `https://example.com/lei` leaves the schema",
        ),
        ("lei: {type: string}", "lei: {pattern: \"(\"}", "x.yaml:23:"),
        ("path: /rows", "path: rows", "x.yaml:41:11: `rows` is not a JSON Pointer"),
        ("path: /rows", "path: /row", "x.yaml:41:11: unknown name `row`; did you mean `rows`?"),
        ("path: /rows", "path: /name", "x.yaml:41:11: `/name` is not a list"),
        ("{path: /name}", "{path: /nmae}", "x.yaml:45:25: unknown name `nmae`; did you mean `name`?"),
        ("{value: 1}", "{}", "x.yaml:46:16: a parameter of a batch has either `path` or `value`"),
    ]);
}

#[test]
fn all_mistakes_are_reported_at_once_in_order() {
    let text = VALID
        .replace("version: 1.10", "version: 1.10\n  colour: red")
        .replace("web_search,", "web_serch,")
        .replace("{{depth}}", "{{deep}}")
        .replace("lei: {type: string}", "lei: {minLength: -1}");
    let error = Definition::parse_file("x.yaml", &text, &TOOLS).expect_err("mistakes");
    let places: Vec<_> = error.mistakes.iter().map(|mistake| (mistake.at.line, mistake.at.column)).collect();
    assert_eq!(places, [(4, 3), (14, 11), (16, 32), (24, 26)], "{error}");
    assert!(error.mistakes.iter().all(|mistake| mistake.file == "x.yaml"));
}

#[test]
fn files_that_are_no_definition_are_refused() {
    for (text, expected) in [
        ("", "x.yaml:1:1: the file is empty"),
        ("macro: 1\n", "x.yaml:1:8: `macro` must be a mapping, not a number"),
        ("- a\n", "x.yaml:1:1: the file must be a mapping, not a list"),
        ("macro:\n  name: [\n", "the YAML is invalid"),
    ] {
        let error = Definition::parse_file("x.yaml", text, &TOOLS).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}
