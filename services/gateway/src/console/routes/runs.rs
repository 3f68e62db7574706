//! Runs: the list, the story of one, its cancellation and its outcome.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use console::run::{Beside, RunView, picture, story};
use console::runs::{RunsView, SELECTIONS};
use console::source::source as page;
use console::{Body, Section, Visitor};
use domain::{RunId, Time};
use operations::outcomes::{self, Outcome, OutcomeEntry, OutcomeWithdrawal, SubjectQuery};
use operations::pages::{self, Citation};
use operations::runs::{self, Cancel, RelatedRunItem, RunCallItem, RunDetail, RunItem, RunQuery};
use operations::{Context, OperationError, Page};

use super::{field, filter, parsed};
use crate::console::gate::{SentForm, Viewer};

/// Runs in progress above the list.
const MAX_OPEN: u32 = 12;

/// Shows the list of runs.
pub(in crate::console) async fn list(viewer: Viewer, uri: Uri) -> Response {
    let body = listed(&viewer, &uri).await;
    viewer.show(Section::Runs, body)
}

async fn listed(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let query = filter::<RunQuery>(uri, &[])?;
    let list = RunList::load(viewer.cx(), query, None).await?;
    let (view, query) = (list.view(viewer.now()), &list.query);
    let body = console::runs::list(&view);
    if query.cursor.is_some() || query.limit.is_some() || query.entity.is_some() {
        return Ok(body);
    }
    let state = query.state.as_ref().map(|state| format!("&state={state}")).unwrap_or_default();
    Ok(body.with_live(&format!("view=runs{state}"), &console::runs::picture(&view)))
}

/// What the list of runs shows.
pub(in crate::console) struct RunList {
    query: RunQuery,
    open: Page<RunItem>,
    page: Page<RunItem>,
    counts: RunCounts,
}

/// Numbers of the runs of each selection.
pub(in crate::console) type RunCounts = [u64; 5];

impl RunList {
    /// Reads the list. `counts` are used if they are young enough.
    pub(in crate::console) async fn load(
        cx: Context<'_>,
        query: RunQuery,
        known: Option<RunCounts>,
    ) -> Result<Self, OperationError> {
        let entity = query.entity.clone();
        let open = RunQuery { state: Some("open".to_owned()), limit: Some(MAX_OPEN), entity, cursor: None };
        let counts = async {
            match known {
                Some(known) => Ok(known),
                None => counts(cx, query.entity.as_deref()).await,
            }
        };
        let (page, open, counts) = tokio::try_join!(runs::list(cx, &query), runs::list(cx, &open), counts)?;
        Ok(Self { query, open, page, counts })
    }

    pub(in crate::console) fn view(&self, now: Time) -> RunsView<'_> {
        RunsView { query: &self.query, open: &self.open, page: &self.page, counts: self.counts, now }
    }

    pub(in crate::console) fn counts(&self) -> RunCounts {
        self.counts
    }
}

/// Counts the runs of each selection by the filter that lists them.
async fn counts(cx: Context<'_>, entity: Option<&str>) -> Result<RunCounts, OperationError> {
    let queries = SELECTIONS.map(|(state, _)| {
        let (state, entity) = (state.map(str::to_owned), entity.map(str::to_owned));
        RunQuery { state, entity, ..RunQuery::default() }
    });
    let [all, open, review, forecast, ended] = &queries;
    let count = |query| runs::count(cx, query);
    let (all, open, review, forecast, ended) =
        tokio::try_join!(count(all), count(open), count(review), count(forecast), count(ended))?;
    Ok([all, open, review, forecast, ended])
}

/// Shows a run.
pub(in crate::console) async fn show(viewer: Viewer, Path(run): Path<String>, uri: Uri) -> Response {
    let body = shown(&viewer, &run, field(&uri, "state")).await;
    viewer.show(Section::Runs, body)
}

/// Renders a run. `state` selects the list from which it was opened, to whose rows the page leads.
async fn shown(viewer: &Viewer, run: &str, state: Option<String>) -> Result<Body, OperationError> {
    let run: RunId = parsed(run, "run")?;
    let list = RunQuery { state, ..RunQuery::default() };
    let (page, beside) = tokio::try_join!(RunPage::load(viewer.cx(), run), runs::neighbors(viewer.cx(), run, &list))?;
    let visitor = viewer.visitor();
    let view = page.view(&visitor, viewer.now());
    Ok(story(&view, &Beside { runs: beside, state: list.state.as_deref() })
        .with_live(&format!("view=run&run={run}"), &picture(&view)))
}

/// What the page of a run shows.
pub(in crate::console) struct RunPage {
    detail: RunDetail,
    outcomes: Vec<OutcomeEntry>,
    related: Vec<RelatedRunItem>,
    calls: Vec<RunCallItem>,
    can_print: bool,
}

impl RunPage {
    pub(in crate::console) async fn load(cx: Context<'_>, run: RunId) -> Result<Self, OperationError> {
        let subject = SubjectQuery { run: Some(run.0), ..SubjectQuery::default() };
        let (detail, histories, related, calls) = tokio::try_join!(
            runs::detail(cx, run),
            outcomes::history(cx, subject),
            runs::related(cx, run),
            runs::calls(cx, run)
        )?;
        let outcomes = histories.into_iter().flat_map(|history| history.outcomes).collect();
        Ok(Self { detail, outcomes, related, calls, can_print: cx.can_print() })
    }

    pub(in crate::console) fn view<'a>(&'a self, visitor: &'a Visitor, now: Time) -> RunView<'a> {
        let Self { detail, outcomes, related, calls, can_print } = self;
        RunView { detail, outcomes, related, calls, can_print: *can_print, visitor, now }
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
    viewer.redirect(Section::Runs, cancelled.map(|cancelled| format!("/console/runs/{}", cancelled.run)))
}

/// Withdraws the outcome of a run's question.
pub(in crate::console) async fn withdraw(Path(run): Path<String>, SentForm { viewer, posted }: SentForm) -> Response {
    let withdrawn = async {
        let wanted = OutcomeWithdrawal { because: posted.text("because").to_owned() };
        outcomes::withdraw(viewer.cx(), parsed(&run, "run")?, wanted).await
    };
    let path = withdrawn.await.map(|withdrawn| format!("/console/runs/{}#chapter-6", withdrawn.run));
    viewer.redirect(Section::Runs, path)
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
    viewer.redirect(Section::Runs, recorded.await.map(|run| format!("/console/runs/{run}#chapter-6")))
}
