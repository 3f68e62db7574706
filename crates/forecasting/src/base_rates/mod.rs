//! Base rates: the share of similar questions that resolved YES, from which a forecaster starts before any evidence.
//! Pure: texts, dates and counts in, a rate with its reasons out.
//!
//! 1. [`mod@asked`]: the question with its claim and the days that are left.
//! 2. [`mod@form`]: the kind of claim; [`mod@prior`]: the rate of that kind from a few stated rules.
//! 3. [`mod@class`]: the reference classes of the question, from the general to the specific.
//! 4. [`mod@cohort`]: counts of a class, in which correlated cases of one day have less weight.
//! 5. [`mod@belief`]: the rate after all classes, each a beta-binomial whose prior is the class before it.
//!
//! The caller provides the cases, only those that were resolved and known before the question was asked. `store` saves
//! the labels of the classes with each outcome, so [`class::VERSION`] must grow when a label changes its meaning.

pub mod asked;
pub mod belief;
pub mod class;
pub mod cohort;
pub(crate) mod dates;
pub mod form;
mod phrases;
pub mod prior;

pub use asked::{AskedQuestion, CURRENT_VALUE};
pub use belief::{Belief, Step, shrink};
pub use class::{Class, classes};
pub use cohort::{ClassHistory, Cohort};
pub use form::Form;
pub use prior::{StatedPrior, stated_prior};
