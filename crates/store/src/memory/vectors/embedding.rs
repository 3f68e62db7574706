//! The embedder, and the vector of a query.

use std::sync::Arc;
use std::time::Duration;

use domain::port::PortError;
use domain::port::embedding::{Embedder, EmbeddingModel, EmbeddingSide};
use retrieval::ranking::Calibration;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::database::Database;
use crate::pool::PgPool;

/// Time for which the answer about the extension is remembered.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

const IS_ENABLED: &str = "
SELECT count(*) = 2 FROM pg_attribute
WHERE attrelid IN (to_regclass('note_embedding'), to_regclass('research_embedding'))
  AND attname = 'embedding' AND NOT attisdropped";

/// The embedder, and what is known about the server. Shared by all facets of a store.
pub(crate) struct Vectors {
    pub(super) embedder: Arc<dyn Embedder>,
    calibration: Calibration,
    /// The last answer about the extension, with its time.
    enabled: Mutex<Option<(Instant, bool)>>,
}

/// The vector of a query.
#[derive(Debug, Clone)]
pub(crate) struct QueryVector {
    pub(crate) model: EmbeddingModel,
    pub(crate) vector: Vec<f32>,
    pub(crate) calibration: Calibration,
}

impl Vectors {
    pub(crate) fn new(embedder: Arc<dyn Embedder>, calibration: Calibration) -> Self {
        Self { embedder, calibration, enabled: Mutex::default() }
    }

    /// Returns the vector of a query; `None` if the search must do without.
    pub(crate) async fn of_query(&self, database: &Database, query: &str) -> Option<QueryVector> {
        let vector = self.embedded(database, query).await;
        let cause = vector.as_ref().err().copied().unwrap_or("none");
        let ranking = if vector.is_ok() { "hybrid" } else { "lexical" };
        metrics::counter!("auspex_retrievals_total", "ranking" => ranking, "cause" => cause).increment(1);
        let model = self.embedder.model().clone();
        Some(QueryVector { model, vector: vector.ok()?, calibration: self.calibration })
    }

    /// Returns the vector, or the cause for its absence as a label.
    async fn embedded(&self, database: &Database, query: &str) -> Result<Vec<f32>, &'static str> {
        if !self.is_enabled(database).await {
            return Err("extension");
        }
        match self.embedder.embed(EmbeddingSide::Query, &[query.to_owned()]).await {
            Ok(vectors) => vectors.into_iter().next().ok_or("invalid"),
            Err(error) => {
                tracing::debug!(%error, "a look-up uses words alone");
                Err(error.label())
            }
        }
    }

    pub(super) async fn is_enabled(&self, database: &Database) -> bool {
        let mut known = self.enabled.lock().await;
        if let Some((asked, enabled)) = *known
            && asked.elapsed() < CHECK_INTERVAL
        {
            return enabled;
        }
        // If Postgres is down, the search itself reports it.
        let enabled = is_enabled(database).await.unwrap_or(false);
        *known = Some((Instant::now(), enabled));
        enabled
    }
}

/// Returns true if the server stores vectors.
pub(crate) async fn is_enabled(database: &Database) -> Result<bool, PortError> {
    let ask = |pool: PgPool| async move { Ok(sqlx::query_scalar(IS_ENABLED).fetch_one(&pool).await?) };
    database.run("vectors", ask).await
}

/// Returns a vector in pgvector's format.
pub(crate) fn to_text(vector: &[f32]) -> String {
    let components: Vec<String> = vector.iter().map(ToString::to_string).collect();
    format!("[{}]", components.join(","))
}
