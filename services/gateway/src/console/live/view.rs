//! Views: what a page shows live, the scope that it needs, and its picture from operations.

use std::time::Duration;

use axum::http::Uri;
use console::live::Picture;
use console::{Visitor, now, redrives as redrive_page, review, run, runs};
use domain::access::AccessScope;
use domain::{RunId, Time};
use operations::runs::RunQuery;
use operations::{Context, OperationError, fleet, redrives};
use tokio::time::Instant;
use uuid::Uuid;

use crate::console::routes::reviews::pending;
use crate::console::routes::runs::{RunCounts, RunList, RunPage};
use crate::console::routes::{field, parsed};

/// Age up to which the numbers of a list are used again: counting reads more rows than the list.
const COUNT_AGE: Duration = Duration::from_secs(5);

/// What a page shows live.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum LiveView {
    /// The state of the fleet.
    Now,
    /// The newest runs, of a state if one is named.
    Runs(Option<String>),
    /// One run with its chapters.
    Run(RunId),
    /// Results that wait for a review.
    Reviews,
    /// A redrive of many dead letters.
    Redrive(Uuid),
}

/// What a view keeps between two pictures.
#[derive(Debug, Default)]
pub(super) struct Recent {
    counts: Option<(RunCounts, Instant)>,
}

impl LiveView {
    /// Reads the address of a stream.
    ///
    /// # Errors
    /// It names no view.
    pub(super) fn read(uri: &Uri) -> Result<Self, OperationError> {
        let text = |name: &str| field(uri, name);
        Ok(match text("view").as_deref() {
            Some("now") => Self::Now,
            Some("runs") => Self::Runs(text("state")),
            Some("run") => Self::Run(parsed(&text("run").unwrap_or_default(), "run")?),
            Some("reviews") => Self::Reviews,
            Some("redrive") => Self::Redrive(parsed(&text("redrive").unwrap_or_default(), "redrive")?),
            _ => return Err(OperationError::invalid("view", "is none of now, runs, run, reviews, redrive")),
        })
    }

    /// Returns the scope without which the view is refused. The operations check it again for every picture.
    pub(super) fn scope(&self) -> AccessScope {
        match self {
            Self::Now => AccessScope::Operate,
            Self::Runs(_) | Self::Run(_) | Self::Reviews | Self::Redrive(_) => AccessScope::Read,
        }
    }

    /// Returns the time between two pictures. The state of the fleet is read by many statements.
    pub(super) fn interval(&self) -> Duration {
        match self {
            Self::Now => Duration::from_secs(2),
            _ => Duration::from_secs(1),
        }
    }

    /// Reads and renders the view.
    ///
    /// # Errors
    /// As for the operations that the page calls.
    pub(super) async fn picture(
        &self,
        cx: Context<'_>,
        (now, recent): (Time, &mut Recent),
    ) -> Result<Picture, OperationError> {
        let visitor = visitor(cx);
        Ok(match self {
            Self::Now => now::picture(&fleet::show(cx).await?, &visitor),
            Self::Runs(state) => {
                let query = RunQuery { state: state.clone(), ..RunQuery::default() };
                let known = recent.counts.filter(|(_, read_at)| read_at.elapsed() < COUNT_AGE);
                let list = RunList::load(cx, query, known.map(|(counts, _)| counts)).await?;
                if known.is_none() {
                    recent.counts = Some((list.counts(), Instant::now()));
                }
                runs::picture(&list.view(now))
            }
            Self::Run(id) => run::picture(&RunPage::load(cx, *id).await?.view(&visitor, now)),
            Self::Reviews => review::picture(&pending(cx).await?.queue(now)),
            Self::Redrive(id) => redrive_page::picture(&redrives::show(cx, *id).await?, (&visitor, now)),
        })
    }
}

/// The person for whom a view is rendered: any of those with these scopes, so the name is not part of a picture.
fn visitor(cx: Context<'_>) -> Visitor {
    let caller = cx.caller();
    Visitor { name: String::new(), tenant: caller.tenant.to_string(), scopes: caller.scopes.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_view_and_its_scope() {
        let read = |query: &str| LiveView::read(&format!("/console/live?{query}").parse().unwrap());
        assert_eq!(read("view=runs&state=open&have=1").unwrap(), LiveView::Runs(Some("open".into())));
        assert_eq!(read("view=now").unwrap().scope(), AccessScope::Operate);
        assert_eq!(read("view=reviews").unwrap().scope(), AccessScope::Read);
        for wrong in ["", "view=secrets", "view=run", "view=run&run=x", "view=redrive&redrive=7"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
