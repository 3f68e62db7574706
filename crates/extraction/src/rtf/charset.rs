//! Character sets of RTF: the file's code page and the sets of its fonts.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, IBM866, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

/// A character set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Charset {
    Named(&'static Encoding),
    /// Signs of a symbol font.
    Symbols,
}

impl Charset {
    /// Returns the set of `\ansicpg`.
    pub(super) fn of_page(page: i32) -> Option<Self> {
        Some(Self::Named(match page {
            874 => WINDOWS_874,
            866 => IBM866,
            932 => SHIFT_JIS,
            936 => GBK,
            949 => EUC_KR,
            950 => BIG5,
            1250 => WINDOWS_1250,
            1251 => WINDOWS_1251,
            1252 => WINDOWS_1252,
            1253 => WINDOWS_1253,
            1254 => WINDOWS_1254,
            1255 => WINDOWS_1255,
            1256 => WINDOWS_1256,
            1257 => WINDOWS_1257,
            1258 => WINDOWS_1258,
            10_000 => MACINTOSH,
            65_001 => UTF_8,
            _ => return None,
        }))
    }

    /// Returns the set of `\fcharset`; `None` for that of the file.
    pub(super) fn of_font(number: i32) -> Option<Self> {
        match number {
            0 => Self::of_page(1252),
            2 => Some(Self::Symbols),
            77 => Self::of_page(10_000),
            128 => Self::of_page(932),
            129 => Self::of_page(949),
            134 => Self::of_page(936),
            136 => Self::of_page(950),
            161 => Self::of_page(1253),
            162 => Self::of_page(1254),
            163 => Self::of_page(1258),
            177 => Self::of_page(1255),
            178 => Self::of_page(1256),
            186 => Self::of_page(1257),
            204 => Self::of_page(1251),
            222 => Self::of_page(874),
            238 => Self::of_page(1250),
            _ => None,
        }
    }

    pub(super) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Named(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Self::Symbols => bytes.iter().filter_map(|byte| symbol(*byte)).collect(),
        }
    }
}

/// Returns a sign of the Symbol font; others are pictures.
fn symbol(byte: u8) -> Option<char> {
    match byte {
        0x20..=0x40 => Some(char::from(byte)),
        0xa3 => Some('≤'),
        0xb0 => Some('°'),
        0xb1 => Some('±'),
        0xb3 => Some('≥'),
        0xb4 => Some('×'),
        0xb7 => Some('•'),
        0xb8 => Some('÷'),
        0xb9 => Some('≠'),
        0xbb => Some('≈'),
        _ => None,
    }
}
