//! Data that lies beside the project: real, not ours, and not everywhere.

/// A file of the shared data folder, which stands beside the repository or where `AUSPEX_TEST_DATA` says; `None`, with a
/// note, where there is none.
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
