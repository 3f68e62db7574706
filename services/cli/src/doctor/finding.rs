//! One thing that was looked at.

use std::fmt;

use serde::Serialize;

use crate::Context;

/// How it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// As it should be.
    Fine,
    /// Works, and somebody should know.
    Notable,
    /// Work cannot be done, or will be lost sight of.
    Broken,
}

/// What was looked at, how it is, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    pub(super) what: String,
    pub(super) state: State,
    pub(super) detail: String,
    /// Empty where nothing is to mend.
    pub(super) mend: String,
}

impl Finding {
    pub(super) fn fine(what: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Fine, detail: detail.into(), mend: String::new() }
    }

    pub(super) fn notable(what: impl Into<String>, detail: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { what: what.into(), state: State::Notable, detail: detail.into(), mend: mend.into() }
    }

    /// A server that cannot be connected to. The error carries its advice for other commands; here it stands in a line of its own.
    pub(super) fn unreachable(what: &str, error: &anyhow::Error, context: &Context) -> Self {
        let advice = context.advice(what);
        let detail = crate::output::chain(error).replacen(&format!("; {advice}"), "", 1);
        let mend = format!("{advice}. Until then work waits; what was confirmed is kept");
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
    fn a_broken_thing_says_how_to_mend_it() {
        let text = Finding::broken("Postgres", "not reachable", "start it").to_string();
        assert!(text.starts_with("BROKEN  Postgres") && text.ends_with("→ start it"), "{text}");
        assert_eq!(Finding::fine("NATS", "2.15.1").to_string().lines().count(), 1);
    }
}
