//! Progress of work that the fleet does for an operation. It is read from Postgres, so any replica follows what another
//! one has accepted.

use std::future::Future;
use std::time::Duration;

use domain::JobId;
use futures::stream::{self, Stream, StreamExt};
use proto::event::Event as _;
use proto::events::{EventClassified, EvidenceFiltered, ForecastRequested, ResearchGathered, ResearchRequested};
use store::dead_letters::DeadWork;
use tokio::time::{Instant, sleep, timeout_at};

use crate::{Context, OperationError};

/// Interval between two looks.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Result of one look at the work.
#[derive(Debug, Clone, PartialEq)]
pub enum Look<T, P = String> {
    /// The work is done.
    Done(T),
    /// The work goes on. By default a text describes its state.
    Working(P),
}

/// Follows work until it is done: looks at once, then every 500 ms, and returns a state when it differs from the last
/// one. Dropping the stream ends the waiting and not the work. The stream ends early when the process stops, and after
/// an error of a look.
pub fn follow<'a, T, P, L, F>(cx: Context<'a>, look: L) -> impl Stream<Item = Result<Look<T, P>, OperationError>> + 'a
where
    L: FnMut() -> F + 'a,
    F: Future<Output = Result<Look<T, P>, OperationError>> + 'a,
    P: PartialEq + Clone + 'a,
    T: 'a,
{
    stream::unfold(Some((look, None)), move |state| async move {
        let (mut look, last) = state?;
        loop {
            if last.is_some() {
                tokio::select! {
                    () = sleep(POLL_INTERVAL) => {}
                    () = cx.operations.stop.cancelled() => return None,
                }
            }
            match look().await {
                Ok(Look::Working(present)) if last.as_ref() == Some(&present) => {}
                Ok(Look::Working(present)) => {
                    return Some((Ok(Look::Working(present.clone())), Some((look, Some(present)))));
                }
                end => return Some((end, None)),
            }
        }
    })
}

/// Waits for work up to a limit. A limit of zero looks once.
///
/// # Errors
/// A look fails.
pub async fn wait<T, P, L, F>(cx: Context<'_>, limit: Duration, look: L) -> Result<Look<T, P>, OperationError>
where
    L: FnMut() -> F,
    F: Future<Output = Result<Look<T, P>, OperationError>>,
    P: PartialEq + Clone,
{
    let mut states = std::pin::pin!(follow(cx, look));
    let end = Instant::now() + limit;
    // The first look happens also if the process stops.
    let mut seen = states.next().await.ok_or(OperationError::Unavailable)??;
    while let Ok(Some(state)) = timeout_at(end, states.next()).await {
        seen = state?;
    }
    Ok(seen)
}

/// Returns the reason why an event, or the research that it has caused, was dead-lettered. `tasks` is the number of its
/// research tasks.
pub(crate) async fn dead_letter_of(
    cx: Context<'_>,
    event: JobId,
    tasks: u32,
) -> Result<Option<String>, OperationError> {
    let found = cx.store().dead_letters().of_jobs(cx.tenant(), &jobs(event, tasks)).await?;
    let text = |letter: DeadWork| {
        format!("the work was dead-lettered ({}): {}; dead letter {}", letter.class, letter.reason, letter.id)
    };
    Ok(found.map(text))
}

/// Returns the jobs that an event causes, from the classifier to the writer, except those of a run's rounds. Ids on
/// this path derive from the job and the subject of the output.
fn jobs(event: JobId, tasks: u32) -> Vec<JobId> {
    let mut jobs = vec![event, event.derive(EventClassified::SUBJECT, 0)];
    let tasks = usize::try_from(tasks).unwrap_or(0);
    jobs.extend((1..=tasks).flat_map(|place| research_jobs(event, place)));
    jobs.push(run_job(event, tasks));
    jobs
}

/// Returns the jobs of the research task at a place, counted from 1: the research, its evidence, and the result.
pub(crate) fn research_jobs(event: JobId, place: usize) -> [JobId; 3] {
    let task = event.derive(ResearchRequested::SUBJECT, place);
    let gathered = task.derive(ResearchGathered::SUBJECT, 0);
    [task, gathered, gathered.derive(EvidenceFiltered::SUBJECT, 0)]
}

/// Returns the job of the run that an event causes. The classifier emits the tasks first, then the run.
pub(crate) fn run_job(event: JobId, tasks: usize) -> JobId {
    event.derive(ForecastRequested::SUBJECT, tasks + 1)
}
