//! Readable reports, in Markdown and as pages.

use domain::access::AccessScope::Read;
use domain::{RunId, Time};
use pulldown_cmark::{Event, Parser};
use serde::{Deserialize, Serialize};
use store::reports::ReportLine;
use store::tenants::Owned;
use utoipa::{IntoParams, ToSchema};

use crate::{Context, OperationError, Page, PageQuery};

/// Advice where no browser is configured.
const NO_BROWSER: &str = "the gateway has no browser to print a PDF with: set AUSPEX_BROWSER_URL to the DevTools address of a headless \
                          Chromium (`auspex up --browser` starts one); or save the report as HTML (`auspex report --output FILE.html`, \
                          or `Accept: text/html`) and print it from any browser";

/// A report in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportItem {
    /// Key of the report, for `/v1/reports/content`.
    pub key: String,
    /// Title of the report, e.g. the question; may be empty.
    pub title: String,
    /// Time at which it was written.
    #[schema(value_type = String, format = DateTime)]
    pub made_at: Time,
}

/// Names a report.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ReportQuery {
    /// Key of the report.
    pub key: String,
}

/// Returns a page of the tenant's reports, newest first.
///
/// # Errors
/// The page is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: &PageQuery) -> Result<Page<ReportItem>, OperationError> {
    cx.require(Read)?;
    let limit = query.limit()?;
    let rows = cx.store().reports().page(cx.tenant(), query.before()?, limit + 1).await?;
    Ok(Page::new(rows, limit, |row| (row.made_at, row.key.clone()), ReportItem::from))
}

/// Returns a report of the tenant.
///
/// # Errors
/// The tenant has no such report, or Postgres is unavailable.
pub async fn read(cx: Context<'_>, key: String) -> Result<String, OperationError> {
    cx.require(Read)?;
    let missing = OperationError::NotFound { what: "report", advice: "`GET /v1/reports` lists its reports" };
    report_of(cx, key).await?.ok_or(missing)
}

/// Returns a report of the tenant as a page of HTML, which loads nothing.
///
/// # Errors
/// The tenant has no such report, the object storage does not have its page, or a server is unavailable.
pub async fn html(cx: Context<'_>, key: String) -> Result<Vec<u8>, OperationError> {
    let page = format!("{}.html", key.strip_suffix(".md").unwrap_or(&key));
    read(cx, key).await?;
    let missing = OperationError::NotFound {
        what: "HTML page of the report",
        advice: "it is readable as text/markdown; an operator checks that AUSPEX_OBJECTS of the gateway is that of the writer",
    };
    cx.operations.objects.get(&page).await.map_err(crate::bundles::unreadable)?.ok_or(missing)
}

/// Returns a report of the tenant as PDF.
///
/// # Errors
/// As for [`html`]; the gateway has no browser, or the browser does not print the page.
pub async fn pdf(cx: Context<'_>, key: String) -> Result<Vec<u8>, OperationError> {
    let page = html(cx, key).await?;
    let Some(printer) = &cx.operations.printer else { return Err(OperationError::StateForbids(NO_BROWSER.to_owned())) };
    printer.print(&String::from_utf8_lossy(&page)).await.map_err(|error| {
        tracing::error!(error, "a report is not printed");
        OperationError::Unavailable
    })
}

impl From<ReportLine> for ReportItem {
    fn from(ReportLine { key, title, made_at }: ReportLine) -> Self {
        Self { key, title: plain_line(&title), made_at }
    }
}

/// Returns the text of a line of Markdown, such as the title of a report, without its escapes.
fn plain_line(line: &str) -> String {
    let text = |event| match event {
        Event::Text(written) | Event::Code(written) | Event::Html(written) | Event::InlineHtml(written) => {
            Some(written.into_string())
        }
        _ => None,
    };
    // A line alone could be a rule or an item of a list.
    Parser::new(&format!("# {line}")).filter_map(text).collect()
}

/// Returns the key of a run's report.
pub fn report_key(run: RunId) -> String {
    format!("runs/{run}/report.md")
}

/// Returns `true` if the tenant has the report.
///
/// # Errors
/// The scope is missing, or Postgres is unavailable.
pub async fn exists(cx: Context<'_>, key: &str) -> Result<bool, OperationError> {
    cx.require(Read)?;
    Ok(!key.contains('\0') && cx.store().tenants().owns(cx.tenant(), &Owned::Report(key.to_owned())).await?)
}

pub(crate) async fn report_of(cx: Context<'_>, key: String) -> Result<Option<String>, OperationError> {
    if !exists(cx, &key).await? {
        return Ok(None);
    }
    Ok(cx.store().reports().load(&key).await?.map(|report| report.markdown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_shown_without_its_escapes() {
        for (line, title) in [
            (r"Will &lt;b&gt; \*rise\* `x`?", "Will <b> *rise* x?"),
            ("---", "---"),
            ("1. FC Kelm", "1. FC Kelm"),
            ("- 5 degrees?", "- 5 degrees?"),
            ("", ""),
        ] {
            assert_eq!(plain_line(line), title);
        }
    }
}
