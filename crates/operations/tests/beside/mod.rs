//! Third-party test data outside the repository, which may be absent.

/// Reads a file of the shared data directory beside the repository, or of `AUSPEX_TEST_DATA`; prints a note and returns
/// `None` if the file does not exist.
#[allow(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn read(file: &str) -> Option<String> {
    let beside = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("AUSPEX_TEST_DATA").map_or_else(beside, Into::into);
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {} is not here", path.display());
    }
    text
}
