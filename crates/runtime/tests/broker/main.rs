//! The runtime on a real nats-server: what settle's own tests cannot show.

#![allow(clippy::unwrap_used, reason = "a test may, and these helpers are part of the tests")]

mod consuming;
mod outage;
mod outside;
mod permitted;
mod stopping;
mod world;
