//! Requests on core NATS that a service answers: a question now, without a job. Nothing is stored, and a lost request
//! is sent again by its author. All replicas of a service share the requests through a queue group.

use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use bytes::Bytes;
use futures::StreamExt;
use futures::future::BoxFuture;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Maximum requests in progress per responder of a process. Others wait in the subscription.
const MAX_CONCURRENT: usize = 4;
/// Maximum size of a request in bytes. A larger one gets no answer.
const MAX_REQUEST_BYTES: usize = 64 * 1024;
/// Maximum time of one answer. Its author has given up by then.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Delay before a subscription that has ended is made again.
const RESUBSCRIBE_DELAY: Duration = Duration::from_secs(1);
/// Answers are sent to inboxes only, so that no request can make the service publish on a subject of the fleet.
const INBOX_PREFIX: &str = "_INBOX";

type Answer = dyn Fn(Bytes) -> BoxFuture<'static, Bytes> + Send + Sync;

/// Answers the requests on one subject.
pub(crate) struct Responder {
    subject: &'static str,
    answer: Arc<Answer>,
}

impl Responder {
    pub(crate) fn new<F, Fut>(subject: &'static str, answer: F) -> Self
    where
        F: Fn(Bytes) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Bytes> + Send + 'static,
    {
        Self { subject, answer: Arc::new(move |request| Box::pin(answer(request))) }
    }

    /// Answers requests until `stop`, then finishes those in progress.
    pub(crate) async fn run(self, client: Client, stop: CancellationToken) {
        let answers = TaskTracker::new();
        loop {
            let subscribed = client.queue_subscribe(self.subject, telemetry::service().to_owned()).await;
            match subscribed {
                Ok(requests) => self.serve(requests, (&client, &answers), &stop).await,
                Err(error) => {
                    tracing::warn!(subject = self.subject, %error, "requests cannot be received; trying again");
                }
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = tokio::time::sleep(RESUBSCRIBE_DELAY) => {}
            }
        }
        answers.close();
        answers.wait().await;
    }

    /// Receives requests until `stop`, or until the subscription ends.
    async fn serve(
        &self,
        mut requests: async_nats::Subscriber,
        (client, answers): (&Client, &TaskTracker),
        stop: &CancellationToken,
    ) {
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT));
        loop {
            let free = async { (Arc::clone(&permits).acquire_owned().await.ok(), requests.next().await) };
            let (permit, request) = tokio::select! {
                () = stop.cancelled() => break,
                received = free => received,
            };
            let Some(request) = request else { return };
            let Some(reply) = request.reply.filter(|reply| reply.starts_with(INBOX_PREFIX)) else { continue };
            if request.payload.len() > MAX_REQUEST_BYTES {
                tracing::warn!(
                    subject = self.subject,
                    bytes = request.payload.len(),
                    "request is too large; not answered"
                );
                continue;
            }
            let (client, answer) = (client.clone(), (self.answer)(request.payload));
            answers.spawn(async move {
                let _permit = permit;
                if let Ok(answer) = tokio::time::timeout(TIMEOUT, answer).await {
                    // A lost answer is a timeout for the author of the request.
                    let _ = client.publish(reply, answer).await;
                }
            });
        }
        let _ = requests.unsubscribe().await;
    }
}
