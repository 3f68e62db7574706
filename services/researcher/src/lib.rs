//! The researcher: gathers evidence with tools and nothing else. It gives no probability, no recommendation, no opinion.
//!
//! | module | what it decides |
//! |---|---|
//! | `handler` | which kind of task this is |
//! | `entity`, `identity`, `resolve`, `lease` | which entity an identifier means, and who researches it |
//! | `alarm`, `facts` | whether news refutes fresh research; which findings hold from when to when |
//! | `hindsight` | what a task that answers as of a day leaves out |
//! | `inquiry`, `merge` | questions, unsure look-ups |
//! | `bundle`, `todo`, `shelf`, `so_far` | bundles of directions: todos, their folder, the checkpoint |
//! | `drive`, `goal`, `tools`, `desk`, `kept` | the loop: what the model is given, what it may call, what is remembered |
//! | `archive`, `answers`, `collect` | pages and what services answer, by way of the page store; replay; bytes that nobody names |
//! | `reading`, `quotes` | pages are read in quarantine; quotes are checked against the page |
//! | `outside`, `rests` | who is asked outside, and how politely |
//! | `notebook`, `assemble`, `tier` | what was really seen, and what may therefore be said |

mod alarm;
mod answers;
mod archive;
#[cfg(test)]
mod archive_test;
mod assemble;
mod audit;
#[cfg(test)]
mod bench_test;
mod bundle;
#[cfg(test)]
mod bundle_test;
pub mod collect;
pub mod config;
mod desk;
mod drive;
mod entity;
mod facts;
mod flights;
mod goal;
mod handler;
#[cfg(test)]
mod handler_test;
mod hindsight;
#[cfg(test)]
mod hindsight_test;
mod identity;
#[cfg(test)]
mod injection_test;
mod inquiry;
mod job;
mod kept;
mod lease;
#[cfg(test)]
mod loop_test;
mod merge;
mod notebook;
mod outside;
#[cfg(test)]
mod outside_test;
mod reading;
mod resolve;
mod rests;
mod shelf;
mod so_far;
mod stances;
mod tier;
mod todo;
mod tools;
mod trail;
mod wanted;

pub use config::Config;
pub use handler::{Parts, Researcher};
pub use outside::WebConfig;
pub use trail::Trail;
