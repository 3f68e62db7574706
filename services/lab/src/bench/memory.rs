//! Look-ups in a memory of many notes: by words, and by words and vectors.
//!
//! The notes consist of words whose frequencies follow Zipf's law, and a query has some words of one note. The vector
//! of a note is random around one of some hundred centres: the local embedder would need six hours of CPU time for the
//! vectors of 100,000 notes. A query is embedded by the local embedder if it is installed, so that its time counts.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::tests::{Database, wait};
use anyhow::Context;
use domain::effect::Note;
use domain::port::BoxFuture;
use domain::port::embedding::{Embedder, EmbeddingError, EmbeddingModel, EmbeddingSide};
use domain::{JobId, Tenant, Time};
use llm::embeddings::{EmbeddingClient, EmbeddingEndpoint, Prefixes};
use local_servers::{Port, Postgres, PostgresOptions, Worker};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use store::memory::{PendingCursor, PendingLimits};
use store::{Memory, PostgresConfig, Store};

use super::growth::{SETTLE, SHARED_BUFFERS};

/// Different words, and words of a note; a finding is a sentence or two.
const WORDS: usize = 30_000;
const NOTE_WORDS: usize = 30;
/// Words of a query.
const QUERY_WORDS: usize = 6;
/// Look-ups of each measurement, after some that fill the caches.
const QUERIES: usize = 400;
const WARM_UP: usize = 40;
/// Results of a look-up.
const RESULTS: u32 = 5;
/// Notes of a transaction.
const BATCH: usize = 500;
/// Directions around which the vectors lie.
const CENTRES: u64 = 300;
const DIMENSIONS: usize = 384;
/// Model of the local embedder.
pub(super) const MODEL: &str = "multilingual-e5-small";
const PATIENCE: Duration = Duration::from_secs(60);

/// Milliseconds of each look-up.
pub(super) struct LookUps {
    /// By words alone.
    pub(super) words: Vec<f64>,
    /// By words and vectors.
    pub(super) vectors: Vec<f64>,
    /// True if the local embedder computed the vectors of the queries.
    pub(super) is_embedded: bool,
    /// Notes per second that the background task stored, without the time of the embedder.
    pub(super) stored: f64,
}

/// Fills a memory and searches it.
pub(super) async fn measure(notes: usize) -> anyhow::Result<LookUps> {
    let settings = vec![SHARED_BUFFERS.to_owned()];
    let postgres = Postgres::start(PostgresOptions { settings, ..PostgresOptions::default() }).await?;
    let store = Store::connect(PostgresConfig::new(postgres.url(), "bench")).await?;
    store.migrate().await?;
    let tenant = Tenant::parse("bench")?;
    fill(&store, &tenant, notes).await?;
    settle(&postgres).await?;
    let words = search(&store, &tenant, notes).await?;
    anyhow::ensure!(store.memory().stores_vectors().await?, "the local Postgres has no pgvector");
    let local = LocalEmbedder::start().await?;
    let is_embedded = local.is_some();
    let store = store.with_embedder(Arc::new(Mixed::new(local)));
    let begun = Instant::now();
    embed(&store).await?;
    #[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
    let stored = notes as f64 / begun.elapsed().as_secs_f64();
    settle(&postgres).await?;
    let vectors = search(&store, &tenant, notes).await?;
    Ok(LookUps { words, vectors, is_embedded, stored })
}

async fn settle(postgres: &Postgres) -> anyhow::Result<()> {
    let database = Database::connect_lazy(&postgres.url())?;
    for sql in SETTLE {
        database.change(sql).await?;
    }
    Ok(())
}

/// Adds notes of a tenant.
pub(super) async fn fill(store: &Store, tenant: &Tenant, notes: usize) -> anyhow::Result<()> {
    for first in (0..notes).step_by(BATCH) {
        let batch = (first..notes.min(first + BATCH)).map(|number| note(tenant, number));
        store.memory().add_notes(batch.collect()).await?;
    }
    Ok(())
}

/// Gives every note its vector, as the writer does.
async fn embed(store: &Store) -> anyhow::Result<()> {
    let (memory, mut cursor) = (store.memory(), PendingCursor::default());
    let limits = PendingLimits { looked_at: 640, returned: 64 };
    loop {
        let page = memory.without_vector(cursor, limits).await?;
        memory.embed_texts(&page.texts).await?;
        match page.next {
            Some(next) => cursor = next,
            None => return Ok(()),
        }
    }
}

async fn search(store: &Store, tenant: &Tenant, notes: usize) -> anyhow::Result<Vec<f64>> {
    let mut took = Vec::with_capacity(QUERIES);
    let mut hits = 0;
    for number in 0..WARM_UP + QUERIES {
        let query = query(number * 7_919 % notes, number);
        let begun = Instant::now();
        let found = store.memory().retrieve(tenant, &query, RESULTS).await?;
        if number >= WARM_UP {
            took.push(begun.elapsed().as_secs_f64() * 1_000.0);
        }
        anyhow::ensure!(!found.lexical_only, "the embedder did not answer");
        hits += usize::from(!found.hits.is_empty());
    }
    anyhow::ensure!(hits > QUERIES / 2, "only {hits} look-ups found something");
    Ok(took)
}

