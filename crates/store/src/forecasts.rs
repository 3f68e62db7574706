//! Forecasts, their scores and recalibration, and what further rounds are valued by.

mod facet;
mod read;
mod recalibration;
mod scored;
mod valued;

pub use facet::PgForecasts;
pub use recalibration::RecalibrationKey;
pub use scored::{ScoredFilter, ScoredForecast};
pub use valued::ValuationHistory;
