//! Content encodings, decoded within a size limit, which stops decompression bombs. Pure.
//!
//! Servers name encodings that are none (`none`, `UTF-8`, `binary`) or that the body does not have, name one twice or
//! apply one twice, and cut or pad the end of gzip data. A body that is readable as it is, is taken as it is, the
//! signature of the bytes counts more than a name, and a body that does not match its name is read in the encoding that
//! makes it readable.
//!
//! Replaces the decoding of the HTTP client, which does not limit the window of zstd: a frame may require gigabytes of
//! memory before it yields a byte (RFC 9659 allows 8 MiB over HTTP).

mod gzip;

use std::io::Read;

use flate2::read::{DeflateDecoder, ZlibDecoder};

/// Encodings that this module decodes, as the value of `Accept-Encoding`.
pub(crate) const ACCEPTED: &str = "gzip, br, zstd, deflate";
/// Size of the decoding buffer.
const BUFFER_BYTES: usize = 8 * 1024;
/// Maximum window of zstd as a content encoding (RFC 9659).
const MAX_WINDOW_BYTES: u64 = 8 * 1024 * 1024;
/// Maximum number of encodings of one body. Servers combine two at most.
const MAX_LAYERS: usize = 4;
/// Bytes examined to tell text from compressed data.
const SNIFFED_BYTES: usize = 1024;
/// Minimum length of a text in another character set than UTF-8: among this many bytes of compressed data are control
/// characters.
const MIN_LEGACY_BYTES: usize = 96;

/// The reason why a body is not decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undecodable {
    /// Larger than the limit.
    TooLarge,
    /// An unknown encoding of a body that is not readable as it is, or too many combined.
    Unknown(String),
    /// The body does not match its encoding.
    Broken,
}

/// The first decoded bytes, and whether there are more than the limit.
type Beginning = (Vec<u8>, bool);

/// An encoding that can be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

