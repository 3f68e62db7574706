//! Hostile answers: small bodies that decompress to huge ones, windows of gigabytes, drips that never end. Each must
//! result in an error within 10 seconds and 64 MB, and the fetcher must work afterwards. A separate test binary,
//! because it measures the memory of its process.

use std::convert::Infallible;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use coordination::SharedCoolDowns;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use futures::stream;
use url::Url;
use web::{Fetch, FetchConfig, FetchError, Fetcher};

const MEGABYTE: usize = 1 << 20;
/// Limits of time and memory per bomb.
const MEMORY: usize = 64 * MEGABYTE;
const TIME: Duration = Duration::from_secs(10);
/// Time limit of the fetcher, shorter than the product's so that the test ends soon.
const DRIP: Duration = Duration::from_secs(4);

/// Name, encoding, and bytes on the wire.
type Bomb = (&'static str, &'static str, Bytes);

fn zeros(mut into: impl Write, megabytes: usize) {
    let piece = vec![0; MEGABYTE];
    for _ in 0..megabytes {
        into.write_all(&piece).expect("a Vec takes everything");
    }
}

fn gzip(megabytes: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    zeros(&mut encoder, megabytes);
    encoder.finish().expect("a Vec takes everything")
}

/// Run-length blocks of 128 KiB, four bytes each, after a header with this window.
fn zstd(window: u8, megabytes: usize) -> Vec<u8> {
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, window];
    let blocks = megabytes * 8;
    for block in 1..=blocks {
        let head = (128 * 1024_u32) << 3 | 1 << 1 | u32::from(block == blocks);
        frame.extend_from_slice(&head.to_le_bytes()[..3]);
        frame.push(b'x');
    }
    frame
}

fn bombs() -> Vec<Bomb> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zeros(&mut zlib, 60);
    let mut raw = DeflateEncoder::new(Vec::new(), Compression::fast());
    zeros(&mut raw, 60);
    let mut brotli = brotli::CompressorWriter::new(Vec::new(), 1 << 16, 1, 22);
    zeros(&mut brotli, 40);
    let mut twice = GzEncoder::new(Vec::new(), Compression::fast());
    twice.write_all(&gzip(60)).expect("a Vec takes everything");
    let twice = twice.finish().expect("a Vec takes everything");
    let empty = gzip(0);
    let members: Vec<u8> = (0..20_000).flat_map(|_| empty.clone()).chain(gzip(60)).collect();
    vec![
        ("gzip", "gzip", gzip(100).into()),
        ("gzip members", "gzip", members.into()),
        ("zlib", "deflate", zlib.finish().expect("a Vec takes everything").into()),
        ("raw deflate", "deflate", raw.finish().expect("a Vec takes everything").into()),
        ("brotli", "br", brotli.into_inner().into()),
        ("zstd run lengths", "zstd", zstd(0x68, 4000).into()),
        ("zstd window of 3.75 TB", "zstd", zstd(0xff, 1).into()),
        ("zstd window of 128 MB", "zstd", zstd(0x88, 200).into()),
        ("nested encodings", "gzip, gzip", twice.clone().into()),
        ("no encoding, no end", "", Bytes::from(vec![b'x'; 40 * MEGABYTE])),
        ("gzip that is none", "gzip", Bytes::from(vec![0x1f; MEGABYTE])),
        (
            "zstd that is none",
            "zstd",
            Bytes::from_static(b"\x28\xb5\x2f\xfd\xe3\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
        ),
    ]
}

async fn explode(State(bombs): State<Arc<Vec<Bomb>>>, Path(index): Path<usize>) -> Response {
    let (_, encoding, wire) = &bombs[index];
    let kind = (CONTENT_TYPE, "text/html");
    if encoding.is_empty() {
        return ([kind], wire.clone()).into_response();
    }
    ([kind, (CONTENT_ENCODING, encoding)], wire.clone()).into_response()
}

/// Sends a byte every 50 milliseconds without end.
async fn drip() -> Response {
    let drops = stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        Some((Ok::<_, Infallible>(Bytes::from_static(b"x")), ()))
    });
    ([(CONTENT_TYPE, "text/html")], Body::from_stream(drops)).into_response()
}

/// Announces a gigabyte, sends a word, and stalls.
async fn hang() -> Response {
    let never = stream::unfold(true, |first| async move {
        if !first {
            std::future::pending::<()>().await;
        }
        Some((Ok::<_, Infallible>(Bytes::from_static(b"word")), false))
    });
    ([(CONTENT_TYPE, "text/html"), (CONTENT_LENGTH, "1073741824")], Body::from_stream(never)).into_response()
}

/// Resets the peak of memory, which building the bombs has raised (proc(5), `clear_refs`).
fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").expect("a process may do this to itself");
}

/// Returns the peak of resident memory since the reset, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has /proc");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("and it has VmHWM");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<usize>().ok()).expect("a number") * 1024
}

async fn world(bombs: Arc<Vec<Bomb>>) -> Url {
    let app = Router::new()
        .route("/bomb.org/{index}", get(explode))
        .with_state(bombs)
        .route("/bomb.org/drip", get(drip))
        .route("/bomb.org/hang", get(hang))
        .route("/bomb.org/fine", get(|| async { "fine" }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    tokio::spawn(async move { axum::serve(listener, app).await });
    Url::parse(&format!("http://{address}/")).expect("an address")
}

#[tokio::test]
async fn every_bomb_ends_within_the_limits_and_the_fetcher_survives() {
    let bombs = Arc::new(bombs());
    let gateway = Some(world(Arc::clone(&bombs)).await);
    let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
    let cool_downs = Arc::new(SharedCoolDowns::local(clock.clone()));
    let own = FetchConfig::default();
    assert!(own.total <= TIME && own.max_bytes <= MEMORY / 4, "the limits that nobody has set");
    let config = FetchConfig { gateway, total: DRIP, ..own };
    let fetcher = Fetcher::new(config, cool_downs, clock).expect("a client");
    let fine = async || fetcher.fetch("http://bomb.org/fine").await.expect("it lives").body;
    assert_eq!(fine().await, b"fine");
    let names = bombs.iter().map(|(name, ..)| *name).chain(["drip", "hang"]);
    let paths = (0..bombs.len()).map(|index| index.to_string()).chain(["drip".to_owned(), "hang".to_owned()]);
    for (name, path) in names.zip(paths) {
        forget_peak();
        let (before, started) = (peak(), Instant::now());
        let error = fetcher.fetch(&format!("http://bomb.org/{path}")).await.expect_err(name);
        let (took, cost) = (started.elapsed(), peak() - before);
        println!("{name}: {error} after {took:.1?}, {:.1} MB", cost as f64 / MEGABYTE as f64);
        assert!(cost <= MEMORY, "{name} cost {cost} bytes");
        let by_limit = matches!(error, FetchError::TooLarge(_) | FetchError::Encoding(_) | FetchError::Timeout(_));
        assert!(by_limit, "{name}: {error:?}");
        assert_eq!(fine().await, b"fine", "after {name}");
    }
}
