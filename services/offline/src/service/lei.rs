//! GLEIF's LEI API (JSON:API): records, parents, children and reporting exceptions.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::World;
use crate::corpus::Corpus;
use crate::corpus::records::LeiRecord;

/// Size of a page where the request gives none.
const DEFAULT_PAGE: usize = 15;
/// Maximum size of a page.
const MAX_PAGE: usize = 200;

type LeiQuery = HashMap<String, String>;

/// `GET /gleif/api/v1/lei-records/<LEI>`.
pub(crate) async fn one(State(world): State<Arc<World>>, Path(lei): Path<String>) -> Response {
    single(record(&world.corpus, &lei))
}

/// `GET /gleif/api/v1/lei-records?filter[…]=…`.
pub(crate) async fn list(State(world): State<Arc<World>>, Query(query): Query<LeiQuery>) -> Json<Value> {
    paged(find(&world.corpus.leis, &query).map(|record| &record.object).collect(), &query)
}

/// `GET /gleif/api/v1/lei-records/<LEI>/<part>`: `direct-parent`, `direct-parent-relationship`,
/// `direct-parent-reporting-exception`, `direct-children`, `direct-child-relationships`, and the same with `ultimate-`.
pub(crate) async fn part(
    State(world): State<Arc<World>>,
    Path((lei, part)): Path<(String, String)>,
    Query(query): Query<LeiQuery>,
) -> Response {
    let corpus = &world.corpus;
    let Some((level, part)) = level_of(&part) else { return single(None) };
    let (kind, category) = level;
    let up = corpus.relationships.iter().find(|relationship| relationship.start == lei && relationship.kind == kind);
    let down =
        || corpus.relationships.iter().filter(|relationship| relationship.end == lei && relationship.kind == kind);
    match part {
        "parent" => single(up.and_then(|relationship| record(corpus, &relationship.end))),
        "parent-relationship" => single(up.map(|relationship| &relationship.object)),
        "parent-reporting-exception" => {
            let mut exceptions = corpus.exceptions.iter();
            let exception = exceptions.find(|one| one.lei == lei && one.category == category);
            single(exception.map(|one| &one.object))
        }
        "children" => paged(down().filter_map(|relationship| record(corpus, &relationship.start)).collect(), &query)
            .into_response(),
        "child-relationships" => {
            paged(down().map(|relationship| &relationship.object).collect(), &query).into_response()
        }
        _ => single(None),
    }
}

/// Returns the level's relationship type and exception category, and the rest of the part's name.
fn level_of(part: &str) -> Option<((&'static str, &'static str), &str)> {
    let direct = ("IS_DIRECTLY_CONSOLIDATED_BY", "DIRECT_ACCOUNTING_CONSOLIDATION_PARENT");
    let ultimate = ("IS_ULTIMATELY_CONSOLIDATED_BY", "ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT");
    let rest = part.strip_prefix("direct-").map(|rest| (direct, rest));
    rest.or_else(|| part.strip_prefix("ultimate-").map(|rest| (ultimate, rest)))
}

fn record<'a>(corpus: &'a Corpus, lei: &str) -> Option<&'a Value> {
    corpus.leis.iter().find(|record| record.lei == lei).map(|record| &record.object)
}

fn single(object: Option<&Value>) -> Response {
    match object {
        Some(object) => Json(json!({"data": object})).into_response(),
        None => {
            let error =
                json!({"errors": [{"status": "404", "title": "Not Found", "detail": "This record does not exist."}]});
            (StatusCode::NOT_FOUND, Json(error)).into_response()
        }
    }
}

/// Returns one page of a list with GLEIF's pagination.
fn paged(objects: Vec<&Value>, query: &LeiQuery) -> Json<Value> {
    let number = |key: &str| query.get(key).and_then(|text| text.parse::<usize>().ok()).filter(|number| *number > 0);
    let size = number("page[size]").unwrap_or(DEFAULT_PAGE).min(MAX_PAGE);
    let page = number("page[number]").unwrap_or(1);
    let total = objects.len();
    let data: Vec<&Value> = objects.into_iter().skip((page - 1).saturating_mul(size)).take(size).collect();
    let pagination =
        json!({"currentPage": page, "perPage": size, "total": total, "lastPage": total.div_ceil(size).max(1)});
    Json(json!({"meta": {"pagination": pagination}, "data": data}))
}

fn find<'a>(records: &'a [LeiRecord], query: &'a LeiQuery) -> impl Iterator<Item = &'a LeiRecord> {
    let leis: Option<Vec<&str>> = query.get("filter[lei]").map(|list| list.split(',').map(str::trim).collect());
    let lower = |key: &str| query.get(key).map(|text| text.to_lowercase());
    let (name, words) = (lower("filter[entity.legalName]"), lower("filter[fulltext]"));
    let names = lower("filter[entity.names]");
    records.iter().filter(move |record| {
        leis.as_ref().is_none_or(|leis| leis.contains(&record.lei.as_str()))
            && name.as_ref().is_none_or(|name| record.name.to_lowercase().contains(name))
            && names.as_ref().is_none_or(|name| has_name(record, name))
            && words.as_ref().is_none_or(|words| contains(&record.object, words))
    })
}

/// Returns `true` if the legal name or another name contains the words.
fn has_name(record: &LeiRecord, words: &str) -> bool {
    record.name.to_lowercase().contains(words) || contains(&record.object["attributes"]["entity"]["otherNames"], words)
}

/// Returns `true` if any text value contains the words.
fn contains(value: &Value, words: &str) -> bool {
    match value {
        Value::String(text) => text.to_lowercase().contains(words),
        Value::Array(list) => list.iter().any(|value| contains(value, words)),
        Value::Object(fields) => fields.values().any(|value| contains(value, words)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(pairs: &[(&str, &str)]) -> LeiQuery {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn filters_narrow_and_combine() {
        let records: Vec<LeiRecord> = [("L1", "Shell Trading"), ("L2", "Shell Bank"), ("L3", "Other")]
            .iter()
            .map(|(lei, name)| LeiRecord::parse(json!({"lei": lei, "legal_name": name, "other_names": ["Alias"]})))
            .map(Option::unwrap)
            .collect();
        let ask =
            |pairs: &[(&str, &str)]| find(&records, &query(pairs)).map(|record| record.lei.clone()).collect::<Vec<_>>();
        assert_eq!(ask(&[("filter[entity.legalName]", "shell")]), ["L1", "L2"]);
        assert_eq!(ask(&[("filter[entity.legalName]", "shell"), ("filter[lei]", "L2,L3")]), ["L2"]);
        assert_eq!(ask(&[("filter[fulltext]", "OTHER")]), ["L3"]);
        assert_eq!(ask(&[("filter[entity.names]", "alias")]).len(), 3);
        assert!(ask(&[("filter[entity.legalName]", "alias")]).is_empty());
    }

    #[test]
    fn pages_follow_one_another() {
        let objects: Vec<Value> = (0..5).map(|n| json!(n)).collect();
        let page = |pairs: &[(&str, &str)]| paged(objects.iter().collect(), &query(pairs)).0;
        let second = page(&[("page[size]", "2"), ("page[number]", "2")]);
        assert_eq!(
            (second["data"].clone(), second["meta"]["pagination"]["lastPage"].clone()),
            (json!([2, 3]), json!(3))
        );
        assert_eq!(page(&[("page[size]", "0"), ("page[number]", "9")])["data"], json!([]));
    }
}
