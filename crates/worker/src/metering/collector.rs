//! Sends queued calls to the provider's batch endpoint and settles their results.
//!
//! One instance at a time serves a lane. Every step may be repeated after a crash: a batch is marked before it is sent,
//! a batch whose id was lost is searched for at the provider, and a call is settled once, also if two instances collect
//! its result.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::port::{CallEnd, Ledger, PortError};
use domain::{JobId, MicroUsd};
use llm::{BatchItem, BatchModel, BatchOutcome, BatchState, Charge, FoundBatch, LlmError, LostBatch, Model};
use runtime::crash;
use store::{BatchStep, FillLimits, OpenBatch, Store};
use telemetry::metric;

use super::ending::without_reply;
use super::memo::{Memo, tokens};
use super::queue::lane;

/// Life of the lease of a lane: longer than the exchanges with the provider about one batch.
const LEASE: Duration = Duration::from_secs(240);
/// Time after the submission from which on a batch that the provider does not list is lost.
const LISTED_AFTER: Duration = Duration::from_secs(60);
/// Wait before a batch is sent again that the provider could not accept.
const RESEND_AFTER: Duration = Duration::from_secs(15);
/// Age of a queued call that gets no result any more: the longest window of a provider and two hours.
const OVERDUE: Duration = Duration::from_secs(26 * 3600);

/// Settings of a collector.
#[derive(Debug, Clone)]
pub struct CollectorSettings {
    /// Name of the worker whose calls are collected.
    pub agent: String,
    /// Limits of a batch.
    pub fill: FillLimits,
}

/// Sends and collects the batches of one worker and model.
pub struct BatchCollector {
    store: Arc<Store>,
    model: Arc<dyn Model>,
    settings: CollectorSettings,
    lane: String,
}

impl BatchCollector {
    /// Creates a collector.
    pub fn new(store: Arc<Store>, model: Arc<dyn Model>, settings: CollectorSettings) -> Self {
        let lane = lane(&settings.agent, model.card());
        Self { store, model, settings, lane }
    }

    /// Forms, sends and collects the batches that are due. Returns the number of calls that were settled.
    ///
    /// # Errors
    /// Postgres is unavailable; the next pass continues. A failure at the provider is logged, and its batch is tried
    /// again.
    pub async fn pass(&self) -> Result<usize, PortError> {
        let Some(batches) = self.model.batches() else { return Ok(0) };
        if !self.store.batches().hold(&self.lane, LEASE).await? {
            return Ok(0);
        }
        let mut settled = self.close_withdrawn().await?;
        while self.store.batches().form(&self.lane, self.settings.fill).await? > 0 {
            settled += self.close_withdrawn().await?;
        }
        for batch in self.store.batches().due(&self.lane).await? {
            // The exchanges of the batches before may have taken longer than the lease.
            if !self.store.batches().hold(&self.lane, LEASE).await? {
                break;
            }
            settled += self.advance(batches, batch).await?;
        }
        Ok(settled)
    }

    async fn advance(&self, batches: &dyn BatchModel, batch: OpenBatch) -> Result<usize, PortError> {
        let items = self.items(&batch).await?;
        match batch.step {
            BatchStep::Send => self.send(batches, batch.id, &items).await,
            BatchStep::Search { since, age } => {
                let known = self.store.batches().provider_ids(&self.lane).await?;
                let lost = LostBatch { id: batch.id, items: &items, since, known: &known };
                self.search(batches, lost, age).await
            }
            BatchStep::Collect { provider_id, age } => match batches.collect(&provider_id, &items).await {
                Ok(BatchState::Running) => Ok(0),
                Ok(BatchState::Ended(outcomes)) => self.settle(batches, batch.id, outcomes).await,
                Err(error) if is_forgotten(&error, age) => {
                    tracing::warn!(
                        %error,
                        batch = provider_id,
                        calls = items.len(),
                        "the provider does not know the batch any more; its calls are settled as unknown"
                    );
                    self.close_all(batch.id, &items, &CallEnd::Unknown).await
                }
                Err(error) => {
                    tracing::warn!(%error, batch = provider_id, "a batch could not be collected; it is asked for again");
                    Ok(0)
                }
            },
        }
    }

