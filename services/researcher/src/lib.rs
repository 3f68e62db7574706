//! The researcher: gathers evidence with tools. It gives no probability, no recommendation and no opinion.
//!
//! | module | purpose |
//! |---|---|
//! | `handler`, `job` | the task: its kind, its loops, its outcome |
//! | `entity` | research about an identifier: which entity, fresh or not, under which lease; facts and alarms |
//! | `question` | questions of runs, unsure look-ups |
//! | `official` | official websites of the subject and of what a question names |
//! | `recall` | answers to questions of runs from memory, while their facts are fresh |
//! | `bundle` | research directions: todos, checkpoints, summary |
//! | `macro_run` | research macros: definition, loop, correction, LEI checks, result |
//! | `research_loop` | the loop between model and tools, its prompts and memoised steps; the tools are in the crate `tools` |
//! | `pages` | the page store; reading pages in quarantine; removal of unreferenced bytes |
//! | `answer` | from the model's answer to research that cites what was read |
//! | `web_config` | settings and clients of the outside web |

mod answer;
mod audit;
mod bundle;
pub mod config;
mod entity;
mod handler;
mod job;
mod macro_run;
mod official;
mod pages;
mod question;
mod recall;
mod research_loop;
#[cfg(test)]
mod tests;
mod web_config;

pub use audit::Trail;
pub use config::ResearcherConfig;
pub use handler::{ModelAccess, Researcher, Stores, WebAccess};
pub use macro_run::read_macros;
pub use pages::collect;
pub use web_config::WebConfig;
