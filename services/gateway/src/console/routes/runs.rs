//! Runs: the list, the story of one, its cancellation and its outcome.

use axum::extract::Path;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use domain::RunId;
use operations::outcomes::{self, Outcome, SubjectQuery};
use operations::pages::{self, Citation};
use operations::runs::{self, Cancel, RunQuery};
use operations::{Context, OperationError};

use super::{field, filter, parsed};
use crate::console::answer::see_other;
use crate::console::gate::{SentForm, Viewer};
use crate::console::pages::run::{RunView, report as run_report, story};
use crate::console::pages::runs::{RunsView, SELECTIONS};
use crate::console::pages::source::source as page;
use crate::console::pages::{Body, Section};

/// Runs in progress above the list.
const MAX_OPEN: u32 = 12;

/// Shows the list of runs.
pub(in crate::console) async fn list(viewer: Viewer, uri: Uri) -> Response {
    let body = listed(&viewer, &uri).await;
    viewer.show(Section::Runs, body)
}

async fn listed(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let (cx, query) = (viewer.cx(), filter::<RunQuery>(uri, &[])?);
    let open = RunQuery { state: Some("open".to_owned()), limit: Some(MAX_OPEN), cursor: None };
    let (page, open, counts) = tokio::try_join!(runs::list(cx, &query), runs::list(cx, &open), counts(cx))?;
    let view = RunsView { query: &query, open: &open, page: &page, counts, now: viewer.now() };
    Ok(crate::console::pages::runs::list(&view))
}

/// Counts the runs of each selection by the filter that lists them.
async fn counts(cx: Context<'_>) -> Result<[u64; 5], OperationError> {
    let queries = SELECTIONS.map(|(state, _)| RunQuery { state: state.map(str::to_owned), ..RunQuery::default() });
    let [all, open, review, forecast, ended] = &queries;
    let count = |query| runs::count(cx, query);
    let (all, open, review, forecast, ended) =
        tokio::try_join!(count(all), count(open), count(review), count(forecast), count(ended))?;
    Ok([all, open, review, forecast, ended])
}

/// Shows a run.
pub(in crate::console) async fn show(viewer: Viewer, Path(run): Path<String>) -> Response {
    let body = shown(&viewer, &run).await;
    viewer.show(Section::Runs, body)
}

async fn shown(viewer: &Viewer, run: &str) -> Result<Body, OperationError> {
    let run: RunId = parsed(run, "run")?;
    let subject = SubjectQuery { run: Some(run.0), ..SubjectQuery::default() };
    let cx = viewer.cx();
    let (detail, histories, related, calls) = tokio::try_join!(
        runs::detail(cx, run),
        outcomes::history(cx, subject),
        runs::related(cx, run),
        runs::calls(cx, run)
    )?;
    let outcomes: Vec<_> = histories.into_iter().flat_map(|history| history.outcomes).collect();
    let visitor = viewer.visitor();
    Ok(story(&RunView {
        detail: &detail,
        outcomes: &outcomes,
        related: &related,
        calls: &calls,
        visitor: &visitor,
        now: viewer.now(),
    }))
}

/// Shows the report of a run as a page, or as it is with `raw` in the address.
pub(in crate::console) async fn report(viewer: Viewer, Path(run): Path<String>, uri: Uri) -> Response {
    let text = async { runs::report(viewer.cx(), parsed(&run, "run")?).await }.await;
    match text {
        Ok(text) if field(&uri, "raw").is_none() => viewer.show(Section::Runs, Ok(run_report(&run, &text))),
        Ok(text) => (StatusCode::OK, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response(),
        Err(error) => viewer.refuse(Section::Runs, error),
    }
}

/// Shows a page that a run cites, at the quote of the finding in the address.
pub(in crate::console) async fn source(
    viewer: Viewer,
    Path((run, hash)): Path<(String, String)>,
    uri: Uri,
) -> Response {
    let citation = Citation { run, finding: field(&uri, "finding") };
    let shown = pages::show(viewer.cx(), &hash, &citation).await;
    viewer.show(Section::Runs, shown.map(|shown| page(&shown, &citation, viewer.now())))
}

/// Cancels a run.
pub(in crate::console) async fn cancel(Path(run): Path<String>, SentForm { viewer, posted }: SentForm) -> Response {
    let wanted = Cancel { forecast: posted.text("forecast") == "true", reason: posted.text("reason").to_owned() };
    let cancelled = async { runs::cancel(viewer.cx(), parsed(&run, "run")?, wanted).await }.await;
    match cancelled {
        Ok(cancelled) => see_other(&format!("/console/runs/{}", cancelled.run)),
        Err(error) => viewer.refuse(Section::Runs, error),
    }
}

/// Records the outcome of a run's question.
pub(in crate::console) async fn resolve(Path(run): Path<String>, SentForm { viewer, posted }: SentForm) -> Response {
    let recorded = async {
        let run: RunId = parsed(&run, "run")?;
        let answer = Some(posted.text("outcome").to_owned());
        let because = posted.text("because").to_owned();
        let outcome = Outcome { outcome: None, answer, resolved_at: None, because };
        outcomes::record(viewer.cx(), run, outcome).await.map(|_| run)
    };
    match recorded.await {
        Ok(run) => see_other(&format!("/console/runs/{run}#chapter-6")),
        Err(error) => viewer.refuse(Section::Runs, error),
    }
}
