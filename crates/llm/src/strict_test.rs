//! Conversion of schemas to the strict subset, and removal of the nulls that strict answers contain.

use super::*;

fn shape() -> Value {
    json!({
        "$schema": "x", "type": "object", "required": ["id"], "additionalProperties": false,
        "properties": {
            "id": { "type": "string", "minLength": 1, "description": "Its id." },
            "score": { "type": ["number"], "minimum": 0, "maximum": 1 },
            "kind": { "type": "string", "enum": ["a", "b"] },
            "of": { "$ref": "#/$defs/of" },
        },
        "$defs": { "of": { "type": "object", "properties": { "tags": { "type": "array", "items": { "type": "string" } } } } },
    })
}

#[test]
fn every_property_is_required_and_optional_ones_are_nullable() {
    let strict = strict(&shape(), Subset::AllRequired).unwrap();
    assert_eq!(strict["required"].as_array().unwrap().len(), 4);
    assert_eq!(strict["properties"]["id"], json!({ "type": "string", "description": "Its id. (minLength: 1)" }));
    assert_eq!(strict["properties"]["score"]["type"], json!(["number", "null"]));
    assert_eq!(strict["properties"]["kind"]["enum"], json!(["a", "b", null]));
    assert_eq!(strict["properties"]["of"], json!({ "anyOf": [{ "$ref": "#/$defs/of" }, { "type": "null" }] }));
    let inner = &strict["$defs"]["of"];
    assert_eq!((&inner["additionalProperties"], &inner["required"]), (&json!(false), &json!(["tags"])));
    assert!(strict.get("$schema").is_none());
}

#[test]
fn a_reference_stands_alone_and_every_value_has_a_type() {
    let schema = json!({ "type": "object", "required": ["of", "kind", "one"], "properties": {
        "of": { "$ref": "#/$defs/of", "description": "Not permitted beside a reference." },
        "kind": { "enum": ["a", "b"] }, "one": { "const": 1 } },
        "$defs": { "of": { "type": "string" } } });
    let strict = strict(&schema, Subset::AllRequired).unwrap();
    assert_eq!(strict["properties"]["of"], json!({ "$ref": "#/$defs/of" }));
    assert_eq!(strict["properties"]["kind"], json!({ "type": "string", "enum": ["a", "b"] }));
    assert_eq!(strict["properties"]["one"], json!({ "type": "integer", "const": 1 }));
}

#[test]
fn optional_properties_stay_optional_where_the_provider_allows_it() {
    let strict = strict(&shape(), Subset::Optional).unwrap();
    assert_eq!(strict["required"], json!(["id"]));
    assert_eq!(strict["properties"]["kind"], json!({ "type": "string", "enum": ["a", "b"] }));
    assert_eq!(strict["$defs"]["of"]["additionalProperties"], json!(false));
}

#[test]
fn what_the_subset_cannot_express_is_not_converted() {
    let property = |of: Value| json!({ "type": "object", "properties": { "a": of } });
    let mut deep = json!({ "type": "string" });
    for _ in 0..12 {
        deep = property(deep);
    }
    let outside = [
        json!({ "type": "string" }),
        property(json!({})),
        property(json!({ "type": "object" })),
        property(json!({ "type": "array" })),
        property(json!({ "allOf": [{ "type": "string" }], "type": "string" })),
        property(json!({ "type": "object", "properties": {}, "additionalProperties": { "type": "string" } })),
        deep,
    ];
    for schema in outside {
        assert_eq!(strict(&schema, Subset::AllRequired), None, "{schema}");
    }
}

#[test]
fn null_of_an_optional_property_is_absent_unless_it_is_allowed() {
    let mut schema = shape();
    schema["properties"]["note"] = json!({ "type": ["string", "null"] });
    let mut value = json!({ "id": null, "score": null, "kind": null, "note": null, "of": { "tags": null } });
    without_nulls(&schema, &mut value);
    assert_eq!(value, json!({ "id": null, "note": null, "of": {} }));
    let mut list = json!([{ "id": "a", "score": null }]);
    without_nulls(&json!({ "type": "array", "items": shape() }), &mut list);
    assert_eq!(list, json!([{ "id": "a" }]));
}
