//! Vectors of texts, by whose angle two texts are compared across wordings and languages.

use super::BoxFuture;

/// Side of a comparison that a text is on. Some models embed the two sides differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbeddingSide {
    /// A question or a query, short.
    Query,
    /// A text that may answer one.
    Passage,
}

/// The model whose vectors can be compared with each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingModel {
    /// Name of the model. Vectors of another name are not compared.
    pub name: String,
    /// Number of components of a vector, one of [`DIMENSIONS`].
    pub dimensions: usize,
}

/// Supported numbers of components: the store has an index for each.
pub const DIMENSIONS: [usize; 8] = [256, 384, 512, 768, 1024, 1536, 2048, 3072];

/// Maximum number of texts of one request.
pub const MAX_EMBEDDED_TEXTS: usize = 64;

/// A failed embedding.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddingError {
    /// The server cannot be reached, does not answer in time or is overloaded, or failed a moment ago and is left in
    /// peace. The same request may succeed later.
    #[error("the embedder is not available: {reason}")]
    Unavailable {
        /// The cause, for a log.
        reason: String,
    },
    /// The server refused the request, for example because of its key or the name of the model.
    #[error("the embedder refused the request: {reason}")]
    Refused {
        /// The cause, for a log.
        reason: String,
    },
    /// The answer is not one finite vector of the expected length per text.
    #[error("the answer of the embedder is invalid: {reason}")]
    Invalid {
        /// The cause, for a log.
        reason: String,
    },
}

impl EmbeddingError {
    /// Returns the kind as a label of metrics.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "unavailable",
            Self::Refused { .. } => "refused",
            Self::Invalid { .. } => "invalid",
        }
    }
}

/// Computes vectors. Each vector has the length 1 and [`EmbeddingModel::dimensions`] finite components.
pub trait Embedder: Send + Sync + 'static {
    /// Returns the model.
    fn model(&self) -> &EmbeddingModel;

    /// Returns one vector per text, in order, for at most [`MAX_EMBEDDED_TEXTS`] texts. A query is answered or given up
    /// within a time that a person notices little; passages may take longer.
    fn embed<'a>(
        &'a self,
        side: EmbeddingSide,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbeddingError>>;
}
