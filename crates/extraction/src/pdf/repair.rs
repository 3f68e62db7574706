//! Repair of a file truncated before its catalogue: the remaining pages can still be read.

/// Object number far above those of real files, so that it hides no object of the file.
const CATALOG: &str = "8388606";

/// Appends a catalogue without a page tree: a reader that finds none collects the pages that it meets.
/// Returns `None` if the bytes contain nothing that could be a page.
pub(super) fn with_catalog(bytes: &[u8]) -> Option<Vec<u8>> {
    let has = |needle: &[u8]| memchr::memmem::find(bytes, needle).is_some();
    if !has(b" obj") || !(has(b"/Page") || has(b"/ObjStm")) {
        return None;
    }
    let mut mended = Vec::with_capacity(bytes.len() + 200);
    mended.extend_from_slice(bytes);
    let tail = format!(
        "\nendstream endobj\n{CATALOG} 0 obj\n<< /Type /Catalog /Pages 8388607 0 R >>\nendobj\ntrailer\n<< /Root {CATALOG} 0 R >>\n"
    );
    mended.extend_from_slice(tail.as_bytes());
    Some(mended)
}
