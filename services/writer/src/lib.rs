//! The writer: makes results durable, once, and tells the world (SPEC 4.5).
//!
//! Pure: [`research_report`] and [`forecast_report`] over [`markdown`], [`note`], [`links`], [`audit`]. [`result`] puts a result's row and message
//! together, [`shelf`] puts files down. Only [`handler`] and [`shelf`] wait for anything.

pub mod audit;
pub mod forecast_report;
pub mod handler;
pub mod links;
pub mod markdown;
pub mod note;
pub mod research_report;
pub mod result;
#[cfg(test)]
mod sample;
pub mod shelf;
