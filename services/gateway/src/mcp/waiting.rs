//! Waiting for the fleet: follows the work of a call, reports progress, and ends when the client cancels.

use std::future::Future;
use std::time::Duration;

use futures::StreamExt;
use operations::OperationError;
use operations::progress::{Look, follow};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use tokio::time::{Instant, timeout};

use super::tool::{Fault, McpCall};

/// Interval of progress messages while nothing changes, so that no proxy and no client gives up.
const HEARTBEAT: Duration = Duration::from_secs(10);

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

/// Follows work until it is done. Returns `None` after the server's limit; the work then continues.
///
/// # Errors
/// A look fails, the client cancels, or the process stops.
pub(super) async fn wait<T, F>(call: &McpCall, look: impl FnMut() -> F) -> Result<Option<T>, Fault>
where
    F: Future<Output = Result<Look<T>, OperationError>>,
{
    let end = Instant::now() + call.server.config().wait;
    let mut progress = Progress::new(&call.context);
    let mut states = std::pin::pin!(follow(call.cx(), look));
    let mut state = String::new();
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let next = tokio::select! {
            next = timeout(left.min(HEARTBEAT), states.next()) => next,
            () = call.context.ct.cancelled() => {
                return Err(Fault::new("the client has cancelled the call; work that was begun continues"));
            }
        };
        match next {
            Ok(Some(look)) => match look? {
                Look::Done(found) => return Ok(Some(found)),
                Look::Working(present) => state = present,
            },
            Ok(None) => {
                return Err(Fault::new("the gateway stops; work that was begun continues, so repeat the call later"));
            }
            Err(_) => {}
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        progress.report(state.clone()).await;
    }
}
