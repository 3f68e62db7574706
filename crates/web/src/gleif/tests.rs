//! The client against a server with GLEIF's documented replies.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Query, Request};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::*;
use crate::route::Route;

const GARE: &str = "549300O897ZC5H7CY412";
const HOLDING: &str = "549300OWK6ZGNYP4G142";

fn object(lei: &str, name: &str) -> Value {
    json!({"type": "lei-records", "id": lei, "attributes": {"lei": lei,
        "entity": {"legalName": {"name": name, "language": "sv"}, "otherNames": [{"name": "Old\nname", "language": "sv"}],
            "legalAddress": {"city": "Stockholm", "country": "SE"}, "jurisdiction": "SE", "category": "GENERAL",
            "legalForm": {"id": "XJHM"}, "registeredAs": "556609-8058", "status": "ACTIVE"},
        "registration": {"status": "ISSUED", "nextRenewalDate": "2026-05-25T06:21:00Z"}}})
}

/// Replies in the format of `https://api.gleif.org/api/v1`.
fn reply(path: &str, query: &HashMap<String, String>) -> Option<Value> {
    let path = path.strip_prefix("/api/v1/lei-records")?;
    Some(match path.strip_prefix(&format!("/{GARE}")).unwrap_or(path) {
        "" if query.contains_key("filter[lei]") => {
            json!({"data": [object(GARE, "La Gare AB"), object(HOLDING, "other")]})
        }
        "" => json!({"data": [object(GARE, &"N".repeat(1000)), object(HOLDING, "La Gare Holding AB")]}),
        "/direct-parent" => json!({"data": object(HOLDING, "La Gare Holding AB")}),
        "/direct-parent-relationship" => {
            json!({"data": {"type": "relationship-records", "attributes": {"relationship": {
            "type": "IS_DIRECTLY_CONSOLIDATED_BY", "status": "ACTIVE", "periods": [
                {"startDate": "2023-12-31T23:00:00Z", "type": "ACCOUNTING_PERIOD"},
                {"startDate": "2006-08-08T02:00:00Z", "type": "RELATIONSHIP_PERIOD"}]},
            "registration": {"status": "PUBLISHED", "corroborationLevel": "FULLY_CORROBORATED"}}}})
        }
        "/ultimate-parent-reporting-exception" => json!({"data": {"type": "reporting-exceptions", "attributes": {
            "lei": GARE, "category": "ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT", "reason": "NATURAL_PERSONS", "reference": null}}}),
        "/direct-children" => children(query["page[number]"].parse().ok()?),
        _ => return None,
    })
}

/// A page of the 250 children.
fn children(page: usize) -> Value {
    let from = (page - 1) * MAX_PAGE;
    let data: Vec<Value> = (from..250.min(from + MAX_PAGE)).map(|n| object(&format!("{n:020}"), "Child")).collect();
    json!({"meta": {"pagination": {"currentPage": page, "perPage": MAX_PAGE, "total": 250}}, "data": data})
}

/// Starts a server and returns a client and the requests that the server received.
async fn world() -> (GleifClient, Arc<Mutex<Vec<String>>>) {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&seen);
    let app = Router::new().fallback(move |Query(query): Query<HashMap<String, String>>, request: Request| {
        log.lock().unwrap().push(request.uri().to_string());
        let answer = reply(request.uri().path(), &query);
        async move { answer.map_or(StatusCode::NOT_FOUND.into_response(), |answer| answer.to_string().into_response()) }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/api/v1/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    (GleifClient::new(Url::parse(&base).unwrap(), &Route::Direct).unwrap(), seen)
}

#[tokio::test]
async fn all_leis_are_requested_at_once_and_only_requested_records_are_returned() {
    let (client, seen) = world().await;
    let found = client.records(&[GARE.to_lowercase(), "X/../y".to_owned(), GARE.to_owned()]).await.unwrap();
    assert_eq!(found.iter().map(|record| record.legal_name.as_str()).collect::<Vec<_>>(), ["La Gare AB"]);
    assert_eq!(found[0].other_names, ["Old name"], "a name is one line");
    assert_eq!((found[0].jurisdiction.as_str(), found[0].registration_status.as_str()), ("SE", "ISSUED"));
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 1);
    assert!(seen[0].contains(&format!("{GARE}%2CXY")), "{seen:?}");
}

