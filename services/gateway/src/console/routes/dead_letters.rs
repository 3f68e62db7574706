//! Dead letters: groups, the letters of a selection, one letter, its redrive, and its end without one.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use console::dead_letters::{GroupsView, LetterView, LettersView, MARK, groups, letter, letters};
use console::figure::counted;
use console::text::encoded;
use console::{Body, Section};
use domain::JobId;
use maud::html;
use operations::dead_letter_groups::{self, DeadLetterQuery};
use operations::{OperationError, PageQuery, dead_letters, redrives};

use super::{field, filter, parsed};
use crate::console::answer::see_other;
use crate::console::gate::{SentForm, Viewer};

/// Number of redrives beside the groups.
const NEWEST: u32 = 5;
/// Letters that are changed at once, at most: the rows of the longest page.
const MAX_MARKED: usize = 200;
/// Begin of the address of every list.
const LIST: &str = "/console/dead-letters/list?";
/// The action that closes letters without a redrive.
const DROP: &str = "drop";
const REDRIVE: &str = "redrive";

/// Shows the groups.
pub(in crate::console) async fn overview(viewer: Viewer) -> Response {
    let body = async {
        let cx = viewer.cx();
        let (all, open) = (DeadLetterQuery::default(), DeadLetterQuery { open: true, ..DeadLetterQuery::default() });
        let count = |query| dead_letter_groups::count(cx, query);
        let newest = PageQuery { limit: Some(NEWEST), cursor: None };
        let groups_of = dead_letter_groups::groups(cx);
        let (found, all, open, newest) =
            tokio::try_join!(groups_of, count(&all), count(&open), redrives::list(cx, &newest))?;
        Ok(groups(&GroupsView { groups: &found, redrives: &newest.items, open, all, now: viewer.now() }))
    };
    let body = body.await;
    viewer.show(Section::DeadLetters, body)
}

/// Lists the letters of a selection.
pub(in crate::console) async fn list(viewer: Viewer, uri: Uri) -> Response {
    let body = listed(&viewer, &uri).await;
    viewer.show(Section::DeadLetters, body)
}

async fn listed(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let (cx, query) = (viewer.cx(), filter::<DeadLetterQuery>(uri, &["done", "of", "act"])?);
    let (page, count) = tokio::try_join!(dead_letter_groups::list(cx, &query), dead_letter_groups::count(cx, &query))?;
    let notice = done(uri);
    let (visitor, notice, now) = (&viewer.visitor(), notice.as_deref(), viewer.now());
    Ok(letters(&LettersView { query: &query, page: &page, count, visitor, notice, now }))
}

/// Says what was done with the letters that the person had marked.
fn done(uri: &Uri) -> Option<String> {
    let number = |name: &str| field(uri, name)?.parse::<u64>().ok();
    let (done, of) = (number("done")?, number("of")?);
    let act = if field(uri, "act").as_deref() == Some(DROP) { "dropped" } else { "redriven" };
    Some(match done == of {
        true => format!("{} {act}.", counted(done, "letter is", "letters are")),
        false => format!(
            "{done} of {} {act}; the others are as they were: open one to see why.",
            counted(of, "letter is", "letters are")
        ),
    })
}

/// Redrives or drops the letters that the person has marked, one after the other.
pub(in crate::console) async fn marked(SentForm { viewer, posted }: SentForm) -> Response {
    let (act, ids) = (posted.text("act"), posted.names_after(MARK));
    let (mut done, mut failed) = (0_usize, None);
    for id in ids.iter().take(MAX_MARKED) {
        match change(&viewer, id, act).await {
            Ok(()) => done += 1,
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    let nothing = || OperationError::invalid("letter", "mark at least one letter of the list");
    if done == 0 {
        return viewer.refuse(Section::DeadLetters, failed.unwrap_or_else(nothing));
    }
    let back = Some(posted.text("back")).filter(|back| back.starts_with(LIST)).unwrap_or(LIST);
    see_other(&format!("{back}&done={done}&of={}&act={}", ids.len(), encoded(act)))
}

async fn change(viewer: &Viewer, id: &str, act: &str) -> Result<(), OperationError> {
    let id: JobId = parsed(id, "dead letter")?;
    match act {
        DROP => dead_letters::drop(viewer.cx(), id).await.map(drop),
        REDRIVE => dead_letters::redrive(viewer.cx(), id).await.map(drop),
        _ => Err(OperationError::invalid("act", "must be redrive or drop")),
    }
}

/// Shows one letter.
pub(in crate::console) async fn show(viewer: Viewer, Path(id): Path<String>, uri: Uri) -> Response {
    let body = async {
        let id: JobId = parsed(&id, "dead letter")?;
        let (found, trail) =
            tokio::try_join!(dead_letters::show(viewer.cx(), id), dead_letters::trail(viewer.cx(), id))?;
        let redriven =
            field(&uri, "redriven").map(|_| html! { "Its job runs again. If it dies again, it is a new letter." });
        let dropped = field(&uri, "dropped")
            .map(|_| html! { "It is dropped: it left the open letters, and its event stays dead." });
        let notice = redriven.or(dropped);
        let grafana = viewer.gateway().grafana.as_ref();
        let (visitor, now, notice) = (&viewer.visitor(), viewer.now(), notice.as_ref());
        Ok(letter(&LetterView { letter: &found, trail: &trail, visitor, notice, grafana, now }))
    };
    let body = body.await;
    viewer.show(Section::DeadLetters, body)
}

/// Runs the job of a letter again.
pub(in crate::console) async fn redrive(Path(id): Path<String>, SentForm { viewer, .. }: SentForm) -> Response {
    let done = async { dead_letters::redrive(viewer.cx(), parsed(&id, "dead letter")?).await };
    let path = done.await.map(|done| format!("/console/dead-letters/{}?redriven=1", done.id));
    viewer.redirect(Section::DeadLetters, path)
}

/// Closes a letter that will not be redriven.
pub(in crate::console) async fn drop_letter(Path(id): Path<String>, SentForm { viewer, .. }: SentForm) -> Response {
    let done = async { dead_letters::drop(viewer.cx(), parsed(&id, "dead letter")?).await };
    viewer.redirect(Section::DeadLetters, done.await.map(|done| format!("/console/dead-letters/{}?dropped=1", done.id)))
}
