//! Results on standard output, messages on standard error. A closed pipe is an error for the caller to return, not a
//! panic.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use serde::Serialize;
use telemetry::printable;

use crate::Context;

/// Exit code of a command that completed although something was refused or dead-lettered.
pub const INCOMPLETE: u8 = 3;
/// Exit code of a command whose wait timed out.
pub const TIMED_OUT: u8 = 4;
/// Maximum list items in text output; JSON output has all of them.
const MAX_LISTED: usize = 20;

/// Prints one line of the result. Questions, pages and reasons are untrusted text that must not control the terminal.
///
/// # Errors
/// When standard output is closed.
pub fn line(text: &str) -> std::io::Result<()> {
    write_line(&printable::plain(text))
}

fn write_line(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    written.map_err(|error| std::io::Error::new(error.kind(), format!("cannot write to standard output: {error}")))
}

impl Context {
    /// Prints a result: as JSON, or as the lines that describe it.
    ///
    /// # Errors
    /// When standard output is closed.
    pub fn print<T: Serialize, L: IntoIterator<Item = String>>(
        &self,
        result: &T,
        describe: impl FnOnce(&T) -> L,
    ) -> anyhow::Result<()> {
        if self.json {
            return json(result);
        }
        Ok(describe(result).into_iter().try_for_each(|text| line(&text))?)
    }

    /// Prints the items of a list, each as JSON or as one line.
    ///
    /// # Errors
    /// When standard output is closed.
    pub fn print_each<T: Serialize>(&self, items: &[T], describe: impl Fn(&T) -> String) -> anyhow::Result<()> {
        items.iter().try_for_each(|item| self.print(item, |item| [describe(item)]))
    }

    /// Prints a message to standard error, unless a program reads the result.
    pub fn remark(&self, text: &str) {
        if !self.json {
            note(text);
        }
    }
}

/// Prints a text that another program reads as a file; as JSON it is the member `name` of an object.
///
/// # Errors
/// When standard output is closed.
pub fn document(name: &str, text: &str, is_json: bool) -> anyhow::Result<()> {
    match is_json {
        true => json(&serde_json::json!({ name: text })),
        false => Ok(line(text.trim_end())?),
    }
}

/// Returns the first `max_chars` characters of a text on one line, with an ellipsis if it was cut.
pub fn truncate(text: &str, max_chars: usize) -> String {
    let cut: String = text.chars().take(max_chars).collect();
    let ended = if cut.len() < text.len() { format!("{}…", cut.trim_end()) } else { cut };
    one_line(&ended)
}

/// Replaces line breaks: a text of others in a list must not look like a further row.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Formats each item as a line for [`print_first`].
pub fn lines(items: &[impl Display]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// Prints the first [`MAX_LISTED`] items of each list and the number of omitted ones.
///
/// # Errors
/// When standard output is closed.
pub fn print_first(lists: &[&[String]]) -> std::io::Result<()> {
    first_lines(lists).iter().try_for_each(|first_lines| line(first_lines))
}

fn first_lines(lists: &[&[String]]) -> Vec<String> {
    let first = lists.iter().flat_map(|list| list.iter().take(MAX_LISTED));
    let mut lines: Vec<String> = first.map(|item| format!("  {item}")).collect();
    let left: usize = lists.iter().map(|list| list.len().saturating_sub(MAX_LISTED)).sum();
    if left > 0 {
        lines.push(format!("  … and {left} more; --json shows all"));
    }
    lines
}

/// Prints one JSON value as a line of the result.
///
/// # Errors
/// When standard output is closed or the value cannot be serialised.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    // A program reads this, but a person may look at it: nothing in it controls a terminal.
    write_line(&json_text(value)?)?;
    Ok(())
}

fn json_text(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(printable::json(&serde_json::to_string(value)?).into_owned())
}

/// Formats a count with its noun, e.g. `1 attempt` or `3 attempts`.
pub fn pluralize(count: impl Into<u64>, what: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Prints the names of the columns of a list, on a terminal only: a program reads the rows.
///
/// # Errors
/// When standard output is closed.
pub fn header(text: &str, is_json: bool) -> std::io::Result<()> {
    if is_json || !std::io::stdout().is_terminal() { Ok(()) } else { line(text) }
}

/// Prints a progress message to standard error and ignores write errors.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", printable::plain(text));
}

/// Prints an error message to standard error.
pub fn print_error(text: &str) {
    note(&format!("auspex: {text}"));
}

/// Prints an error message to standard error and, for a caller that reads JSON, `{"error": …}` to standard output.
pub fn report_failure(text: &str, is_json: bool) {
    print_error(text);
    if is_json {
        // If standard output is closed, there is nowhere to report that.
        let _ = json(&serde_json::json!({ "error": text }));
    }
}

/// Joins an error and its causes. A cause that the previous message already ends with is left out: libraries repeat
/// their sources.
pub fn error_chain(error: &anyhow::Error) -> String {
    let mut messages: Vec<String> = Vec::new();
    for message in error.chain().map(ToString::to_string) {
        if !messages.last().is_some_and(|last| last.ends_with(&message)) {
            messages.push(message);
        }
    }
    messages.join(": ")
}

/// Returns true if standard error is a terminal, so that progress bars are useful.
pub fn is_interactive() -> bool {
    std::io::stderr().is_terminal()
}

/// Returns exit code 0, or [`INCOMPLETE`] if not everything completed.
pub fn complete_if(complete: bool) -> ExitCode {
    if complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut_and_the_omitted_items_are_counted() {
        let (short, long) = (lines(&[1, 2]), lines(&(0..25).collect::<Vec<_>>()));
        assert_eq!(first_lines(&[&short]), ["  1", "  2"]);
        let both = first_lines(&[&short, &long]);
        assert_eq!(
            (both.len(), both.last().unwrap().as_str()),
            (2 + MAX_LISTED + 1, "  … and 5 more; --json shows all")
        );
    }

    #[test]
    fn a_cause_repeated_by_its_parent_is_printed_once() {
        let repeated = anyhow::anyhow!("no such role").context("the server says: no such role").context("Postgres");
        assert_eq!(error_chain(&repeated), "Postgres: the server says: no such role");
        assert_eq!(error_chain(&anyhow::anyhow!("refused").context("away")), "away: refused");
    }

    #[test]
    fn untrusted_text_in_json_cannot_control_the_terminal() {
        let question = "a\u{1b}[2J\u{9b}\u{7f}b\u{202e}c\u{2066}";
        let text = json_text(&serde_json::json!({ "question": question })).unwrap();
        assert_eq!(text, r#"{"question":"a\u001b[2J\u009b\u007fb\u202ec\u2066"}"#);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["question"], question);
    }

    #[test]
    fn a_truncated_text_is_one_line() {
        assert_eq!(truncate("Will it\nsnow?", 80), "Will it snow?");
        assert_eq!(truncate(&"é".repeat(90), 3), "ééé…");
    }

    #[test]
    fn a_count_of_one_is_singular() {
        assert_eq!(
            (pluralize(1_u32, "round"), pluralize(2_u32, "round")),
            ("1 round".to_owned(), "2 rounds".to_owned())
        );
    }
}
