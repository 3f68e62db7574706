//! A metered model call, step by step:
//!
//! 1. Reject the call if the provider is in cool-down or if the call could exceed the limit of a single call.
//! 2. Reject it if Redis reports an exhausted budget and Postgres confirms it.
//! 3. Wait for a permit.
//! 4. Open the call in the ledger, which reserves its maximum cost, returns a remembered reply, or denies it.
//! 5. Call the model under the ledger's id.
//! 6. Settle the call in the ledger.
//! 7. Update the balances in Redis.
//!
//! The permit comes before the ledger, so that every open intent is a call in progress: a crash leaves as few unknown calls
//! as possible, and waiting reserves no budget. The permit of a long call ends with its reply. From step 4 on the work runs
//! in a separate task, so that the call of an interrupted handler is settled as well.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use coordination::{Coordination, Reservation};
use domain::port::{CallEnd, CallIntent, Ledger, Opened, PortError, StepKey, Tokens};
use domain::{Budget, Clock, JobId, MicroUsd, Scope, Time};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::{Charge, LlmError, Model, ModelCard, ModelReply, Request};
use runtime::crash;
use telemetry::metric;
use tokio::time::Instant;
use tracing::Instrument;

use super::budget_hint::{Hint, hint_id};
use super::concurrency::{CallPermit, ConcurrencyLimit};
use super::gate::{Gate, Pass, busy};
use super::{AskError, Call, ModelClient};

/// Life of a reservation in Redis that is never settled: longer than any model call.
const HINT_LIFE: Duration = Duration::from_secs(900);
/// Attempts to settle a call while Postgres is unavailable. The store waits for a restart in each; the sweep settles calls
/// that are still open afterwards as unknown.
const CLOSE_TRIES: u32 = 5;

/// Settings of a metered model.
#[derive(Debug, Clone)]
pub struct MeteringSettings {
    /// Name of the worker in budgets and metrics.
    pub agent: String,
    /// Unique per process start.
    pub instance: String,
    /// Maximum concurrent calls if a call takes a second or more; proportionally fewer for shorter ones.
    pub concurrency: usize,
}

/// Stores of a metered model.
pub struct MeteringStores<L> {
    /// Decides about every call.
    pub ledger: Arc<L>,
    /// Rejects calls early and shares cool-downs.
    pub coordination: Arc<dyn Coordination>,
}

/// A model with its ledger and its cool-down. Cheap to clone.
pub struct MeteredModel<L>(Arc<Inner<L>>);

struct Inner<L> {
    ledger: Arc<L>,
    coordination: Arc<dyn Coordination>,
    model: Arc<dyn Model>,
    clock: Arc<dyn Clock>,
    gate: Arc<Gate>,
    concurrency: Arc<ConcurrencyLimit>,
    settings: MeteringSettings,
    hints: AtomicU64,
}

impl<L> Clone for MeteredModel<L> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<L: Ledger> MeteredModel<L> {
    /// Creates a metered model.
    pub fn new(
        stores: MeteringStores<L>,
        model: Arc<dyn Model>,
        clock: Arc<dyn Clock>,
        settings: MeteringSettings,
    ) -> Self {
        let MeteringStores { ledger, coordination } = stores;
        let key = model.card().limit_key();
        let gate = Arc::new(Gate::new(coordination.clone(), clock.clone(), key, settings.agent.clone()));
        let concurrency = ConcurrencyLimit::new(settings.concurrency);
        Self(Arc::new(Inner {
            ledger,
            coordination,
            model,
            clock,
            gate,
            concurrency,
            settings,
            hints: AtomicU64::new(0),
        }))
    }
}

impl<L: Ledger> ModelClient for MeteredModel<L> {
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<ModelReply, AskError>> {
        self.0.clone().ask(call).boxed()
    }

