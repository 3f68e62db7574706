//! Memory that this process occupies.

/// Returns the resident bytes from `/proc/self/statm`; `None` if the file does not exist (macOS).
pub fn bytes() -> Option<u64> {
    // Pages are 4 KiB on all supported platforms. With another page size the figure is off by the ratio.
    const PAGE: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_occupies_memory() {
        assert!(super::bytes().unwrap() > 500_000);
    }
}
