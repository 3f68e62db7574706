//! One metered call at one provider, step by step:
//!
//! 0. Queue a call that can wait for a batch ([`super::queue`]); the steps below make every other call.
//! 1. Reject the call if the provider is in cool-down or if the call could exceed the limit of a single call.
//! 2. Reject it if Redis reports an exhausted budget and Postgres confirms it.
//! 3. Wait for a permit.
//! 4. Open the call in the ledger, which reserves its maximum cost, returns a remembered reply, or denies it.
//! 5. Call the model under the ledger's id.
//! 6. Settle the call in the ledger.
//! 7. Update the balances in Redis.
//!
//! The permit comes before the ledger, so that every open intent is a call in progress: a crash leaves as few unknown
//! calls as possible, and waiting reserves no budget. The permit of a long call ends with its reply. From step 4 on the
//! work runs in a separate task, so that the call of an interrupted handler is settled as well.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use coordination::Reservation;
use domain::port::{CallEnd, CallIntent, Ledger, Opened, PortError, StepKey};
use domain::{BudgetScope, JobId, MicroUsd};
use llm::{Charge, LlmError, ModelReply, Request, StopReason};
use runtime::crash;
use telemetry::metric;
use tokio::time::Instant;
use tracing::Instrument;

use super::budget_hint::{Hint, hint_id};
use super::concurrency::CallPermit;
use super::ending::without_reply;
use super::endpoint::Endpoint;
use super::gate::Pass;
use super::memo::{Memo, tokens};
use super::model::Inner;
use super::{AskError, Metered, MeteredCall};
use crate::look_up::Cache;

/// Life of a reservation in Redis that is never settled: longer than any model call.
const HINT_LIFE: Duration = Duration::from_secs(900);
/// Attempts to settle a call while Postgres is unavailable before its job fails. The store waits for a restart in each.
/// The settlement is repeated in the background as long as the process lives; afterwards another instance settles the
/// call as unknown.
const CLOSE_TRIES: u32 = 5;
/// Maximum delay between two attempts in the background.
const MAX_CLOSE_DELAY: Duration = Duration::from_secs(30);
/// Time after the ledger was asked within which the request is sent. Later the lease of this instance may have lapsed,
/// and another one may have settled the call as never sent.
const SEND_WITHIN: Duration = Duration::from_secs(10);
/// Redelivery delay of work whose next call would begin while the worker stops.
const STOPPING_WAIT: Duration = Duration::from_millis(100);

impl<L: Ledger> Inner<L> {
    /// Calls the model of `at`, or returns the reply that any provider gave to this step. A call that a budget denies
    /// is tried once more with a smaller allowance for thinking, which lowers the amount that has to be reserved.
    pub(super) async fn ask_at(self: Arc<Self>, at: Arc<Endpoint>, call: MeteredCall) -> Result<Metered, AskError> {
        match self.clone().ask_once(at.clone(), call.clone()).await {
            Err(denied @ AskError::Denied { .. }) => {
                let Some(request) = at.model.shrink(&call.request) else { return Err(denied) };
                tracing::debug!(%denied, step = call.step, "calling the model with a smaller allowance for thinking");
                self.ask_once(at, MeteredCall { request, ..call }).await
            }
            result => result,
        }
    }

    async fn ask_once(self: Arc<Self>, at: Arc<Endpoint>, call: MeteredCall) -> Result<Metered, AskError> {
        if self.calls.is_stopping() {
            return Err(AskError::Busy { after: STOPPING_WAIT, why: "this worker stops".to_owned() });
        }
        if let Some(metered) = self.queue(&at, &call).await? {
            return Ok(metered);
        }
        at.check(call.job).await?;
        let intent = self.intent(&at, &call)?;
        check_call_limit(&call, &intent)?;
        let hint = Hint::take(self.coordination.clone(), &*self.ledger, self.reservation(&intent)).await?;
        let (permit, pass) = match at.admit(call.job).await {
            Ok(admitted) => admitted,
            Err(error) => {
                hint.settle(MicroUsd::ZERO).await;
                return Err(error);
            }
        };
        // A separate task, so that the call is settled even if the caller is gone (interrupted, past its deadline): an
        // open intent of a living instance would otherwise stay open for ever.
        let calls = Arc::clone(&self.calls);
        let reserved = self.reserve(call, intent, Admitted { at, hint, permit, pass });
        calls.spawn(reserved.in_current_span()).await.map_err(|died| unavailable("model", died))?
    }

