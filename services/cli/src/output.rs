//! Words for people on standard error, results on standard output. A closed pipe is an error for the caller to pass on, not a panic.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Done, but something was refused or is dead.
pub const INCOMPLETE: u8 = 3;
/// Gave up waiting.
pub const TIMED_OUT: u8 = 4;
/// Items of a list that a person is shown; JSON has all.
const SHOWN: usize = 20;

/// One line of result.
///
/// # Errors
/// When standard output is closed.
pub fn line(text: &str) -> std::io::Result<()> {
    written(&harmless(text))
}

fn written(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// What strangers wrote (questions, pages, reasons) must not steer a person's terminal: control characters and those that turn the
/// direction of writing are shown as unknown ones.
fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |c: char| match c {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    };
    if text.contains(steers) { Cow::Owned(text.replace(steers, "\u{fffd}")) } else { Cow::Borrowed(text) }
}

/// The beginning of a text, on one line, where a whole one would hide its neighbours.
pub fn shortened(text: &str, most: usize) -> String {
    let cut: String = text.chars().take(most).collect();
    let ended = if cut.len() < text.len() { format!("{}…", cut.trim_end()) } else { cut };
    ended.replace(['\n', '\r'], " ")
}

/// Each of them as a line for [`first_of`].
pub fn lines(items: &[impl Display]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// The first [`SHOWN`] of each list, and how many more there are.
///
/// # Errors
/// When standard output is closed.
pub fn first_of(lists: &[&[String]]) -> std::io::Result<()> {
    shown(lists).iter().try_for_each(|shown| line(shown))
}

fn shown(lists: &[&[String]]) -> Vec<String> {
    let first = lists.iter().flat_map(|list| list.iter().take(SHOWN));
    let mut lines: Vec<String> = first.map(|item| format!("  {item}")).collect();
    let left: usize = lists.iter().map(|list| list.len().saturating_sub(SHOWN)).sum();
    if left > 0 {
        lines.push(format!("  … and {left} more; --json shows all"));
    }
    lines
}

/// One JSON value as a line of result.
///
/// # Errors
/// When standard output is closed or the value has no JSON.
pub fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    // As it is: what is harmful to a terminal is not to a program, and JSON escapes what would end the line.
    written(&serde_json::to_string(value)?)?;
    Ok(())
}

/// `1 attempt`, `3 attempts`.
pub fn counted(count: impl Into<u64>, what: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// One line about how it goes. If nobody listens, nothing is lost.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", harmless(text));
}

/// Why it failed.
pub fn complain(text: &str) {
    note(&format!("auspex: {text}"));
}

/// Why it failed, for people, and for a program that waits for JSON: it finds `{"error": …}` where the answer would have been.
pub fn fail(text: &str, is_json: bool) {
    complain(text);
    if is_json {
        // Nobody is left to be told that standard output is closed.
        let _ = json(&serde_json::json!({ "error": text }));
    }
}

/// An error with its reasons, each said once: libraries repeat theirs in one another.
pub fn chain(error: &anyhow::Error) -> String {
    let mut told: Vec<String> = Vec::new();
    for reason in error.chain().map(ToString::to_string) {
        if !told.last().is_some_and(|last| last.ends_with(&reason)) {
            told.push(reason);
        }
    }
    told.join(": ")
}

/// A person watches: bars and colours make sense.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}

/// 0, or [`INCOMPLETE`] where something did not get through.
pub fn complete_if(complete: bool) -> ExitCode {
    if complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_lists_the_first_are_shown_and_the_rest_is_counted() {
        let (short, long) = (lines(&[1, 2]), lines(&(0..25).collect::<Vec<_>>()));
        assert_eq!(shown(&[&short]), ["  1", "  2"]);
        let both = shown(&[&short, &long]);
        assert_eq!((both.len(), both.last().unwrap().as_str()), (2 + SHOWN + 1, "  … and 5 more; --json shows all"));
    }

    #[test]
    fn a_reason_that_repeats_another_is_said_once() {
        let repeated = anyhow::anyhow!("no such role").context("the server says: no such role").context("Postgres");
        assert_eq!(chain(&repeated), "Postgres: the server says: no such role");
        assert_eq!(chain(&anyhow::anyhow!("refused").context("away")), "away: refused");
    }

    #[test]
    fn what_strangers_wrote_does_not_steer_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2Jb\rc\u{202e}d"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d");
        for same in ["Wird es regnen?\n\t将来", "هل ستمطر؟ 😀 e\u{301}"] {
            assert_eq!(harmless(same), same);
        }
        assert_eq!(shortened("Will it\nsnow?", 80), "Will it snow?");
        assert_eq!(shortened(&"é".repeat(90), 3), "ééé…");
    }

    #[test]
    fn one_is_no_plural() {
        assert_eq!((counted(1_u32, "round"), counted(2_u32, "round")), ("1 round".to_owned(), "2 rounds".to_owned()));
    }
}
