//! Memory of hostile documents in the child and in the worker: neither exceeds its limit, the worker survives, and the
//! next page is read. A separate test binary, because it measures the memory of its process.
#![cfg(target_os = "linux")]

mod hostile;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use extraction::sandbox::{DocumentReader, ParserLimits, RawDocument};
use hostile::{html, page, pdf, pool, zeros_packed};

const MEGABYTE: usize = 1 << 20;
/// Memory limit in bytes of the child, and of the worker in addition to the document.
const MEMORY: usize = 64 * MEGABYTE;
const TIME: Duration = Duration::from_secs(10);

/// Serialises the tests, which observe the same process and its children.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Private memory of a child. The resident set would include program pages shared with the worker.
const HELD: &str = "RssAnon:";

/// Returns a figure of a process in bytes, for example `VmHWM` (peak resident set); `None` if it has ended.
fn figure(process: &str, name: &str) -> Option<usize> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

/// Returns the parsers started by this process: its children that have replaced their program. Between fork and exec a
/// child still has the memory of this process.
fn children() -> Vec<String> {
    let own = std::process::id().to_string();
    let all = std::fs::read_dir("/proc").expect("Linux has /proc").flatten();
    let named = all.filter_map(|entry| entry.file_name().into_string().ok());
    named
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|name| is_parser_of(&own, name).unwrap_or(false))
        .collect()
}

fn is_parser_of(parent: &str, process: &str) -> Option<bool> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name is in parentheses, followed by state and parent.
    let (name, rest) = stat.rsplit_once(')')?;
    Some(name.ends_with("(parser-child") && rest.split_whitespace().nth(1)? == parent)
}

