//! What is inside a file: gzip is unpacked, and a byte order mark before the text is left out. Neither is anything that a person sees.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

type Reader = Box<dyn Read + Send>;

/// A reader of what is inside. It looks at the first bytes when it is first read, not before: standard input may keep them back for
/// as long as it likes.
pub(crate) enum Plain {
    /// Nothing was read yet.
    Unseen(Reader),
    /// What is inside.
    Seen(Reader),
}

impl Plain {
    /// Reads nothing yet.
    pub(crate) fn new(reader: impl Read + Send + 'static) -> Self {
        Self::Unseen(Box::new(reader))
    }
}

impl Read for Plain {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if let Self::Unseen(reader) = self {
            let reader = std::mem::replace(reader, Box::new(std::io::empty()));
            *self = Self::Seen(inside(reader)?);
        }
        match self {
            Self::Unseen(reader) | Self::Seen(reader) => reader.read(into),
        }
    }
}

fn inside(reader: Reader) -> std::io::Result<Reader> {
    let (head, rest) = begun(reader)?;
    if head.starts_with(&GZIP) {
        let (head, rest) = begun(MultiGzDecoder::new(Cursor::new(head).chain(rest)))?;
        return Ok(unmarked(head, rest));
    }
    Ok(unmarked(head, rest))
}

/// The first bytes, as many as a mark has, and what follows them.
fn begun<R: Read>(mut reader: R) -> std::io::Result<(Vec<u8>, R)> {
    let mut head = Vec::new();
    reader.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut head)?;
    Ok((head, reader))
}

fn unmarked(head: Vec<u8>, rest: impl Read + Send + 'static) -> Reader {
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
    fn what_a_person_sees_in_a_file_is_read() {
        let marked = "\u{feff}{}\n";
        for (bytes, text) in [
            (b"{}\n".to_vec(), "{}\n"),
            (marked.into(), "{}\n"),
            (packed("{}\n"), "{}\n"),
            (packed(marked), "{}\n"),
            // As `cat a.gz b.gz` makes them.
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
    fn a_file_that_is_cut_off_is_an_error_after_what_it_holds() {
        let mut bytes = packed(&"{\"id\":1}\n".repeat(9_000));
        bytes.truncate(bytes.len() - 9);
        let mut found = Vec::new();
        assert!(Plain::new(Cursor::new(bytes)).read_to_end(&mut found).is_err());
        assert!(found.starts_with(b"{\"id\":1}\n"));
        assert!(read(vec![0x1f, 0x8b]).is_err());
    }
}
