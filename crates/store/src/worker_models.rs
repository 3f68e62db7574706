//! The models of the workers, as their processes have read them from their settings.

use std::sync::Arc;

use domain::Time;
use domain::port::PortError;
use serde_json::Value;

use crate::database::Database;
use crate::pool::PgPool;
use crate::rows::row;

/// Access to models of workers; see [`crate::Store::worker_models`].
#[derive(Clone)]
pub struct PgWorkerModels {
    pub(crate) database: Arc<Database>,
}

/// The model of a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkerModel {
    /// Name of the worker.
    pub worker: String,
    /// Provider, model, limits and price.
    pub body: Value,
    /// Time at which a process of the worker confirmed it.
    pub seen_at: Time,
    /// Time at which the settings changed the last time; `None` if they never did.
    pub changed_at: Option<Time>,
}

row! {
    struct Row {
        worker: String,
        body: String,
        seen_at: Time,
        changed_at: Option<Time>,
    }
}

const WRITE: &str = "
INSERT INTO worker_model (worker, body) VALUES ($1, $2::text::json)
ON CONFLICT (worker) DO UPDATE SET body = excluded.body, seen_at = now(),
    changed_at = CASE WHEN worker_model.body::text = excluded.body::text THEN worker_model.changed_at ELSE now() END";

impl PgWorkerModels {
    /// Records the model of a worker. The newest record of all replicas counts.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn record(&self, worker: &str, body: &Value) -> Result<(), PortError> {
        let text = &body.to_string();
        let write = |pool: PgPool| async move {
            sqlx::query(WRITE).bind(worker).bind(text).execute(&pool).await?;
            Ok(())
        };
        self.database.run("worker_model", write).await
    }

    /// Returns the models of all workers, ordered by worker.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn list(&self) -> Result<Vec<WorkerModel>, PortError> {
        let select = |pool: PgPool| async move {
            let query =
                sqlx::query_as("SELECT worker, body::text, seen_at, changed_at FROM worker_model ORDER BY worker");
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            let model = |Row { worker, body, seen_at, changed_at }: Row| {
                Ok(WorkerModel { worker, body: serde_json::from_str(&body)?, seen_at, changed_at })
            };
            rows.into_iter().map(model).collect()
        };
        self.database.run("worker_model", select).await
    }
}
