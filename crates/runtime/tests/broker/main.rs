//! Tests of the runtime on a real nats-server.

#![allow(clippy::unwrap_used, reason = "test code, including the helpers")]

mod consuming;
mod creds;
mod deferring;
mod fairness;
mod grouping;
mod outage;
mod outside;
mod permitted;
mod quorum;
mod replicas;
mod stopping;
mod tenants;
mod trimming;
mod workers;
mod world;
