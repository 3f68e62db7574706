//! The parts of an RTF file: groups, control words with a number, bytes of text. Linear.

/// Maximum letters of a control word (RTF 1.9).
const MAX_WORD: usize = 32;

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// A control word without its backslash, and its number.
    Word(&'a str, Option<i32>),
    /// A control symbol, such as `~`.
    Symbol(u8),
    /// A byte of text, in the current character set.
    Byte(u8),
}

/// Iterator over the parts of a file.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Skips the bytes of `\bin`.
    pub(super) fn skip_bytes(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.bytes.len());
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn control(&mut self) -> Option<Token<'a>> {
        let first = self.peek()?;
        if !first.is_ascii_alphabetic() {
            self.at += 1;
            return Some(match first {
                b'\'' => self.byte(),
                // A backslash before a line end is a paragraph.
                b'\n' | b'\r' => Token::Word("par", None),
                _ => Token::Symbol(first),
            });
        }
        let rest = &self.bytes[self.at..];
        let letters = rest.iter().take(MAX_WORD).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let word = std::str::from_utf8(&rest[..letters]).unwrap_or_default();
        self.at += letters;
        let number = self.number();
        if self.peek() == Some(b' ') {
            self.at += 1;
        }
        Some(Token::Word(word, number))
    }

    fn number(&mut self) -> Option<i32> {
        let rest = &self.bytes[self.at..];
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        self.at += sign + digits;
        std::str::from_utf8(&rest[..sign + digits]).ok()?.parse().ok()
    }

    /// Reads the two hexadecimal digits of `\'e9`.
    fn byte(&mut self) -> Token<'a> {
        let value = |at: usize| self.bytes.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        match (value(self.at), value(self.at + 1)) {
            (Some(high), Some(low)) => {
                self.at += 2;
                Token::Byte(u8::try_from(high * 16 + low).unwrap_or_default())
            }
            _ => Token::Symbol(b'\''),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let byte = self.peek()?;
            self.at += 1;
            return Some(match byte {
                b'{' => Token::Open,
                b'}' => Token::Close,
                b'\\' => self.control()?,
                b'\n' | b'\r' | 0 => continue,
                _ => Token::Byte(byte),
            });
        }
    }
}
