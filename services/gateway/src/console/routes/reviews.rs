//! Reviews: the oldest due result, the list by state, and decisions under the version and digest that were shown.

use axum::extract::Path;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use console::form::{ListOrders, Posted, edited};
use console::review::{Queue, QueueView, ReviewPage, ReviewPreview, empty_queue, list, picture, review};
use console::{Body, Section, text};
use domain::review::{Edit, ReviewedResult};
use domain::{JobId, Time};
use maud::{Markup, html};
use operations::reviews::{
    self, Approve, DeskPresence, EditOperation, LeiCheckItem, Reject, ReviewDesk, ReviewDraft, ReviewItem, ReviewList,
    ReviewedView, Target,
};
use operations::{Context, FieldProblem, OperationError, Page};
use serde_json::Value;
use uuid::Uuid;

use super::{field, filter, parsed};
use crate::console::answer::{described, rendered, see_other};
use crate::console::gate::{SentForm, Viewer};
use crate::http::Problem;

/// State of results that wait.
const PENDING: &str = "pending";
/// Address of the queue's stream.
const LIVE: &str = "view=reviews";

/// Opens the oldest due result, or lists the results in a state.
pub(in crate::console) async fn queue(viewer: Viewer, uri: Uri) -> Response {
    let body = queued(&viewer, &uri).await;
    viewer.show(Section::Review, body)
}

async fn queued(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let query: ReviewList = filter(uri, &["decided"])?;
    if query.state.is_some() && (query.state.as_deref() != Some(PENDING) || query.cursor.is_some()) {
        let (state, cursor) = (query.state.clone().unwrap_or_default(), query.cursor.clone());
        let page = reviews::list(viewer.cx(), query).await?;
        return Ok(list(&QueueView { state: &state, cursor: cursor.as_deref(), page: &page, now: viewer.now() }));
    }
    let notice = decided(viewer, uri).await;
    let waiting = pending(viewer.cx()).await?;
    match waiting.page.items.first() {
        Some(first) => {
            let reviewed = reviews::show(viewer.cx(), parsed(&first.result_id, "result")?).await?;
            Ok(Draft::opened(viewer, reviewed).await?.page(viewer, &waiting, (None, notice.as_ref())))
        }
        None => Ok(empty_queue(notice.as_ref()).with_live(LIVE, &picture(&waiting.queue(viewer.now())))),
    }
}

/// The results that wait, and who looks at them.
pub(in crate::console) struct Waiting {
    page: Page<ReviewItem>,
    present: Vec<DeskPresence>,
}

impl Waiting {
    /// Returns the queue at a time.
    pub(in crate::console) fn queue(&self, now: Time) -> Queue<'_> {
        Queue { page: &self.page, present: &self.present, now }
    }
}

/// Returns the results that wait, in the order of their ends.
pub(in crate::console) async fn pending(cx: Context<'_>) -> Result<Waiting, OperationError> {
    let query = ReviewList { state: Some(PENDING.to_owned()), ..ReviewList::default() };
    let mut page = reviews::list(cx, query).await?;
    page.items.sort_by_key(|item| (item.expires_at.unwrap_or(item.at), item.result_id.clone()));
    let ids: Vec<JobId> = page.items.iter().filter_map(|item| item.result_id.parse().ok()).collect();
    let present = if ids.is_empty() { Vec::new() } else { reviews::present(cx, &ids).await? };
    Ok(Waiting { page, present })
}

/// Describes the decision that the person has just made.
async fn decided(viewer: &Viewer, uri: &Uri) -> Option<Markup> {
    let id: JobId = field(uri, "decided")?.parse().ok()?;
    let view = ReviewedView::from(&reviews::show(viewer.cx(), id).await.ok()?);
    Some(html! {
        (view.macro_name) " " a href=(format!("/console/reviews/{id}")) { (text::id(&view.result_id)) } " is " strong { (view.result_state) } ". This is final."
    })
}

/// Shows a result.
pub(in crate::console) async fn show(viewer: Viewer, Path(result): Path<String>) -> Response {
    let body = async {
        let (reviewed, waiting) = tokio::try_join!(load(&viewer, &result), pending(viewer.cx()))?;
        Ok(Draft::opened(&viewer, reviewed).await?.page(&viewer, &waiting, (None, None)))
    };
    let body = body.await;
    viewer.show(Section::Review, body)
}

async fn load(viewer: &Viewer, result: &str) -> Result<ReviewedResult, OperationError> {
    reviews::show(viewer.cx(), parsed(result, "result")?).await
}

