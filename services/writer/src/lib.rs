//! The writer: makes results durable, once, and tells the world (SPEC 4.5).
//!
//! Pure: [`research_report`], [`forecast_report`] and [`request_report`] say what stands in a report as a [`page`], which has two forms,
//! Markdown and HTML; [`cost`] tells the account, [`doubts`] works out how it could be wrong, [`removed`] what the filter took out, [`refs`] names a run's findings. [`contradiction`] finds what new
//! evidence ends of what was known; [`note`], [`links`], [`audit`]. [`result`] puts a result's row and message together, [`shelf`] puts files
//! down. Only [`handler`] and [`shelf`] wait for anything.

pub mod audit;
pub mod contradiction;
pub mod cost;
pub mod doubts;
pub mod forecast_report;
pub mod handler;
pub mod links;
pub mod note;
pub mod page;
pub mod refs;
pub mod removed;
pub mod request_report;
pub mod research_report;
pub mod result;
#[cfg(test)]
mod sample;
pub mod shelf;
