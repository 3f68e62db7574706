//! OpenAI batches of chat completions and Responses: a file of requests, `POST /v1/batches`, `GET /v1/batches/{id}`,
//! and a file each of answers and of errors.

use domain::JobId;
use reqwest::header::CONTENT_TYPE;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use url::Url;

use super::super::client::{Client, unwritten};
use super::super::join_versioned;
use super::{ApiStyle, ItemResult, Results, id_of, lines, message};
use crate::{BatchItem, FoundBatch, LlmError, LostBatch};

/// Name under which the metadata of a batch hold our id.
const OURS: &str = "auspex_batch";

/// Separates the parts of an upload. No line of a file of JSON objects begins with it.
const BOUNDARY: &str = "auspex-batch-boundary";

pub(super) async fn submit(client: &Client, id: JobId, items: &[BatchItem]) -> Result<String, LlmError> {
    let file = upload(client, requests(client, items)?).await?;
    let body = json!({
        "input_file_id": file, "endpoint": endpoint(client), "completion_window": window(client),
        "metadata": { OURS: id.to_string() },
    });
    let post = client.http.post(url(client, "/batches")).header(CONTENT_TYPE, "application/json");
    id_of(&client.batch_json(post.body(body.to_string())).await?)
}

/// Uploads the file of requests. Unlike a batch, a file costs nothing, so a lost answer is an error that charges
/// nothing.
async fn upload(client: &Client, requests: Vec<u8>) -> Result<String, LlmError> {
    let mut body = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--{BOUNDARY}\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"batch.jsonl\"\r\nContent-Type: application/jsonl\r\n\r\n"
    )
    .into_bytes();
    body.extend(requests);
    body.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let post = client.http.post(url(client, "/files")).header(CONTENT_TYPE, kind).body(body);
    let answer = client.batch_json(post).await.and_then(|file| id_of(&file));
    answer.map_err(|error| match error {
        LlmError::Lost { reason } => {
            LlmError::NotSent { reason: format!("the file of a batch was not uploaded: {reason}") }
        }
        other => other,
    })
}

/// Writes one request per line.
fn requests(client: &Client, items: &[BatchItem]) -> Result<Vec<u8>, LlmError> {
    let mut file = Vec::new();
    for item in items {
        let body = client.batch_body(item, &client.batch_plan(&item.request))?;
        let body: Box<RawValue> = serde_json::from_slice(&body).map_err(|error| unwritten(&error))?;
        let line = Line { custom_id: item.call.to_string(), method: "POST", url: endpoint(client), body };
        serde_json::to_writer(&mut file, &line).map_err(|error| unwritten(&error))?;
        file.push(b'\n');
    }
    Ok(file)
}

/// Returns the results of an ended batch; `None` while the provider works on it.
pub(super) async fn results(client: &Client, id: &str, items: &[BatchItem]) -> Result<Option<Results>, LlmError> {
    let batch = client.batch_json(client.http.get(url(client, &format!("/batches/{id}")))).await?;
    match batch["status"].as_str() {
        Some("completed" | "expired" | "cancelled") => {}
        // The file of requests was not accepted, so none was answered.
        Some("failed") => {
            let reason = message(&batch["errors"]["data"][0]);
            let refused = |item: &BatchItem| (item.call.to_string(), ItemResult::Unanswered(reason.clone()));
            return Ok(Some(items.iter().map(refused).collect()));
        }
        _ => return Ok(None),
    }
    let mut results = Results::new();
    for file in ["output_file_id", "error_file_id"] {
        let Some(file) = batch[file].as_str().filter(|file| !file.is_empty()) else { continue };
        let content = client.batch_file(client.http.get(url(client, &format!("/files/{file}/content")))).await?;
        results.extend(lines(&content).iter().filter_map(result));
    }
    Ok(Some(results))
}

pub(super) async fn find(client: &Client, lost: LostBatch<'_>) -> Result<FoundBatch, LlmError> {
    let mut list = url(client, "/batches");
    list.set_query(Some("limit=100"));
    let listed = client.batch_json(client.http.get(list)).await?;
    let ours = lost.id.to_string();
    let found = listed["data"].as_array().into_iter().flatten().find(|batch| batch["metadata"][OURS] == ours.as_str());
    Ok(found.and_then(|batch| batch["id"].as_str()).map_or(FoundBatch::Nowhere, |id| FoundBatch::Id(id.to_owned())))
}

/// Converts a line of the file of answers or of errors. A request that expired has an error and no response.
pub(super) fn result(line: &Value) -> Option<(String, ItemResult)> {
    let name = line["custom_id"].as_str()?.to_owned();
    let response = &line["response"];
    let status = response["status_code"].as_u64().and_then(|status| u16::try_from(status).ok());
    let made = match status {
        Some(status) => ItemResult::Answer { status, body: response["body"].clone() },
        None => ItemResult::Unanswered(message(&line["error"])),
    };
    Some((name, made))
}

/// Returns the path of the ordinary endpoint, which the provider states with its version.
fn endpoint(client: &Client) -> &'static str {
    if client.endpoint.style == ApiStyle::Responses { "/v1/responses" } else { "/v1/chat/completions" }
}

fn window(client: &Client) -> String {
    format!("{}h", client.endpoint.batch.map_or(24, |offer| offer.window_hours))
}

fn url(client: &Client, path: &str) -> Url {
    join_versioned(&client.endpoint.base_url, path)
}

#[derive(serde::Serialize)]
struct Line {
    custom_id: String,
    method: &'static str,
    url: &'static str,
    body: Box<RawValue>,
}
