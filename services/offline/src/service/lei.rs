//! GLEIF's LEI API (JSON:API).

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::World;
use crate::corpus::records::LeiRecord;

/// `GET /gleif/api/v1/lei-records/<LEI>`.
pub(crate) async fn one(State(world): State<Arc<World>>, Path(lei): Path<String>) -> Response {
    match world.corpus.leis.iter().find(|record| record.lei == lei) {
        Some(record) => Json(json!({"data": record.object})).into_response(),
        None => {
            let error =
                json!({"errors": [{"status": "404", "title": "Not Found", "detail": "This record does not exist."}]});
            (StatusCode::NOT_FOUND, Json(error)).into_response()
        }
    }
}

/// `GET /gleif/api/v1/lei-records?filter[…]=…`.
pub(crate) async fn list(State(world): State<Arc<World>>, Query(asked): Query<HashMap<String, String>>) -> Json<Value> {
    let found: Vec<&Value> = find(&world.corpus.leis, &asked).map(|record| &record.object).collect();
    let size = asked.get("page[size]").and_then(|size| size.parse().ok()).unwrap_or(15);
    let page: Vec<&Value> = found.iter().take(size).copied().collect();
    Json(json!({"meta": {"pagination": {"currentPage": 1, "perPage": size, "total": found.len()}}, "data": page}))
}

fn find<'a>(records: &'a [LeiRecord], asked: &'a HashMap<String, String>) -> impl Iterator<Item = &'a LeiRecord> {
    let leis: Option<Vec<&str>> = asked.get("filter[lei]").map(|list| list.split(',').map(str::trim).collect());
    let lower = |key: &str| asked.get(key).map(|text| text.to_lowercase());
    let (name, words) = (lower("filter[entity.legalName]"), lower("filter[fulltext]"));
    records.iter().filter(move |record| {
        leis.as_ref().is_none_or(|leis| leis.contains(&record.lei.as_str()))
            && name.as_ref().is_none_or(|name| record.name.to_lowercase().contains(name))
            && words.as_ref().is_none_or(|words| says(&record.object, words))
    })
}

/// Returns `true` if any text value of the record contains the words.
fn says(value: &Value, words: &str) -> bool {
    match value {
        Value::String(text) => text.to_lowercase().contains(words),
        Value::Array(list) => list.iter().any(|value| says(value, words)),
        Value::Object(fields) => fields.values().any(|value| says(value, words)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_narrow_and_combine() {
        let records: Vec<LeiRecord> = [("L1", "Shell Trading"), ("L2", "Shell Bank"), ("L3", "Other")]
            .iter()
            .map(|(lei, name)| LeiRecord::parse(json!({"lei": lei, "legal_name": name})).unwrap())
            .collect();
        let ask = |pairs: &[(&str, &str)]| {
            let asked = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
            find(&records, &asked).map(|r| r.lei.clone()).collect::<Vec<_>>()
        };
        assert_eq!(ask(&[("filter[entity.legalName]", "shell")]), ["L1", "L2"]);
        assert_eq!(ask(&[("filter[entity.legalName]", "shell"), ("filter[lei]", "L2,L3")]), ["L2"]);
        assert_eq!(ask(&[("filter[fulltext]", "OTHER")]), ["L3"]);
    }
}
