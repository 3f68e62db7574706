//! Batches: deliveries collected for one call of a handler; each is decoded and settled on its own.

use std::sync::Arc;

use domain::{JobId, Time, Verdict};
use futures::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};

use crate::failure::Failure;
use crate::handler::{Attempt, BatchHandler, Handler, Outcome};
use crate::policy::BatchPolicy;

struct Item<B: BatchHandler> {
    event: B::In,
    attempt: Attempt,
    span: Span,
    answer: oneshot::Sender<Result<Outcome, Failure>>,
}

/// Adapts a batch handler to [`Handler`]; everything around it stays per delivery.
pub(crate) struct Batcher<B: BatchHandler> {
    handler: Arc<B>,
    sender: mpsc::Sender<Item<B>>,
}

impl<B: BatchHandler> Batcher<B> {
    /// Starts the collecting task, which ends with the batcher.
    pub(crate) fn start(handler: B, policy: BatchPolicy, tracker: &TaskTracker) -> Self {
        let handler = Arc::new(handler);
        let (sender, receiver) = mpsc::channel(policy.max.max(1));
        tracker.spawn(collect(Arc::clone(&handler), receiver, policy, tracker.clone()));
        Self { handler, sender }
    }
}

impl<B: BatchHandler> Handler for Batcher<B> {
    const NAME: &'static str = B::NAME;
    const EMITS: &'static [&'static str] = B::EMITS;
    type In = B::In;

    async fn handle(&self, event: B::In, attempt: &Attempt) -> Result<Outcome, Failure> {
        let (answer, answered) = oneshot::channel();
        let item = Item { event, attempt: attempt.clone(), span: Span::current(), answer };
        if self.sender.send(item).await.is_err() {
            return Err(Failure::retry(anyhow::anyhow!("the batch task has ended")));
        }
        answered.await.unwrap_or_else(|_| Err(Failure::retry(anyhow::anyhow!("the batch was dropped"))))
    }

    fn groups(&self) -> Option<BatchPolicy> {
        self.handler.groups()
    }

    fn quiet(&self, event: &B::In) -> Option<Verdict> {
        self.handler.quiet(event)
    }

    fn dead_letter(&self, event: B::In, job: JobId, reason: &str, now: Time) -> Outcome {
        self.handler.dead_letter(event, job, reason, now)
    }
}

async fn collect<B: BatchHandler>(
    handler: Arc<B>,
    mut receiver: mpsc::Receiver<Item<B>>,
    policy: BatchPolicy,
    tracker: TaskTracker,
) {
    while let Some(first) = receiver.recv().await {
        let mut urgent = is_urgent(&*handler, &first.event);
        let mut batch = vec![first];
        let linger = tokio::time::sleep(policy.linger);
        tokio::pin!(linger);
        while batch.len() < policy.max && !urgent {
            tokio::select! {
                item = receiver.recv() => match item {
                    Some(item) => {
                        urgent = is_urgent(&*handler, &item.event);
                        batch.push(item);
                    }
                    None => break,
                },
                () = &mut linger => break,
            }
        }
        tracker.spawn(call(Arc::clone(&handler), batch));
    }
}

/// Asks the handler if the event must not wait. A panic must not end the collecting task, on which every later delivery
/// depends; the event whose judgement panicked does not wait.
fn is_urgent<B: BatchHandler>(handler: &B, event: &B::In) -> bool {
    crate::settle::catch_panic(|| handler.urgent(event)).unwrap_or(true)
}

