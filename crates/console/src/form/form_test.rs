//! Tests of the form: from data to fields and back.

use serde_json::json;

use super::*;

fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["client", "entities"],
        "properties": {
            "client": { "type": "string", "description": "The <client>." },
            "entities": { "type": "array", "items": { "$ref": "#/$defs/entity" } },
            "open": { "type": "array", "items": { "type": "string" } },
            "quality": { "type": "string", "enum": ["HIGH", "LOW"] },
            "score": { "type": "number" },
            "sure": { "type": "boolean" }
        },
        "$defs": { "entity": {
            "type": "object", "required": ["name"],
            "properties": { "name": { "type": "string" }, "share": { "type": "number" }, "source": { "type": "object", "properties": { "url": { "type": "string" } } } }
        } }
    })
}

fn data() -> Value {
    json!({
        "client": "ACME <b>", "score": 18_446_744_073_709_551_615_u64, "quality": "HIGH",
        "entities": [{ "name": "A", "share": 12.5 }, { "name": "B\nC", "source": { "url": "https://b.example" } }],
        "extra": { "kept": [1, null] }
    })
}

fn form<'a>(root: &'a Value, original: &'a Value, data: &'a Value) -> SchemaForm<'a> {
    static NATURAL: std::sync::LazyLock<ListOrders> = std::sync::LazyLock::new(ListOrders::default);
    SchemaForm { root, original, data, problems: &[], checks: &[], orders: &NATURAL, editable: true }
}

/// Returns the fields of a rendered form as a browser posts them.
fn posted(page: &str, changes: &[(&str, &str)]) -> Posted {
    let attribute = |tag: &str, name: &str| {
        let rest = tag.split(&format!(" {name}=\"")).nth(1)?;
        let text = rest.split('"').next()?;
        Some(text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
    };
    let mut fields: Vec<(String, String)> = Vec::new();
    for tag in page.split('<').filter(|tag| tag.starts_with("input")) {
        if attribute(tag, "type").as_deref() != Some("checkbox") {
            fields.extend(attribute(tag, "name").map(|name| (name, attribute(tag, "value").unwrap_or_default())));
        }
    }
    for tag in page.split("<textarea").skip(1) {
        let text = tag.split('>').nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_default();
        let text = text.strip_prefix('\n').unwrap_or(text).replace('\n', "\r\n");
        fields.extend(attribute(tag, "name").map(|name| (name, text)));
    }
    for tag in page.split("<select").skip(1) {
        let options = tag.split("</select>").next().unwrap_or_default();
        let chosen = options
            .split("<option")
            .find(|option| option.contains(" selected"))
            .and_then(|option| attribute(option, "value"));
        fields.extend(attribute(tag, "name").map(|name| (name, chosen.unwrap_or_default())));
    }
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        fields.push(((*name).to_owned(), (*value).to_owned()));
    }
    let body: String = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    Posted::read(body.as_bytes())
}

#[test]
fn an_unchanged_form_returns_the_data_exactly() {
    let (schema, data) = (schema(), data());
    let page = form(&schema, &data, &data).fields().into_string();
    assert_eq!(edited(&schema, &data, &posted(&page, &[])), data);
    assert!(
        page.contains("18446744073709551615") && !page.contains("<b>") && page.contains("The &lt;client&gt;."),
        "{page}"
    );
}

#[test]
fn fields_rows_and_types_are_read() {
    let (schema, original) = (schema(), data());
    let page = form(&schema, &original, &original).fields().into_string();
    let changes = [
        ("d/client", "ACME"),
        ("d/score", "0.5"),
        ("d/sure", "true"),
        ("d/entities/0/share", ""),
        ("x/entities/1", "1"),
        ("d/entities/0/source/url", "https://a.example"),
        ("d/quality", "LOW"),
    ];
    let changed = edited(&schema, &original, &posted(&page, &changes));
    let expected = json!({
        "client": "ACME", "score": 0.5, "sure": true, "quality": "LOW", "extra": { "kept": [1, null] },
        "entities": [{ "name": "A", "source": { "url": "https://a.example" } }]
    });
    assert_eq!(changed, expected);
    let wrong = edited(&schema, &original, &posted(&page, &[("d/score", "much")]));
    assert_eq!(wrong["score"], "much", "the violation is reported by the schema");
    let empty = edited(&schema, &original, &posted(&page, &[("d/client", "")]));
    assert_eq!(empty["client"], "", "a required text stays, so that its violation is reported");
}

