//! Speed and memory of an allocator on the work of a researcher: pages of 2 to 300 KB are read, become a JSON text, and
//! are parsed and dropped on another thread, while the last ones are kept as tasks in progress keep them.
//! `dev/allocators.sh` compares allocators with it.
//!
//! `cargo run --release --example allocator -- FOLDER JOBS`: FOLDER has HTML pages. Prints jobs per second, peak memory
//! and memory at the end, in MB.
#![allow(clippy::print_stdout, reason = "prints a measurement")]

use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

/// Threads, as many as a worker's runtime has by default on two cores.
const THREADS: usize = 2;
/// Replies that each thread keeps, about the slots of a worker.
const IN_PROGRESS: usize = 32;
/// Repetitions of a page's text: pages of the web are larger than those of the examples.
const REPETITIONS: [usize; 6] = [1, 2, 4, 12, 40, 90];

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, jobs] = args.as_slice() else { return Err("usage: allocator FOLDER JOBS".into()) };
    let jobs: usize = jobs.parse()?;
    let mut found = Vec::new();
    html(Path::new(folder), &mut found)?;
    if found.is_empty() {
        return Err(format!("{folder} has no .html").into());
    }
    // The order is the same in every run.
    found.sort();
    let pages: Vec<String> =
        REPETITIONS.iter().flat_map(|times| found.iter().map(|page| page.repeat(*times))).collect();
    let started = Instant::now();
    let mut ends: Vec<_> = (0..THREADS).map(|_| channel::<String>()).collect();
    let senders: Vec<Sender<String>> = ends.iter().map(|(sender, _)| sender.clone()).collect();
    let checked = std::thread::scope(|scope| {
        let threads: Vec<_> = ends
            .drain(..)
            .enumerate()
            .map(|(index, (_, inbox))| {
                // Each reply is parsed by the next thread.
                let (next, pages) = (senders[(index + 1) % THREADS].clone(), &pages);
                scope.spawn(move || work(pages, (index..jobs).step_by(THREADS), next, inbox))
            })
            .collect();
        drop(senders);
        threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| Failure::from("a thread panicked"))?)
            .sum::<Result<usize, _>>()
    })?;
    if checked == 0 {
        return Err("no page has a text".into());
    }
    let rate = jobs as f64 / started.elapsed().as_secs_f64();
    drop(pages);
    println!("{rate:.0} {:.1} {:.1}", status_mb("VmHWM:")?, status_mb("VmRSS:")?);
    Ok(())
}

/// Reads its share of the pages, and parses the replies about those of another thread. Returns the length of what was
/// parsed.
fn work(
    pages: &[String],
    share: impl Iterator<Item = usize>,
    next: Sender<String>,
    inbox: Receiver<String>,
) -> Result<usize, Failure> {
    let (mut kept, mut parsed) = (VecDeque::with_capacity(IN_PROGRESS), 0);
    for job in share {
        // A stride that is coprime with the number of pages, so that large and small ones alternate.
        let page = &pages[(job * 7) % pages.len()];
        let read = extraction::read(page.as_bytes(), "text/html", "https://example.org/page")?;
        let lines: Vec<&str> = read.markdown.lines().collect();
        next.send(serde_json::json!({"title": read.title, "text": read.text, "lines": lines}).to_string())?;
        kept.push_back(read);
        if kept.len() == IN_PROGRESS {
            kept.pop_front();
        }
        if let Ok(reply) = inbox.try_recv() {
            parsed += text_length(&reply)?;
        }
    }
    // The other thread ends when no sender is left.
    drop(next);
    for reply in inbox {
        parsed += text_length(&reply)?;
    }
    Ok(parsed)
}

fn text_length(reply: &str) -> Result<usize, Failure> {
    Ok(serde_json::from_str::<serde_json::Value>(reply)?["text"].as_str().map_or(0, str::len))
}

fn html(folder: &Path, found: &mut Vec<String>) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            html(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Returns a field of `/proc/self/status` in MB.
fn status_mb(field: &str) -> Result<f64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)).ok_or("no such field")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse::<f64>()? / 1024.0)
}