/// Calls the handler once. Interrupted deliveries are left out.
async fn call<B: BatchHandler>(handler: Arc<B>, mut batch: Vec<Item<B>>) {
    batch.retain(|item| !item.answer.is_closed());
    let size = u32::try_from(batch.len()).unwrap_or(u32::MAX);
    if size == 0 {
        return;
    }
    metrics::histogram!(telemetry::metric::BATCH_SIZE, "service" => telemetry::service(), "consumer" => B::NAME)
        .record(f64::from(size));
    let (span, fan_in) = batch_span(&batch);
    let mut answers = Vec::with_capacity(batch.len());
    let mut events = Vec::with_capacity(batch.len());
    for item in batch {
        answers.push(item.answer);
        events.push((item.event, item.attempt));
    }
    let outcomes = std::panic::AssertUnwindSafe(handler.handle(events)).catch_unwind().instrument(span).await;
    // The span has ended, so it is copied as well.
    drop(fan_in);
    let outcomes = match outcomes {
        Ok(outcomes) if outcomes.len() == answers.len() => outcomes,
        Ok(outcomes) => failed_batch(
            &format!("the batch handler returned {} outcomes for {} deliveries", outcomes.len(), answers.len()),
            answers.len(),
        ),
        Err(panic) => failed_batch(
            &format!("the batch handler panicked: {}", crate::settle::panic_message(&*panic)),
            answers.len(),
        ),
    };
    for (answer, outcome) in answers.into_iter().zip(outcomes) {
        // Closed: the delivery was interrupted while the batch ran and will be redelivered.
        let _ = answer.send(outcome);
    }
}

/// Returns the span of a batch: that of the delivery if there is only one, else its own trace whose spans are
/// copied into the deliveries' traces.
fn batch_span<B: BatchHandler>(batch: &[Item<B>]) -> (Span, Option<telemetry::FanIn>) {
    if let [only] = batch {
        return (only.span.clone(), None);
    }
    let span = tracing::info_span!(
        parent: None,
        "batch",
        otel.name = %format_args!("process {} batch", B::NAME),
        consumer = B::NAME,
        messaging.batch.message_count = batch.len(),
    );
    let fan_in = telemetry::fan_in(&span, batch.iter().map(|item| &item.span));
    (span, Some(fan_in))
}

fn failed_batch(problem: &str, times: usize) -> Vec<Result<Outcome, Failure>> {
    (0..times).map(|_| Err(Failure::retry(anyhow::anyhow!(problem.to_owned())))).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use domain::Clock;

    use super::*;
    use crate::clock::SystemClock;
    use crate::testing::TestEvent;

    /// Labels every outcome with whether it had company; the event "now" is urgent.
    struct Collector;

    impl BatchHandler for Collector {
        const NAME: &'static str = "researcher";
        const EMITS: &'static [&'static str] = &[];
        type In = TestEvent;

        async fn handle(&self, batch: Vec<(TestEvent, Attempt)>) -> Vec<Result<Outcome, Failure>> {
            let label = if batch.len() == 2 { "together" } else { "apart" };
            batch.iter().map(|_| Ok(Outcome::none().labelled(label))).collect()
        }

        fn urgent(&self, event: &TestEvent) -> bool {
            assert!(event.words != "panic", "on purpose");
            event.words == "now"
        }
    }

    #[tokio::test]
    async fn a_panic_about_one_delivery_does_not_end_the_collection() {
        let policy = BatchPolicy { max: 1, linger: Duration::ZERO };
        let batcher = Batcher::start(Collector, policy, &TaskTracker::new());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let attempt = Attempt { job: JobId::named(&["j"]), failures: 0, published_at: None, clock };
        for words in ["panic", "later", "panic", "now"] {
            let event = TestEvent { tenant: domain::Tenant::default(), words: words.to_owned() };
            assert_eq!(batcher.handle(event, &attempt).await.unwrap().label, "apart", "{words}");
        }
    }

    #[tokio::test]
    async fn an_urgent_delivery_ends_the_collection_and_takes_the_waiting_ones_along() {
        let hour = Duration::from_secs(3600);
        let batcher = Batcher::start(Collector, BatchPolicy { max: 10, linger: hour }, &TaskTracker::new());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let attempt = Attempt { job: JobId::named(&["j"]), failures: 0, published_at: None, clock };
        let event = |words: &str| TestEvent { tenant: domain::Tenant::default(), words: words.to_owned() };
        let (waiting, urgent) =
            tokio::join!(batcher.handle(event("later"), &attempt), batcher.handle(event("now"), &attempt));
        assert_eq!((waiting.unwrap().label, urgent.unwrap().label), ("together", "together"));
    }
}
