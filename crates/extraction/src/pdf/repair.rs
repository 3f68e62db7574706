//! A file cut off before its catalogue: the pages that are left can still be read.

/// Far above the numbers that real files use, so that it hides no object of the file.
const CATALOG: &str = "8388606";

/// The bytes with a catalogue appended that names no page tree: a reader that finds none collects the pages it meets.
/// `None` if there is nothing that could be a page.
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
