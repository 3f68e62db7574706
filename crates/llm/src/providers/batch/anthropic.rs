//! Anthropic Message Batches: `POST /v1/messages/batches`, `GET /v1/messages/batches/{id}`, and a file of results at
//! `results_url`.
//!
//! A batch has no name of ours. A lost one is recognised by the names of its requests, which only its results contain.

use chrono::{DateTime, TimeDelta};
use domain::Time;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;
use serde_json::value::RawValue;
use url::Url;

use super::super::client::{Client, unwritten};
use super::super::join;
use super::{ItemResult, Results, id_of, lines, message};
use crate::{BatchItem, FoundBatch, LlmError, LostBatch};

const PATH: &str = "/v1/messages/batches";

/// Difference between the provider's clock and ours that the search for a lost batch allows.
const SKEW: TimeDelta = TimeDelta::minutes(5);

pub(super) async fn submit(client: &Client, items: &[BatchItem]) -> Result<String, LlmError> {
    let mut requests = Vec::with_capacity(items.len());
    for item in items {
        let body = client.batch_body(item, &client.batch_plan(&item.request))?;
        let params: Box<RawValue> = serde_json::from_slice(&body).map_err(|error| unwritten(&error))?;
        requests.push(Request { custom_id: item.call.to_string(), params });
    }
    let body = serde_json::to_vec(&Batch { requests }).map_err(|error| unwritten(&error))?;
    let post = client.http.post(url(client, PATH)).header(CONTENT_TYPE, "application/json").body(body);
    id_of(&client.batch_json(post).await?)
}

/// Returns the results of an ended batch; `None` while the provider works on it.
pub(super) async fn results(client: &Client, id: &str) -> Result<Option<Results>, LlmError> {
    let batch = client.batch_json(client.http.get(url(client, &format!("{PATH}/{id}")))).await?;
    if batch["processing_status"] != "ended" {
        return Ok(None);
    }
    let file = client.batch_file(client.http.get(results_url(client, &batch)?)).await?;
    Ok(Some(lines(&file).iter().filter_map(result).collect()))
}

pub(super) async fn find(client: &Client, lost: LostBatch<'_>) -> Result<FoundBatch, LlmError> {
    let mut list = url(client, PATH);
    list.set_query(Some("limit=100"));
    let listed = client.batch_json(client.http.get(list)).await?;
    let mut perhaps = false;
    for batch in listed["data"].as_array().into_iter().flatten().filter(|batch| may_be(batch, &lost)) {
        let Some(id) = batch["id"].as_str() else { continue };
        match results(client, id).await? {
            Some(results) if lost.items.iter().any(|item| results.contains_key(&item.call.to_string())) => {
                return Ok(FoundBatch::Id(id.to_owned()));
            }
            Some(_) => {}
            None => perhaps = true,
        }
    }
    Ok(if perhaps { FoundBatch::Perhaps } else { FoundBatch::Nowhere })
}

/// Returns `true` if a listed batch is as large as the lost one, not older, and not known as another one.
pub(super) fn may_be(batch: &Value, lost: &LostBatch<'_>) -> bool {
    let known = lost.known.iter().any(|id| batch["id"] == id.as_str());
    let created = batch["created_at"].as_str().and_then(|at| DateTime::parse_from_rfc3339(at).ok());
    let in_time = created.is_none_or(|at| Time::from(at) >= lost.since - SKEW);
    let counts = batch["request_counts"].as_object();
    let size = counts.map(|counts| counts.values().filter_map(Value::as_u64).sum::<u64>());
    !known && in_time && size.is_none_or(|size| size == lost.items.len() as u64)
}

/// Returns the address of the results. The key is sent with the request, so only the configured origin is accepted.
pub(super) fn results_url(client: &Client, batch: &Value) -> Result<Url, LlmError> {
    let base = &client.endpoint.base_url;
    let url = batch["results_url"].as_str().and_then(|text| base.join(text).ok());
    let own = url.filter(|url| url.origin() == base.origin());
    own.ok_or_else(|| LlmError::Lost {
        reason: format!(
            "the results of the batch are not at {}: {}",
            base.origin().ascii_serialization(),
            batch["results_url"]
        ),
    })
}

pub(super) fn result(line: &Value) -> Option<(String, ItemResult)> {
    let (name, result) = (line["custom_id"].as_str()?, &line["result"]);
    let made = match result["type"].as_str()? {
        "succeeded" => ItemResult::Answer { status: 200, body: result["message"].clone() },
        "errored" => ItemResult::Unanswered(message(&result["error"])),
        other => ItemResult::Unanswered(format!("the request is {other} in the batch")),
    };
    Some((name.to_owned(), made))
}

fn url(client: &Client, path: &str) -> Url {
    join(&client.endpoint.base_url, path)
}

#[derive(serde::Serialize)]
struct Batch {
    requests: Vec<Request>,
}

#[derive(serde::Serialize)]
struct Request {
    custom_id: String,
    params: Box<RawValue>,
}
