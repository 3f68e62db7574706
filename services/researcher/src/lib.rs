//! The researcher: gathers evidence with tools and nothing else. It gives no probability, no recommendation, no opinion.
//!
//! | module | what it decides |
//! |---|---|
//! | `handler` | which kind of task this is |
//! | `entity`, `identity`, `resolve`, `lease` | which entity an identifier means, and who researches it |
//! | `inquiry`, `bundle`, `todo`, `merge` | questions, unsure look-ups, bundles of directions |
//! | `drive`, `goal`, `tools`, `desk` | the loop: what the model is given, what it may call, what is remembered |
//! | `reading`, `quotes` | pages are read in quarantine; quotes are checked against the page |
//! | `notebook`, `assemble`, `tier` | what was really seen, and what may therefore be said |

mod assemble;
mod audit;
mod bundle;
pub mod config;
mod desk;
mod drive;
mod entity;
mod goal;
mod handler;
#[cfg(test)]
mod handler_test;
mod identity;
mod inquiry;
mod job;
mod lease;
mod merge;
mod notebook;
mod quotes;
mod reading;
mod resolve;
mod tier;
mod todo;
mod tools;

pub use config::{Config, WebConfig};
pub use handler::{Parts, Researcher};
