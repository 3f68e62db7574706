//! Ends the reviews of macro results that were not decided in time.
//!
//! I/O: the background task that checks the clock.

use std::sync::Arc;
use std::time::Duration;

use domain::port::PortError;
use domain::{Clock, Time};
use proto::result::macro_announcement;
use runtime::Periodic;
use store::reviews::{Decided, ReviewTarget};
use store::{PgReviews, Reviews};

/// Interval of the search for results whose time for the review has passed. A review lasts for days.
const INTERVAL: Duration = Duration::from_secs(60);
/// Maximum number of results per call.
const MAX_RESULTS: u32 = 200;

/// Expires the results whose time for the review has passed. The relay publishes the messages from the outbox.
pub struct ExpireReviews {
    /// Postgres.
    pub reviews: PgReviews,
    /// The process's clock.
    pub clock: Arc<dyn Clock>,
}

impl Periodic for ExpireReviews {
    const NAME: &'static str = "expire-reviews";
    const EVERY: Duration = INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        expire_reviews(&self.reviews, self.clock.now()).await?;
        Ok(())
    }
}

/// Expires the results whose time for the review has passed and returns their number. Each is announced by a message in
/// the outbox. May be repeated and may run in several replicas: a decision that came first is kept.
///
/// # Errors
/// The store is unavailable. Results expired before stay expired.
pub async fn expire_reviews(reviews: &impl Reviews, now: Time) -> Result<u32, PortError> {
    let mut expired = 0;
    for due in reviews.due(now, MAX_RESULTS).await? {
        let target = ReviewTarget::from_result(&due);
        let decided = match reviews.expire(&target, now, macro_announcement).await {
            Err(error) if !error.is_transient() => {
                let error: &dyn std::error::Error = &error;
                tracing::error!(result = %target.result, error, "a review cannot be expired; the others are not affected");
                continue;
            }
            decided => decided?,
        };
        match decided {
            Decided::Done(_) => {
                tracing::warn!(result = %target.result, tenant = %target.tenant, "result expired without a review");
                expired += 1;
            }
            Decided::Conflict(_) | Decided::Refused(_) | Decided::Unknown => {
                tracing::info!(result = %target.result, "result was decided before it expired");
            }
        }
    }
    Ok(expired)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use domain::event::MacroRequest;
    use domain::review::{NewResult, ResultState, ReviewedResult, Session, SessionId};
    use domain::{Effect, EventId, JobId, MacroResult, Tenant};
    use store::testing::FakeReviews;

    use super::*;
    use crate::sample::when;

    #[tokio::test]
    async fn a_result_expires_once_and_not_before_its_time() {
        let reviews = FakeReviews::default();
        let id = JobId::named(&["result"]);
        let new = NewResult {
            event: EventId::parse("e").unwrap(),
            event_job: JobId::named(&["event"]),
            result: MacroResult::not_executed(
                id,
                &MacroRequest { name: "m".into(), ..MacroRequest::default() },
                when(),
            ),
            definition: String::new(),
            skip_review: false,
            refused: None,
        };
        let session = Session::new(Tenant::default(), SessionId(id.0));
        let reviewed = Box::new(ReviewedResult::record(&session, new, when()));
        reviews.apply(&Effect::MacroResulted { reviewed, version: 0 }).unwrap();
        let end = when() + TimeDelta::days(7);
        assert_eq!(expire_reviews(&reviews, end - TimeDelta::seconds(1)).await.unwrap(), 0);
        assert_eq!(expire_reviews(&reviews, end).await.unwrap(), 1);
        assert_eq!(expire_reviews(&reviews, end).await.unwrap(), 0);
        let stored = reviews.show(&Tenant::default(), id).await.unwrap().unwrap();
        assert_eq!(stored.state, ResultState::Expired);
        let messages = reviews.messages();
        assert_eq!((messages.len(), messages[0].subject.as_str()), (1, "auspex.result.macro.default"));
    }
}
