//! The writer stores results and publishes them, exactly once.
//!
//! Pure modules: [`research_report`], [`forecast_report`], [`request_report`] and [`deep_report`] build a [`page`],
//! which is rendered as Markdown and HTML; [`cost`], [`limitations`] and [`removed`] build sections of it, `dossier`
//! those of a bundle; [`refs`] names a run's findings; [`contradiction`] finds earlier research that new evidence
//! contradicts; [`note`], [`links`] and [`audit`] build rows; [`result`] combines a result's row and message. Only
//! [`handler`], [`embeddings`], [`expiry`], [`reindex`] and [`report_store`] perform I/O.

pub mod audit;
pub mod contradiction;
pub mod cost;
pub mod deep_report;
mod dossier;
pub mod embeddings;
mod evidence_sides;
pub mod expiry;
pub mod forecast_report;
mod forecast_views;
pub mod handler;
pub mod limitations;
pub mod links;
pub mod note;
pub mod page;
mod question_reading;
pub mod refs;
pub mod reindex;
pub mod removed;
pub mod report_store;
pub mod request_report;
pub mod research_report;
pub mod result;
pub mod retention;
#[cfg(test)]
mod sample;
