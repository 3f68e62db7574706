//! CPU time and open files of this process.

use std::time::Duration;

/// Clock ticks per second in `/proc`; a constant of the Linux ABI on all supported platforms.
const TICKS_PER_SECOND: u64 = 100;

/// Returns the CPU time from `/proc/self/stat`, user and system; `None` if the file does not exist (macOS).
pub fn cpu_time() -> Option<Duration> {
    parse_cpu_time(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// The name of the program, in parentheses, may contain spaces and parentheses. The state, field 3, follows the last
/// one.
fn parse_cpu_time(stat: &str) -> Option<Duration> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(Duration::from_millis((user + system) * (1_000 / TICKS_PER_SECOND)))
}

/// Returns the number of open file descriptors, including sockets; `None` if `/proc` does not exist.
pub fn open_files() -> Option<usize> {
    // The listing itself opens one.
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_the_sum_of_user_and_system_time() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 100 0 0 0 150 50 9 9 20 0 4 0 100 1 1";
        assert_eq!(parse_cpu_time(stat), Some(Duration::from_secs(2)));
        assert_eq!(parse_cpu_time("7 (a"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_has_open_files_and_uses_the_processor() {
        assert!(open_files().unwrap() >= 3);
        assert!(cpu_time().is_some());
    }
}