    /// Opens the call in the ledger and makes it unless the ledger denies or remembers it.
    async fn reserve(
        self: Arc<Self>,
        call: MeteredCall,
        intent: CallIntent,
        admitted: Admitted,
    ) -> Result<Metered, AskError> {
        let Admitted { at, hint, permit, pass } = admitted;
        crash::at("before_open");
        let asked = Instant::now();
        let opened = self.ledger.open(&intent).await;
        crash::at("after_open");
        match opened {
            Ok(Opened::Go(id)) if asked.elapsed() > SEND_WITHIN => {
                hint.settle(MicroUsd::ZERO).await;
                self.close(id, CallEnd::Refused).await?;
                Err(AskError::Busy { after: STOPPING_WAIT, why: "the ledger answered too late".to_owned() })
            }
            Ok(Opened::Go(id)) if call.deadline.is_some_and(|deadline| deadline <= self.clock.now()) => {
                // Checked here, since a remembered reply has no deadline. Nothing is sent, so nothing is charged.
                hint.settle(MicroUsd::ZERO).await;
                self.close(id, CallEnd::Refused).await?;
                Err(AskError::Rejected { reason: "the deadline of the call has passed".to_owned() })
            }
            Ok(Opened::Go(id)) => {
                Cache::Step.count(false);
                self.perform(OpenCall { at, id, call, max: intent.max, hint, pass, permit }).await
            }
            Ok(Opened::Remembered(reply)) => {
                hint.settle(MicroUsd::ZERO).await;
                self.count(&at, "remembered", MicroUsd::ZERO);
                Cache::Step.count(true);
                let memo = Memo::decode(&reply).map_err(|error| refused("remembered reply", error))?;
                Ok(memo.metered(&*self.primary.model))
            }
            Ok(Opened::Denied { scope, left }) => {
                hint.correct(&scope, left).await;
                Err(AskError::Denied { scope, left })
            }
            Ok(Opened::Unanswered { calls }) => {
                hint.settle(MicroUsd::ZERO).await;
                self.count(&at, "unanswered", MicroUsd::ZERO);
                Err(AskError::Unanswered { calls })
            }
            Err(error) => {
                hint.settle(MicroUsd::ZERO).await;
                Err(error.into())
            }
        }
    }

