//! Reports of the tenant and entities as resources.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::access::AccessScope::Read;
use operations::reviews::{self, ReviewedView};
use operations::{Caller, OperationError, PageQuery, entities, reports};
use rmcp::model::{ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::Value;
use store::mcp::ShownVersion;

use super::app;
use super::server::require;
use super::tool::Fault;
use crate::Gateway;

/// Prefix of the addresses of reports. The rest is the key of the report; its slashes may be percent-encoded.
const REPORT: &str = "auspex://report/";
/// Prefix of the addresses of entities. The rest is the id of the entity.
const ENTITY: &str = "auspex://entity/";
/// Prefix of the addresses of macro results. The rest is the id of the result.
const REVIEW: &str = "auspex://review/";
/// Ending of the address of a report as PDF: behind the key of the report, or in the place of its own ending.
const PDF_ENDING: &str = ".pdf";
const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";
const PDF: &str = "application/pdf";

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
        ResourceTemplate::new(format!("{REPORT}{{id}}{PDF_ENDING}"), "report-pdf")
            .with_title("Report as PDF")
            .with_description(
                "The same report as a file for people (base64). The gateway needs a browser to print it with.",
            )
            .with_mime_type(PDF),
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
    gateway: &Gateway,
    caller: &Caller,
    cursor: Option<String>,
) -> Result<ListResourcesResult, Fault> {
    if !caller.may(Read) {
        return Ok(ListResourcesResult::default());
    }
    let page = reports::list(gateway.operations.of(caller), &PageQuery { limit: None, cursor }).await?;
    let resource = |report: reports::ReportItem| {
        Resource::new(report_uri(&report.key), report.key.clone())
            .with_description(format!("Written at {}.", report.made_at.to_rfc3339()))
            .with_mime_type(MARKDOWN)
    };
    let mut listed = ListResourcesResult::with_all_items(page.items.into_iter().map(resource).collect());
    listed.next_cursor = page.next;
    Ok(listed)
}

/// Reads a resource. Returns `None` if there is no such resource for the tenant.
pub(super) async fn read(gateway: &Gateway, caller: &Caller, uri: &str) -> Result<Option<ReadResourceResult>, Fault> {
    require(caller, Read)?;
    if uri == app::REVIEW_FORM {
        return Ok(Some(app::review_form()));
    }
    let cx = gateway.operations.of(caller);
    if let Some(key) = uri.strip_prefix(REPORT).and_then(printed_key) {
        let contents = |pdf: Vec<u8>| ResourceContents::blob(STANDARD.encode(pdf), uri).with_mime_type(PDF);
        return Ok(some(reports::pdf(cx, key).await)?.map(|pdf| ReadResourceResult::new(vec![contents(pdf)])));
    }
    let (text, media_type) = if let Some(key) = uri.strip_prefix(REPORT) {
        (some(reports::read(cx, decoded(key)).await)?, MARKDOWN)
    } else if let Some(id) = uri.strip_prefix(REVIEW) {
        (review(gateway, caller, id).await?.map(|view| view.to_string()), JSON)
    } else if let Some(id) = uri.strip_prefix(ENTITY) {
        (some(entities::show(cx, &decoded(id)).await)?.map(|entity| serde_json::json!(entity).to_string()), JSON)
    } else {
        (None, JSON)
    };
    let contents =
        |text: String| ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(media_type)]);
    Ok(text.map(contents))
}

/// Returns the key of the report that an address without its prefix names as PDF; `None` if it names no PDF.
fn printed_key(rest: &str) -> Option<String> {
    let key = decoded(rest);
    let stem = key.strip_suffix(PDF_ENDING)?;
    Some(format!("{}.md", stem.strip_suffix(".md").unwrap_or(stem)))
}

/// Returns `None` for what does not exist.
fn some<T>(read: Result<T, OperationError>) -> Result<Option<T>, Fault> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(OperationError::NotFound { .. } | OperationError::UnknownResult) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns a result of a macro, and records that the token was shown it.
async fn review(gateway: &Gateway, caller: &Caller, id: &str) -> Result<Option<Value>, Fault> {
    let Ok(id) = id.parse() else { return Ok(None) };
    let Some(reviewed) = some(reviews::show(gateway.operations.of(caller), id).await)? else { return Ok(None) };
    let shown = ShownVersion { result: id, version: reviewed.session.version };
    gateway.operations.store(&caller.tenant).mcp().record_shown(caller.token, reviewed.session.id, shown).await?;
    Ok(Some(serde_json::json!(ReviewedView::from(&reviewed))))
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
    fn the_address_of_a_pdf_names_the_report_that_is_printed() {
        for address in ["runs/1/report.pdf", "runs/1/report.md.pdf", "runs%2F1%2Freport.md.pdf"] {
            assert_eq!(printed_key(address).as_deref(), Some("runs/1/report.md"), "{address}");
        }
        assert_eq!(printed_key("runs/1/report.md"), None);
    }

    #[test]
    fn keys_may_be_percent_encoded() {
        assert_eq!(decoded("runs%2F1%2freport.md"), "runs/1/report.md");
        assert_eq!(
            [decoded("runs/1"), decoded("100%"), decoded("%zz"), decoded("%ff")],
            ["runs/1", "100%", "%zz", "%ff"]
        );
    }
}
