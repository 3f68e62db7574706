//! Vectors of notes and research: the task that adds those that are missing, newest first. Off without an embedder.
//!
//! One replica of the writer does it for all. If two do at the same time, both write the same vectors.
//!
//! I/O: the task calls the embedder and the store.

use std::collections::HashSet;
use std::time::Duration;

use domain::JobId;
use domain::port::embedding::{EmbeddingError, MAX_EMBEDDED_TEXTS};
use runtime::Periodic;
use store::PgMemory;
use store::memory::{EmbedTextsError, EmbeddedText, PendingCursor, PendingLimits, PendingText};
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Interval of the passes.
const INTERVAL: Duration = Duration::from_secs(1);
/// Time of the embedder that a pass may take, a fifth of the interval: the local embedder computes on one thread, and
/// the fleet of a small machine needs the others.
const PASS_TIME: Duration = Duration::from_millis(200);
/// Newest notes, and newest research, that each pass looks at, so that a new text has its vector within seconds while
/// older ones are walked.
const NEWEST: u32 = 100;
/// Older texts that each pass looks at.
const WALKED: u32 = 500;
/// Maximum number of texts that are left out because the embedder refuses them. They are tried again when it is
/// exceeded, and after a restart.
const MAX_REFUSED: usize = 1_000;

/// Embeds notes and research without a vector of the current model.
pub struct EmbedMemory {
    memory: PgMemory,
    walk: Mutex<Walk>,
}

/// The walk over older texts.
#[derive(Debug)]
struct Walk {
    cursor: PendingCursor,
    /// Texts of the next request.
    batch: usize,
    /// Texts that the embedder refused although it embeds others.
    refused: HashSet<EmbeddedText>,
}

impl Default for Walk {
    fn default() -> Self {
        Self { cursor: PendingCursor::default(), batch: 1, refused: HashSet::new() }
    }
}

impl EmbedMemory {
    /// Creates the task.
    pub fn new(memory: PgMemory) -> Self {
        Self { memory, walk: Mutex::default() }
    }

    /// Returns the next texts without a vector: the newest ones, else those of the walk.
    async fn next(&self, walk: &mut Walk) -> anyhow::Result<Vec<PendingText>> {
        let limits = |looked_at| PendingLimits { looked_at, returned: walk.batch + walk.refused.len() };
        for newest in [PendingCursor::default(), PendingCursor::research()] {
            let page = self.memory.without_vector(newest, limits(NEWEST)).await?;
            let texts = wanted(page.texts, walk);
            if !texts.is_empty() {
                return Ok(texts);
            }
        }
        let page = self.memory.without_vector(walk.cursor.clone(), limits(WALKED)).await?;
        let texts = wanted(page.texts, walk);
        // Texts of this page that exceed the batch are found by the next pass.
        if texts.len() < walk.batch {
            walk.cursor = page.next.unwrap_or_default();
        }
        Ok(texts)
    }

    /// Embeds texts together, or one by one if the embedder refuses one of them. Returns the number of vectors.
    async fn embed(&self, texts: &[PendingText], refused: &mut HashSet<EmbeddedText>) -> Result<u64, EmbedTextsError> {
        let failed = match self.memory.embed_texts(texts).await {
            Ok(done) => return Ok(done),
            Err(error) if is_about_a_text(&error) => error,
            Err(error) => return Err(error),
        };
        let (mut done, mut faults) = (0, Vec::new());
        for text in texts {
            match self.memory.embed_texts(std::slice::from_ref(text)).await {
                Ok(one) => done += one,
                Err(error) if is_about_a_text(&error) => faults.push(text.of.clone()),
                Err(error) => return Err(error),
            }
        }
        // If all texts are refused, and a word too, the settings are at fault and not the texts.
        if done == 0 && !self.embeds_a_word().await {
            return Err(failed);
        }
        if faults.is_empty() {
            return Ok(done);
        }
        tracing::warn!(texts = faults.len(), "the embedder refuses texts of memory, which are found by words alone");
        if refused.len() + faults.len() > MAX_REFUSED {
            refused.clear();
        }
        refused.extend(faults);
        Ok(done)
    }

    /// Returns true if the embedder embeds a word. Its vector is that of no note and is not stored.
    async fn embeds_a_word(&self) -> bool {
        let of = EmbeddedText::Note(JobId::named(&["no note"]));
        self.memory.embed_texts(&[PendingText { of, text: "word".to_owned() }]).await.is_ok()
    }
}

impl Periodic for EmbedMemory {
    const NAME: &'static str = "embed-memory";
    const EVERY: Duration = INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        if self.memory.embedding_model().is_none() {
            return Ok(());
        }
        let mut walk = self.walk.lock().await;
        let texts = self.next(&mut walk).await?;
        if texts.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        let embedded = self.embed(&texts, &mut walk.refused).await;
        walk.batch = match &embedded {
            Err(error) => batch_after(error, walk.batch),
            Ok(_) if texts.len() == walk.batch => next_batch(walk.batch, begun.elapsed()),
            Ok(_) => walk.batch,
        };
        let done = embedded?;
        tracing::debug!(texts = done, "texts of memory were embedded");
        Ok(())
    }
}

fn wanted(mut texts: Vec<PendingText>, walk: &Walk) -> Vec<PendingText> {
    texts.retain(|text| !walk.refused.contains(&text.of));
    texts.truncate(walk.batch);
    texts
}

/// Returns the number of texts whose embedding takes about [`PASS_TIME`], from the time of the last request.
fn next_batch(batch: usize, took: Duration) -> usize {
    if took > PASS_TIME {
        (batch / 2).max(1)
    } else if took * 2 < PASS_TIME {
        (batch * 2).min(MAX_EMBEDDED_TEXTS)
    } else {
        batch
    }
}

/// Returns the number of texts of the request after a failed one: a large request may take longer than its time limit.
fn batch_after(error: &EmbedTextsError, batch: usize) -> usize {
    if is_about_a_text(error) { batch } else { (batch / 2).max(1) }
}

/// Returns true for a failure that one text of several may have caused.
fn is_about_a_text(error: &EmbedTextsError) -> bool {
    matches!(error, EmbedTextsError::Embedding(EmbeddingError::Refused { .. } | EmbeddingError::Invalid { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_grows_with_a_fast_embedder_and_shrinks_with_a_slow_one() {
        let of = |batch, milliseconds| next_batch(batch, Duration::from_millis(milliseconds));
        assert_eq!([of(1, 20), of(32, 99), of(64, 5)], [2, 64, 64]);
        assert_eq!([of(8, 100), of(8, 200)], [8, 8]);
        assert_eq!([of(8, 201), of(3, 900), of(1, 5_000)], [4, 1, 1]);
    }

    #[test]
    fn a_request_that_fails_is_not_repeated_for_ever() {
        let reason = || "no answer within 60s".to_owned();
        let late = EmbedTextsError::Embedding(EmbeddingError::Unavailable { reason: reason() });
        assert_eq!([64, 3, 1].map(|batch| batch_after(&late, batch)), [32, 1, 1]);
        let refused = EmbedTextsError::Embedding(EmbeddingError::Refused { reason: reason() });
        assert_eq!(batch_after(&refused, 8), 8, "its texts are sent one by one");
    }
}
