//! Measures the duration of a retrieval among many notes, on a separate Postgres.
//!
//! `cargo run --release -p store --example retrieve_rate -- [NOTES] [LOOK_UPS]`

use std::time::{Duration, Instant};

use anyhow::Context;
use domain::Tenant;
use retrieval::ranking::Passage;
use store::{Memory, PostgresConfig, Store};

/// Vocabulary of the generated notes. As in natural language, the n-th word has frequency 1/n (Zipf).
const WORDS: usize = 30_000;
/// Number of words of one note.
const LENGTH: usize = 80;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>().context("a number"));
    let (notes, look_ups) = (numbers.next().unwrap_or(Ok(100_000))?, numbers.next().unwrap_or(Ok(200))?);
    let postgres = local_servers::Postgres::start(local_servers::PostgresOptions::default()).await?;
    let store = Store::connect(PostgresConfig::new(postgres.url(), "bench")).await?;
    store.migrate().await?;
    let words = Words::new();
    fill(&postgres.url(), notes, &words).await?;
    for (kind, from) in [("of any words", 0), ("of words outside the 200 commonest", 200)] {
        let mut took = Vec::new();
        for n in 0..look_ups {
            let question: Vec<String> = (0..8).map(|k| words.word(n * 8 + k + 1_000_003, from)).collect();
            let start = Instant::now();
            store.memory().retrieve(&Tenant::default(), &question.join(" "), 5).await?;
            took.push(start.elapsed());
        }
        took.sort();
        let at = |share: usize| took.get(took.len() * share / 100).copied().unwrap_or(Duration::ZERO);
        println!(
            "{notes} notes, 8 words {kind}: median {:.0?}, 95 % under {:.0?}, slowest {:.0?}",
            at(50),
            at(95),
            at(99)
        );
    }
    Ok(())
}

/// Inserts notes like the journal, in large batches.
async fn fill(url: &str, notes: usize, words: &Words) -> anyhow::Result<()> {
    let pool = sqlx::PgPool::connect(url).await?;
    for first in (0..notes).step_by(2_000) {
        let texts: Vec<String> = (first..notes.min(first + 2_000))
            .map(|n| (0..LENGTH).map(|k| words.word(n * LENGTH + k, 0)).collect::<Vec<_>>().join(" "))
            .collect();
        sqlx::query(
            "INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, search)
             SELECT gen_random_uuid(), 'default', t, left(t, 80), '', '', 'fact', 'https://example.com', now(),
                    array_to_tsvector(string_to_array(lexemes, ' ')) FROM unnest($1::text[], $2::text[]) AS n (t, lexemes)",
        )
        .bind(&texts)
        .bind(texts.iter().map(|text| lexemes(text)).collect::<Vec<_>>())
        .execute(&pool)
        .await?;
    }
    // Replaces autovacuum, which would run within a minute.
    sqlx::query("VACUUM ANALYZE note").execute(&pool).await?;
    Ok(())
}

/// Lexemes as the store writes them.
fn lexemes(text: &str) -> String {
    Passage::new("", text, []).terms().collect::<Vec<_>>().join(" ")
}

/// A vocabulary from which words are drawn by number.
struct Words {
    shares: Vec<f64>,
}

impl Words {
    #[allow(clippy::cast_precision_loss, reason = "a rank")]
    fn new() -> Self {
        let mut sum = 0.0;
        let shares = (1..=WORDS).map(|rank| {
            sum += 1.0 / rank as f64;
            sum
        });
        Self { shares: shares.collect() }
    }

    /// Returns the word of a number, without the first `without` ranks.
    #[allow(clippy::cast_precision_loss, reason = "53 bits are enough to draw a word")]
    fn word(&self, n: usize, without: usize) -> String {
        let low = if without == 0 { 0.0 } else { self.shares[without - 1] };
        let high = self.shares[WORDS - 1];
        let mixed = (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let share = ((mixed ^ (mixed >> 32)) >> 11) as f64 / (1_u64 << 53) as f64;
        let rank = self.shares.partition_point(|sum| *sum < low + share * (high - low));
        format!("w{}", base(rank))
    }
}

/// Spells a rank in letters, so that Postgres parses it as one word and not as a number.
fn base(mut rank: usize) -> String {
    let mut text = String::new();
    loop {
        text.push(char::from(b'a' + u8::try_from(rank % 20).unwrap_or_default()));
        rank /= 20;
        if rank == 0 {
            return text;
        }
    }
}
