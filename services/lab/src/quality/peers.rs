//! Measures the speed of installed peers on the same files in the same run. Peers and `lab eval` each use one core.

use std::process::Command;

use super::{Paths, Set, stdout_of};

/// A Python package and a program that prints the number of pages and the processor seconds it used.
#[derive(Debug)]
pub(super) struct Peer {
    name: &'static str,
    program: &'static str,
}

/// Main content by trafilatura with default options.
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

/// Main content by trafilatura with `fast=True`.
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

/// Text by pypdf, in files per second.
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

impl Peer {
    /// Runs the peer and prints its rate beside `our_rate`, or the reason why it did not run.
    pub(super) fn print(&self, paths: &Paths, set: &Set, our_rate: f64) {
        let input = paths.data.join(set.input);
        let name = self.name;
        match stdout_of(Command::new(&paths.python).args(["-c", self.program]).arg(input)).map(|text| parse_rate(&text))
        {
            Ok(Some(rate)) => println!("{name} in this run: {rate:.1}/s; ours is {:.1} times that", our_rate / rate),
            Ok(None) => println!("{name}: not run here (its output has no rate)"),
            Err(error) => {
                let reason = error.to_string();
                println!("{name}: not run here ({})", reason.lines().last().unwrap_or("it failed"));
            }
        }
    }
}

/// Parses `PAGES SECONDS` and returns pages per second.
fn parse_rate(text: &str) -> Option<f64> {
    let (pages, seconds) = text.trim().split_once(' ')?;
    let (pages, seconds): (f64, f64) = (pages.parse().ok()?, seconds.parse().ok()?);
    (seconds > 0.0).then(|| pages / seconds)
}

#[cfg(test)]
mod tests {
    use super::parse_rate;

    #[test]
    fn a_rate_is_pages_per_second() {
        assert!((parse_rate("10 2.5\n").unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(parse_rate("10 0"), None);
        assert_eq!(parse_rate("nonsense"), None);
    }
}
