//! Result of one check.

use std::fmt;

use serde::Serialize;

use crate::Context;

/// State of the checked item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// Works without a problem.
    Fine,
    /// Works, but needs attention.
    Notable,
    /// Work fails, or its result cannot be tracked.
    Broken,
}

/// Checked item, its state, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    pub(super) what: String,
    pub(super) state: State,
    pub(super) detail: String,
    /// Advice; empty if the state is fine.
    pub(super) mend: String,
}

impl Finding {
    pub(super) fn fine(what: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Fine, detail: detail.into(), mend: String::new() }
    }

    pub(super) fn notable(what: impl Into<String>, detail: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Notable, detail: detail.into(), mend: mend.into() }
    }

    /// Reports a server that cannot be reached. The error text contains the advice for other commands; here it is
    /// printed on a separate line.
    pub(super) fn unreachable(what: &str, error: &anyhow::Error, context: &Context) -> Self {
        let advice = context.advice_about(what, error);
        let detail = crate::output::error_chain(error).replacen(&format!("; {advice}"), "", 1);
        let mend = format!("{advice}. Until then work waits; acknowledged data is safe");
        Self::broken(what, detail, mend)
    }

    pub(super) fn broken(what: impl Into<String>, detail: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Broken, detail: detail.into(), mend: mend.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.state {
            State::Fine => "ok     ",
            State::Notable => "note   ",
            State::Broken => "BROKEN ",
        };
        write!(out, "{mark} {:<22} {}", self.what, self.detail)?;
        if !self.mend.is_empty() {
            write!(out, "\n{:31}→ {}", "", self.mend)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_item_is_printed_with_its_advice() {
        let text = Finding::broken("Postgres", "not reachable", "start it").to_string();
        assert!(text.starts_with("BROKEN  Postgres") && text.ends_with("→ start it"), "{text}");
        assert_eq!(Finding::fine("NATS", "2.15.1").to_string().lines().count(), 1);
    }
}
