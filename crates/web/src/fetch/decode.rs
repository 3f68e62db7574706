//! Content encodings, decoded within a size limit, which stops decompression bombs. Pure.
//!
//! Replaces the decoding of the HTTP client, which does not limit the window of zstd: a frame may require gigabytes of memory
//! before it yields a byte (RFC 9659 allows 8 MiB over HTTP).

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// Encodings that this module decodes, as the value of `Accept-Encoding`.
pub(crate) const ACCEPTED: &str = "gzip, br, zstd, deflate";
/// Size of the decoding buffer.
const BUFFER_BYTES: usize = 64 * 1024;
/// Maximum window of zstd as a content encoding (RFC 9659).
const MAX_WINDOW_BYTES: u64 = 8 * 1024 * 1024;

/// The reason why a body is not decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undecodable {
    /// Larger than the limit.
    TooLarge,
    /// An unknown encoding, or several combined.
    Unknown(String),
    /// The body does not match its encoding.
    Broken,
}

/// Decodes a body by its `Content-Encoding`, to at most `cap` bytes.
pub(crate) fn decode(encoding: &str, body: Vec<u8>, cap: usize) -> Result<Vec<u8>, Undecodable> {
    let wire = body.as_slice();
    match encoding.trim().to_ascii_lowercase().as_str() {
        "" | "identity" if body.len() <= cap => Ok(body),
        "" | "identity" => Err(Undecodable::TooLarge),
        "gzip" | "x-gzip" => drain(MultiGzDecoder::new(wire), cap),
        // The standard requires zlib; many servers send raw deflate.
        "deflate" if is_zlib(wire) => drain(ZlibDecoder::new(wire), cap),
        "deflate" => drain(DeflateDecoder::new(wire), cap),
        "br" => drain(brotli_decompressor::Decompressor::new(wire, 4096), cap),
        "zstd" => zstd(wire, cap),
        other => Err(Undecodable::Unknown(other.chars().take(40).collect())),
    }
}

fn drain(mut from: impl Read, cap: usize) -> Result<Vec<u8>, Undecodable> {
    let mut out = Vec::new();
    fill(&mut from, &mut out, cap)?;
    Ok(out)
}

fn fill(from: &mut impl Read, out: &mut Vec<u8>, cap: usize) -> Result<(), Undecodable> {
    let mut piece = vec![0; BUFFER_BYTES];
    loop {
        let read = from.read(&mut piece).map_err(|_| Undecodable::Broken)?;
        if read == 0 {
            return Ok(());
        }
        if out.len() + read > cap {
            return Err(Undecodable::TooLarge);
        }
        out.extend_from_slice(&piece[..read]);
    }
}

/// Decodes zstd frames in sequence.
fn zstd(mut wire: &[u8], cap: usize) -> Result<Vec<u8>, Undecodable> {
    let mut out = Vec::new();
    while !wire.is_empty() {
        if window(wire).ok_or(Undecodable::Broken)? > MAX_WINDOW_BYTES {
            return Err(Undecodable::TooLarge);
        }
        let mut frame = ruzstd::decoding::StreamingDecoder::new(&mut wire).map_err(|_| Undecodable::Broken)?;
        fill(&mut frame, &mut out, cap)?;
    }
    Ok(out)
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
    fn invalid_and_combined_encodings_are_errors() {
        for encoding in ["gzip", "deflate", "br", "zstd"] {
            assert_eq!(
                decode(encoding, b"\xffnot compressed at all".to_vec(), 1000),
                Err(Undecodable::Broken),
                "{encoding}"
            );
        }
        assert_eq!(decode("gzip, gzip", gzip(TEXT), 1000), Err(Undecodable::Unknown("gzip, gzip".to_owned())));
        let cut = gzip(TEXT);
        assert_eq!(decode("gzip", cut[..cut.len() - 12].to_vec(), 1000), Err(Undecodable::Broken));
    }
}
