//! A query with its filters. Pure.

use chrono::{Days, NaiveDate};

/// Words, in lower case, that ask for scientific papers.
const PAPER_WORDS: [&str; 16] = [
    "arxiv",
    "clinical",
    "cohort",
    "doi",
    "journal",
    "meta-analysis",
    "paper",
    "papers",
    "peer-reviewed",
    "placebo",
    "preprint",
    "pubmed",
    "randomized",
    "randomised",
    "studies",
    "study",
];

/// A query with its filters. A provider maps the filters that it has and ignores the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WebQuery {
    /// The words, with the operators that the model wrote.
    pub text: String,
    /// Maximum number of results.
    pub limit: usize,
    /// Only results published since a day.
    pub since: Option<Since>,
    /// True for news only.
    pub is_news: bool,
    /// Language of the results, ISO 639-1 in lower case, for example `de`.
    pub language: Option<String>,
    /// Country of the results, ISO 3166-1 alpha-2 in lower case, for example `de`.
    pub country: Option<String>,
}

/// A day, and the present day: some providers take an age and others a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Since {
    /// First day of the results.
    pub day: NaiveDate,
    /// The present day.
    pub today: NaiveDate,
}

impl Since {
    /// Returns the age in days, at least 1.
    pub fn days(self) -> i64 {
        (self.today - self.day).num_days().max(1)
    }

    /// Returns the day after today, for periods whose end is exclusive or in another time zone.
    pub(crate) fn end(self) -> NaiveDate {
        self.today.checked_add_days(Days::new(1)).unwrap_or(self.today)
    }
}

impl WebQuery {
    /// Creates a query without filters.
    pub fn new(text: impl Into<String>, limit: usize) -> Self {
        Self { text: text.into(), limit, ..Self::default() }
    }

    /// Returns true if the query asks for scientific papers.
    pub(crate) fn is_about_papers(&self) -> bool {
        let text = self.text.to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
        words.into_iter().any(|word| PAPER_WORDS.contains(&word))
    }
}
