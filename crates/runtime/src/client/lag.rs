//! How far behind every consumer is, and how full every stream.

use async_nats::jetstream::consumer::PullConsumer;
use serde::Serialize;

use super::Client;
use crate::topology::{CONSUMERS, STREAMS};

/// A consumer's backlog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConsumerLag {
    /// The consumer.
    pub consumer: &'static str,
    /// Its stream.
    pub stream: &'static str,
    /// Messages that wait.
    pub pending: u64,
    /// Messages delivered and not acknowledged.
    pub ack_pending: u64,
    /// Of these, delivered more than once.
    pub redelivered: u64,
    /// Pulls that wait for a message; 0 means that no worker is there, or that all are busy.
    pub waiting: u64,
    /// Everything up to this number in the stream is settled.
    pub ack_floor: u64,
}

/// A stream's content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StreamState {
    /// The stream.
    pub stream: &'static str,
    /// Messages in it.
    pub messages: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Bytes that it may hold; 0 for no limit.
    pub max_bytes: u64,
    /// Number of the last message.
    pub last_sequence: u64,
}

impl Client {
    /// Every consumer of the topology, `None` for one that is not there.
    pub async fn lag(&self) -> Vec<(&'static str, Option<ConsumerLag>)> {
        let mut lags = Vec::with_capacity(CONSUMERS.len());
        for spec in CONSUMERS {
            let found: Result<PullConsumer, _> =
                self.jetstream().get_consumer_from_stream(spec.name, spec.stream).await;
            let lag = found.ok().map(|found| {
                let info = found.cached_info();
                ConsumerLag {
                    consumer: spec.name,
                    stream: spec.stream,
                    pending: info.num_pending,
                    ack_pending: info.num_ack_pending as u64,
                    redelivered: info.num_redelivered as u64,
                    waiting: info.num_waiting as u64,
                    ack_floor: info.ack_floor.stream_sequence,
                }
            });
            lags.push((spec.name, lag));
        }
        lags
    }

    /// Every stream of the topology, `None` for one that is not there.
    pub async fn streams(&self) -> Vec<(&'static str, Option<StreamState>)> {
        let mut states = Vec::with_capacity(STREAMS.len());
        for spec in STREAMS {
            let state = self.jetstream().get_stream(spec.name).await.ok().map(|found| {
                let info = found.cached_info();
                StreamState {
                    stream: spec.name,
                    messages: info.state.messages,
                    bytes: info.state.bytes,
                    max_bytes: u64::try_from(info.config.max_bytes).unwrap_or(0),
                    last_sequence: info.state.last_sequence,
                }
            });
            states.push((spec.name, state));
        }
        states
    }
}
