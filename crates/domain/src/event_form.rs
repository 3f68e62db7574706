//! Whether text, kind and market of a question fit together.

use crate::AnswerKind;
use crate::event::{AskedQuestion, Wanted};
use crate::question_form::{self, NotBinary};

/// Error for a question whose text, kind and market do not fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidQuestion {
    /// The text asks for something else than its kind.
    #[error("{0}")]
    Form(NotBinary),
    /// A market's price is the probability of YES.
    #[error("is the price of YES, but the question is not answered by yes or no; leave it out")]
    Market,
}

impl AskedQuestion {
    /// Returns the kind of the answer: the stated one, otherwise the one that the text asks for.
    pub fn answer_kind(&self) -> AnswerKind {
        self.kind.clone().or_else(|| question_form::kind_of(&self.text).ok()).unwrap_or_default()
    }

    /// Checks that text, kind and market fit together. Research may be about anything.
    ///
    /// # Errors
    /// They contradict each other, or the text asks for a description.
    pub fn check_form(&self) -> Result<(), InvalidQuestion> {
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
