//! Random bytes of the operating system, for ids and secrets.

use std::io::Read as _;

use anyhow::Context as _;

/// Returns random bytes.
///
/// # Errors
/// The random source cannot be read.
pub(crate) fn random<const BYTES: usize>() -> anyhow::Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    let mut source = std::fs::File::open("/dev/urandom").context("cannot open the random source")?;
    source.read_exact(&mut bytes).context("cannot read the random source")?;
    Ok(bytes)
}
