//! A reader that unpacks gzip and removes a leading byte order mark.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

type Reader = Box<dyn Read + Send>;

/// Reader of the plain content. The format is detected at the first `read`, not at construction: standard input may
/// block indefinitely.
pub(crate) enum Plain {
    /// Nothing read yet.
    Undetected(Reader),
    /// Format detected; the reader returns plain content.
    Detected(Reader),
}

impl Plain {
    /// Wraps a reader without reading from it.
    pub(crate) fn new(reader: impl Read + Send + 'static) -> Self {
        Self::Undetected(Box::new(reader))
    }
}

impl Read for Plain {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if let Self::Undetected(reader) = self {
            let reader = std::mem::replace(reader, Box::new(std::io::empty()));
            *self = Self::Detected(unpack(reader)?);
        }
        match self {
            Self::Undetected(reader) | Self::Detected(reader) => reader.read(into),
        }
    }
}

fn unpack(reader: Reader) -> std::io::Result<Reader> {
    let (head, rest) = split_head(reader)?;
    if head.starts_with(&GZIP) {
        let (head, rest) = split_head(MultiGzDecoder::new(Cursor::new(head).chain(rest)))?;
        return Ok(without_mark(head, rest));
    }
    Ok(without_mark(head, rest))
}

/// Returns the first three bytes (the length of a byte order mark) and the remaining reader.
fn split_head<R: Read>(mut reader: R) -> std::io::Result<(Vec<u8>, R)> {
    let mut head = Vec::new();
    reader.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut head)?;
    Ok((head, reader))
}

fn without_mark(head: Vec<u8>, rest: impl Read + Send + 'static) -> Reader {
    let head = if head == BYTE_ORDER_MARK { Vec::new() } else { head };
    Box::new(Cursor::new(head).chain(rest))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn read(bytes: Vec<u8>) -> std::io::Result<String> {
        let mut text = String::new();
        Plain::new(Cursor::new(bytes)).read_to_string(&mut text).map(|_| text)
    }

    fn packed(text: &str) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(text.as_bytes()).unwrap();
        packer.finish().unwrap()
    }

    #[test]
    fn gzip_and_byte_order_marks_are_removed() {
        let marked = "\u{feff}{}\n";
        for (bytes, text) in [
            (b"{}\n".to_vec(), "{}\n"),
            (marked.into(), "{}\n"),
            (packed("{}\n"), "{}\n"),
            (packed(marked), "{}\n"),
            // The output of `cat a.gz b.gz`.
            ([packed("{}\n"), packed("[]\n")].concat(), "{}\n[]\n"),
            (packed(""), ""),
            (Vec::new(), ""),
            (b"{".to_vec(), "{"),
            ("a\u{feff}".into(), "a\u{feff}"),
        ] {
            assert_eq!(read(bytes).unwrap(), text);
        }
    }

    #[test]
    fn a_truncated_file_yields_its_content_and_then_an_error() {
        let mut bytes = packed(&"{\"id\":1}\n".repeat(9_000));
        bytes.truncate(bytes.len() - 9);
        let mut found = Vec::new();
        assert!(Plain::new(Cursor::new(bytes)).read_to_end(&mut found).is_err());
        assert!(found.starts_with(b"{\"id\":1}\n"));
        assert!(read(vec![0x1f, 0x8b]).is_err());
    }
}