/// Returns a word; the share of the word at a rank is about 1 / rank.
fn word(random: &mut StdRng) -> String {
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "1 to WORDS"
    )]
    let rank = (WORDS as f64).powf(random.random()) as u64;
    let mut letters = StdRng::seed_from_u64(rank);
    (0..7).map(|_| char::from(letters.random_range(b'a'..=b'z'))).collect()
}

fn words(number: usize) -> Vec<String> {
    let mut random = StdRng::seed_from_u64(number as u64);
    (0..NOTE_WORDS).map(|_| word(&mut random)).collect()
}

fn note(tenant: &Tenant, number: usize) -> Note {
    let words = words(number);
    Note {
        id: JobId::named(&["bench note", &number.to_string()]),
        tenant: tenant.clone(),
        text: words.join(" "),
        summary: words[..6].join(" "),
        keywords: words[..3].to_vec(),
        tags: Vec::new(),
        kind: "fact".to_owned(),
        source_url: format!("https://example.org/{number}"),
        made_at: Time::from_timestamp(1_700_000_000 + i64::try_from(number).unwrap_or(0), 0).unwrap_or_default(),
        entity: None,
        links: Vec::new(),
        sources: Vec::new(),
        fact: None,
    }
}

fn query(of_note: usize, number: usize) -> String {
    let mut random = StdRng::seed_from_u64(number as u64);
    let words = words(of_note);
    let mut one = || words[random.random_range(0..NOTE_WORDS)].as_str();
    (0..QUERY_WORDS).map(|_| one()).collect::<Vec<_>>().join(" ")
}

/// The local embedder as a process, and its client.
pub(super) struct LocalEmbedder {
    _process: Worker,
    base: String,
    client: EmbeddingClient,
}

impl LocalEmbedder {
    /// Starts it; `None` if it is not installed (`make setup-embeddings`).
    pub(super) async fn start() -> anyhow::Result<Option<Self>> {
        let Some(embedder) = local_servers::Embedder::installed() else { return Ok(None) };
        let port = Port::free()?;
        let log = std::env::temp_dir().join(format!("auspex-bench-embedder-{}.log", std::process::id()));
        let process = Worker::start(&embedder.start(port.number(), 1, &log))?;
        let base = format!("http://127.0.0.1:{}", port.number());
        let health = format!("{base}{}", local_servers::embedder::HEALTH);
        wait::until("the embedder is ready", PATIENCE, || async {
            Ok(reqwest::get(&health).await.map(drop).map_err(|error| error.to_string()))
        })
        .await?;
        let model = EmbeddingModel { name: MODEL.to_owned(), dimensions: DIMENSIONS };
        let query_timeout = Duration::from_secs(1);
        let base_url = reqwest::Url::parse(&base).context("the address of the embedder")?;
        let endpoint = EmbeddingEndpoint { base_url, key: None, model, prefixes: Prefixes::E5, query_timeout };
        Ok(Some(Self { _process: process, base, client: EmbeddingClient::new(endpoint)? }))
    }

    /// Returns its address.
    pub(super) fn url(&self) -> &str {
        &self.base
    }
}

/// Embeds queries by the local embedder, if there is one, and everything else by chance.
struct Mixed {
    model: EmbeddingModel,
    local: Option<LocalEmbedder>,
}

impl Mixed {
    fn new(local: Option<LocalEmbedder>) -> Self {
        Self { model: EmbeddingModel { name: MODEL.to_owned(), dimensions: DIMENSIONS }, local }
    }
}

impl Embedder for Mixed {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed<'a>(
        &'a self,
        side: EmbeddingSide,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbeddingError>> {
        match (&self.local, side) {
            (Some(local), EmbeddingSide::Query) => local.client.embed(side, texts),
            _ => Box::pin(async { Ok(texts.iter().map(|text| vector(text)).collect()) }),
        }
    }
}

/// Returns a vector of length 1 near the centre that the text chooses.
fn vector(text: &str) -> Vec<f32> {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let seed = hasher.finish();
    let (mut centre, mut noise) = (StdRng::seed_from_u64(seed % CENTRES), StdRng::seed_from_u64(seed));
    let mut component = || centre.random_range(-0.5..0.5) + 0.7 * noise.random_range(-0.5..0.5);
    let vector: Vec<f64> = (0..DIMENSIONS).map(|_| component()).collect();
    let length = vector.iter().map(|one| one * one).sum::<f64>().sqrt();
    #[allow(clippy::cast_possible_truncation, reason = "a vector has single precision")]
    let single = |one: f64| (one / length) as f32;
    vector.into_iter().map(single).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_queries_and_vectors_are_equal_in_every_run_and_fit_each_other() {
        let tenant = Tenant::parse("bench").unwrap();
        assert_eq!(note(&tenant, 5).text, note(&tenant, 5).text);
        assert_ne!(note(&tenant, 5).text, note(&tenant, 6).text);
        assert!(query(5, 1).split(' ').all(|word| note(&tenant, 5).text.contains(word)));
        let [one, two] = [vector("a"), vector("b")];
        assert!((one.iter().map(|it| it * it).sum::<f32>() - 1.0).abs() < 1e-4 && one != two);
    }
}
