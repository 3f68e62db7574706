//! Level 2 data of LEIs: relationships to parents and reporting exceptions, in GLEIF's shapes. Pure.

use serde_json::{Value, json};

/// A relationship between an entity and its parent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Relationship {
    /// LEI of the child.
    pub(crate) start: String,
    /// LEI of the parent.
    pub(crate) end: String,
    /// `IS_DIRECTLY_CONSOLIDATED_BY` or `IS_ULTIMATELY_CONSOLIDATED_BY`.
    pub(crate) kind: String,
    /// The JSON:API object.
    pub(crate) object: Value,
}

impl Relationship {
    /// Parses either form of `lei_relationships.ndjson`.
    pub(crate) fn parse(line: Value) -> Option<Self> {
        let object = if line.get("attributes").is_some() { line } else { full_relationship(&line)? };
        let relationship = &object["attributes"]["relationship"];
        let text = |pointer: &str| relationship.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        Some(Self { start: text("/startNode/id")?, end: text("/endNode/id")?, kind: text("/type")?, object })
    }
}

fn full_relationship(short: &Value) -> Option<Value> {
    let (start, end, kind) = (short["start"].as_str()?, short["end"].as_str()?, short["type"].as_str()?);
    Some(json!({
        "type": "relationship-records",
        "id": format!("{start}|LEI|{kind}|{end}"),
        "attributes": {
            "validFrom": null,
            "validTo": null,
            "relationship": {
                "startNode": {"id": start, "type": "LEI"},
                "endNode": {"id": end, "type": "LEI"},
                "type": kind,
                "status": short["status"],
                "periods": short["periods"].as_array().cloned().unwrap_or_default(),
            },
            "registration": {"status": short["registration_status"], "corroborationLevel": short["corroboration"]},
        },
    }))
}

/// The reason why an entity does not report a parent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Exception {
    /// LEI of the entity.
    pub(crate) lei: String,
    /// `DIRECT_ACCOUNTING_CONSOLIDATION_PARENT` or `ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT`.
    pub(crate) category: String,
    /// The JSON:API object.
    pub(crate) object: Value,
}

impl Exception {
    /// Parses either form of `lei_exceptions.ndjson`.
    pub(crate) fn parse(line: Value) -> Option<Self> {
        let object = if line.get("attributes").is_some() { line } else { full_exception(&line)? };
        let text = |key: &str| object["attributes"][key].as_str().map(str::to_owned);
        Some(Self { lei: text("lei")?, category: text("category")?, object })
    }
}

fn full_exception(short: &Value) -> Option<Value> {
    let (lei, category) = (short["lei"].as_str()?, short["category"].as_str()?);
    Some(json!({
        "type": "reporting-exceptions",
        "id": format!("{lei}|{category}"),
        "attributes": {
            "validFrom": null,
            "validTo": null,
            "lei": lei,
            "category": category,
            "reason": short["reason"].as_str()?,
            "reference": short["reference"],
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_incomplete_lines_are_refused() {
        let short = json!({"start": "A", "end": "B", "type": "IS_DIRECTLY_CONSOLIDATED_BY", "status": "ACTIVE"});
        let relationship = Relationship::parse(short).unwrap();
        assert_eq!(Relationship::parse(relationship.object.clone()).unwrap(), relationship);
        assert!(Relationship::parse(json!({"start": "A", "end": "B"})).is_none());
        let short = json!({"lei": "A", "category": "DIRECT_ACCOUNTING_CONSOLIDATION_PARENT", "reason": "NON_PUBLIC"});
        let exception = Exception::parse(short).unwrap();
        assert_eq!(Exception::parse(exception.object.clone()).unwrap(), exception);
        assert!(Exception::parse(json!({"lei": "A", "category": "B"})).is_none(), "an exception has a reason");
    }
}