/// Checks edits, or decides about a result.
pub(in crate::console) async fn decide(Path(result): Path<String>, SentForm { viewer, posted }: SentForm) -> Response {
    let reviewed = match load(&viewer, &result).await {
        Ok(reviewed) => reviewed,
        Err(error) => return refused_with_text(&viewer, &posted, error),
    };
    let sent = Sent::read(&reviewed, &posted);
    match posted.text("act") {
        "save" => return saved(&viewer, (&reviewed, &sent)).await,
        "discard" => return discarded(&viewer, &reviewed).await,
        _ => {}
    }
    let done = match posted.text("act") {
        "approve" => reviews::approve(viewer.cx(), &sent.approval(), None).await.map(drop),
        "reject" if sent.reason.trim().is_empty() => {
            Err(OperationError::invalid("reason", "is missing; a rejection needs one"))
        }
        "reject" => reviews::reject(viewer.cx(), &sent.rejection(), None).await.map(drop),
        "execute" => reviews::execute_verbs(viewer.cx(), &sent.target(), None).await.map(drop),
        _ => return drafted(&viewer, (reviewed, &sent), None).await,
    };
    match done {
        Ok(()) => {
            // The decision is stored; a draft that is left would only be offered for a result that does not wait.
            let _ = reviews::discard_draft(viewer.cx(), reviewed.result.id).await;
            see_other(&format!("/console/reviews?decided={}", reviewed.result.id))
        }
        Err(error) => drafted(&viewer, (reviewed, &sent), Some(error)).await,
    }
}

/// Stores what the person has typed so far. The script sends it while the person types.
async fn saved(viewer: &Viewer, (reviewed, sent): (&ReviewedResult, &Sent)) -> Response {
    match reviews::save_draft(viewer.cx(), reviewed, &sent.draft()).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => viewer.refuse(Section::Review, error),
    }
}

async fn discarded(viewer: &Viewer, reviewed: &ReviewedResult) -> Response {
    match reviews::discard_draft(viewer.cx(), reviewed.result.id).await {
        Ok(()) => see_other(&format!("/console/reviews/{}", reviewed.result.id)),
        Err(error) => viewer.refuse(Section::Review, error),
    }
}

/// Renders the form with what the person has typed, and what an approval of it would do.
async fn drafted(viewer: &Viewer, (read, sent): (ReviewedResult, &Sent), refused: Option<OperationError>) -> Response {
    // Another person may have decided since.
    let reviewed = match &refused {
        Some(_) => reviews::show(viewer.cx(), read.result.id).await.unwrap_or(read),
        None => read,
    };
    let failure = refused.map(|error| described(&Problem::from(error)));
    let mut preview = checked(viewer, (&reviewed, sent)).await;
    if let Some(failure) = &failure {
        preview.problems.extend(failure.fields.iter().filter(|problem| problem.field.starts_with('/')).cloned());
        preview.problems.dedup();
    }
    if failure.is_none() {
        // The page has what was typed; a draft that cannot be stored is missing only after the page was left.
        let _ = reviews::save_draft(viewer.cx(), &reviewed, &sent.draft()).await;
    }
    let desk = ReviewDesk::default();
    let (data, reason, orders) = (sent.data.clone(), sent.reason.clone(), sent.orders.clone());
    let draft = Draft { reviewed, data, preview, orders, reason, desk };
    let nothing = Waiting { page: Page { items: Vec::new(), next: None }, present: Vec::new() };
    let waiting = pending(viewer.cx()).await.unwrap_or(nothing);
    let detail = failure.as_ref().map(|failure| failure.detail.as_str());
    let body = draft.page(viewer, &waiting, (detail, None));
    let status =
        failure.as_ref().and_then(|failure| StatusCode::from_u16(failure.status).ok()).unwrap_or(StatusCode::OK);
    rendered(viewer.gateway(), status, &viewer.sheet(&body))
}

/// Asks what an approval would do. Nothing is stored.
async fn checked(viewer: &Viewer, (reviewed, sent): (&ReviewedResult, &Sent)) -> ReviewPreview {
    let edits = Edit::between(&reviewed.result.data, &sent.data).iter().map(EditOperation::from).collect();
    match reviews::preview(viewer.cx(), &sent.approval()).await {
        Ok(preview) => ReviewPreview {
            verbs: preview.verbs,
            checks: preview.lei_checks.iter().map(LeiCheckItem::from).collect(),
            problems: Vec::new(),
            edits,
        },
        Err(error) => {
            let problems =
                error.fields().into_iter().filter(|problem| problem.field.is_empty() || problem.field.starts_with('/'));
            ReviewPreview { problems: problems.collect(), edits, ..ReviewPreview::default() }
        }
    }
}