    /// Returns the intent of a call. The step's key holds the primary model's name whichever provider is called, and
    /// not the allowance for thinking, so that the ledger finds the reply of either provider and of either allowance.
    pub(super) fn intent(&self, at: &Endpoint, call: &MeteredCall) -> Result<CallIntent, AskError> {
        let keyed = Request { max_thinking: None, ..call.request.clone() };
        let input = serde_json::to_vec(&(&self.primary.card().model, &keyed)).map_err(|error| AskError::Rejected {
            reason: format!("the request cannot be encoded as JSON: {error}"),
        })?;
        Ok(CallIntent {
            step: StepKey::new(call.job, &call.step, &input),
            budgets: call.budgets.iter().filter(|budget| budget.scope != BudgetScope::call()).cloned().collect(),
            max: at.max_cost(&call.request),
            tenant: call.tenant.clone(),
            agent: self.settings.agent.clone(),
            provider: at.card().provider.clone(),
            model: at.card().model.clone(),
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
    async fn perform(self: Arc<Self>, open: OpenCall) -> Result<Metered, AskError> {
        let OpenCall { at, id, call, max, hint, pass, permit } = open;
        let left = call.deadline.map(|deadline| (deadline - self.clock.now()).to_std().unwrap_or_default());
        let complete = match left {
            Some(left) => at.model.complete_within(&call.request, id, left),
            None => at.model.complete(&call.request, id),
        };
        let complete = async {
            let begun = Instant::now();
            let result = complete.await;
            let took = begun.elapsed();
            if result.is_ok() {
                at.concurrency.answered(took);
            }
            (result, permit.answered(took))
        };
        let ((result, _permit), ()) = futures::join!(complete, hint.warm(&*self.ledger));
        crash::at("after_call");
        let (end, unstorable) = ending(&at, &result);
        let (outcome, charged) = (end.outcome(), end.charged(max));
        let closed = self.close(id, end).await;
        crash::at("after_close");
        self.count(&at, outcome, charged);
        hint.settle(charged).await;
        at.share_refused().await;
        if let Some(error) = unstorable {
            // The call is closed: an open call of a living instance would keep its reservation.
            closed?;
            return Err(refused("reply", error));
        }
        let result = match result {
            Ok(reply) => {
                pass.answered(reply.stop == StopReason::Refusal).await;
                Ok(Metered { reply, cost: charged, calls: 1 })
            }
            Err(error) => Err(classify_error(pass, call.job, error).await),
        };
        closed?;
        result
    }

    async fn close(self: &Arc<Self>, id: JobId, end: CallEnd) -> Result<(), PortError> {
        let mut tries = 0;
        loop {
            let closed = self.ledger.close(id, end.clone()).await;
            tries += 1;
            match closed {
                Err(error) if error.is_transient() && tries < CLOSE_TRIES => {
                    tracing::warn!(call = %id, %error, tries, "a model call could not be settled; trying again");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                Err(error) if error.is_transient() => {
                    // Among the calls in progress: a worker that stops waits for the settlement within its grace
                    // period.
                    drop(self.calls.spawn(Arc::clone(self).close_later(id, end).in_current_span()));
                    return Err(error);
                }
                other => return other,
            }
        }
    }

    /// Settles a call until the ledger has recorded it.
    async fn close_later(self: Arc<Self>, id: JobId, end: CallEnd) {
        let mut delay = Duration::from_secs(1);
        loop {
            tokio::time::sleep(delay).await;
            match self.ledger.close(id, end.clone()).await {
                Ok(()) => return tracing::info!(call = %id, "a model call was settled late"),
                Err(error) if error.is_transient() => delay = (delay * 2).min(MAX_CLOSE_DELAY),
                Err(error) => return tracing::warn!(call = %id, %error, "the ledger refused to settle a model call"),
            }
        }
    }

    pub(super) fn count(&self, at: &Endpoint, outcome: &'static str, charged: MicroUsd) {
        let (service, model) = (self.settings.agent.clone(), at.card().model.clone());
        metrics::counter!(metric::MODEL_CALLS, "service" => service.clone(), "model" => model.clone(), "outcome" => outcome)
            .increment(1);
        metrics::counter!(metric::COST, "service" => service, "model" => model).increment(charged.0);
    }
}

/// Returns the ending for the ledger. A reply that cannot be stored is charged and lost; the error says why.
fn ending(at: &Endpoint, result: &Result<ModelReply, LlmError>) -> (CallEnd, Option<serde_json::Error>) {
    match result {
        Ok(reply) => {
            let (actual, tokens) = (at.cost(&reply.usage), tokens(&reply.usage));
            match Memo::encode(reply, actual) {
                Ok(reply) => (CallEnd::Settled { actual, reply, tokens }, None),
                Err(error) => (CallEnd::Wasted { actual, tokens }, Some(error)),
            }
        }
        Err(error) => (without_reply(error, |usage| at.cost(usage)), None),
    }
}

/// Checks the limit of a single call, for which neither Redis nor the ledger is needed.
pub(super) fn check_call_limit(call: &MeteredCall, intent: &CallIntent) -> Result<(), AskError> {
    let limits = call.budgets.iter().filter(|budget| budget.scope == BudgetScope::call());
    match limits.map(|budget| budget.limit).min() {
        Some(left) if intent.max > left => Err(AskError::Denied { scope: BudgetScope::call().key().to_owned(), left }),
        _ => Ok(()),
    }
}

/// Resources of a call before it is opened.
struct Admitted {
    at: Arc<Endpoint>,
    hint: Hint,
    permit: CallPermit,
    pass: Pass,
}

/// A call that is open in the ledger.
struct OpenCall {
    at: Arc<Endpoint>,
    id: JobId,
    call: MeteredCall,
    max: MicroUsd,
    hint: Hint,
    pass: Pass,
    permit: CallPermit,
}

/// Records the error in the cool-down and classifies it for the worker.
async fn classify_error(pass: Pass, job: JobId, error: LlmError) -> AskError {
    let wait = pass.failed(&error, job).await;
    if let LlmError::Invalid { status, message } | LlmError::TooLarge { status, message } = error.reason() {
        return AskError::Rejected { reason: format!("{status}: {message}") };
    }
    match wait {
        Some(wait) if error.charge() == Charge::Nothing => wait,
        _ => unavailable("model", error),
    }
}

fn unavailable(what: &'static str, source: impl std::error::Error + Send + Sync + 'static) -> AskError {
    AskError::Port(PortError::Unavailable { what, source: Box::new(source) })
}

pub(super) fn refused(what: &str, source: impl std::error::Error + Send + Sync + 'static) -> AskError {
    AskError::Port(PortError::Refused { what: what.to_owned(), source: Box::new(source) })
}
