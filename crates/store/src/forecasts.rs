//! Forecasts, their scores and recalibration, and what further rounds are valued by.

mod answer_scores;
mod answered;
mod event_options;
mod facet;
mod family;
mod read;
mod recalibration;
mod scored;
mod valued;

pub use answer_scores::AnswerScores;
pub use answered::{AnsweredFilter, AnsweredForecast};
#[cfg(feature = "testing")]
pub(crate) use event_options::OPTIONS;
pub use event_options::OptionRow;
pub use facet::PgForecasts;
#[cfg(feature = "testing")]
pub(crate) use family::FAMILY;
pub use family::{FamilyForecast, FamilyQuery};
/// The arithmetic of the quantiles that forecasts of numbers and dates are stored as.
pub use forecasting::kinds::quantiles;
pub use recalibration::RecalibrationKey;
pub use scored::{ScoredFilter, ScoredForecast};
pub use valued::ValuationHistory;