impl Encoding {
    fn by_name(name: &str) -> Option<Self> {
        match name {
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" | "x-deflate" => Some(Self::Deflate),
            "br" => Some(Self::Brotli),
            "zstd" | "x-zstd" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Returns the encoding that the first bytes prove; brotli and raw deflate have no signature.
    fn by_signature(wire: &[u8]) -> Option<Self> {
        match wire {
            [0x1f, 0x8b, 0x08, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    fn decode(self, wire: &[u8], cap: usize) -> Result<Beginning, Undecodable> {
        match self {
            Self::Gzip => gzip::decode(wire, cap),
            // The standard requires zlib; many servers send raw deflate.
            Self::Deflate if is_zlib(wire) => drain(ZlibDecoder::new(wire), cap),
            Self::Deflate => drain(DeflateDecoder::new(wire), cap),
            Self::Brotli => drain(brotli_decompressor::Decompressor::new(wire, 4096), cap),
            Self::Zstd => zstd(wire, cap),
        }
    }
}

/// Decodes a body by its `Content-Encoding`, to at most `cap` bytes.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn decode(encoding: &str, body: Vec<u8>, cap: usize) -> Result<Vec<u8>, Undecodable> {
    match beginning(encoding, body, cap)? {
        (decoded, false) => Ok(decoded),
        (_, true) => Err(Undecodable::TooLarge),
    }
}

/// Decodes the first `cap` bytes of a body by its `Content-Encoding`; `true` if there are more.
pub(super) fn beginning(encoding: &str, mut body: Vec<u8>, cap: usize) -> Result<Beginning, Undecodable> {
    let lower = encoding.to_ascii_lowercase();
    let names: Vec<&str> = lower.split([',', ';']).map(str::trim).filter(|name| !name.is_empty()).collect();
    let known: Vec<Encoding> = names.iter().filter_map(|name| Encoding::by_name(name)).collect();
    let unknown = || Undecodable::Unknown(lower.trim().chars().take(40).collect());
    if known.len() > MAX_LAYERS {
        return Err(unknown());
    }
    let mut is_cut = body.len() > cap;
    body.truncate(cap);
    if known.is_empty() {
        let is_doubtful = names.iter().any(|name| *name != "identity");
        let (body, more) = undeclared(body, cap, is_doubtful)?.ok_or_else(unknown)?;
        return Ok((body, more || is_cut));
    }
    // The encodings are listed in the order in which they were applied.
    let mut layers = known.len();
    for declared in known.into_iter().rev() {
        let (decoded, more) = layer(declared, body, cap)?;
        (body, is_cut) = (decoded, is_cut || more);
    }
    // A server and its cache may both compress, and name it once.
    while let Some(again) = Encoding::by_signature(&body).filter(|_| layers < MAX_LAYERS) {
        let Ok((decoded, more)) = again.decode(&body, cap) else { break };
        (body, is_cut, layers) = (decoded, is_cut || more, layers + 1);
    }
    Ok((body, is_cut))
}

/// Removes one encoding. A body without it is taken as it is if it is readable, and decoded otherwise in an encoding
/// that makes it readable.
fn layer(declared: Encoding, body: Vec<u8>, cap: usize) -> Result<Beginning, Undecodable> {
    match Encoding::by_signature(&body).unwrap_or(declared).decode(&body, cap) {
        Err(Undecodable::Broken) if is_readable(&body) => Ok((body, false)),
        Err(Undecodable::Broken) => misnamed(&body, cap).ok_or(Undecodable::Broken),
        decoded => decoded,
    }
}

/// Decodes a body by the encoding without a signature that makes it readable.
fn misnamed(body: &[u8], cap: usize) -> Option<Beginning> {
    let mut decoded =
        [Encoding::Deflate, Encoding::Brotli].into_iter().filter_map(|found| found.decode(body, cap).ok());
    decoded.find(|(text, _)| !text.is_empty() && is_readable(text))
}

/// Returns a body that declares no encoding that is known. With an unknown name (`is_doubtful`) it must be readable;
/// `None` if it is not.
fn undeclared(body: Vec<u8>, cap: usize, is_doubtful: bool) -> Result<Option<Beginning>, Undecodable> {
    // A file that is compressed itself, such as `sitemap.xml.gz`, or a proxy that dropped the header.
    match Encoding::by_signature(&body).map(|found| found.decode(&body, cap)) {
        Some(Ok(decoded)) => Ok(Some(decoded)),
        Some(Err(error)) if error != Undecodable::Broken => Err(error),
        Some(Err(_)) => Ok((!is_doubtful).then_some((body, false))),
        None if is_zlib(&body) && !is_readable(&body) => {
            Ok(misnamed(&body, cap).or((!is_doubtful).then_some((body, false))))
        }
        None => Ok((!is_doubtful || is_readable(&body)).then_some((body, false))),
    }
}

/// Returns true for text and for PDF. Compressed data contains control characters.
fn is_readable(body: &[u8]) -> bool {
    let head = &body[..body.len().min(SNIFFED_BYTES)];
    if head.trim_ascii_start().starts_with(b"%PDF-") {
        return true;
    }
    let is_control =
        |byte: &u8| (*byte < 0x20 && !matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | 0x1b)) || *byte == 0x7f;
    let is_utf8 = match std::str::from_utf8(head) {
        Ok(_) => true,
        // The last character may be cut.
        Err(error) => error.error_len().is_none() && error.valid_up_to() > 0,
    };
    !head.iter().any(is_control) && (is_utf8 || head.len() >= MIN_LEGACY_BYTES)
}

fn drain(mut from: impl Read, cap: usize) -> Result<Beginning, Undecodable> {
    let mut out = Vec::new();
    let more = fill(&mut from, &mut out, cap)?;
    Ok((out, more))
}

/// Appends up to `cap` bytes in all; `true` if there are more.
fn fill(from: &mut impl Read, out: &mut Vec<u8>, cap: usize) -> Result<bool, Undecodable> {
    let mut piece = [0; BUFFER_BYTES];
    loop {
        let read = from.read(&mut piece).map_err(|_| Undecodable::Broken)?;
        if read == 0 {
            return Ok(false);
        }
        let room = cap - out.len();
        out.extend_from_slice(&piece[..read.min(room)]);
        if read > room {
            return Ok(true);
        }
    }
}

/// Decodes zstd frames in sequence.
fn zstd(mut wire: &[u8], cap: usize) -> Result<Beginning, Undecodable> {
    let mut out = Vec::new();
    while !wire.is_empty() {
        if window(wire).ok_or(Undecodable::Broken)? > MAX_WINDOW_BYTES {
            return Err(Undecodable::TooLarge);
        }
        let mut frame = ruzstd::decoding::StreamingDecoder::new(&mut wire).map_err(|_| Undecodable::Broken)?;
        if fill(&mut frame, &mut out, cap)? {
            return Ok((out, true));
        }
    }
    Ok((out, false))
}

/// Returns the window size of a zstd frame (RFC 8878, 3.1.1.1); `None` if this is not a frame.
fn window(frame: &[u8]) -> Option<u64> {
    let rest = frame.strip_prefix(&[0x28, 0xB5, 0x2F, 0xFD])?;
    let (descriptor, rest) = rest.split_first()?;
    if descriptor & 0x20 == 0 {
        let byte = u64::from(*rest.first()?);
        let base = 1_u64.checked_shl(10 + u32::try_from(byte >> 3).ok()?)?;
        return Some(base + base / 8 * (byte & 7));
    }
    // A single segment: the window is the whole content, whose size follows the dictionary's id.
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let (width, plus) = [(1, 0), (2, 256), (4, 0), (8, 0)][usize::from(descriptor >> 6)];
    let size = rest.get(dictionary..dictionary + width)?;
    let value = size.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
    value.checked_add(plus)
}

/// Returns `true` for a zlib header: method 8, and the first two bytes are a multiple of 31.
fn is_zlib(wire: &[u8]) -> bool {
    matches!(wire, [a, b, ..] if a & 0x0f == 8 && (u16::from(*a) << 8 | u16::from(*b)).is_multiple_of(31))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"the same words, the same words, the same words";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn every_encoding_round_trips() {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(TEXT).unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::fast());
        raw.write_all(TEXT).unwrap();
        let zstd = ruzstd::encoding::compress_to_vec(TEXT, ruzstd::encoding::CompressionLevel::Fastest);
        let mut brotli = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 22);
        brotli.write_all(TEXT).unwrap();
        let cases = [
            ("", TEXT.to_vec()),
            ("identity", TEXT.to_vec()),
            ("gzip", gzip(TEXT)),
            ("X-GZIP", gzip(TEXT)),
            ("deflate", zlib.finish().unwrap()),
            ("deflate", raw.finish().unwrap()),
            ("br", brotli.into_inner()),
            ("zstd", zstd.clone()),
        ];
        for (encoding, wire) in cases {
            assert_eq!(decode(encoding, wire, 1000).as_deref(), Ok(TEXT), "{encoding}");
        }
        assert_eq!(decode("zstd", [zstd.clone(), zstd].concat(), 1000), Ok([TEXT, TEXT].concat()));
        assert_eq!(decode("gzip", [gzip(TEXT), gzip(TEXT)].concat(), 1000), Ok([TEXT, TEXT].concat()));
    }

    #[test]
    fn the_limit_is_exact_to_the_byte() {
        for (encoding, wire) in [("gzip", gzip(TEXT)), ("", TEXT.to_vec())] {
            assert!(decode(encoding, wire.clone(), TEXT.len()).is_ok());
            assert_eq!(decode(encoding, wire, TEXT.len() - 1), Err(Undecodable::TooLarge));
        }
    }

    #[test]
    fn a_window_is_checked_before_its_allocation() {
        let frame = |rest: &[u8]| [&[0x28, 0xB5, 0x2F, 0xFD], rest].concat();
        assert_eq!(window(&frame(&[0x00, 0x68])), Some(8 << 20));
        assert_eq!(window(&frame(&[0x00, 0xff])), Some((1 << 41) + (1 << 41) / 8 * 7));
        assert_eq!(window(&frame(&[0xe0, 0, 0, 0, 0, 1, 0, 0, 0])), Some(1 << 32));
        assert_eq!(window(b"hello"), None);
        assert_eq!(decode("zstd", frame(&[0x00, 0xff, 1, 0, 0]), 1000), Err(Undecodable::TooLarge));
        assert_eq!(decode("zstd", frame(&[0xe0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]), 1000), Err(Undecodable::TooLarge));
    }

    #[test]
    fn names_that_are_no_encoding_are_ignored_on_a_readable_body() {
        let cyrillic = "Порт повысит сборы в феврале. ".repeat(8);
        let legacy: Vec<u8> =
            cyrillic.chars().map(|c| if c.is_ascii() { c as u8 } else { 0xc0 | (c as u32 & 0x3f) as u8 }).collect();
        for encoding in [
            "none",
            "UTF-8",
            "utf8",
            "identity, none",
            "binary",
            "8bit",
            "ISO-8859-1",
            "text/html",
            "gzip",
            "br",
            "deflate",
            "gzip, br",
            "x-unknown; q=1",
        ] {
            assert_eq!(decode(encoding, TEXT.to_vec(), 1000).as_deref(), Ok(TEXT), "{encoding}");
            assert_eq!(decode(encoding, legacy.clone(), 1000).as_ref(), Ok(&legacy), "{encoding}");
            let pdf = b"%PDF-1.7\n\xe2\xe3\xcf\xd3\0\x01".to_vec();
            assert_eq!(decode(encoding, pdf.clone(), 1000), Ok(pdf), "{encoding}");
        }
        for encoding in ["compress", "sdch", "dcb", "aws-chunked"] {
            assert_eq!(
                decode(encoding, b"\x1f\x9d\x90\0\x02".to_vec(), 1000),
                Err(Undecodable::Unknown(encoding.into()))
            );
        }
    }

    #[test]
    fn the_signature_counts_more_than_the_name() {
        let zstd = ruzstd::encoding::compress_to_vec(TEXT, ruzstd::encoding::CompressionLevel::Fastest);
        for encoding in ["", "none", "utf-8", "br", "deflate", "zstd", "gzip", "identity"] {
            assert_eq!(decode(encoding, gzip(TEXT), 1000).as_deref(), Ok(TEXT), "{encoding}");
            assert_eq!(decode(encoding, zstd.clone(), 1000).as_deref(), Ok(TEXT), "{encoding}");
        }
        assert_eq!(decode("gzip, gzip", gzip(&gzip(TEXT)), 1000).as_deref(), Ok(TEXT));
        assert_eq!(decode("gzip, gzip", gzip(TEXT), 1000).as_deref(), Ok(TEXT), "named twice, applied once");
        assert_eq!(decode("gzip", gzip(&gzip(TEXT)), 1000).as_deref(), Ok(TEXT), "named once, applied twice");
        let bomb = (0..20).fold(TEXT.to_vec(), |wire, _| gzip(&wire));
        assert!(decode("gzip", bomb, 1000).is_ok_and(|left| left.starts_with(b"\x1f\x8b")), "a few layers only");
        let mut both = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 22);
        both.write_all(&gzip(TEXT)).unwrap();
        assert_eq!(decode("gzip, br", both.into_inner(), 1000).as_deref(), Ok(TEXT));
    }

