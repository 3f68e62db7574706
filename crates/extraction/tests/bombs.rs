//! Hostile documents: each ends with a value within 10 s and 64 MB, and the next document is read.

mod hostile;
#[path = "hostile/kinds.rs"]
mod kinds;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use extraction::sandbox::{DocumentReader, ParseFailure, ParserLimits, ParserPool, ParserPoolSettings, RawDocument};
use hostile::{html, page, pdf, pool, zeros_packed};

/// Time after which a document counts as endless, on any machine: the limits of the parser are seconds of processor
/// time.
const LIMIT: Duration = Duration::from_secs(300);

async fn ends_and_the_next_is_read(
    pool: &ParserPool,
    bomb: &RawDocument,
) -> Result<extraction::Document, ParseFailure> {
    let ended = tokio::time::timeout(LIMIT, pool.read(bomb)).await.expect("its own limit ends it");
    let next = pool.read(&html("<html><body><article><p>A quiet page with a few plain words.</p></article>")).await;
    assert!(next.expect("the next page is read").text.contains("plain words"));
    ended
}

#[tokio::test]
async fn a_page_and_a_pdf_are_read_in_a_child_that_can_reach_nothing() {
    let pool = pool(1, ParserLimits::default());
    let read =
        pool.read(&html("<html><title>A title</title><body><article><p>Some words of a page.</p></article>")).await;
    assert!(read.expect("HTML").text.contains("Some words of a page."));
    let shown = page(("", b"BT /F 12 Tf 50 700 Td (Words of a file) Tj ET".to_vec()), &[]);
    assert_eq!(pool.read(&shown).await.expect("PDF").text, "Words of a file");
}

#[tokio::test]
async fn a_stream_that_unpacks_beyond_the_limit_costs_the_page_only() {
    let bomb = page(("/Filter /FlateDecode", zeros_packed(200)), &[]);
    assert!(bomb.bytes.len() < 2 * 1024 * 1024);
    let ended = ends_and_the_next_is_read(&pool(1, ParserLimits::default()), &bomb).await;
    assert!(matches!(ended, Err(ParseFailure::Died(_) | ParseFailure::Unreadable(_))), "{ended:?}");
}

#[tokio::test]
async fn a_form_that_shows_itself_and_pages_that_are_their_own_parents_end() {
    let form = ("/Type /XObject /Subtype /Form /Resources << /XObject << /X 6 0 R >> >>", b"/X Do /X Do".to_vec());
    let loops = page(("", b"/X Do".to_vec()), &[form]);
    let tree = pdf(&[
        ("/Type /Catalog /Pages 2 0 R", Vec::new()),
        ("/Type /Pages /Kids [2 0 R 3 0 R] /Count 2", Vec::new()),
        ("/Type /Pages /Kids [2 0 R 3 0 R] /Parent 3 0 R /Count 2", Vec::new()),
    ]);
    let pool = pool(1, ParserLimits::default());
    for bomb in [loops, tree] {
        let ended = ends_and_the_next_is_read(&pool, &bomb).await;
        assert!(ended.is_err(), "{ended:?}");
    }
}

#[tokio::test]
async fn nesting_ends() {
    let pool = pool(1, ParserLimits::default());
    let tags = html(&format!("<html><body>{}deep", "<ul><li>".repeat(200_000)));
    let arrays =
        pdf(&[("/Type /Catalog /Pages 2 0 R", Vec::new()), (&format!("/Kids {}", "[".repeat(1_000_000)), Vec::new())]);
    let dictionaries = pdf(&[(&"<< /A ".repeat(500_000), Vec::new())]);
    for bomb in [tags, arrays, dictionaries] {
        // The parser decides between text and an error.
        let _ = ends_and_the_next_is_read(&pool, &bomb).await;
    }
}

#[tokio::test]
async fn an_object_stream_that_extends_itself_ends() {
    let stream = ("/Type /ObjStm /N 100000 /First 10 /Extends 2 0 R", b"2 0 3 0 4 0 << /Length 2 0 R >>".to_vec());
    let bomb = pdf(&[
        ("/Type /Catalog /Pages 3 0 R", Vec::new()),
        stream,
        ("/Type /ObjStm /N 9 /First 2 0 R /Length 3 0 R", b"1 0".to_vec()),
    ]);
    assert!(ends_and_the_next_is_read(&pool(1, ParserLimits::default()), &bomb).await.is_err());
}

