//! Whether text, kind and market of a question fit together.

use crate::AnswerKind;
use crate::event::{AskConfig, AskedQuestion, Wanted};
use crate::question_form::{self, NotBinary};

/// Error for a question whose parts do not fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidQuestion {
    /// The text asks for something else than its kind.
    #[error("{0}")]
    Form(NotBinary),
    /// A market's price is the probability of YES.
    #[error("is the price of YES, but the question is not answered by yes or no; leave it out")]
    Market,
    /// An option needs a forecast.
    #[error("a report is no forecast; leave out the review, `clarify` and `wanted`")]
    Report,
}

impl AskedQuestion {
    /// Returns the kind of the answer: the stated one, otherwise the one that the text asks for.
    pub fn answer_kind(&self) -> AnswerKind {
        self.kind.clone().or_else(|| question_form::kind_of(&self.text).ok()).unwrap_or_default()
    }

    /// Returns `true` if a report is asked for instead of a forecast.
    pub fn is_report(&self) -> bool {
        matches!(self.kind, Some(AnswerKind::Report { .. }))
    }

    /// Checks that text, kind, market and options fit together. Research may be about anything.
    ///
    /// # Errors
    /// They contradict each other, or the text asks for a description.
    pub fn check_form(&self) -> Result<(), InvalidQuestion> {
        if self.is_report() && self.config.needs_forecast() {
            return Err(InvalidQuestion::Report);
        }
        if self.config.wanted == Wanted::Research && self.kind.is_none() {
            return Ok(());
        }
        let is_yes_or_no = match &self.kind {
            Some(kind) => kind.is_yes_or_no(),
            None => question_form::kind_of(&self.text).map_err(InvalidQuestion::Form)?.is_yes_or_no(),
        };
        if self.kind.is_some() && is_yes_or_no {
            question_form::check(&self.text).map_err(InvalidQuestion::Form)?;
        }
        match self.market.is_some() && !is_yes_or_no {
            true => Err(InvalidQuestion::Market),
            false => Ok(()),
        }
    }
}

impl AskConfig {
    /// Returns `true` if an option is about the publication of a forecast.
    fn needs_forecast(&self) -> bool {
        self.wanted == Wanted::Research || self.clarify || self.human_review || !self.review_if.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_may_be_about_anything_but_has_no_review_and_no_market() {
        let report = AskedQuestion {
            text: "Why did the bridge of Norrby close?".into(),
            kind: Some(AnswerKind::Report { depth: 1 }),
            ..AskedQuestion::default()
        };
        assert_eq!(report.check_form(), Ok(()));
        let with = |config: AskConfig| AskedQuestion { config, ..report.clone() }.check_form();
        assert_eq!(with(AskConfig { human_review: true, ..AskConfig::default() }), Err(InvalidQuestion::Report));
        assert_eq!(with(AskConfig { wanted: Wanted::Research, ..AskConfig::default() }), Err(InvalidQuestion::Report));
        let priced = AskedQuestion { market: Some(crate::event::Market::default()), ..report };
        assert_eq!(priced.check_form(), Err(InvalidQuestion::Market));
    }
}
