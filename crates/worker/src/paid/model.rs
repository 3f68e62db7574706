//! A model that is paid for, step by step:
//!
//! 1. Is the provider cooling down? Could the call cost more than one call may?
//! 2. Does Redis know that the money is gone, and does Postgres agree?
//! 3. A turn.
//! 4. The ledger reserves, or remembers, or denies.
//! 5. The call, under the ledger's id.
//! 6. The ledger settles.
//! 7. Redis hears.
//!
//! The turn comes before the ledger, so that an open intent always is a call that is being made: a crash leaves as few
//! of them unknown as possible, and no budget is tied up by waiting. That of a long call ends with its answer. From 5 on the
//! work is a task of its own: a handler that is given up leaves no call behind that nobody settles.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use coordination::{Coordination, Reservation};
use domain::port::{CallEnd, CallIntent, Ledger, Opened, PortError, StepKey, Tokens};
use domain::{Budget, Clock, JobId, MicroUsd, Scope, Time};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::{Card, Charge, LlmError, Model, Reply, Request};
use runtime::crash;
use telemetry::metric;
use tokio::time::Instant;
use tracing::Instrument;

use super::gate::{Gate, Pass, busy};
use super::pace::{Pace, Turn};
use super::spend::{Hint, hint_id};
use super::{AskError, Asks, Call};

/// How long a hint in Redis lives if nobody settles it: longer than any model call.
const HINT_LIFE: Duration = Duration::from_secs(900);
/// Tries to settle a call while Postgres is away. The store waits out a restart at each; what is still open afterwards
/// the sweep settles as unknown.
const CLOSE_TRIES: u32 = 5;

/// How a paid model behaves.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The worker, as budgets and metrics name it.
    pub agent: String,
    /// Unique per process start.
    pub instance: String,
    /// Calls at the same time at most, where they take a second or more; of quicker ones fewer are of use.
    pub concurrency: usize,
}

/// A model, its ledger and its gate. Cheap to clone.
pub struct PaidModel<L>(Arc<Inner<L>>);

struct Inner<L> {
    ledger: Arc<L>,
    coordination: Arc<dyn Coordination>,
    model: Arc<dyn Model>,
    clock: Arc<dyn Clock>,
    gate: Arc<Gate>,
    pace: Arc<Pace>,
    settings: Settings,
    hints: AtomicU64,
}

impl<L> Clone for PaidModel<L> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<L: Ledger> PaidModel<L> {
    /// Puts them together.
    pub fn new(
        (ledger, coordination): (Arc<L>, Arc<dyn Coordination>),
        model: Arc<dyn Model>,
        clock: Arc<dyn Clock>,
        settings: Settings,
    ) -> Self {
        let key = model.card().limit_key();
        let gate = Arc::new(Gate::new(coordination.clone(), clock.clone(), key, settings.agent.clone()));
        let pace = Pace::new(settings.concurrency);
        Self(Arc::new(Inner { ledger, coordination, model, clock, gate, pace, settings, hints: AtomicU64::new(0) }))
    }
}

impl<L: Ledger> Asks for PaidModel<L> {
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<Reply, AskError>> {
        self.0.clone().ask(call).boxed()
    }

    fn card(&self) -> &Card {
        self.0.model.card()
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.0.model.max_cost(request)
    }

    fn left<'a>(&'a self, budget: &'a Budget) -> BoxFuture<'a, Result<MicroUsd, PortError>> {
        if budget.scope == Scope::call() {
            return futures::future::ready(Ok(budget.limit)).boxed();
        }
        self.0.ledger.left(budget).boxed()
    }
}

impl<L: Ledger> Inner<L> {
    async fn ask(self: Arc<Self>, call: Call) -> Result<Reply, AskError> {
        self.gate.look(call.job).await?;
        let intent = self.intent(&call)?;
        may_cost(&call, &intent).inspect_err(|error| self.count_denial(error))?;
        let hint = Hint::take(self.coordination.clone(), &*self.ledger, self.reservation(&intent)).await;
        let hint = hint.inspect_err(|error| self.count_denial(error))?;
        let (turn, pass) = match self.admit(call.job).await {
            Ok(admitted) => admitted,
            Err(error) => {
                hint.settle(MicroUsd::ZERO).await;
                return Err(error);
            }
        };
        // From the reservation on it runs to its end even if whoever asked is gone (interrupted, past its deadline): an
        // intent of a living instance that nobody closes would stay open for ever.
        let reserved = self.reserve(call, intent, (hint, turn, pass));
        tokio::spawn(reserved.in_current_span()).await.map_err(|died| unavailable("model", died))?
    }

