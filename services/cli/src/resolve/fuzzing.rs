//! Files with resolutions as functions of bytes.

use domain::Time;

use super::{FormatName, file};

/// Parses rows of resolutions, as CSV or JSON.
pub fn resolution_rows(bytes: &[u8]) {
    parse(bytes, FormatName::Rows);
}

/// Parses markets of Polymarket and Manifold.
pub fn resolved_markets(bytes: &[u8]) {
    parse(bytes, FormatName::Market);
}

fn parse(bytes: &[u8], format: FormatName) {
    let _ = file::parse("file", &String::from_utf8_lossy(bytes), format, Time::UNIX_EPOCH);
}