#[test]
fn a_row_is_added_and_what_was_typed_before_is_kept() {
    let (schema, original) = (schema(), data());
    let page = form(&schema, &original, &original).fields().into_string();
    let once = edited(&schema, &original, &posted(&page, &[("act", "add:/entities"), ("d/entities/0/name", "Z")]));
    assert_eq!(
        once["entities"],
        json!([{ "name": "Z", "share": 12.5 }, { "name": "B\nC", "source": { "url": "https://b.example" } }, {}])
    );
    let page = form(&schema, &original, &once).fields().into_string();
    let twice = edited(&schema, &original, &posted(&page, &[("act", "add:/open"), ("d/entities/2/name", "New")]));
    assert_eq!((&twice["entities"][2], &twice["open"]), (&json!({ "name": "New" }), &json!([""])));
    assert_eq!(twice["entities"][0]["name"], "Z");
}

#[test]
fn a_posted_number_of_rows_is_bounded() {
    let (schema, original) = (schema(), data());
    let huge = Posted::read(b"n%2Fentities=18446744073709551615&n%2Fopen=99999999");
    let changed = edited(&schema, &original, &huge);
    assert!(changed["entities"].as_array().unwrap().len() <= 202);
}

#[test]
fn problems_and_edits_are_beside_their_fields() {
    let (schema, original) = (schema(), data());
    let mut data = original.clone();
    data["client"] = json!("Other");
    let problems = [FieldProblem { field: "/entities/1/source/url".into(), detail: "is <too> long".into() }];
    let checks =
        [LeiCheckItem { path: "/client".into(), lei: "X".into(), status: "not_found".into(), note: String::new() }];
    let page =
        SchemaForm { problems: &problems, checks: &checks, ..form(&schema, &original, &data) }.fields().into_string();
    assert!(
        page.contains("is &lt;too&gt; long")
            && page.contains("LEI not found")
            && page.contains("edited; the model wrote"),
        "{page}"
    );
    assert!(page.contains("<details class=\"item\" open"), "a row with a problem is open: {page}");
}

#[test]
fn rows_are_ordered_and_filtered_for_the_eye_and_posted_all() {
    let (schema, data) = (schema(), data());
    let problems = [FieldProblem { field: "/entities/1/name".into(), detail: "is unknown".into() }];
    let show = |fields: &[(&str, &str)]| {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let orders = ListOrders::read(&Posted::read(body.as_bytes()));
        SchemaForm { problems: &problems, orders: &orders, ..form(&schema, &data, &data) }.fields().into_string()
    };
    let place = |page: &str, row: usize| page.find(&format!("name=\"d/entities/{row}/name\"")).unwrap();
    let plain = show(&[]);
    assert!(place(&plain, 0) < place(&plain, 1) && !plain.contains("<tbody hidden"), "{plain}");
    assert!(plain.contains("value=\"sort:/entities/name\"") && plain.contains("Only with problems"), "{plain}");
    let sorted = show(&[("act", "sort:/entities/name"), ("s/entities", "+name")]);
    assert!(place(&sorted, 1) < place(&sorted, 0) && sorted.contains("aria-sort=\"descending\""), "{sorted}");
    assert_eq!(edited(&schema, &data, &posted(&sorted, &[])), data, "the order of the data is the same");
    let filtered = show(&[("act", "only:/entities")]);
    assert_eq!(filtered.matches("<tbody hidden").count(), 1, "{filtered}");
    assert_eq!(edited(&schema, &data, &posted(&filtered, &[])), data, "a hidden row is posted");
}

#[test]
fn a_long_text_of_the_model_is_left_out_and_kept_and_one_of_a_person_stays() {
    let (schema, mut original) = (schema(), data());
    original["client"] = json!("<b> ".repeat(300_000));
    let page = form(&schema, &original, &original).fields().into_string();
    assert!(
        page.len() < 60_000 && page.contains("more characters are not shown") && page.contains("Too long"),
        "{}",
        page.len()
    );
    assert_eq!(edited(&schema, &original, &posted(&page, &[])), original);
    let typed = json!({ "client": "y".repeat(20_000), "entities": [] });
    let page = form(&schema, &original, &typed).fields().into_string();
    assert!(page.contains(&"y".repeat(20_000)), "what a person has typed is never left out");
}