    /// A turn and the provider's leave.
    async fn admit(&self, job: JobId) -> Result<(Turn, Pass), AskError> {
        let turn = self.pace.turn().await?;
        Ok((turn, self.gate.admit(job)?))
    }

    /// The ledger's word, and the call if it says yes.
    async fn reserve(
        self: Arc<Self>,
        call: Call,
        intent: CallIntent,
        (hint, turn, pass): (Hint, Turn, Pass),
    ) -> Result<Reply, AskError> {
        crash::at("before_open");
        let opened = self.ledger.open(&intent).await;
        crash::at("after_open");
        match opened {
            Ok(Opened::Go(id)) if call.deadline.is_some_and(|deadline| deadline <= self.clock.now()) => {
                // Only now is it known that there is no remembered reply. Nothing is sent, so nothing is charged.
                hint.settle(MicroUsd::ZERO).await;
                self.close(id, CallEnd::Refused).await?;
                Err(AskError::Rejected { reason: "its deadline has passed".to_owned() })
            }
            Ok(Opened::Go(id)) => self.perform(UnderWay { id, call, max: intent.max, hint, pass, turn }).await,
            Ok(Opened::Remembered(reply)) => {
                hint.settle(MicroUsd::ZERO).await;
                self.count("remembered", MicroUsd::ZERO);
                remembered(&reply)
            }
            Ok(Opened::Denied { scope, left }) => {
                hint.corrected(&scope, left).await;
                let denied = AskError::Denied { scope, left };
                self.count_denial(&denied);
                Err(denied)
            }
            Err(error) => {
                hint.settle(MicroUsd::ZERO).await;
                Err(error.into())
            }
        }
    }

    fn intent(&self, call: &Call) -> Result<CallIntent, AskError> {
        let card = self.model.card();
        let input = serde_json::to_vec(&(&card.model, &call.request))
            .map_err(|error| AskError::Rejected { reason: format!("the request is no JSON: {error}") })?;
        Ok(CallIntent {
            step: StepKey::new(call.job, &call.step, &input),
            budgets: call.budgets.iter().filter(|budget| budget.scope != Scope::call()).cloned().collect(),
            max: self.model.max_cost(&call.request),
            tenant: call.tenant.clone(),
            agent: self.settings.agent.clone(),
            provider: card.provider.clone(),
            model: card.model.clone(),
        })
    }

    fn reservation(&self, intent: &CallIntent) -> Reservation {
        let number = self.hints.fetch_add(1, Ordering::Relaxed);
        Reservation {
            id: hint_id(&self.settings.instance, number),
            budgets: intent.budgets.clone(),
            max: intent.max,
            expires_in: HINT_LIFE,
        }
    }

    /// The call and its settlement.
    async fn perform(self: Arc<Self>, it: UnderWay) -> Result<Reply, AskError> {
        let UnderWay { id, call, max, hint, pass, turn } = it;
        let complete = within(call.deadline, self.clock.now(), self.model.complete(&call.request, id));
        let complete = async {
            let begun = Instant::now();
            let result = complete.await;
            let took = begun.elapsed();
            if result.is_ok() {
                self.pace.answered(took);
            }
            (result, turn.answered(took))
        };
        let ((result, _turn), ()) = futures::join!(complete, hint.warm(&*self.ledger));
        crash::at("after_call");
        let (end, charged) = self.ending(&result, max)?;
        let outcome = outcome(&end);
        let closed = self.close(id, end).await;
        crash::at("after_close");
        self.count(outcome, charged);
        hint.settle(charged).await;
        let result = match result {
            Ok(reply) => {
                pass.answered();
                Ok(reply)
            }
            Err(error) => Err(after_error(pass, call.job, error).await),
        };
        closed?;
        result
    }

