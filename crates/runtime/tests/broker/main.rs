//! The runtime on a real nats-server: what settle's own tests cannot show.

mod consuming;
mod outage;
mod outside;
mod permitted;
mod stopping;
mod world;
