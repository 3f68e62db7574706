//! How often questions like this one came out YES: what a forecaster starts from before any evidence. Pure: texts, dates and
//! counts in, a rate with its reasons out; no model, no clock, no server.
//!
//! 1. [`mod@asked`]: the question as it stands: its claim, and the days that are left.
//! 2. [`mod@form`]: which kind of claim it makes; [`mod@prior`]: what that alone says, from a handful of stated rules.
//! 3. [`mod@class`]: the classes of resolved questions that it belongs to, from the general to the particular.
//! 4. [`mod@cohort`]: cases of one day are witnesses of the same world, so many of them count as few.
//! 5. [`mod@belief`]: the classes one after another, each a beta-binomial whose prior is the class above it.
//!
//! The caller brings the cases, and only those that were decided and known before the question was asked. `store` writes the
//! labels of a class beside each outcome, so [`class::VERSION`] grows when a label changes its meaning.

pub mod asked;
pub mod belief;
pub mod class;
pub mod cohort;
mod dates;
pub mod form;
pub mod prior;
mod words;

pub use asked::{Asked, CURRENT_VALUE};
pub use belief::{Belief, Step, believe};
pub use class::{Class, classes};
pub use cohort::{Cohort, Past};
pub use form::Form;
pub use prior::{Prior, prior};
