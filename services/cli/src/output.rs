//! Words for people on standard error, results on standard output. A closed pipe is an error for the caller to pass on, not a panic.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Done, but something was refused or is dead.
pub const INCOMPLETE: u8 = 3;
/// Gave up waiting.
pub const TIMED_OUT: u8 = 4;

/// One line of result.
///
/// # Errors
/// When standard output is closed.
pub fn line(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
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
