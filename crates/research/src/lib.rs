//! Who said what, who only repeats it, and what is the same in other words. Pure: texts in, judgements out.
//!
//! - [`quotes`]: do these words stand there exactly so?
//! - [`mod@print`]: how much two pages have in common, from a small sketch of each.
//! - [`voices`]: which sources are independent of one another.
//! - [`same`]: statements that say the same thing, or the very opposite, in nearly the same words.
//! - [`tone`]: how a text sounds, and whether that is an alarm.
//! - [`judge`]: the question to a model what each quote says to each statement.
//!
//! How a statement stands after all that is [`domain::Standing`].

pub mod evidence_filter;
pub mod judge;
pub mod print;
pub mod quotes;
pub mod same;
pub mod tone;
pub mod voices;

pub use print::Print;
