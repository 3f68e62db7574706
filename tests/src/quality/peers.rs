//! The speed of peers on the same files in the same run, where they are installed. One core each, as ours are counted.

use std::process::Command;

use super::{Bench, Set, output};

/// A Python package and a program that prints how many pages it did in how many seconds.
#[derive(Debug)]
pub(super) struct Peer {
    name: &'static str,
    program: &'static str,
}

/// Main content by trafilatura, as it is.
pub(super) const TRAFILATURA: Peer = Peer {
    name: "trafilatura",
    program: r#"
import gzip, pathlib, sys, time
import trafilatura
pages = [gzip.open(p).read() for p in sorted(pathlib.Path(sys.argv[1]).glob("pages/*.html.gz"))]
start = time.process_time()
for page in pages:
    trafilatura.extract(page)
print(len(pages), time.process_time() - start)
"#,
};

/// The same in its fast mode.
pub(super) const TRAFILATURA_FAST: Peer = Peer {
    name: "trafilatura, fast",
    program: r#"
import gzip, pathlib, sys, time
import trafilatura
pages = [gzip.open(p).read() for p in sorted(pathlib.Path(sys.argv[1]).glob("pages/*.html.gz"))]
start = time.process_time()
for page in pages:
    trafilatura.extract(page, fast=True)
print(len(pages), time.process_time() - start)
"#,
};

/// Text by pypdf, counted in files as ours is.
pub(super) const PYPDF: Peer = Peer {
    name: "pypdf",
    program: r#"
import logging, pathlib, sys, time
import pypdf
logging.disable(logging.CRITICAL)
files = sorted(pathlib.Path(sys.argv[1]).glob("truth/*.pdf"))
start = time.process_time()
for file in files:
    try:
        for page in pypdf.PdfReader(file).pages:
            page.extract_text()
    except Exception:
        pass
print(len(files), time.process_time() - start)
"#,
};

/// Measures and prints; a peer that is not installed is said to be so.
pub(super) fn print(bench: &Bench, set: &Set, (peer, ours): (&Peer, f64)) {
    let input = bench.data.join(set.input);
    match output(Command::new(&bench.python).args(["-c", peer.program]).arg(input)).map(|text| rate(&text)) {
        Ok(Some(theirs)) => {
            println!("{} in this run: {theirs:.1}/s; ours is {:.1} times that", peer.name, ours / theirs);
        }
        Ok(None) => println!("{}: not run here (it did not say how fast it was)", peer.name),
        Err(error) => {
            let why = error.to_string();
            println!("{}: not run here ({})", peer.name, why.lines().last().unwrap_or("it failed"));
        }
    }
}

/// `pages seconds` as pages per second.
fn rate(text: &str) -> Option<f64> {
    let (pages, seconds) = text.trim().split_once(' ')?;
    let (pages, seconds): (f64, f64) = (pages.parse().ok()?, seconds.parse().ok()?);
    (seconds > 0.0).then(|| pages / seconds)
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn a_rate_is_pages_per_second() {
        assert!((rate("10 2.5\n").unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(rate("10 0"), None);
        assert_eq!(rate("nonsense"), None);
    }
}
