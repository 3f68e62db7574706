//! Printing to standard output. A closed pipe is an error, not a panic.

use std::io::Write;

/// Prints one line. Control characters become U+FFFD, because text of a set must not control the terminal.
pub(crate) fn line(text: &str) -> std::io::Result<()> {
    let text = text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "\u{fffd}");
    writeln!(std::io::stdout().lock(), "{text}")
}

/// Prints a value as one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(value)?)?;
    Ok(())
}
