//! How many identifiers are resolved in a second: the set's own queries over and over, exact and similar ones apart.

use std::num::NonZero;
use std::time::{Duration, Instant};

use domain::entity::directory::Directory;
use domain::entity::resolve::{Ask, Because, Outcome, Resolution, resolve};
use store::Store;
use store::memory::Snapshot;

use super::super::{Report, report::rate};

/// Long enough that starting threads does not count.
const FOR: Duration = Duration::from_millis(1_500);

/// Adds the figures. Every round first asks Postgres what has changed, so a second of the figure is a second with fresh data.
pub(super) async fn measure(
    store: &Store,
    (snapshot, asks, found): (&mut Snapshot, &[Ask], &[Resolution]),
    report: &mut Report,
) -> anyhow::Result<()> {
    let pairs = || asks.iter().zip(found);
    let exact: Vec<&Ask> = pairs().filter(|(_, found)| !was_searched(found)).map(|(ask, _)| ask).collect();
    let fuzzy: Vec<&Ask> = pairs().filter(|(_, found)| was_searched(found)).map(|(ask, _)| ask).collect();
    for (name, asks) in [("exact_per_second", exact), ("fuzzy_per_second", fuzzy)] {
        if !asks.is_empty() {
            report.figures.insert(name, per_second(store, snapshot, &asks).await?);
        }
    }
    Ok(())
}

/// Nothing exact was found, so that similar words were looked for.
fn was_searched(found: &Resolution) -> bool {
    match found.candidates.first() {
        Some(first) => first.because == Because::Similar,
        None => found.outcome == Outcome::Unknown && found.warnings.is_empty(),
    }
}

async fn per_second(store: &Store, snapshot: &mut Snapshot, asks: &[&Ask]) -> anyhow::Result<f64> {
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < FOR {
        store.refresh(snapshot).await?;
        count += round(&snapshot.directory, asks, FOR.saturating_sub(start.elapsed()) / 4);
    }
    Ok(rate(count, start.elapsed().as_secs_f64()))
}

/// All cores resolve the same queries until the time is over; answers how many.
fn round(directory: &Directory, asks: &[&Ask], time: Duration) -> usize {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let end = Instant::now() + time;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(move || {
                    let mut count = 0;
                    for ask in asks.iter().cycle() {
                        std::hint::black_box(resolve(directory, ask));
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
