//! The page store: pages are stored by hash, reused while fresh, and replayed without the network.

use std::sync::atomic::Ordering;
use std::time::Duration;

use domain::JobId;
use store::Pages;
use web::fake::FakeWeb;
use worker::Objects;

use crate::tests::{Bench, MINT, PAGE, identifier, question, sensible};

const ASKED: &str = "Was dogwifhat listed on an exchange?";
const ANOTHER_TEXT: &str =
    "<html><body><p>Something else altogether stands here now, and nobody may see it.</p></body></html>";

/// Address under which the page store records the search of the model `sensible`.
const SEARCHED: &str = r#"ask:web_search?{"most":6,"query":"dogwifhat"}"#;

fn page_key(hash: &str) -> String {
    format!("pages/{}/{hash}", &hash[..2])
}

#[tokio::test]
async fn a_finding_can_be_traced_to_the_bytes_of_its_page() {
    let bench = Bench::new(sensible);
    let (research, _) = bench.done(&question(ASKED), "one").await;
    let source = &research.sources[0];
    let traced = bench.archive.with_hash(&source.content_hash).await.unwrap();
    assert_eq!(traced[0].url, PAGE);
    let bytes = bench.objects.get(&page_key(&source.content_hash)).await.unwrap().expect("the bytes are kept");
    assert!(String::from_utf8(bytes).unwrap().contains(&research.findings[0].quote));
}

#[tokio::test]
async fn a_page_is_fetched_again_only_when_it_is_stale() {
    let bench = Bench::new(sensible);
    let fetched = || bench.web.fetched.load(Ordering::SeqCst);
    bench.done(&question(ASKED), "one").await;
    bench.done(&question(ASKED), "two").await;
    assert_eq!(fetched(), 1);
    bench.client.advance(Duration::from_secs(2 * 3600));
    bench.done(&question(ASKED), "three").await;
    assert_eq!(fetched(), 2);
}

/// A stale page that the server confirms keeps its stored bytes and gets a new check time.
#[tokio::test]
async fn an_unchanged_page_is_revalidated_and_not_fetched_again() {
    let text = "<html><body><p>The token dogwifhat was listed on a large exchange in March and its price rose.</p></body></html>";
    let web = FakeWeb::default().page(PAGE, "WIF listed", text).conditional();
    let bench = Bench::new(sensible).on(web);
    let asked = || (bench.web.fetched.load(Ordering::SeqCst), bench.web.confirmed.load(Ordering::SeqCst));
    let (first, _) = bench.done(&question(ASKED), "one").await;
    assert_eq!(asked(), (1, 0));
    let before = bench.archive.latest(PAGE).await.unwrap().unwrap();
    for round in 1..=2 {
        bench.client.advance(Duration::from_secs(2 * 3600));
        let (again, _) = bench.done(&question(ASKED), &format!("stale {round}")).await;
        assert_eq!(asked(), (1, round), "its tag outlives a confirmation that does not repeat it");
        assert_eq!((again.findings, &again.sources[0].content_hash), (first.findings.clone(), &before.hash));
    }
    let after = bench.archive.latest(PAGE).await.unwrap().unwrap();
    assert!(after.checked_at > before.checked_at && after.fetched_at == before.fetched_at, "{after:?}");
    bench.done(&question(ASKED), "fresh").await;
    assert_eq!(asked(), (1, 2), "fresh again: nobody is asked");
    let changed = bench.on(FakeWeb::default().page(PAGE, "WIF listed", ANOTHER_TEXT).conditional());
    changed.client.advance(Duration::from_secs(2 * 3600));
    changed.done(&question(ASKED), "changed").await;
    assert_ne!(changed.archive.latest(PAGE).await.unwrap().unwrap().hash, before.hash);
    assert_eq!(changed.web.confirmed.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_replay_reads_stored_pages_and_fetches_nothing() {
    let bench = Bench::new(sensible);
    let (first, _) = bench.done(&question(ASKED), "one").await;
    bench.client.advance(Duration::from_secs(30 * 24 * 3600));
    let rested = bench.archive.rested_on(&[JobId::named(&["one"])]).await.unwrap();
    let changed = FakeWeb::default().page(PAGE, "WIF listed", ANOTHER_TEXT);
    let replay = bench.on_with(changed, &[("AUSPEX_REPLAY", "true")]);
    let (again, _) = replay.done(&question(ASKED), "two").await;
    assert_eq!(again.sources[0].content_hash, first.sources[0].content_hash);
    assert_eq!((outside(&replay), again.findings), ((0, 0), first.findings));
    assert_eq!(
        rested.iter().map(|basis| basis.url.as_str()).collect::<Vec<_>>(),
        [SEARCHED, PAGE],
        "what a bundle holds"
    );
    assert_eq!(rested[1].hash, first.sources[0].content_hash);
    assert_eq!(replay.archive.rested_on(&[JobId::named(&["two"])]).await.unwrap(), rested);

    let empty = Bench::with(sensible, &[("AUSPEX_REPLAY", "true")]);
    let (nothing, _) = empty.done(&question(ASKED), "one").await;
    assert!(nothing.findings.is_empty(), "what the store lacks is not made up");
    assert_eq!(outside(&empty), (0, 0));
}

/// Returns the number of searches and of page fetches.
fn outside(bench: &Bench) -> (usize, usize) {
    (bench.web.searched.load(Ordering::SeqCst), bench.web.fetched.load(Ordering::SeqCst))
}

/// Another fleet has another memory, which does not know the mint, and here no token service.
#[tokio::test]
async fn a_replay_in_another_fleet_uses_the_recorded_token_services() {
    let bench = Bench::new(sensible);
    let (first, _) = bench.done(&identifier(MINT), "one").await;
    let rested = bench.archive.rested_on(&[JobId::named(&["one"])]).await.unwrap();
    let elsewhere = Bench::with(sensible, &[("AUSPEX_REPLAY", "true")]);
    for basis in &rested {
        elsewhere.archive.keep_answer(basis).await.unwrap();
        for page in bench.archive.with_hash(&basis.hash).await.unwrap() {
            let bytes = bench.objects.get(&page_key(&page.hash)).await.unwrap().unwrap();
            elsewhere.objects.put(&page_key(&page.hash), &bytes).await.unwrap();
            elsewhere.archive.keep(&page).await.unwrap();
        }
    }
    let elsewhere = elsewhere.on_with(FakeWeb::default(), &[("AUSPEX_REPLAY", "true")]);
    let (again, _) = elsewhere.done(&identifier(MINT), "two").await;
    assert_eq!((again.entity, again.findings), (first.entity, first.findings));
    assert_eq!(outside(&elsewhere), (0, 0));
}
