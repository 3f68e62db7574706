//! Waiting for the fleet: reads Postgres until the work is done, reports progress, and ends when the client cancels.

use std::future::Future;
use std::time::Duration;

use domain::JobId;
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use serde::Serialize;
use serde_json::Value;
use store::mcp::DeadWork;
use tokio::time::{Instant, MissedTickBehavior};

use super::tool::{Fault, McpCall, value};

/// Interval between two looks.
const POLL: Duration = Duration::from_millis(500);
/// Interval of progress messages while nothing changes, so that no proxy and no client gives up.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Result of a look-up.
pub(super) enum Look<T> {
    /// The work is done.
    Done(T),
    /// The work goes on; the text describes its state.
    Working(String),
}

impl<T: Serialize> Look<T> {
    /// Converts what was found to JSON.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub(super) fn into_json(self) -> Result<Look<Value>, Fault> {
        Ok(match self {
            Self::Done(found) => Look::Done(value(&found)?),
            Self::Working(state) => Look::Working(state),
        })
    }
}

/// Progress messages of one call. Without a progress token of the client none is sent.
struct Progress<'a> {
    context: &'a RequestContext<RoleServer>,
    token: Option<ProgressToken>,
    sent: u32,
    last: String,
    at: Instant,
}

impl<'a> Progress<'a> {
    fn new(context: &'a RequestContext<RoleServer>) -> Self {
        let token = context.meta.get_progress_token();
        Self { context, token, sent: 0, last: String::new(), at: Instant::now() }
    }

    /// Sends the state if it has changed, or if nothing was sent for a while.
    async fn report(&mut self, state: String) {
        let Some(token) = self.token.clone() else { return };
        if state == self.last && self.at.elapsed() < HEARTBEAT {
            return;
        }
        self.sent += 1;
        self.at = Instant::now();
        let message = ProgressNotificationParam::new(token, f64::from(self.sent)).with_message(state.clone());
        self.last = state;
        // A client that has gone is noticed by its cancellation.
        let _ = self.context.peer.notify_progress(message).await;
    }
}

/// Looks until the work is done. Returns `None` after the server's limit; the work then continues.
///
/// # Errors
/// A look fails, the client cancels, or the process stops.
pub(super) async fn wait<T, F>(call: &McpCall, mut look: impl FnMut() -> F) -> Result<Option<T>, Fault>
where
    F: Future<Output = Result<Look<T>, Fault>>,
{
    let end = Instant::now() + call.server.config().wait;
    let mut progress = Progress::new(&call.context);
    let mut ticks = tokio::time::interval(POLL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = call.context.ct.cancelled() => {
                return Err(Fault::new("the client has cancelled the call; work that was begun continues"));
            }
            () = call.server.gateway().stop.cancelled() => {
                return Err(Fault::new("the gateway stops; work that was begun continues, so repeat the call later"));
            }
        }
        match look().await? {
            Look::Done(found) => return Ok(Some(found)),
            Look::Working(_) if Instant::now() >= end => return Ok(None),
            Look::Working(state) => progress.report(state).await,
        }
    }
}

/// Returns the reason why an event, or the research that it has caused, was dead-lettered. `tasks` is the number of its
/// research tasks.
pub(super) async fn failure(call: &McpCall, event: JobId, tasks: u32) -> Result<Option<String>, Fault> {
    let found = call
        .server
        .gateway()
        .store(&call.caller().tenant)
        .dead_work(&call.caller().tenant, &jobs(event, tasks))
        .await?;
    let text = |letter: DeadWork| {
        format!("the work was dead-lettered ({}): {}; dead letter {}", letter.class, letter.reason, letter.id)
    };
    Ok(found.map(text))
}

/// Returns the jobs that an event causes, from the classifier to the writer, except those of a run's rounds. Ids on
/// this path derive from the job and the subject of the output.
fn jobs(event: JobId, tasks: u32) -> Vec<JobId> {
    let mut jobs = vec![event, event.derive("auspex.classification.made", 0)];
    let tasks = usize::try_from(tasks).unwrap_or(0);
    for place in 1..=tasks {
        let task = event.derive("auspex.research.requested", place);
        let gathered = task.derive("auspex.research.gathered", 0);
        jobs.extend([task, gathered, gathered.derive("auspex.evidence.filtered", 0)]);
    }
    // The classifier emits the tasks first, then the run.
    jobs.push(event.derive("auspex.forecast.requested", tasks + 1));
    jobs
}
