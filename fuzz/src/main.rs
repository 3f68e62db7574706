//! Fuzzes one parser of bytes from outside. libFuzzer contains `main`; the variable `FUZZ_TARGET` names the parser; the
//! arguments are those of libFuzzer, for example a file to replay.

#![no_main]

mod targets;

use std::sync::LazyLock;

use targets::{TARGETS, Target};

static SELECTED: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let Some((_, target)) = TARGETS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
        eprintln!("FUZZ_TARGET={name:?} is none of {}", names.join(", "));
        std::process::exit(2);
    };
    *target
});

/// Runs the selected target once. libFuzzer calls it before the first input, too, with an empty one.
///
/// # Safety
/// `data` points to `length` bytes, or `length` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, length: usize) -> i32 {
    // SAFETY: libFuzzer passes a buffer of that length, which it does not change during the call.
    let bytes = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, length) } };
    if std::panic::catch_unwind(|| (*SELECTED)(bytes)).is_err() {
        // libFuzzer writes the input to a file when it receives this signal.
        std::process::abort();
    }
    0
}