#[tokio::test]
async fn documents_of_every_hostile_kind_end_soon_and_those_with_plain_words_are_read() {
    let pool = pool(1, ParserLimits::default());
    let kinds = kinds::kinds();
    assert!(kinds.len() >= 35, "{}", kinds.len());
    let mut wrong = Vec::new();
    for (name, document, is_read) in &kinds {
        // A document that takes longer than its limit of processor time ends as `Died` or `Timeout`, which is wrong
        // below.
        let ended = ends_and_the_next_is_read(&pool, document).await;
        let found = ended.as_ref().is_ok_and(|document| document.text.contains("Some plain words of a page"));
        let died = matches!(ended, Err(ParseFailure::Died(_) | ParseFailure::Timeout(_)));
        if found != *is_read || died {
            wrong.push(format!("{name}: {:?}", ended.map(|document| document.text.len())));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[tokio::test]
async fn processor_time_is_limited_by_the_kernel_and_by_the_clock() {
    // Endless text to lay out: more than a second of work even for an optimised parser.
    let shown = b"BT /F 12 Tf 50 700 Td (word) Tj ET\n".repeat(400_000);
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&shown).expect("memory");
    let bomb = page(("/Filter /FlateDecode", packed.finish().expect("memory")), &[]);
    let limits = ParserLimits { memory: 1024 * 1024 * 1024, time: Duration::from_millis(200) };
    let ended = pool(1, limits).read(&bomb).await;
    assert_eq!(ended, Err(ParseFailure::Timeout(limits.time)));
}

#[tokio::test]
async fn many_documents_at_once_wait_for_their_turn() {
    let pool = pool(2, ParserLimits::default());
    let pages: Vec<RawDocument> = (0..100)
        .map(|n| html(&format!("<html><body><article><p>This is the page number {n}.</p></article>")))
        .collect();
    let reads = pages.iter().map(|page| pool.read(page));
    for (n, read) in futures::future::join_all(reads).await.into_iter().enumerate() {
        assert!(read.expect("read").text.contains(&format!("number {n}.")));
    }
}

#[tokio::test]
async fn a_document_waits_for_a_free_parser_for_a_limited_time() {
    let settings = ParserPoolSettings {
        children: 1,
        wait: Duration::from_millis(50),
        limits: ParserLimits { memory: 1024 * 1024 * 1024, time: Duration::from_secs(2) },
        program: PathBuf::from(env!("CARGO_BIN_EXE_parser-child")),
        ..ParserPoolSettings::default()
    };
    let (pool, wait) = (ParserPool::new(settings.clone()), settings.wait);
    let slow = page(("", b"BT /F 12 Tf 50 700 Td (word) Tj ET\n".repeat(400_000)), &[]);
    let quick = html("<p>text</p>");
    let (first, second) = tokio::join!(pool.read(&slow), pool.read(&quick));
    assert_eq!(second, Err(ParseFailure::Busy(wait)), "the other document held the only parser: {first:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_child_that_reports_a_missing_protection_receives_no_document() {
    use std::os::unix::fs::PermissionsExt;
    let report = r#"{"missing":["there is no filter"]}"#;
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("weak-parser-{}", std::process::id()));
    let received = program.with_extension("received");
    let length = report.len();
    let script = format!(
        "#!/bin/sh\nprintf '\\{length:03o}\\000\\000\\000'\nprintf '%s' '{report}'\ncat > {}\n",
        received.display()
    );
    std::fs::write(&program, script).expect("the folder exists");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("own file");
    let settings = |unconfined| ParserPoolSettings {
        program: program.clone(),
        unconfined,
        limits: ParserLimits { time: Duration::from_secs(1), ..ParserLimits::default() },
        ..ParserPoolSettings::default()
    };
    let refused = ParserPool::new(settings(false)).read(&html("<p>text")).await;
    assert_eq!(refused, Err(ParseFailure::Unconfined("there is no filter".to_owned())));
    let sent = |file: &PathBuf| std::fs::read(file).is_ok_and(|bytes| !bytes.is_empty());
    assert!(!sent(&received), "nothing was sent");
    // The script never answers; that it received the document shows that the operator's permission counts.
    let allowed = ParserPool::new(settings(true)).read(&html("<p>text")).await;
    assert!(matches!(allowed, Err(ParseFailure::Timeout(_))) && sent(&received), "{allowed:?}");
}

#[tokio::test]
async fn without_a_program_there_is_an_error_about_the_machine() {
    let pool = ParserPool::new(ParserPoolSettings {
        program: PathBuf::from("/nowhere/parser"),
        ..ParserPoolSettings::default()
    });
    assert!(matches!(pool.read(&html("<p>text")).await, Err(ParseFailure::Unstarted(_))));
}
