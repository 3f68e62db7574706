//! The child's report about its confinement, and its end with its parent.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use extraction::sandbox::{Confinement, PARSER_ARGUMENT};

fn frame(from: &mut impl Read) -> Vec<u8> {
    let mut length = [0; 4];
    from.read_exact(&mut length).expect("a length");
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut bytes).expect("so many bytes");
    bytes
}

#[test]
fn the_child_gives_everything_up_and_ends_with_its_parent() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parser-child"));
    let mut child =
        command.arg(PARSER_ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut output = child.stdout.take().expect("piped");
    let report: Confinement = serde_json::from_slice(&frame(&mut output)).expect("JSON");
    // If the kernel refuses the filter, the report names it; the limits apply everywhere.
    let excused = |missing: &String| missing.starts_with("system call filter") || missing.contains("network");
    assert!(report.missing.iter().all(excused), "{report:?}");
    if report.missing.is_empty() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        assert!(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"), "{status}");
    }
    let mut input = child.stdin.take().expect("piped");
    input.write_all(&[0]).expect("half a length");
    drop(input);
    assert!(!child.wait().expect("it ends").success(), "half a request is an error");
}
