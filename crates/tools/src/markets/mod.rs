//! Prediction markets that ask the same question.
//!
//! A market is found by its words and judged by what it asks: candidates are ranked ([`lookup`]), code refuses those
//! with another deadline, quantity or option ([`rules`]), and one model call judges text, deadline, criteria and
//! direction of the rest ([`request`]). Similarity alone never makes a match. [`agreement`] answers that call by rule,
//! for the offline model.

pub mod agreement;
pub mod day;
pub mod figures;
pub mod lookup;
pub mod request;
pub mod rules;
pub mod wording;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use web::markets::{Listing, Quote};

/// Which way round a market asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Both resolve YES in the same cases.
    Same,
    /// The market resolves YES where the question is answered NO.
    Inverse,
}

impl Direction {
    /// Converts a price of the market's YES into one of the question's YES.
    pub fn price(self, quote: Quote) -> f64 {
        match self {
            Self::Same => quote.price,
            Self::Inverse => 1.0 - quote.price,
        }
    }
}

/// The question for which a market is looked up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// Text of the question, in any language.
    pub text: String,
    /// What the asker knows, with the criteria.
    #[serde(default)]
    pub background: String,
    /// Day on which it closes.
    pub closes: Option<NaiveDate>,
    /// Day on which it is asked.
    pub asked_on: NaiveDate,
}

impl Topic {
    /// Returns the deadline: the day on which it closes, else the last day that its text names.
    pub fn deadline(&self) -> Option<NaiveDate> {
        self.closes.or_else(|| day::deadlines(&self.text, self.asked_on).into_iter().max())
    }
}

/// The text of a market.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarketText {
    /// The market's question.
    pub question: String,
    /// Title of the event that it belongs to; may be empty.
    #[serde(default)]
    pub group: String,
    /// Option of the event that the market is about, such as a name or a threshold; may be empty.
    #[serde(default)]
    pub option: String,
    /// Criteria; may be empty.
    #[serde(default)]
    pub criteria: String,
    /// Day on which it closes.
    pub closes: Option<NaiveDate>,
}

impl MarketText {
    /// Returns the text of a listing.
    pub fn of(listing: &Listing) -> Self {
        Self {
            question: listing.question.clone(),
            group: listing.group.clone(),
            option: listing.option.clone(),
            criteria: listing.criteria.clone(),
            closes: listing.closes.map(|at| at.date_naive()),
        }
    }
}
