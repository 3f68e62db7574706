//! Hostile inputs from seeds, for tests on every machine: random changes under fixed seeds, and repetitions that show
//! superlinear work. The tests of several crates include this file; `make fuzz` explores further with coverage.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Number of changed inputs per seed.
const MUTANTS: u64 = 400;
/// Tenfold input may take twelvefold time.
const MAX_RATIO: f64 = 12.0;
/// Time that does not depend on the input, such as growing the heap, per megabyte of the larger input.
const HEAP: Duration = Duration::from_millis(4);
/// Number of measurements, of which the shortest counts.
const RUNS: usize = 3;
/// Maximum number of rounds of measurements.
const ROUNDS: usize = 10;

/// Parts that parsers treat specially.
const TOKENS: [&[u8]; 24] = [
    b"<",
    b">",
    b"\"",
    b"'",
    b"&",
    b"&#x110000;",
    b"<!--",
    b"-->",
    b"<script>",
    b"</",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\u0000",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r",
    b"\n\n",
    b"data:",
    b"999999999999999999999",
    b"-1",
    b"%00",
];

/// Calls `run` with every seed and with changes of it. A panic fails the test and names the input.
pub(crate) fn mutants(seeds: &[&[u8]], run: impl Fn(&[u8])) {
    for (index, seed) in seeds.iter().enumerate() {
        for number in 0..MUTANTS {
            let input = mutant(seed, number + 1000 * index as u64);
            let ended = catch_unwind(AssertUnwindSafe(|| run(&input)));
            assert!(ended.is_ok(), "seed {index}, change {number}: {:?}", String::from_utf8_lossy(&input));
        }
    }
}

/// Returns the seed with a few random changes. The number 0 changes nothing.
fn mutant(seed: &[u8], number: u64) -> Vec<u8> {
    let mut random = number;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((random >> 33) % bound.max(1) as u64).unwrap_or_default()
    };
    let mut bytes = seed.to_vec();
    for _ in 0..number % 1000 % 9 {
        let at = below(bytes.len() + 1);
        let end = (at + below(20)).min(bytes.len());
        match below(6) {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, TOKENS[below(TOKENS.len())].iter().copied())),
            3 => {
                let part = bytes[at..end].to_vec();
                let part = part.repeat(1 + below(300));
                drop(bytes.splice(at..at, part));
            }
            4 if at < bytes.len() => bytes[at] = u8::try_from(below(256)).unwrap_or_default(),
            _ => {
                let from = below(bytes.len() + 1).min(at);
                bytes.rotate_left(from);
            }
        }
    }
    bytes
}

/// Asserts that ten times as many repetitions of each pattern take at most twelve times as long. `bytes` is the size of
/// the smaller input.
pub(crate) fn linear(name: &str, patterns: &[&str], bytes: usize, run: impl Fn(&[u8])) {
    for pattern in patterns {
        let input = |bytes: usize| pattern.repeat(bytes / pattern.len().max(1)).into_bytes();
        let (small, large) = (input(bytes), input(10 * bytes));
        let heap = HEAP.mul_f64(large.len() as f64 / 1e6);
        let ratio = || {
            let (short, long) = (shortest(&small, &run), shortest(&large, &run));
            long.saturating_sub(heap).as_secs_f64() / short.as_secs_f64().max(1e-6)
        };
        let mut best = ratio();
        for _ in 1..ROUNDS {
            // Caches and page faults disturb single rounds, so the best one counts.
            best = if best > MAX_RATIO { best.min(ratio()) } else { best };
        }
        assert!(best <= MAX_RATIO, "{name}: ten times {pattern:?} takes {best:.1} times as long");
    }
}

fn shortest(input: &[u8], run: &impl Fn(&[u8])) -> Duration {
    let time = |_| {
        let before = processor_time();
        run(input);
        processor_time().saturating_sub(before)
    };
    (0..RUNS).map(time).min().unwrap_or_default()
}

/// Returns the processor time of this thread, which other work on the machine does not lengthen.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
