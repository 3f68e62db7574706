//! Words for people on standard error, results on standard output. A closed pipe is an error for the caller to pass on, not a panic.

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
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
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
    line(&serde_json::to_string(value)?)?;
    Ok(())
}

/// One line about how it goes. If nobody listens, nothing is lost.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Why it failed.
pub fn complain(text: &str) {
    note(&format!("auspex: {text}"));
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
}