/// Samples the children every millisecond, because a killed child loses its figures. Growth in the last millisecond is
/// missed, but the kernel's limit covers it.
struct Watch {
    peak: Arc<AtomicUsize>,
    over: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    fn start() -> Self {
        let (peak, over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (seen, ended) = (Arc::clone(&peak), Arc::clone(&over));
        let look = move || {
            while !ended.load(Ordering::Relaxed) {
                let held = children().iter().filter_map(|child| figure(child, HELD)).max();
                seen.fetch_max(held.unwrap_or_default(), Ordering::Relaxed);
                std::thread::park_timeout(Duration::from_millis(1));
            }
        };
        Self { peak, over, thread: Some(std::thread::spawn(look)) }
    }

    fn end(mut self) -> usize {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it only looks");
        }
        self.peak.load(Ordering::Relaxed)
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

/// Returns a PDF with one page of this content and this sixth object.
fn shown(content: &[u8], extra: (&str, Vec<u8>)) -> RawDocument {
    page(("", content.to_vec()), &[extra])
}

/// Returns a PDF with a deep page tree, one kid per branch.
fn deep_tree(depth: usize) -> RawDocument {
    let mut file = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n".to_vec();
    for number in 2..depth + 2 {
        let kid = number + 1;
        writeln!(file, "{number} 0 obj\n<< /Type /Pages /Kids [{kid} 0 R] /Count 1 >>\nendobj").expect("memory");
    }
    file.extend_from_slice(b"trailer << /Root 1 0 R >>\n");
    RawDocument::new("https://example.org/page", "application/pdf", file)
}

/// Returns a PDF whose cross-references form a cycle.
fn xref_loop() -> RawDocument {
    let head = "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n";
    let at = head.len();
    let table = "xref\n0 1\n0000000000 65535 f \n";
    let text =
        format!("{head}{table}trailer << /Root 1 0 R /Size 3 /Prev {at} /XRefStm {at} >>\nstartxref\n{at}\n%%EOF\n");
    RawDocument::new("https://example.org/page", "application/pdf", text.into_bytes())
}

/// Returns a PDF with forms that each show the next one twice: two to the power of `depth`.
fn laughs(depth: usize) -> RawDocument {
    let dictionaries: Vec<String> = (0..depth)
        .map(|n| format!("/Type /XObject /Subtype /Form /Resources << /XObject << /X {} 0 R >> >>", n + 7))
        .collect();
    let forms: Vec<(&str, Vec<u8>)> =
        dictionaries.iter().map(|dictionary| (dictionary.as_str(), b"/X Do /X Do".to_vec())).collect();
    page(("", b"/X Do".to_vec()), &forms)
}

fn of_files() -> Vec<(&'static str, RawDocument)> {
    let objects = ("/Type /ObjStm /N 100000 /First 10 /Filter /FlateDecode", zeros_packed(120));
    let catalog = || ("/Type /Catalog /Pages 2 0 R", Vec::new());
    let pages = || ("/Type /Pages /Kids [3 0 R] /Count 1", Vec::new());
    let kids = format!("/Type /Pages /Kids [{}] /Count 9", "3 0 R ".repeat(1_000_000));
    let twice = packed(&zeros_packed(300));
    let image = "/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode";
    let columns = "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 4 >>";
    let inline = [b"BI /W 60000 /H 60000 /BPC 8 /CS /RGB ID ".as_slice(), &vec![0; 4_000_000], b" EI"].concat();
    let map = "<0000> <FFFF> <0000>\n".repeat(20_000);
    let map = format!(
        "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 20000 beginbfrange {map} endbfrange endcmap"
    );
    let words = b"BT /F 12 Tf 50 700 Td (many words of a page) Tj ET\n".repeat(300_000);
    vec![
        ("a stream of 120 MB", page(("/Filter /FlateDecode", zeros_packed(120)), &[])),
        ("a stream packed twice", page(("/Filter [/FlateDecode /FlateDecode]", twice), &[])),
        ("an object stream of 120 MB", pdf(&[catalog(), pages(), objects])),
        ("a page tree 100,000 deep", deep_tree(100_000)),
        (
            "a million times the same page",
            pdf(&[catalog(), (&kids, Vec::new()), ("/Type /Page /Parent 2 0 R", Vec::new())]),
        ),
        ("an image of 30 GB", shown(b"/X Do", (image, zeros_packed(120)))),
        ("an image in the content", page(("", inline), &[])),
        ("rows of eight gigabytes", page((columns, zeros_packed(50)), &[])),
        ("runs of 128 bytes in two", page(("/Filter /RunLengthDecode", [129, b' '].repeat(4_000_000)), &[])),
        ("a map of a thousand million characters", shown(b"BT /F 1 Tf (x) Tj ET", ("/Type /CMap", map.into_bytes()))),
        ("cross-references in a circle", xref_loop()),
        ("forms that show forms", laughs(60)),
        ("words without end", page(("/Filter /FlateDecode", packed(&words)), &[])),
    ]
}

fn of_pages() -> Vec<(&'static str, RawDocument)> {
    let cells = "<tr>".to_owned() + &"<td colspan=1000000 rowspan=65534>x".repeat(2_000);
    vec![
        ("tags 500,000 deep", html(&format!("<html><body>{}deep", "<div><b>".repeat(500_000)))),
        ("a tag of a million attributes", html(&format!("<html><body><p {}>text", "a=b ".repeat(1_000_000)))),
        ("a table of huge cells", html(&format!("<html><body><table>{}", cells.repeat(20)))),
        ("one word of eight megabytes", html(&format!("<html><body><p>{}", "x".repeat(8 * MEGABYTE)))),
        (
            "a million entities",
            html(&format!("<html><body><p>{}", "&CounterClockwiseContourIntegral;".repeat(250_000))),
        ),
    ]
}

#[tokio::test]
async fn no_document_costs_more_than_its_bound_and_the_worker_lives() {
    let _turn = TURN.lock().await;
    for (name, bomb) in of_files().into_iter().chain(of_pages()) {
        let pool = pool(1, ParserLimits::default());
        let quiet = html("<html><body><article><p>A quiet page with a few plain words.</p></article>");
        let watch = Watch::start();
        pool.read(&quiet).await.expect("the machine is well");
        let child = watch.end();
        std::fs::write("/proc/self/clear_refs", "5").expect("a process may forget its own peak");
        let worker = figure("self", "VmHWM:").expect("this process");
        let (watch, start) = (Watch::start(), Instant::now());
        let ended = pool.read(&bomb).await;
        let took = start.elapsed();
        let in_child = watch.end().saturating_sub(child);
        let in_worker = figure("self", "VmHWM:").expect("this process").saturating_sub(worker);
        let end = ended.as_ref().map_or_else(ToString::to_string, |read| format!("{} bytes of text", read.text.len()));
        let megabytes = |bytes: usize| bytes.div_ceil(MEGABYTE);
        println!(
            "{name}, {} KB: child {} MB, worker {} MB, {took:.1?}: {end}",
            bomb.bytes.len() / 1024,
            megabytes(in_child),
            megabytes(in_worker)
        );
        assert!(in_child <= MEMORY, "{name}: {in_child} bytes in the child");
        assert!(in_worker <= MEMORY, "{name}: {in_worker} bytes in the worker");
        let next = pool.read(&quiet).await.expect("the next page is read");
        assert!(next.text.contains("plain words"), "after {name}");
    }
}

/// Verifies the measurement: a parser without a limit uses the memory that the document demands.
#[tokio::test]
async fn without_the_limit_the_same_document_takes_more_and_the_watch_sees_it() {
    let _turn = TURN.lock().await;
    let pool = pool(1, ParserLimits { memory: 1024 * 1024 * 1024, time: TIME });
    let watch = Watch::start();
    let _ = pool.read(&page(("/Filter /FlateDecode", zeros_packed(300)), &[])).await;
    let held = watch.end();
    assert!(held > 2 * MEMORY, "{held} bytes");
}
