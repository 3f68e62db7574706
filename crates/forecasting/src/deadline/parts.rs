//! The parts of a period in a language that orders them otherwise than English.

use domain::calendar::MONTHS;

/// Year, month and day with what is said of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct DateParts {
    /// The year in digits, `this year` or `next year`.
    pub(super) year: Option<String>,
    pub(super) month: Option<u32>,
    /// The month of asking or the one after it: `this month`, `next month`.
    pub(super) relative_month: Option<String>,
    pub(super) day: Option<u32>,
    /// `third quarter`.
    pub(super) part: Option<String>,
    pub(super) is_end: bool,
    pub(super) is_middle: bool,
}

impl DateParts {
    /// Returns `true` if no period is named.
    pub(super) fn is_empty(&self) -> bool {
        self.year.is_none() && self.month.is_none() && self.relative_month.is_none() && self.part.is_none()
    }

    /// Returns `true` if only a year is named, without a part of it.
    pub(super) fn is_year(&self) -> bool {
        self.month.is_none() && self.relative_month.is_none() && self.part.is_none() && !self.is_end && !self.is_middle
    }

    /// Returns the words in the order of English, after an introduction.
    pub(super) fn english(&self, introduction: &str) -> Option<Vec<String>> {
        let Self { year, month, relative_month, day, part, is_end, is_middle } = self;
        let month = month.and_then(|month| MONTHS.get(usize::try_from(month).ok()?.checked_sub(1)?));
        if self.is_empty() || (day.is_some() && month.is_none()) {
            return None;
        }
        let mut text = format!("{introduction} ");
        if *is_end {
            text.push_str("end ");
        }
        if *is_middle {
            text.push_str("mid-");
        }
        text.extend(day.map(|day| format!("{day} ")));
        for named in [part.as_deref(), month.copied(), relative_month.as_deref(), year.as_deref()].into_iter().flatten()
        {
            text.push_str(named);
            text.push(' ');
        }
        Some(text.split_whitespace().map(str::to_owned).collect())
    }
}
