//! The gzip container (RFC 1952). The checksum and length behind the data are not compared, and what follows the last
//! member is ignored, as browsers do: servers and caches cut and pad there.

use flate2::bufread::DeflateDecoder;

use super::{Beginning, Undecodable, fill};

/// Flags of optional parts of a header.
const CHECKSUM: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
/// Bytes of the checksum and the length behind the data.
const TRAILER_BYTES: usize = 8;

/// Decodes all members in sequence.
pub(super) fn decode(wire: &[u8], cap: usize) -> Result<Beginning, Undecodable> {
    let mut out = Vec::new();
    let mut rest = behind_header(wire).ok_or(Undecodable::Broken)?;
    loop {
        let mut data = DeflateDecoder::new(rest);
        if fill(&mut data, &mut out, cap)? {
            return Ok((out, true));
        }
        let behind = data.into_inner();
        match behind.get(TRAILER_BYTES..).and_then(behind_header) {
            Some(next) => rest = next,
            None => return Ok((out, false)),
        }
    }
}

/// Returns what follows a member's header; `None` if this is none.
fn behind_header(wire: &[u8]) -> Option<&[u8]> {
    let [0x1f, 0x8b, 8, flags, _, _, _, _, _, _, rest @ ..] = wire else { return None };
    let mut rest = rest;
    if flags & EXTRA != 0 {
        let length = usize::from(u16::from_le_bytes([*rest.first()?, *rest.get(1)?]));
        rest = rest.get(2 + length..)?;
    }
    for flag in [NAME, COMMENT] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & CHECKSUM != 0 { rest.get(2..) } else { Some(rest) }
}
