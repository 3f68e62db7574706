//! Tokens and LEI records in the shapes of the real services. Pure.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

/// A token: the Jupiter row and its search terms.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub(crate) mint: String,
    pub(crate) symbol: String,
    pub(crate) name: String,
    pub(crate) row: Value,
}

impl Token {
    /// Parses either form of `tokens.ndjson`.
    pub(crate) fn parse(line: Value) -> Option<Self> {
        let row = if line.get("id").is_some() { line } else { full_row(&line)? };
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        Some(Self {
            mint: text("id")?,
            symbol: text("symbol").unwrap_or_default(),
            name: text("name").unwrap_or_default(),
            row,
        })
    }
}

/// Converts the short form to a Jupiter Tokens V2 row; missing fields become null.
fn full_row(short: &Value) -> Option<Value> {
    let mint = short["mint"].as_str()?;
    Some(json!({
        "id": mint,
        "name": short["name"],
        "symbol": short["symbol"],
        "icon": null,
        "decimals": short["decimals"],
        "website": short["website"],
        "tags": short["tags"].as_array().cloned().unwrap_or_default(),
        "isVerified": short["verified"] == true,
        "tokenProgram": null,
        "holderCount": null,
        "organicScore": null,
        "usdPrice": null,
        "mcap": null,
        "fdv": null,
        "liquidity": null,
    }))
}

/// An item of Wikidata: its name and what it states.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct WikidataItem {
    pub(crate) id: String,
    pub(crate) label: String,
    /// Official website (P856).
    pub(crate) website: Option<String>,
    /// Legal Entity Identifier (P1278).
    pub(crate) lei: Option<String>,
    /// Names in other languages by code: the label, then aliases.
    #[serde(default)]
    pub(crate) names: BTreeMap<String, Vec<String>>,
}

impl WikidataItem {
    /// Parses a line of `wikidata.ndjson`.
    pub(crate) fn parse(line: Value) -> Option<Self> {
        serde_json::from_value(line).ok()
    }
}

/// An LEI record: its JSON:API object and its search terms.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LeiRecord {
    pub(crate) lei: String,
    pub(crate) name: String,
    pub(crate) object: Value,
}

impl LeiRecord {
    /// Parses either form of `lei.ndjson`.
    pub(crate) fn parse(line: Value) -> Option<Self> {
        let object = if line.get("attributes").is_some() { line } else { full_record(&line)? };
        let lei = object["id"].as_str().or(object["attributes"]["lei"].as_str())?.to_owned();
        let name = object["attributes"]["entity"]["legalName"]["name"].as_str().unwrap_or_default().to_owned();
        Some(Self { lei, name, object })
    }
}

fn full_record(short: &Value) -> Option<Value> {
    let lei = short["lei"].as_str()?;
    let others = short["other_names"].as_array().cloned().unwrap_or_default();
    let others: Vec<Value> = others.into_iter().map(|name| json!({"name": name})).collect();
    Some(json!({
        "type": "lei-records",
        "id": lei,
        "attributes": {
            "lei": lei,
            "entity": {
                "legalName": {"name": short["legal_name"], "language": short["language"]},
                "otherNames": others,
                "legalAddress": {"city": short["city"], "country": short["country"]},
                "headquartersAddress": {"country": short["hq_country"]},
                "registeredAt": {"id": short["registered_at"]},
                "registeredAs": short["registered_as"],
                "jurisdiction": short["jurisdiction"],
                "category": short["category"],
                "legalForm": {"id": short["legal_form"]},
                "status": short["entity_status"],
                "creationDate": short["creation_date"],
            },
            "registration": {
                "initialRegistrationDate": short["initial"],
                "lastUpdateDate": short["last_update"],
                "status": short["registration_status"],
                "nextRenewalDate": short["next_renewal"],
                "managingLou": short["managing_lou"],
                "corroborationLevel": short["corroboration"],
            },
        },
        "links": {"self": format!("https://api.gleif.org/api/v1/lei-records/{lei}")},
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_nothing_is_made_up() {
        let short =
            Token::parse(json!({"mint": "M", "symbol": "S", "name": "N", "decimals": 6, "verified": true})).unwrap();
        assert_eq!((short.row["isVerified"].clone(), short.row["usdPrice"].clone()), (json!(true), Value::Null));
        let whole = json!({"id": "M", "symbol": "S", "name": "N", "usdPrice": 1.5});
        assert_eq!(Token::parse(whole.clone()).unwrap().row, whole);
        assert!(Token::parse(json!({"symbol": "S"})).is_none());
        let lei = LeiRecord::parse(json!({"lei": "L", "legal_name": "Firm"})).unwrap();
        assert_eq!((lei.lei.as_str(), lei.name.as_str()), ("L", "Firm"));
    }
}
