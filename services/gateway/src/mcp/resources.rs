//! Reports of the tenant and entities as resources.

use std::sync::Arc;

use axum::extract::State;
use rmcp::model::{ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use serde_json::Value;
use store::mcp::ShownVersion;

use super::tool::Fault;
use crate::Gateway;
use crate::access::{Granted, Read};
use crate::desk::{Desk, DeskError, ReviewedView};
use crate::http::{Id, Params};
use crate::page::PageQuery;
use crate::routes::{knowledge, runs, work};

/// Prefix of the addresses of reports. The rest is the key of the report; its slashes may be percent-encoded.
const REPORT: &str = "auspex://report/";
/// Prefix of the addresses of entities. The rest is the id of the entity.
const ENTITY: &str = "auspex://entity/";
/// Prefix of the addresses of macro results. The rest is the id of the result.
const REVIEW: &str = "auspex://review/";
const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";

/// Returns the address of a report.
pub(super) fn report_uri(key: &str) -> String {
    format!("{REPORT}{key}")
}

pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(format!("{REPORT}{{id}}"), "report")
            .with_title("Report")
            .with_description("The readable report of a run or of research; every statement cites its evidence.")
            .with_mime_type(MARKDOWN),
        ResourceTemplate::new(format!("{ENTITY}{{id}}"), "entity")
            .with_title("Entity")
            .with_description("An entity with its representations and its newest research.")
            .with_mime_type(JSON),
        ResourceTemplate::new(format!("{REVIEW}{{id}}"), "review")
            .with_title("Result of a research macro")
            .with_description("The result of a macro with its data, sources, checks and review.")
            .with_mime_type(JSON),
    ]
}

/// Lists the reports of the tenant, newest first. Entities are found by `resolve_entity`; they are too many for a list.
pub(super) async fn list(
    gateway: &Arc<Gateway>,
    granted: &Granted,
    cursor: Option<String>,
) -> Result<ListResourcesResult, Fault> {
    let Ok(allowed) = granted.allowed::<Read>() else { return Ok(ListResourcesResult::default()) };
    let page = work::reports(State(Arc::clone(gateway)), allowed, Params(PageQuery { limit: None, cursor })).await?.0;
    let resource = |report: work::ReportItem| {
        Resource::new(report_uri(&report.key), report.key.clone())
            .with_description(format!("Written at {}.", report.made_at.to_rfc3339()))
            .with_mime_type(MARKDOWN)
    };
    let mut listed = ListResourcesResult::with_all_items(page.items.into_iter().map(resource).collect());
    listed.next_cursor = page.next;
    Ok(listed)
}

/// Reads a resource. Returns `None` if there is no such resource for the tenant.
pub(super) async fn read(
    gateway: &Arc<Gateway>,
    granted: &Granted,
    uri: &str,
) -> Result<Option<ReadResourceResult>, Fault> {
    let allowed = granted.allowed_over_mcp::<Read>()?;
    if let Some(key) = uri.strip_prefix(REPORT) {
        let report = runs::report_of(gateway, &granted.caller, decoded(key)).await?;
        let contents = |text| ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(MARKDOWN)]);
        return Ok(report.map(contents));
    }
    let json = |value: &Value| {
        ReadResourceResult::new(vec![ResourceContents::text(value.to_string(), uri).with_mime_type(JSON)])
    };
    if let Some(id) = uri.strip_prefix(REVIEW) {
        return Ok(review(gateway, granted, id).await?.map(|view| json(&view)));
    }
    let Some(id) = uri.strip_prefix(ENTITY) else { return Ok(None) };
    match knowledge::show(State(Arc::clone(gateway)), allowed, Id(decoded(id))).await {
        Ok(entity) => Ok(Some(json(&entity.0))),
        Err(problem) if problem.status() == axum::http::StatusCode::NOT_FOUND => Ok(None),
        Err(problem) => Err(problem.into()),
    }
}

/// Returns a result of a macro, and records that the token was shown it.
async fn review(gateway: &Gateway, granted: &Granted, id: &str) -> Result<Option<Value>, Fault> {
    let Ok(id) = id.parse() else { return Ok(None) };
    match Desk::new(gateway, &granted.caller).show(id).await {
        Ok(reviewed) => {
            let shown = ShownVersion { result: id, version: reviewed.session.version };
            gateway
                .store(&granted.caller.tenant)
                .record_shown(granted.caller.token, reviewed.session.id, shown)
                .await?;
            Ok(Some(serde_json::json!(ReviewedView::from(&reviewed))))
        }
        Err(DeskError::UnknownResult) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Resolves percent-encoding. Text that is not encoded correctly stays as it is, and names nothing.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let digits = tail.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_may_be_percent_encoded() {
        assert_eq!(decoded("runs%2F1%2freport.md"), "runs/1/report.md");
        assert_eq!(
            [decoded("runs/1"), decoded("100%"), decoded("%zz"), decoded("%ff")],
            ["runs/1", "100%", "%zz", "%ff"]
        );
    }
}
