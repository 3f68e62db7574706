//! The child: confines itself, then reads what it is given until there is nothing more.

use std::io::{self, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Duration;

use crate::sandbox::unread::Label;
use crate::sandbox::wire::{self, Answer};
use crate::sandbox::{Confinement, Limits};

/// The private argument that makes a binary of ours a parser; the limits follow it.
pub const ARGUMENT: &str = "--auspex-parser-child";
/// Deeply nested input recurses in parsers; pages are bounded below that, the stack is the second line.
const STACK: usize = 16 * 1024 * 1024;

/// To be called first thing in `main`: if this process was started as a parser, it is one until its parent is done with
/// it, and then the exit code is returned. Otherwise `None`, and nothing has happened.
pub fn child_main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some(ARGUMENT) {
        return None;
    }
    let mut number = |usual: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let usual = Limits::default();
    let memory = number(usual.memory);
    let limits = Limits { memory, time: Duration::from_secs(number(usual.time.as_secs())) };
    let reading = std::thread::Builder::new().name("parser".to_owned()).stack_size(STACK);
    let ended = reading.spawn(move || serve(limits)).map(std::thread::JoinHandle::join);
    Some(if matches!(ended, Ok(Ok(Ok(())))) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn serve(limits: Limits) -> io::Result<()> {
    // A panic is an answer; its text may hold the page's words and belongs nowhere.
    std::panic::set_hook(Box::new(|_| ()));
    let confinement = Confinement::enter(&limits);
    let (mut input, mut output) = (BufReader::new(io::stdin().lock()), io::stdout().lock());
    wire::send(&mut output, &confinement)?;
    while let Some(label) = wire::receive(&mut input)? {
        let label: Label = serde_json::from_slice(&label)?;
        let bytes = wire::receive(&mut input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        limits.start_clock();
        answer(&mut output, &label, &bytes)?;
    }
    Ok(())
}

fn answer(output: &mut impl Write, label: &Label, bytes: &[u8]) -> io::Result<()> {
    // The parsers keep nothing between two documents, so nothing half-done outlives an unwinding.
    let read = catch_unwind(AssertUnwindSafe(|| crate::read(bytes, &label.content_type, &label.url)));
    wire::send(output, &read.map_or(Answer::Panicked, Answer::of))
}
