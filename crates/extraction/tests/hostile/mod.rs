//! Hostile documents, and a pool that reads them.

use std::io::Write;
use std::path::PathBuf;

use extraction::sandbox::{ParserLimits, ParserPool, ParserPoolSettings, RawDocument};

/// Address of every test document.
const URL: &str = "https://example.org/page";

/// Creates a pool of the parser binary.
pub(crate) fn pool(children: usize, limits: ParserLimits) -> ParserPool {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_parser-child"));
    ParserPool::new(ParserPoolSettings { children, limits, program, ..ParserPoolSettings::default() })
}

/// Returns an HTML page.
pub(crate) fn html(text: &str) -> RawDocument {
    RawDocument::new(URL, "text/html", text.as_bytes().to_vec())
}

/// Returns a PDF of these objects, numbered from 1: dictionary and stream.
pub(crate) fn pdf(objects: &[(&str, Vec<u8>)]) -> RawDocument {
    let mut file = b"%PDF-1.7\n".to_vec();
    for (number, (dictionary, stream)) in objects.iter().enumerate() {
        writeln!(file, "{} 0 obj", number + 1).expect("memory");
        if stream.is_empty() {
            write!(file, "<< {dictionary} >>").expect("memory");
        } else {
            write!(file, "<< {dictionary} /Length {} >>\nstream\n", stream.len()).expect("memory");
            file.extend_from_slice(stream);
            file.extend_from_slice(b"\nendstream");
        }
        file.extend_from_slice(b"\nendobj\n");
    }
    file.extend_from_slice(b"trailer << /Root 1 0 R >>\n");
    RawDocument::new(URL, "application/pdf", file)
}

/// Returns a PDF page with this content; further objects are its resources.
pub(crate) fn page(content: (&str, Vec<u8>), more: &[(&str, Vec<u8>)]) -> RawDocument {
    let mut objects = vec![
        ("/Type /Catalog /Pages 2 0 R", Vec::new()),
        ("/Type /Pages /Kids [3 0 R] /Count 1", Vec::new()),
        (
            "/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >>",
            Vec::new(),
        ),
        content,
        ("/Type /Font /Subtype /Type1 /BaseFont /Helvetica", Vec::new()),
    ];
    objects.extend_from_slice(more);
    pdf(&objects)
}

/// Returns a short stream that decompresses to so many megabytes of spaces.
pub(crate) fn zeros_packed(megabytes: usize) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let chunk = vec![b' '; 1024 * 1024];
    for _ in 0..megabytes {
        packed.write_all(&chunk).expect("memory");
    }
    packed.finish().expect("memory")
}
