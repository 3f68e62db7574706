//! Identifiers resolved per second: repeats the queries of the set, exact and fuzzy matches measured separately.

use std::num::NonZero;
use std::time::{Duration, Instant};

use domain::entity::directory::Directory;
use domain::entity::resolve::{Because, EntityQuery, Match, Resolution, resolve};
use store::Store;
use store::memory::Snapshot;

use super::super::{EvalReport, report::rate};

/// Duration of one measurement; long enough that the start of the threads is negligible.
const DURATION: Duration = Duration::from_millis(1_500);

/// Adds the rates to the report. Each round first refreshes the snapshot from Postgres, so the rates include the
/// refresh.
pub(super) async fn measure(
    store: &Store,
    snapshot: &mut Snapshot,
    resolved: &[(EntityQuery, Resolution)],
    report: &mut EvalReport,
) -> anyhow::Result<()> {
    let exact: Vec<&EntityQuery> =
        resolved.iter().filter(|(_, found)| !was_searched(found)).map(|(ask, _)| ask).collect();
    let fuzzy: Vec<&EntityQuery> =
        resolved.iter().filter(|(_, found)| was_searched(found)).map(|(ask, _)| ask).collect();
    for (name, queries) in [("exact_per_second", exact), ("fuzzy_per_second", fuzzy)] {
        if !queries.is_empty() {
            report.figures.insert(name, per_second(store, snapshot, &queries).await?);
        }
    }
    Ok(())
}

/// Returns true if no exact match existed, so that the fuzzy search ran.
fn was_searched(found: &Resolution) -> bool {
    match found.candidates.first() {
        Some(first) => first.because == Because::Similar,
        None => found.outcome == Match::Unknown && found.warnings.is_empty(),
    }
}

async fn per_second(store: &Store, snapshot: &mut Snapshot, queries: &[&EntityQuery]) -> anyhow::Result<f64> {
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < DURATION {
        store.memory().refresh(snapshot).await?;
        count += round(&snapshot.directory, queries, DURATION.saturating_sub(start.elapsed()) / 4);
    }
    Ok(rate(count, start.elapsed().as_secs_f64()))
}

/// Resolves the queries on all cores for `time` and returns the number of resolutions.
fn round(directory: &Directory, queries: &[&EntityQuery], time: Duration) -> usize {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let end = Instant::now() + time;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(move || {
                    let mut count = 0;
                    for ask in queries.iter().cycle() {
                        std::hint::black_box(resolve(directory.seen_by(None), ask));
                        count += 1;
                        if count % 16 == 0 && Instant::now() >= end {
                            break;
                        }
                    }
                    count
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(0)).sum()
    })
}