    /// What the ledger shall know, and what is charged.
    fn ending(&self, result: &Result<Reply, LlmError>, max: MicroUsd) -> Result<(CallEnd, MicroUsd), AskError> {
        Ok(match result {
            Ok(reply) => {
                let actual = self.model.cost(&reply.usage);
                let bytes = serde_json::to_vec(reply).map_err(|error| refused("reply", error))?;
                (CallEnd::Settled { actual, reply: bytes, tokens: tokens(&reply.usage) }, actual)
            }
            Err(error) => match error.charge() {
                Charge::Nothing => (CallEnd::Refused, MicroUsd::ZERO),
                Charge::Unknown => (CallEnd::Unknown, max),
                Charge::Used(usage) => {
                    let actual = self.model.cost(&usage);
                    (CallEnd::Wasted { actual, tokens: tokens(&usage) }, actual)
                }
            },
        })
    }

    async fn close(&self, id: JobId, end: CallEnd) -> Result<(), PortError> {
        let mut tries = 0;
        loop {
            let closed = self.ledger.close(id, end.clone()).await;
            tries += 1;
            match closed {
                Err(error) if error.is_transient() && tries < CLOSE_TRIES => {
                    tracing::warn!(call = %id, %error, tries, "a call cannot be settled yet");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                other => return other,
            }
        }
    }

    fn count(&self, outcome: &'static str, charged: MicroUsd) {
        let (service, model) = (self.settings.agent.clone(), self.model.card().model.clone());
        metrics::counter!(metric::MODEL_CALLS, "service" => service.clone(), "model" => model.clone(), "outcome" => outcome)
            .increment(1);
        metrics::counter!(metric::COST, "service" => service, "model" => model).increment(charged.0);
    }

    fn count_denial(&self, error: &AskError) {
        if let AskError::Denied { scope, .. } = error {
            let kind = scope.split(':').next().unwrap_or_default().to_owned();
            metrics::counter!(metric::BUDGET_DENIALS, "service" => self.settings.agent.clone(), "scope" => kind)
                .increment(1);
        }
    }
}

/// The limit of the call itself: arithmetic, so neither Redis nor the ledger is asked.
fn may_cost(call: &Call, intent: &CallIntent) -> Result<(), AskError> {
    let limits = call.budgets.iter().filter(|budget| budget.scope == Scope::call());
    match limits.map(|budget| budget.limit).min() {
        Some(left) if intent.max > left => Err(AskError::Denied { scope: Scope::call().key().to_owned(), left }),
        _ => Ok(()),
    }
}

/// A call that the ledger knows of.
struct UnderWay {
    id: JobId,
    call: Call,
    max: MicroUsd,
    hint: Hint,
    pass: Pass,
    turn: Turn,
}

async fn within(deadline: Option<Time>, now: Time, answer: llm::Answer<'_>) -> Result<Reply, LlmError> {
    let Some(deadline) = deadline else { return answer.await };
    let left = (deadline - now).to_std().unwrap_or_default();
    let late = |_| Err(LlmError::Lost { reason: format!("no answer by the deadline, {left:?} after asking") });
    tokio::time::timeout(left, answer).await.unwrap_or_else(late)
}

/// What the ledger keeps of a usage: read at any price, written.
pub(crate) fn tokens(usage: &llm::Usage) -> Tokens {
    Tokens { read: usage.input + usage.cache_read + usage.cache_write, written: usage.output }
}

fn outcome(end: &CallEnd) -> &'static str {
    match end {
        CallEnd::Settled { .. } => "settled",
        CallEnd::Wasted { .. } => "wasted",
        CallEnd::Refused => "refused",
        CallEnd::Unknown => "unknown",
    }
}

/// The policy for each class of error, as far as the worker sees it.
async fn after_error(pass: Pass, job: JobId, error: LlmError) -> AskError {
    let wait = pass.failed(&error).await;
    match (wait, error) {
        (_, LlmError::Invalid { status, message }) => AskError::Rejected { reason: format!("{status}: {message}") },
        (Some(wait), error) if error.charge() == Charge::Nothing => match busy(job, wait) {
            AskError::Busy { after, .. } => AskError::Busy { after, why: error.to_string() },
            other => other,
        },
        (_, error) => unavailable("model", error),
    }
}

fn remembered(bytes: &[u8]) -> Result<Reply, AskError> {
    serde_json::from_slice(bytes).map_err(|error| refused("remembered reply", error))
}

fn unavailable(what: &'static str, source: impl std::error::Error + Send + Sync + 'static) -> AskError {
    AskError::Port(PortError::Unavailable { what, source: Box::new(source) })
}

fn refused(what: &str, source: impl std::error::Error + Send + Sync + 'static) -> AskError {
    AskError::Port(PortError::Refused { what: what.to_owned(), source: Box::new(source) })
}
