//! Streams of the results of a tenant, and of the progress of runs: how each door waits for what comes. All streams of
//! a tenant share one reader of new results, and all streams of a process one query for runs. A client that was away,
//! or that reads slowly, receives what it has missed from Postgres.

mod feed;
mod position;
mod results;
mod runs;
mod stored_result;

pub use position::{LastEvent, Missing, StreamId};
pub use results::{ResultEvent, ResultHub, ResultStream, StreamEvent};
pub use runs::{RunFeed, RunWatch};
pub use stored_result::result_json;
