//! Does anybody still wait for a run's answers?

use domain::RunId;
use domain::port::PortError;
use futures::future::BoxFuture;

use crate::Store;

/// Asked by whoever is about to work for a run.
pub trait Awaited: Send + Sync + 'static {
    /// `false` once the run is done or was cancelled. A run that is not known is awaited: its row may be on its way.
    fn is_awaited(&self, run: RunId) -> BoxFuture<'_, Result<bool, PortError>>;
}

const LOOK: &str = "SELECT phase <> 'done' AND cancelled IS NULL FROM run WHERE id = $1";

impl Awaited for Store {
    fn is_awaited(&self, run: RunId) -> BoxFuture<'_, Result<bool, PortError>> {
        let ask = move |pool: sqlx::PgPool| async move {
            let awaited: Option<bool> = sqlx::query_scalar(LOOK).bind(run.0).fetch_optional(&pool).await?;
            Ok(awaited.unwrap_or(true))
        };
        Box::pin(self.run("run", ask))
    }
}
