//! How much memory this process occupies.

/// Bytes resident, from `/proc/self/statm`; `None` where there is no such file (macOS).
pub fn bytes() -> Option<u64> {
    // Pages are 4 KiB on every platform that we build for; elsewhere the figure is off by the ratio, never absent.
    const PAGE: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_occupies_something() {
        assert!(super::bytes().unwrap() > 500_000);
    }
}
