//! Reports: the list, and one as a page or as a file.

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use console::address::entity_address;
use console::reports::{ReportSheet, list as page_of, report as sheet_of};
use console::text::encoded;
use console::{Body, Section};
use operations::reports::{self, report_key};
use operations::{OperationError, PageQuery, entities};

use super::{field, filter, parsed};
use crate::console::gate::Viewer;

/// Lists the reports of the tenant.
pub(in crate::console) async fn list(viewer: Viewer, uri: Uri) -> Response {
    let body = listed(&viewer, &uri).await;
    viewer.show(Section::Memory, body)
}

async fn listed(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let query: PageQuery = filter(uri, &[])?;
    let page = reports::list(viewer.cx(), &query).await?;
    Ok(page_of(&page, (query.cursor.as_deref(), viewer.now())))
}

/// Shows the report of a run.
pub(in crate::console) async fn of_run(viewer: Viewer, Path(run): Path<String>, uri: Uri) -> Response {
    let key = parsed(&run, "run").map(report_key);
    let (path, name) = (format!("/console/runs/{}", encoded(&run)), run.get(..8).unwrap_or(&run));
    Place { section: Section::Runs, above: (&path, name), query: String::new() }.answer(&viewer, key, &uri).await
}

/// Shows the report about an entity.
pub(in crate::console) async fn of_entity(viewer: Viewer, Path(id): Path<String>, uri: Uri) -> Response {
    let key = entities::report_key(viewer.cx(), &id).await;
    let path = entity_address(&id);
    Place { section: Section::Memory, above: (&path, &id), query: String::new() }.answer(&viewer, key, &uri).await
}

/// Shows the report that the address names by its key.
pub(in crate::console) async fn by_key(viewer: Viewer, uri: Uri) -> Response {
    let key = field(&uri, "key").ok_or_else(|| OperationError::invalid("key", "names the report"));
    let query = key.as_ref().map(|key| format!("?key={}", encoded(key))).unwrap_or_default();
    let place = Place { section: Section::Memory, above: ("/console/reports", "Reports"), query };
    place.answer(&viewer, key, &uri).await
}

/// Address of the page of a report.
struct Place<'a> {
    section: Section,
    /// Path and name of the page above.
    above: (&'a str, &'a str),
    /// Query that names the report.
    query: String,
}

impl Place<'_> {
    /// Answers the page of a report, or the file that `form` in the address names.
    async fn answer(self, viewer: &Viewer, key: Result<String, OperationError>, uri: &Uri) -> Response {
        let section = self.section;
        let answered = async {
            let key = key?;
            match field(uri, "form") {
                None => Ok(viewer.show(section, Ok(self.page(viewer, key).await?))),
                Some(form) => file(viewer, key, &form).await,
            }
        };
        answered.await.unwrap_or_else(|error| viewer.refuse(section, error))
    }

    async fn page(self, viewer: &Viewer, key: String) -> Result<Body, OperationError> {
        let markdown = reports::read(viewer.cx(), key).await?;
        let Self { section, above, query } = self;
        let can_print = viewer.cx().can_print();
        Ok(sheet_of(&ReportSheet { section, above, query: &query, markdown: &markdown, can_print }))
    }
}

/// Answers a report as a file. Markdown is shown by the browser; the others are saved, because the policy of the
/// console forbids the style of a page and the viewer of a PDF.
async fn file(viewer: &Viewer, key: String, form: &str) -> Result<Response, OperationError> {
    let cx = viewer.cx();
    let name = file_name(&key);
    let (media_type, disposition, bytes) = match form {
        "markdown" => {
            let text = reports::read(cx, key).await?;
            ("text/plain; charset=utf-8", format!("inline; filename=\"{name}.md\""), text.into_bytes())
        }
        "html" => {
            ("text/html; charset=utf-8", format!("attachment; filename=\"{name}.html\""), reports::html(cx, key).await?)
        }
        "pdf" => ("application/pdf", format!("attachment; filename=\"{name}.pdf\""), reports::pdf(cx, key).await?),
        _ => return Err(OperationError::invalid("form", "is none of markdown, html and pdf")),
    };
    let disposition = HeaderValue::from_str(&disposition).unwrap_or(HeaderValue::from_static("attachment"));
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static(media_type)), (header::CONTENT_DISPOSITION, disposition)];
    Ok((StatusCode::OK, headers, bytes).into_response())
}

/// Returns the name of a report's file without its ending: the last folder of its key, in letters that every file
/// system accepts.
fn file_name(key: &str) -> String {
    let folder = key.rsplit('/').nth(1).unwrap_or("report");
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    format!("auspex-{}", folder.chars().filter(is_plain).take(60).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_what_the_report_is_about() {
        assert_eq!(file_name("runs/5e7f2370-aa/report.md"), "auspex-5e7f2370-aa");
        assert_eq!(file_name("entities/wif\"\r\n:/report.md"), "auspex-wif");
        assert_eq!(file_name("x"), "auspex-report");
    }
}
