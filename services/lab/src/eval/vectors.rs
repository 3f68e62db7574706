//! A file with vectors of texts, so that each text is embedded once.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use domain::port::embedding::{Embedder, EmbeddingError, EmbeddingSide};
use retrieval::ranking::Calibration;
use runtime::config::Env;
use serde::{Deserialize, Serialize};
use worker::EmbeddingsConfig;

use super::lines;

/// Texts of a request.
const BATCH: usize = 16;
/// Maximum failures of the embedder in a row, and the time after one: queries are not sent in the cool-down of 10 s.
const MAX_FAILURES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(11);
/// Name of the model where the settings name none.
const DEFAULT_MODEL: &str = "multilingual-e5-small";

#[derive(Serialize, Deserialize)]
struct VectorRow {
    side: String,
    text: String,
    vector: Vec<f32>,
}

/// Vectors by side and text.
pub(super) struct VectorFile {
    path: PathBuf,
    embedder: Option<Arc<dyn Embedder>>,
    config: EmbeddingsConfig,
    known: HashMap<(&'static str, String), Vec<f32>>,
}

impl VectorFile {
    /// Reads a file, which may not exist yet, and the settings of the embedder.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let mut env = Env::from_process();
        let config = EmbeddingsConfig::read(&mut env);
        let embedder = config.embedder()?;
        let mut known = HashMap::new();
        if path.is_file() {
            let (rows, refused) = lines::<VectorRow>(path)?;
            anyhow::ensure!(refused.is_empty(), "{}: {}", path.display(), refused[0]);
            for row in rows.into_iter().map(|line| line.row) {
                let side = if row.side == "query" { EmbeddingSide::Query } else { EmbeddingSide::Passage };
                known.insert((name(side), row.text), row.vector);
            }
        }
        Ok(Self { path: path.to_owned(), embedder, config, known })
    }

    /// Returns the calibration of the model, as a fleet with these settings would use it.
    pub(super) fn calibration(&self) -> Calibration {
        self.config.calibration(self.embedder.as_deref().map_or(DEFAULT_MODEL, |embedder| &embedder.model().name))
    }

    /// Returns the vector of a text.
    pub(super) fn get(&self, side: EmbeddingSide, text: &str) -> Option<&Vec<f32>> {
        self.known.get(&(name(side), text.to_owned()))
    }

    /// Computes the missing vectors and adds them to the file, batch by batch, so that a repetition continues; does
    /// nothing without an embedder. A batch that a slow embedder does not finish in time is halved and sent again.
    pub(super) async fn complete(&mut self, side: EmbeddingSide, texts: &[&str]) -> anyhow::Result<()> {
        let Some(embedder) = self.embedder.clone() else { return Ok(()) };
        let missing: Vec<String> =
            texts.iter().filter(|text| self.get(side, text).is_none()).map(|text| (*text).to_owned()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let file = std::fs::File::options().create(true).append(true).open(&self.path);
        let mut file = file.with_context(|| format!("writing {}", self.path.display()))?;
        let (mut rest, mut batch, mut failures) = (&missing[..], BATCH, 0);
        while !rest.is_empty() {
            let (texts, others) = rest.split_at(batch.min(rest.len()));
            let vectors = match embedder.embed(side, texts).await {
                Err(EmbeddingError::Unavailable { .. }) if failures < MAX_FAILURES => {
                    failures += 1;
                    batch = (batch / 2).max(1);
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
                vectors => vectors.context("AUSPEX_EMBEDDINGS_URL")?,
            };
            (rest, failures) = (others, 0);
            for (text, vector) in texts.iter().zip(vectors) {
                let row = VectorRow { side: name(side).to_owned(), text: text.clone(), vector };
                writeln!(file, "{}", serde_json::to_string(&row)?)?;
                self.known.insert((name(side), row.text), row.vector);
            }
        }
        Ok(())
    }
}

fn name(side: EmbeddingSide) -> &'static str {
    match side {
        EmbeddingSide::Query => "query",
        EmbeddingSide::Passage => "passage",
    }
}