#[tokio::test]
async fn names_are_cut_and_the_limit_holds() {
    let (client, _) = world().await;
    let found = client.by_name("la gare", 1).await.unwrap();
    assert_eq!((found.len(), found[0].legal_name.len()), (1, 300));
}

#[tokio::test]
async fn parents_children_and_exceptions_are_read_and_absent_ones_are_no_error() {
    let (client, _) = world().await;
    let parents = client.parents(GARE).await.unwrap();
    assert_eq!(parents.len(), 1, "there is no ultimate parent");
    assert_eq!((parents[0].level, parents[0].record.lei.as_str()), (ParentLevel::Direct, HOLDING));
    let relationship = parents[0].relationship.clone().unwrap();
    assert_eq!((relationship.since.as_str(), relationship.status.as_str()), ("2006-08-08T02:00:00Z", "ACTIVE"));
    let children = client.children(GARE).await.unwrap();
    assert_eq!((children.total, children.records.len()), (250, 250));
    let exceptions = client.exceptions(GARE).await.unwrap();
    assert_eq!((exceptions.len(), exceptions[0].reason.as_str()), (1, "NATURAL_PERSONS"));
    assert!(client.parents(HOLDING).await.unwrap().is_empty());
    assert_eq!(client.children(HOLDING).await.unwrap(), LeiChildren::default());
}

#[tokio::test]
async fn an_unreachable_service_is_an_error_and_not_an_absent_record() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    let client = GleifClient::new(base, &Route::Direct).unwrap();
    let error = client.records(&[GARE.to_owned()]).await.unwrap_err();
    assert!(matches!(error, ServiceError::Unavailable { service: SERVICE, .. }), "{error}");
    assert!(client.exceptions(GARE).await.is_err());
}

#[test]
fn the_end_of_an_entity_its_successors_and_its_head_office_are_read() {
    let mut ended = object(GARE, "La Gare AB");
    let entity = &mut ended["attributes"]["entity"];
    entity["expiration"] = json!({"date": "2024-03-01T00:00:00Z", "reason": "CORPORATE_ACTION"});
    entity["successorEntity"] = json!({"lei": HOLDING, "name": "La Gare Holding AB"});
    entity["successorEntities"] =
        json!([{"lei": HOLDING, "name": "La Gare Holding AB"}, {"lei": null, "name": {"name": "Other AB"}}]);
    entity["associatedEntity"] = json!({"lei": HOLDING, "name": null});
    entity["eventGroups"] = json!([{"events": [{"type": "MERGERS_AND_ACQUISITIONS", "status": "COMPLETED", "effectiveDate": "2024-03-01T00:00:00Z"}]}]);
    let record = read::record(&ended).unwrap();
    assert_eq!(
        (record.expired.as_str(), record.expiration_reason.as_str()),
        ("2024-03-01T00:00:00Z", "CORPORATE_ACTION")
    );
    let named = |lei: &str, name: &str| NamedEntity { lei: lei.into(), name: name.into() };
    assert_eq!(record.successors, [named(HOLDING, "La Gare Holding AB"), named("", "Other AB")]);
    assert_eq!(record.associated, Some(named(HOLDING, "")));
    assert_eq!(record.events, ["MERGERS_AND_ACQUISITIONS COMPLETED 2024-03-01"]);
    let mut nothing = object(GARE, "La Gare AB");
    nothing["attributes"]["entity"]["successorEntity"] = json!({"lei": null, "name": null});
    nothing["attributes"]["entity"]["associatedEntity"] = json!({"lei": null, "name": null});
    let record = read::record(&nothing).unwrap();
    assert_eq!((record.expired.as_str(), record.successors.len(), record.associated), ("", 0, None));
}
