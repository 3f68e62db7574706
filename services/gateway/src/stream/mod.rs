//! Event streams: results of a tenant, and the progress of runs. All streams of a process share one subscription to results and one
//! query for runs; a client that reads too slowly is disconnected and resumes with `Last-Event-ID`.

mod results;
mod runs;

pub use results::{Missed, ResultEvent, ResultHub, ResultStream};
pub use runs::{RunFeed, RunWatch};
