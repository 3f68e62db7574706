//! Event streams: results of a tenant, and the progress of runs. All streams of a tenant share one reader of new
//! results, and all streams of a process one query for runs. A client that was away, or that reads slowly, receives
//! what it has missed from Postgres.

mod feed;
mod position;
mod results;
mod runs;

pub use position::{LastEvent, Missing, StreamId};
pub use results::{ResultEvent, ResultHub, ResultStream, StreamEvent};
pub use runs::{RunFeed, RunWatch};
