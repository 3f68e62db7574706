//! The child process: confines itself, then parses documents until its input ends.

use std::io::{self, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Duration;

use crate::sandbox::Label;
use crate::sandbox::wire::{self, Answer};
use crate::sandbox::{Confinement, ParserLimits};

/// The private argument that turns one of our binaries into a parser; the limits follow it.
pub const PARSER_ARGUMENT: &str = "--auspex-parser-child";
/// Stack size. Deeply nested input recurses in parsers; nesting is bounded below this, so the stack is a second limit.
const STACK_BYTES: usize = 16 * 1024 * 1024;

/// Must be called first in `main`. If this process was started as a parser, parses until the parent closes the pipe and
/// returns the exit code; otherwise returns `None` without any effect.
pub fn child_main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some(PARSER_ARGUMENT) {
        return None;
    }
    let mut number = |usual: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let usual = ParserLimits::default();
    let memory = number(usual.memory);
    let limits = ParserLimits { memory, time: Duration::from_secs(number(usual.time.as_secs())) };
    let reading = std::thread::Builder::new().name("parser".to_owned()).stack_size(STACK_BYTES);
    let ended = reading.spawn(move || serve(limits)).map(std::thread::JoinHandle::join);
    Some(if matches!(ended, Ok(Ok(Ok(())))) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn serve(limits: ParserLimits) -> io::Result<()> {
    // A panic becomes an answer. Its message may contain page text and is not logged.
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
    // Parsers keep no state between documents, so unwinding leaves nothing inconsistent.
    let read = catch_unwind(AssertUnwindSafe(|| crate::read(bytes, &label.content_type, &label.url)));
    wire::send(output, &read.map_or(Answer::Panicked, Answer::from_result))
}
