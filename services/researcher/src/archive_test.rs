//! What was fetched once: kept under its hash, believed for a while, replayed without the network.

use std::sync::atomic::Ordering;
use std::time::Duration;

use fleet::Objects;
use store::Pages;
use web::fake::FakeWeb;

use crate::bench_test::{Bench, PAGE, question, sensible};

const ASKED: &str = "Was dogwifhat listed on an exchange?";
const ANOTHER_TEXT: &str =
    "<html><body><p>Something else altogether stands here now, and nobody may see it.</p></body></html>";

#[tokio::test]
async fn a_finding_is_traced_to_the_bytes_it_came_from() {
    let bench = Bench::new(sensible);
    let (research, _) = bench.done(&question(ASKED), "one").await;
    let source = &research.sources[0];
    let traced = bench.archive.with_hash(&source.content_hash).await.unwrap();
    assert_eq!(traced[0].url, PAGE);
    let key = format!("pages/{}/{}", &source.content_hash[..2], source.content_hash);
    let bytes = bench.objects.get(&key).await.unwrap().expect("the bytes are kept");
    assert!(String::from_utf8(bytes).unwrap().contains(&research.findings[0].quote));
}

#[tokio::test]
async fn a_page_is_fetched_again_only_when_it_is_stale() {
    let bench = Bench::new(sensible);
    let fetched = || bench.web.fetched.load(Ordering::SeqCst);
    bench.done(&question(ASKED), "one").await;
    bench.done(&question(ASKED), "two").await;
    assert_eq!(fetched(), 1);
    bench.asks.advance(Duration::from_secs(2 * 3600));
    bench.done(&question(ASKED), "three").await;
    assert_eq!(fetched(), 2);
}

#[tokio::test]
async fn a_replay_reads_what_was_kept_and_fetches_nothing() {
    let bench = Bench::new(sensible);
    let (first, _) = bench.done(&question(ASKED), "one").await;
    bench.asks.advance(Duration::from_secs(30 * 24 * 3600));
    let changed = FakeWeb::default().page(PAGE, "WIF listed", ANOTHER_TEXT);
    let replay = bench.on_with(changed, &[("AUSPEX_REPLAY", "true")]);
    let (again, _) = replay.done(&question(ASKED), "two").await;
    assert_eq!(again.sources[0].content_hash, first.sources[0].content_hash);
    assert_eq!(replay.web.fetched.load(Ordering::SeqCst), 0);

    let empty = Bench::with(sensible, &[("AUSPEX_REPLAY", "true")]);
    let (nothing, _) = empty.done(&question(ASKED), "one").await;
    assert!(nothing.findings.is_empty(), "what the store lacks is not made up");
    assert_eq!(empty.web.fetched.load(Ordering::SeqCst), 0);
}
