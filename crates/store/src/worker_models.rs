//! The models of the workers, as their processes have read them from their settings.

use std::sync::Arc;

use domain::Time;
use domain::port::PortError;
use serde_json::Value;

use crate::database::Database;
use crate::pool::PgPool;

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
}

const WRITE: &str = "
INSERT INTO worker_model (worker, body) VALUES ($1, $2::text::json)
ON CONFLICT (worker) DO UPDATE SET body = excluded.body, seen_at = now()";

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
            let query = sqlx::query_as("SELECT worker, body::text, seen_at FROM worker_model ORDER BY worker");
            let rows: Vec<(String, String, Time)> = query.fetch_all(&pool).await?;
            let model = |(worker, body, seen_at): (String, String, Time)| {
                Ok(WorkerModel { worker, body: serde_json::from_str(&body)?, seen_at })
            };
            rows.into_iter().map(model).collect()
        };
        self.database.run("worker_model", select).await
    }
}