/// Answers an error of a form, with what was typed.
fn refused_with_text(viewer: &Viewer, posted: &Posted, error: OperationError) -> Response {
    let mut failure = described(&Problem::from(error));
    failure.typed = posted.typed().into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    viewer.fail(Section::Review, &failure)
}

/// What a person has sent about a result.
struct Sent {
    result: Uuid,
    version: Option<i64>,
    digest: Option<String>,
    reason: String,
    data: Value,
    is_edited: bool,
    orders: ListOrders,
}

impl Sent {
    fn read(reviewed: &ReviewedResult, posted: &Posted) -> Self {
        let original = &reviewed.result.data;
        let data = edited(&reviews::schema(reviewed), original, posted);
        Self {
            result: reviewed.result.id.0,
            // Without a version the decision is refused as one about version 0, which no result has.
            version: Some(posted.text("version").parse().unwrap_or(0)),
            digest: posted.get("digest").map(str::to_owned),
            reason: posted.text("reason").to_owned(),
            is_edited: data != *original,
            data,
            orders: ListOrders::read(posted),
        }
    }

    fn approval(&self) -> Approve {
        Approve {
            session_id: None,
            result_id: Some(self.result),
            version: self.version,
            digest: self.digest.clone(),
            edits: self.is_edited.then(|| self.data.clone()),
            execute_verbs: false,
            reason: self.reason.clone(),
        }
    }

    fn rejection(&self) -> Reject {
        Reject { session_id: None, result_id: Some(self.result), version: self.version, reason: self.reason.clone() }
    }

    fn draft(&self) -> ReviewDraft {
        let version = self.version.unwrap_or_default();
        ReviewDraft { version, data: self.data.clone(), reason: self.reason.clone() }
    }

    fn target(&self) -> Target {
        Target { result_id: Some(self.result), session_id: None, version: self.version, digest: self.digest.clone() }
    }
}

/// A result with the data that the form shows.
struct Draft {
    reviewed: ReviewedResult,
    data: Value,
    preview: ReviewPreview,
    orders: ListOrders,
    reason: String,
    desk: ReviewDesk,
}

impl Draft {
    /// Opens a result with the person's draft, if there is one.
    async fn opened(viewer: &Viewer, reviewed: ReviewedResult) -> Result<Self, OperationError> {
        let desk = reviews::open_desk(viewer.cx(), &reviewed).await?;
        let Some((draft, _)) = &desk.draft else { return Ok(Self { desk, ..Self::unchanged(reviewed) }) };
        let sent = Sent {
            result: reviewed.result.id.0,
            version: Some(reviewed.session.version),
            digest: Some(reviewed.digest()),
            reason: draft.reason.clone(),
            is_edited: draft.data != reviewed.result.data,
            data: draft.data.clone(),
            orders: ListOrders::default(),
        };
        let preview = checked(viewer, (&reviewed, &sent)).await;
        let Sent { data, reason, orders, .. } = sent;
        Ok(Self { reviewed, data, preview, orders, reason, desk })
    }

    fn unchanged(reviewed: ReviewedResult) -> Self {
        let view = ReviewedView::from(&reviewed);
        let problem =
            |one: &reviews::ViolationItem| FieldProblem { field: one.path.clone(), detail: one.problem.clone() };
        let problems =
            if view.review.is_some() { Vec::new() } else { view.validation_errors.iter().map(problem).collect() };
        let edits = view.review.as_ref().map(|review| review.edits_made.clone()).unwrap_or_default();
        let preview = ReviewPreview { verbs: view.suggested_verbs, checks: view.lei_checks, problems, edits };
        let (orders, reason, desk) = (ListOrders::default(), String::new(), ReviewDesk::default());
        Self { reviewed, data: view.data, preview, orders, reason, desk }
    }

    fn page(&self, viewer: &Viewer, waiting: &Waiting, (refused, notice): (Option<&str>, Option<&Markup>)) -> Body {
        let (item, schema, visitor) =
            (ReviewedView::from(&self.reviewed), reviews::schema(&self.reviewed), viewer.visitor());
        let queue = waiting.queue(viewer.now());
        review(&ReviewPage {
            queue,
            item: &item,
            schema: &schema,
            data: &self.data,
            preview: &self.preview,
            orders: &self.orders,
            reason: &self.reason,
            refused,
            notice,
            desk: &self.desk,
            visitor: &visitor,
            now: viewer.now(),
        })
        .with_live(LIVE, &picture(&queue))
    }
}
