//! State that the handlers of all routes share.

use console::grafana::Grafana;
use http_server::BodyMemory;
use operations::streams::{ResultHub, RunWatch};
use operations::{Caller, Context, Operations};

use crate::access::Access;
use crate::config::RequestLimits;
use crate::console::track_record::TrackRecord;

/// Shared by all requests.
pub struct Gateway {
    /// What a caller can do.
    pub operations: Operations,
    /// Tokens and their rates.
    pub access: Access,
    /// Streams of results.
    pub results: ResultHub,
    /// Streams of runs.
    pub runs: RunWatch,
    /// Room for the bodies of requests.
    pub bodies: BodyMemory,
    /// Limits of requests.
    pub limits: RequestLimits,
    /// Grafana, to which the console links, if there is one.
    pub grafana: Option<Grafana>,
    /// The forecasts that anyone may read, if there are any.
    pub track_record: Option<TrackRecord>,
}

impl Gateway {
    /// Returns the operations of a caller.
    pub fn of<'a>(&'a self, caller: &'a Caller) -> Context<'a> {
        self.operations.of(caller)
    }
}