    /// Reads the requests. A request that cannot be read, of a newer version, is settled as refused and made in the
    /// ordinary way.
    async fn items(&self, batch: &OpenBatch) -> Result<Vec<BatchItem>, PortError> {
        let mut items = Vec::with_capacity(batch.calls.len());
        for queued in &batch.calls {
            match serde_json::from_slice(&queued.request) {
                Ok(request) => items.push(BatchItem { call: queued.call, request }),
                Err(error) if batch.step == BatchStep::Send => {
                    tracing::warn!(%error, call = %queued.call, "a queued request cannot be read and is not sent in a batch");
                    self.store.ledger().close(queued.call, CallEnd::Refused).await?;
                }
                Err(error) => tracing::warn!(%error, call = %queued.call, "a queued request cannot be read"),
            }
        }
        Ok(items)
    }

    async fn send(&self, batches: &dyn BatchModel, id: JobId, items: &[BatchItem]) -> Result<usize, PortError> {
        if items.is_empty() {
            return self.close_all(id, items, &CallEnd::Refused).await;
        }
        if !self.store.batches().mark_submitting(id).await? {
            return Ok(0);
        }
        crash::at("before_batch");
        let sent = batches.submit(id, items).await;
        crash::at("after_batch");
        match sent {
            Ok(provider_id) => {
                tracing::info!(batch = provider_id, calls = items.len(), "a batch of model calls was sent");
                self.store.batches().mark_running(id, &provider_id).await?;
                Ok(0)
            }
            Err(error) if error.charge() != Charge::Nothing => {
                tracing::warn!(%error, "it is not known if a batch of model calls was accepted; searching for it");
                Ok(0)
            }
            Err(error) if may_succeed_later(&error) => {
                tracing::warn!(%error, "a batch of model calls was not accepted; sending it again");
                self.store.batches().postpone(id, RESEND_AFTER).await?;
                Ok(0)
            }
            Err(error) => {
                tracing::warn!(%error, calls = items.len(), "the provider refused a batch; its calls are made one by one");
                self.close_all(id, items, &CallEnd::Refused).await
            }
        }
    }

    async fn search(&self, batches: &dyn BatchModel, lost: LostBatch<'_>, age: Duration) -> Result<usize, PortError> {
        match batches.find(lost).await {
            Ok(FoundBatch::Id(provider_id)) => {
                tracing::info!(batch = provider_id, "a batch was found again at the provider");
                self.store.batches().mark_running(lost.id, &provider_id).await?;
                Ok(0)
            }
            Ok(found) if is_lost(&found, age) => {
                tracing::warn!(
                    calls = lost.items.len(),
                    "a batch was not found at the provider; its calls are settled as unknown"
                );
                self.close_all(lost.id, lost.items, &CallEnd::Unknown).await
            }
            Ok(FoundBatch::Nowhere | FoundBatch::Perhaps) => Ok(0),
            Err(error) => {
                tracing::warn!(%error, "a batch could not be searched for; it is searched for again");
                Ok(0)
            }
        }
    }

    /// Settles every call of an ended batch.
    async fn settle(
        &self,
        batches: &dyn BatchModel,
        id: JobId,
        outcomes: BTreeMap<JobId, BatchOutcome>,
    ) -> Result<usize, PortError> {
        crash::at("before_settling");
        let calls = outcomes.len();
        for (call, outcome) in outcomes {
            let end = end(batches, outcome);
            self.count(&end);
            self.store.ledger().close(call, end).await?;
        }
        crash::at("after_settling");
        self.store.batches().end(id).await?;
        Ok(calls)
    }

    async fn close_all(&self, id: JobId, items: &[BatchItem], end: &CallEnd) -> Result<usize, PortError> {
        for item in items {
            self.count(end);
            self.store.ledger().close(item.call, end.clone()).await?;
        }
        self.store.batches().end(id).await?;
        Ok(items.len())
    }

    /// Settles those of the calls for the next batch that will not be sent.
    async fn close_withdrawn(&self) -> Result<usize, PortError> {
        let next = self.settings.fill.calls;
        let withdrawn = self.store.batches().withdraw(&self.lane, OVERDUE, next).await?;
        for call in &withdrawn {
            tracing::warn!(%call, "a queued model call was withdrawn: it is too old, or its budget is closed");
            self.store.ledger().close(*call, CallEnd::Refused).await?;
        }
        Ok(withdrawn.len())
    }

