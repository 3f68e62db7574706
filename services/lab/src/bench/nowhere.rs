//! A journal that stores nothing, to measure the cost of the runtime alone.

use std::time::Duration;

use domain::Outgoing;
use domain::port::{
    Begun, Committed, Confirmed, HandBackReason, Job, Journal, Lost, PortError, QuietAnswer, QuietBatch, QuietSettled,
    Settled, StepKey, Unconfirmed, Watched,
};

/// Accepts everything and stores nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nowhere;

impl Journal for Nowhere {
    async fn register_consumers(&self, _: &[(&'static str, &'static str)]) -> Result<(), PortError> {
        Ok(())
    }

    async fn begin(&self, _: &Job) -> Result<Begun, PortError> {
        Ok(Begun::Go { failures: 0 })
    }

    async fn hand_back(&self, _: &Job, _: &HandBackReason) -> Result<u32, PortError> {
        Ok(0)
    }

    async fn commit(&self, settled: Settled) -> Result<Committed, PortError> {
        Ok(Committed::New(settled.outgoing))
    }

    async fn commit_quiet(&self, batch: QuietBatch) -> Result<QuietSettled, PortError> {
        Ok(QuietSettled { answers: vec![QuietAnswer::New; batch.events.len()], outgoing: Vec::new() })
    }

    async fn sent(&self, _: &[Confirmed]) -> Result<(), PortError> {
        Ok(())
    }

    async fn unsent(&self, _: &[&'static str], _: Duration, _: u32) -> Result<Vec<Outgoing>, PortError> {
        Ok(Vec::new())
    }

    async fn unconfirmed(&self, _: &[Unconfirmed]) -> Result<(), PortError> {
        Ok(())
    }

    async fn unconsumed(&self, _: &[Watched], _: Duration, _: u32) -> Result<Vec<Lost>, PortError> {
        Ok(Vec::new())
    }

    async fn elect(&self, _: &str, _: Duration) -> Result<bool, PortError> {
        Ok(true)
    }

    async fn renew_lease(&self, _: Duration) -> Result<bool, PortError> {
        Ok(true)
    }

    async fn end_lease(&self) -> Result<(), PortError> {
        Ok(())
    }

    async fn is_server_known(&self, _: &'static str, _: &str) -> Result<bool, PortError> {
        Ok(true)
    }

    async fn record_server(&self, _: &'static str, _: &str) -> Result<(), PortError> {
        Ok(())
    }

    async fn load_step(&self, _: &StepKey) -> Result<Option<Vec<u8>>, PortError> {
        Ok(None)
    }

    async fn store_step(&self, _: &StepKey, value: Vec<u8>) -> Result<Vec<u8>, PortError> {
        Ok(value)
    }
}
