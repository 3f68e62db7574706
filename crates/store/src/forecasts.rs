//! Forecasts, their scores and recalibration, and what further rounds are valued by.

mod answer_scores;
mod answered;
mod facet;
mod read;
mod recalibration;
mod scored;
mod valued;

pub use answer_scores::AnswerScores;
pub use answered::AnsweredForecast;
pub use facet::PgForecasts;
pub use recalibration::RecalibrationKey;
pub use scored::{ScoredFilter, ScoredForecast};
pub use valued::ValuationHistory;
