//! Sessions of research macros, their results, reviewed forecasts, and decisions about them.
//!
//! A decision names the version of the session that its author read. Of several writers that read the same version
//! exactly one succeeds; the others get a conflict. State, published result and outbox row are written in one
//! transaction.

mod decide;
pub(crate) mod forecasts;
mod list;
mod port;
mod progress;
pub(crate) mod read;
pub(crate) mod rows;

use domain::port::PortError;
use domain::review::{ReviewEvent, ReviewedResult, Session, SessionId};
use domain::{JobId, Tenant, Time};
use futures::FutureExt;
use futures::future::BoxFuture;

pub use port::{
    Announce, Decided, MAX_PAGE, PgReviews, ReviewCursor, ReviewLine, ReviewPage, ReviewQuery, ReviewTarget, Reviews,
};
pub use progress::MacroProgress;

impl Reviews for PgReviews {
    fn session<'a>(&'a self, tenant: &'a Tenant, id: SessionId) -> BoxFuture<'a, Result<Session, PortError>> {
        read::session(&self.database, tenant, id).boxed()
    }

    fn show<'a>(
        &'a self,
        tenant: &'a Tenant,
        result: JobId,
    ) -> BoxFuture<'a, Result<Option<ReviewedResult>, PortError>> {
        read::show(&self.database, tenant, result).boxed()
    }

    fn list<'a>(&'a self, query: &'a ReviewQuery) -> BoxFuture<'a, Result<ReviewPage, PortError>> {
        list::list(&self.database, query).boxed()
    }

    fn due(&self, now: Time, limit: u32) -> BoxFuture<'_, Result<Vec<ReviewedResult>, PortError>> {
        read::due(&self.database, now, limit).boxed()
    }

    fn approved<'a>(
        &'a self,
        tenant: &'a Tenant,
        session: SessionId,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<ReviewedResult>, PortError>> {
        read::approved(&self.database, (tenant, session), limit).boxed()
    }

    fn decide<'a>(
        &'a self,
        target: &'a ReviewTarget,
        event: ReviewEvent,
        announce: Announce,
    ) -> BoxFuture<'a, Result<Decided, PortError>> {
        decide::decide(&self.database, target, event, announce).boxed()
    }
}
