//! Files of a ZIP archive, read from its central directory. Sizes are limited, which stops decompression bombs.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// Signatures of the end of the directory, of an entry of it, and of a file (APPNOTE 4.3).
const END: &[u8] = b"PK\x05\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const FILE: &[u8] = b"PK\x03\x04";
/// Bytes of these structures without their names.
const END_BYTES: usize = 22;
const ENTRY_BYTES: usize = 46;
const FILE_BYTES: usize = 30;
/// Maximum length of the comment behind the directory.
const MAX_COMMENT: usize = 65_535;
/// Maximum number of files; a book has some hundred.
const MAX_FILES: usize = 5_000;
/// Maximum decoded bytes of one file, and of all that are read.
const MAX_FILE_BYTES: usize = 8 * 1024 * 1024;
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A file of the archive.
struct Entry<'z> {
    name: &'z str,
    is_deflated: bool,
    packed: usize,
    at: usize,
}

/// A ZIP archive in memory.
pub(super) struct Archive<'z> {
    bytes: &'z [u8],
    entries: Vec<Entry<'z>>,
    /// Decoded bytes that may still be read.
    left: usize,
}

impl<'z> Archive<'z> {
    /// Reads the directory; `None` if there is none.
    pub(super) fn open(bytes: &'z [u8]) -> Option<Self> {
        let last = bytes.len().checked_sub(END_BYTES)?;
        let end = (last.saturating_sub(MAX_COMMENT)..=last).rev().find(|at| bytes[*at..].starts_with(END))?;
        let count = usize::from(u16_at(bytes, end + 10)?).min(MAX_FILES);
        let mut at = u32_at(bytes, end + 16)?;
        let mut entries = Vec::new();
        for _ in 0..count {
            let entry = bytes.get(at..).filter(|entry| entry.starts_with(ENTRY))?;
            let [name, extra, comment] = [28, 30, 32].map(|field| u16_at(entry, field).map(usize::from));
            let (name, extra, comment) = (name?, extra?, comment?);
            let method = u16_at(entry, 10)?;
            if let Some(name) =
                entry.get(ENTRY_BYTES..ENTRY_BYTES + name).and_then(|name| std::str::from_utf8(name).ok())
                && matches!(method, 0 | 8)
            {
                entries.push(Entry {
                    name,
                    is_deflated: method == 8,
                    packed: u32_at(entry, 20)?,
                    at: u32_at(entry, 42)?,
                });
            }
            at += ENTRY_BYTES + name + extra + comment;
        }
        Some(Self { bytes, entries, left: MAX_BYTES })
    }

    /// Returns the names of all files.
    pub(super) fn names(&self) -> impl Iterator<Item = &'z str> + '_ {
        self.entries.iter().map(|entry| entry.name)
    }

    /// Returns `true` if the archive has the file.
    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name)
    }

    /// Returns the text of a file; `None` if it is missing, damaged or too large.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        let Entry { is_deflated, packed, at, .. } = self.entries.iter().find(|entry| entry.name == name)?;
        let file = self.bytes.get(*at..).filter(|file| file.starts_with(FILE))?;
        let start = FILE_BYTES + usize::from(u16_at(file, 26)?) + usize::from(u16_at(file, 28)?);
        let data = file.get(start..start.checked_add(*packed)?)?;
        let most = MAX_FILE_BYTES.min(self.left);
        let mut out = Vec::new();
        if *is_deflated {
            DeflateDecoder::new(data).take(most as u64 + 1).read_to_end(&mut out).ok()?;
        } else {
            out.extend_from_slice(&data[..data.len().min(most + 1)]);
        }
        self.left = self.left.saturating_sub(out.len());
        (out.len() <= most).then(|| crate::charset::decode(&out, "text/xml; charset=utf-8").into_owned())
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at + 4)?;
    usize::try_from(u32::from_le_bytes([four[0], four[1], four[2], four[3]])).ok()
}