    #[test]
    fn a_body_in_another_encoding_than_its_name_is_read() {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(TEXT).unwrap();
        let zlib = zlib.finish().unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::fast());
        raw.write_all(TEXT).unwrap();
        let mut brotli = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 22);
        brotli.write_all(TEXT).unwrap();
        let brotli = brotli.into_inner();
        for (encoding, wire) in [
            ("gzip", zlib.clone()),
            ("br", zlib.clone()),
            ("", zlib.clone()),
            ("utf-8", zlib),
            ("gzip", raw.finish().unwrap()),
            ("gzip", brotli.clone()),
            ("deflate", brotli.clone()),
            ("zstd", brotli),
        ] {
            assert_eq!(decode(encoding, wire, 1000).as_deref(), Ok(TEXT), "{encoding}");
        }
        assert_eq!(decode("", b"x\x9c\0\x01\x02 no zlib".to_vec(), 1000), Ok(b"x\x9c\0\x01\x02 no zlib".to_vec()));
    }

    #[test]
    fn the_end_of_gzip_data_may_be_padded_or_lack_its_checksum() {
        let whole = gzip(TEXT);
        for lost in 1..=8 {
            assert_eq!(decode("gzip", whole[..whole.len() - lost].to_vec(), 1000).as_deref(), Ok(TEXT), "{lost}");
        }
        for padding in [&b"\0\0\0\0"[..], b"\r\n", b"<!-- served by cache -->"] {
            assert_eq!(decode("gzip", [&whole, padding].concat(), 1000).as_deref(), Ok(TEXT));
        }
    }

    #[test]
    fn invalid_and_combined_encodings_are_errors() {
        for encoding in ["gzip", "deflate", "br", "zstd"] {
            assert_eq!(
                decode(encoding, b"\xffnot compressed at all".to_vec(), 1000),
                Err(Undecodable::Broken),
                "{encoding}"
            );
        }
        let many = ["gzip"; MAX_LAYERS + 1].join(", ");
        assert!(matches!(decode(&many, gzip(TEXT), 1000), Err(Undecodable::Unknown(_))));
        let cut = gzip(TEXT);
        assert_eq!(decode("gzip", cut[..cut.len() - 12].to_vec(), 1000), Err(Undecodable::Broken));
    }
}
