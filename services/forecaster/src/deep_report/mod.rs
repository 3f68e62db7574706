//! A report: a run that ends with a text instead of a forecast. The model plans, outlines and writes; code decides
//! which of its sentences are published.
//!
//! | module | responsibility |
//! |---|---|
//! | [`plan`] | rounds and questions by depth |
//! | [`material`] | the findings that a report may use, by number |
//! | [`outline`] | title and sections, each with its findings |
//! | [`writing`] | sentences of sections and summary, checked |
//! | [`assembly`] | the report, with findings numbered in reading order |

pub mod assembly;
pub mod material;
pub mod outline;
pub mod plan;
pub mod writing;