    fn card(&self) -> &ModelCard {
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
    async fn ask(self: Arc<Self>, call: Call) -> Result<ModelReply, AskError> {
        self.gate.check(call.job).await?;
        let intent = self.intent(&call)?;
        check_call_limit(&call, &intent).inspect_err(|error| self.count_denial(error))?;
        let hint = Hint::take(self.coordination.clone(), &*self.ledger, self.reservation(&intent)).await;
        let hint = hint.inspect_err(|error| self.count_denial(error))?;
        let (permit, pass) = match self.admit(call.job).await {
            Ok(admitted) => admitted,
            Err(error) => {
                hint.settle(MicroUsd::ZERO).await;
                return Err(error);
            }
        };
        // A separate task, so that the call is settled even if the caller is gone (interrupted, past its deadline): an
        // open intent of a living instance would otherwise stay open for ever.
        let reserved = self.reserve(call, intent, Admitted { hint, permit, pass });
        tokio::spawn(reserved.in_current_span()).await.map_err(|died| unavailable("model", died))?
    }

    /// Waits for a permit and checks the provider's cool-down once more.
    async fn admit(&self, job: JobId) -> Result<(CallPermit, Pass), AskError> {
        let permit = self.concurrency.acquire().await?;
        Ok((permit, self.gate.admit(job)?))
    }

    /// Opens the call in the ledger and makes it unless the ledger denies or remembers it.
    async fn reserve(
        self: Arc<Self>,
        call: Call,
        intent: CallIntent,
        admitted: Admitted,
    ) -> Result<ModelReply, AskError> {
        let Admitted { hint, permit, pass } = admitted;
        crash::at("before_open");
        let opened = self.ledger.open(&intent).await;
        crash::at("after_open");
        match opened {
            Ok(Opened::Go(id)) if call.deadline.is_some_and(|deadline| deadline <= self.clock.now()) => {
                // Checked here, since a remembered reply has no deadline. Nothing is sent, so nothing is charged.
                hint.settle(MicroUsd::ZERO).await;
                self.close(id, CallEnd::Refused).await?;
                Err(AskError::Rejected { reason: "the deadline of the call has passed".to_owned() })
            }
            Ok(Opened::Go(id)) => self.perform(OpenCall { id, call, max: intent.max, hint, pass, permit }).await,
            Ok(Opened::Remembered(reply)) => {
                hint.settle(MicroUsd::ZERO).await;
                self.count("remembered", MicroUsd::ZERO);
                remembered(&reply)
            }
            Ok(Opened::Denied { scope, left }) => {
                hint.correct(&scope, left).await;
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
        let input = serde_json::to_vec(&(&card.model, &call.request)).map_err(|error| AskError::Rejected {
            reason: format!("the request cannot be encoded as JSON: {error}"),
        })?;
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

    /// Makes the call and settles it.
    async fn perform(self: Arc<Self>, open: OpenCall) -> Result<ModelReply, AskError> {
        let OpenCall { id, call, max, hint, pass, permit } = open;
        let complete = within(call.deadline, self.clock.now(), self.model.complete(&call.request, id));
        let complete = async {
            let begun = Instant::now();
            let result = complete.await;
            let took = begun.elapsed();
            if result.is_ok() {
                self.concurrency.answered(took);
            }
            (result, permit.answered(took))
        };
        let ((result, _permit), ()) = futures::join!(complete, hint.warm(&*self.ledger));
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
            Err(error) => Err(classify_error(pass, call.job, error).await),
        };
        closed?;
        result
    }

    /// Returns the ending for the ledger, and the amount charged.
    fn ending(&self, result: &Result<ModelReply, LlmError>, max: MicroUsd) -> Result<(CallEnd, MicroUsd), AskError> {
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
                    tracing::warn!(call = %id, %error, tries, "a model call could not be settled; trying again");
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

/// Checks the limit of a single call, for which neither Redis nor the ledger is needed.
fn check_call_limit(call: &Call, intent: &CallIntent) -> Result<(), AskError> {
    let limits = call.budgets.iter().filter(|budget| budget.scope == Scope::call());
    match limits.map(|budget| budget.limit).min() {
        Some(left) if intent.max > left => Err(AskError::Denied { scope: Scope::call().key().to_owned(), left }),
        _ => Ok(()),
    }
}

/// Resources of a call before it is opened.
struct Admitted {
    hint: Hint,
    permit: CallPermit,
    pass: Pass,
}

/// A call that is open in the ledger.
struct OpenCall {
    id: JobId,
    call: Call,
    max: MicroUsd,
    hint: Hint,
    pass: Pass,
    permit: CallPermit,
}

async fn within(deadline: Option<Time>, now: Time, answer: llm::ReplyFuture<'_>) -> Result<ModelReply, LlmError> {
    let Some(deadline) = deadline else { return answer.await };
    let left = (deadline - now).to_std().unwrap_or_default();
    let late = |_| Err(LlmError::Lost { reason: format!("no reply by the deadline, {left:?} after the request") });
    tokio::time::timeout(left, answer).await.unwrap_or_else(late)
}

/// Converts a usage to the ledger's counts: tokens read at any price, and tokens written.
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

/// Records the error in the cool-down and classifies it for the worker.
async fn classify_error(pass: Pass, job: JobId, error: LlmError) -> AskError {
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

fn remembered(bytes: &[u8]) -> Result<ModelReply, AskError> {
    serde_json::from_slice(bytes).map_err(|error| refused("remembered reply", error))
}

fn unavailable(what: &'static str, source: impl std::error::Error + Send + Sync + 'static) -> AskError {
    AskError::Port(PortError::Unavailable { what, source: Box::new(source) })
}

fn refused(what: &str, source: impl std::error::Error + Send + Sync + 'static) -> AskError {
    AskError::Port(PortError::Refused { what: what.to_owned(), source: Box::new(source) })
}