    fn count(&self, end: &CallEnd) {
        let (service, model) = (self.settings.agent.clone(), self.model.card().model.clone());
        // The reservation, which an unknown call is charged at, is known to the ledger only.
        let (outcome, charged) = (end.outcome(), end.charged(MicroUsd::ZERO));
        metrics::counter!(metric::MODEL_CALLS, "service" => service.clone(), "model" => model.clone(), "outcome" => outcome)
            .increment(1);
        metrics::counter!(metric::COST, "service" => service, "model" => model).increment(charged.0);
    }
}

/// Settles the queued calls that no instance collects, of any lane: the model of a worker may have changed since.
/// Returns their number.
///
/// # Errors
/// Postgres is unavailable; the next pass continues.
pub(crate) async fn close_overdue(store: &Store) -> Result<usize, PortError> {
    let overdue = store.batches().overdue(OVERDUE).await?;
    for call in &overdue {
        tracing::warn!(call = %call.call, sent = call.sent, "a queued model call got no result in time");
        let end = if call.sent { CallEnd::Unknown } else { CallEnd::Refused };
        store.ledger().close(call.call, end).await?;
    }
    Ok(overdue.len())
}

/// Returns `true` if the provider has no batch or file of this id, and the batch was sent so long ago that it would be
/// listed.
fn is_forgotten(error: &LlmError, age: Duration) -> bool {
    age >= LISTED_AFTER && matches!(error, LlmError::UnknownModel { status: 404, .. })
}

/// Returns `true` if the provider does not list the batch, which was sent so long ago that it would be listed.
fn is_lost(found: &FoundBatch, age: Duration) -> bool {
    *found == FoundBatch::Nowhere && age >= LISTED_AFTER
}

/// Returns `true` if the same batch may be accepted later. A refused key, account or model is reported by the ordinary
/// calls that replace the batch.
fn may_succeed_later(error: &LlmError) -> bool {
    matches!(
        error,
        LlmError::NotSent { .. } | LlmError::RateLimited { .. } | LlmError::Overloaded { .. } | LlmError::Server { .. }
    )
}

/// Returns the ending for the ledger, at the price of the batch.
fn end(batches: &dyn BatchModel, outcome: BatchOutcome) -> CallEnd {
    match outcome {
        BatchOutcome::Replied(reply) => {
            let (actual, tokens) = (batches.cost(&reply.usage), tokens(&reply.usage));
            match Memo::encode(&reply, actual) {
                Ok(reply) => CallEnd::Settled { actual, reply, tokens },
                Err(_) => CallEnd::Wasted { actual, tokens },
            }
        }
        BatchOutcome::Unanswered { reason } => {
            tracing::warn!(reason, "a batch has no reply to a call, which is made in the ordinary way");
            CallEnd::Refused
        }
        BatchOutcome::Failed(error) => without_reply(&error, |usage| batches.cost(usage)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_lost_only_if_it_is_not_listed_a_minute_after_its_submission() {
        assert!(is_lost(&FoundBatch::Nowhere, LISTED_AFTER));
        assert!(!is_lost(&FoundBatch::Nowhere, LISTED_AFTER.saturating_sub(Duration::from_millis(1))));
        for other in [FoundBatch::Perhaps, FoundBatch::Id("batch_1".to_owned())] {
            assert!(!is_lost(&other, OVERDUE), "{other:?}");
        }
    }

    #[test]
    fn a_batch_is_forgotten_only_if_the_provider_denies_it_a_minute_after_its_submission() {
        let not_found = |status| LlmError::UnknownModel { status, message: String::new() };
        assert!(is_forgotten(&not_found(404), LISTED_AFTER));
        assert!(
            !is_forgotten(&not_found(404), LISTED_AFTER.saturating_sub(Duration::from_millis(1))),
            "it may be listed late"
        );
        let server = LlmError::Server { status: 500, message: String::new() };
        for other in [not_found(400), server, LlmError::Overloaded { after: None }] {
            assert!(!is_forgotten(&other, OVERDUE), "{other}");
        }
    }
}
