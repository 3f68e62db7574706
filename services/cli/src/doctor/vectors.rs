//! Vectors of memory: the embedder, and pgvector in Postgres.

use domain::port::embedding::{Embedder, EmbeddingSide};
use store::Store;
use worker::EmbeddingsConfig;

use super::finding::Finding;
use crate::{Context, models};

/// The worker whose settings name the embedder; all processes that search memory read the same ones.
const WRITER: &str = "writer";

/// Text that is embedded to try the embedder.
const PROBE: &str = "Is the embedder there?";

/// Reports whether memory is searched by vectors, and why not.
pub(super) async fn check(store: &Store, context: &Context) -> Finding {
    let embedder = EmbeddingsConfig::read(&mut models::worker_env(context, WRITER)).embedder();
    match (embedder, store.memory().stores_vectors().await) {
        (Err(error), _) => Finding::broken("vectors", format!("{error:#}"), "check AUSPEX_EMBEDDINGS_URL"),
        (_, Err(error)) => Finding::broken("vectors", error.to_string(), "check the server's log"),
        (Ok(None), enabled) => off(enabled.unwrap_or(false)),
        (Ok(Some(_)), Ok(false)) => Finding::notable(
            "vectors",
            "Postgres has no pgvector, so memory is searched by words alone",
            "install pgvector on the server, then run `auspex topology apply`; or unset AUSPEX_EMBEDDINGS_URL",
        ),
        (Ok(Some(embedder)), Ok(true)) => probe(&*embedder).await,
    }
}

fn off(has_extension: bool) -> Finding {
    let extension = if has_extension { "pgvector is there" } else { "Postgres has no pgvector" };
    Finding::fine(
        "vectors",
        format!("off: AUSPEX_EMBEDDINGS_URL is not set ({extension}); memory is searched by words alone"),
    )
}

async fn probe(embedder: &dyn Embedder) -> Finding {
    let model = embedder.model();
    match embedder.embed(EmbeddingSide::Query, &[PROBE.to_owned()]).await {
        Ok(_) => Finding::fine("vectors", format!("{} with {} components", model.name, model.dimensions)),
        Err(error) => Finding::notable(
            "vectors",
            format!("{error}; memory is searched by words alone"),
            "check AUSPEX_EMBEDDINGS_URL, _MODEL, _KEY and _DIMENSIONS, and that the server runs",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_embedder_nothing_is_wrong() {
        assert!(off(false).to_string().contains("Postgres has no pgvector"));
        assert!(off(true).to_string().contains("words alone"));
    }
}
