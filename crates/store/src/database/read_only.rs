//! Connections to a server that accepts no writes.
//!
//! In a fail-over the service address moves to the promoted server, while connections to the former primary may stay
//! open. If it came back as a standby, it refuses every write on them. After the first refusal the pool closes every
//! connection that is older.

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::postgres::PgPoolOptions;
use tokio::time::Instant;

use crate::failure::Failed;

/// Time of the last refused write.
#[derive(Default)]
pub(crate) struct ReadOnly {
    refused_at: Mutex<Option<Instant>>,
}

impl ReadOnly {
    /// Records a failure if it means that the server accepts no writes.
    pub(crate) fn note(&self, failed: Option<&Failed>) {
        if failed.is_some_and(Failed::is_read_only) {
            *self.refused_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }

    /// Lets the pool close connections that were opened before the last refused write.
    pub(super) fn watch(self: &Arc<Self>, options: PgPoolOptions) -> PgPoolOptions {
        let this = Arc::clone(self);
        options.before_acquire(move |_, connection| {
            let refused_at = *this.refused_at.lock().unwrap_or_else(PoisonError::into_inner);
            let is_newer = refused_at.is_none_or(|at| connection.age < at.elapsed());
            Box::pin(async move { Ok(is_newer) })
        })
    }
}
