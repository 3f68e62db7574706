//! Wikidata's search for items, and their claims, labels and aliases, of `wikidata.ndjson`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::World;
use crate::corpus::records::WikidataItem;

#[derive(Deserialize)]
pub(crate) struct WikidataQuery {
    #[serde(default)]
    action: String,
    #[serde(default)]
    search: String,
    #[serde(default)]
    ids: String,
}

/// `GET /wikidata/w/api.php?action=wbsearchentities&search=…` and `?action=wbgetentities&ids=Q1|Q2`.
pub(crate) async fn api(State(world): State<Arc<World>>, Query(asked): Query<WikidataQuery>) -> Json<Value> {
    let items = &world.corpus.wikidata;
    Json(match asked.action.as_str() {
        "wbsearchentities" => {
            let wanted = asked.search.to_lowercase();
            let found = items.iter().filter_map(|item| row(item, &wanted));
            json!({"search": found.collect::<Vec<_>>(), "success": 1})
        }
        "wbgetentities" => {
            let found = asked.ids.split('|').filter_map(|id| items.iter().find(|item| item.id == id));
            let entities: Map<String, Value> = found.map(|item| (item.id.clone(), entity(item))).collect();
            json!({"entities": entities, "success": 1})
        }
        _ => json!({"error": {"code": "badvalue", "info": "Unrecognized value for parameter \"action\"."}}),
    })
}

/// Returns the row of an item whose label, or name in another language, begins with the words.
fn row(item: &WikidataItem, wanted: &str) -> Option<Value> {
    let names = item.names.iter().flat_map(|(language, names)| names.iter().map(move |name| (language.as_str(), name)));
    let mut all = std::iter::once(("en", &item.label)).chain(names);
    let (language, name) = all.find(|(_, name)| name.to_lowercase().starts_with(wanted))?;
    let matched = json!({"type": "label", "language": language, "text": name});
    Some(json!({"id": item.id, "label": item.label, "match": matched}))
}

fn entity(item: &WikidataItem) -> Value {
    let mut claims = Map::new();
    for (property, value) in [("P856", &item.website), ("P1278", &item.lei)] {
        if let Some(value) = value {
            let value = json!({"value": value, "type": "string"});
            let snak = json!({"snaktype": "value", "property": property, "datavalue": value});
            claims.insert(property.to_owned(), json!([{"mainsnak": snak, "type": "statement", "rank": "normal"}]));
        }
    }
    let text = |language: &str, value: &str| json!({"language": language, "value": value});
    let (mut labels, mut aliases) = (Map::new(), Map::new());
    labels.insert("en".to_owned(), text("en", &item.label));
    for (language, names) in &item.names {
        let Some((label, more)) = names.split_first() else { continue };
        labels.insert(language.clone(), text(language, label));
        aliases.insert(language.clone(), more.iter().map(|name| text(language, name)).collect());
    }
    json!({"type": "item", "id": item.id, "claims": claims, "labels": labels, "aliases": aliases})
}
