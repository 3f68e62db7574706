//! Reports: write one, and answer it as Markdown or as a page, as the client prefers.

use axum::Json;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use operations::deep_reports::{self, ReportWanted};
use operations::events::EventAccepted;
use operations::{Context, reports};

use crate::access::{Allowed, Publish};
use crate::http::{JsonBody, Problem, Problems, request_key};

/// A page loads nothing and runs nothing: its text comes from the web.
const POLICY: HeaderValue = HeaderValue::from_static(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
);
const MARKDOWN: &str = "text/markdown";
const HTML: &str = "text/html";
const PDF: &str = "application/pdf";

/// Write a report on a question or topic: sections whose sentences cite findings, without a probability.
///
/// `GET /v1/runs/{run}/events` follows its run; `GET /v1/runs/{run}/report` answers it once the run is `reported`.
#[utoipa::path(
    post, path = "/v1/reports", tag = "reports", operation_id = "writeReport", security(("token" = ["publish"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Writes once under the same key", max_length = 255)),
    request_body = ReportWanted,
    responses((status = 202, description = "The request is stored; `run` names its run", body = EventAccepted), Problems),
)]
pub async fn write(
    allowed: Allowed<Publish>,
    JsonBody(wanted, payload): JsonBody<ReportWanted>,
) -> Result<(StatusCode, Json<EventAccepted>), Problem> {
    let key = request_key(&allowed.caller.tenant, &payload)?;
    Ok((StatusCode::ACCEPTED, Json(deep_reports::write(allowed.cx(), wanted, key).await?)))
}

/// Answers a report.
pub(super) async fn report(cx: Context<'_>, key: String, headers: &HeaderMap) -> Result<Response, Problem> {
    match preferred(headers) {
        Form::Markdown => Ok(markdown(reports::read(cx, key).await?)),
        Form::Html => Ok(page(reports::html(cx, key).await?)),
        Form::Pdf => Ok(printed(reports::pdf(cx, key).await?)),
    }
}

/// A PDF runs nothing; the browser shows it or saves it.
fn printed(report: Vec<u8>) -> Response {
    let headers: [(HeaderName, HeaderValue); 4] = [
        (header::CONTENT_TYPE, HeaderValue::from_static(PDF)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("inline; filename=\"report.pdf\"")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::VARY, HeaderValue::from_static("accept")),
    ];
    (headers, report).into_response()
}

/// Answers a report in Markdown.
fn markdown(report: String) -> Response {
    ([(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::VARY, "accept")], report).into_response()
}

fn page(page: Vec<u8>) -> Response {
    let headers: [(HeaderName, HeaderValue); 4] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::VARY, HeaderValue::from_static("accept")),
    ];
    (headers, page).into_response()
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Markdown,
    Html,
    Pdf,
}

/// Returns the form that a client names with the greatest weight; of equal ones, and if it names none, Markdown, then
/// HTML.
fn preferred(headers: &HeaderMap) -> Form {
    let lines = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let ranges: Vec<(&str, f32)> = lines.flat_map(|line| line.split(',')).map(weighted).collect();
    let weight = |name: &str| {
        let named = ranges.iter().filter(|(range, _)| range.eq_ignore_ascii_case(name));
        named.map(|(_, weight)| *weight).fold(0.0, f32::max)
    };
    let (markdown, html, pdf) = (weight(MARKDOWN), weight(HTML), weight(PDF));
    match (pdf > markdown && pdf > html, html > markdown) {
        (true, _) => Form::Pdf,
        (false, true) => Form::Html,
        (false, false) => Form::Markdown,
    }
}

/// Reads a range and its weight, e.g. `text/html;q=0.8`.
fn weighted(range: &str) -> (&str, f32) {
    let mut parts = range.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q="))?.parse().ok());
    (name, weight.unwrap_or(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_answered_to_a_client_that_names_html() {
        let of = |accept: &'static str| {
            preferred(&HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]))
        };
        let prefers = |accept: &'static str| of(accept) == Form::Html;
        assert_eq!(of("application/pdf"), Form::Pdf);
        assert_eq!(of("application/pdf;q=0.5, text/html"), Form::Html);
        assert_eq!(of("application/pdf, text/markdown"), Form::Markdown);
        assert!(prefers("text/html") && prefers("text/html,application/xhtml+xml,*/*;q=0.8"));
        assert!(prefers("text/markdown;q=0.5, Text/HTML; q=0.9"));
        for other in
            ["*/*", "text/markdown", "text/html;q=0", "text/html;q=0.4, text/markdown", "text/html, text/markdown", ""]
        {
            assert!(!prefers(other), "{other}");
        }
        assert_eq!(preferred(&HeaderMap::new()), Form::Markdown);
    }
}
