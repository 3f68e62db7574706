//! The verb grammar: parser and canonical form.
//!
//! ```text
//! verb   = "(" name *( 1*SP ":" key 1*SP value ) *SP ")"
//! name   = word 1*( "." word )
//! key    = word
//! word   = lower *( lower / digit / "_" / "-" )         ; lower = "a" to "z", digit = "0" to "9"
//! value  = a JSON literal (RFC 8259): text, number, true, false, null, list or object
//! SP     = one space, U+0020
//! ```
//!
//! A verb is one line. Keys are unique. Outside of texts a verb is ASCII. In the canonical form ([`Verb`]'s `Display`)
//! texts contain only printable ASCII and letters and digits of any script; every other character is an escape
//! `\uXXXX`. So no value contains a line break, a control character or a direction mark, and a value cannot end its
//! text.

use std::fmt;

use serde_json::Value;

/// A verb: a command for a deterministic system.
#[derive(Debug, Clone, PartialEq)]
pub struct Verb {
    /// Name with at least one dot, for example `gleif.enrich`.
    pub name: String,
    /// Keys and values in order. Keys are unique.
    pub arguments: Vec<(String, Value)>,
}

/// The line is not a verb.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem} at character {at}")]
pub struct InvalidVerb {
    /// Byte offset in the line, from 0.
    pub at: usize,
    /// The rule that the line breaks.
    pub problem: &'static str,
}

impl Verb {
    /// Parses one line. Spaces around the verb are ignored.
    ///
    /// # Errors
    /// [`InvalidVerb`] with the first character that breaks the grammar.
    pub fn parse(line: &str) -> Result<Self, InvalidVerb> {
        let mut reader = Reader { line, at: line.len() - line.trim_start_matches(' ').len() };
        reader.expect('(', "a verb begins with `(`")?;
        let name = reader.word()?;
        let mut name = name.to_owned();
        while reader.skip('.') {
            name.push('.');
            name.push_str(reader.word()?);
        }
        if !name.contains('.') {
            return Err(reader.error("a verb's name is `domain.verb`"));
        }
        let mut arguments: Vec<(String, Value)> = Vec::new();
        while reader.spaces() > 0 && reader.skip(':') {
            let key = reader.word()?.to_owned();
            if arguments.iter().any(|(existing, _)| *existing == key) {
                return Err(reader.error("a key occurs twice"));
            }
            if reader.spaces() == 0 {
                return Err(reader.error("a space and a value follow a key"));
            }
            arguments.push((key, reader.value()?));
        }
        reader.expect(')', "a verb ends with `)`; arguments are `:key value`")?;
        reader.spaces();
        if reader.at < line.len() { Err(reader.error("nothing follows a verb")) } else { Ok(Self { name, arguments }) }
    }
}

impl fmt::Display for Verb {
    /// Writes the canonical form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.name)?;
        self.arguments.iter().try_for_each(|(key, value)| write!(f, " :{key} {}", literal(value)))?;
        f.write_str(")")
    }
}

/// Returns a value as a JSON literal on one line, in the canonical form.
pub(super) fn literal(value: &Value) -> String {
    let json = value.to_string();
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric() {
            escaped.push(c);
        } else {
            // A character above U+FFFF needs two escapes.
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
        }
    }
    escaped
}

struct Reader<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn error(&self, problem: &'static str) -> InvalidVerb {
        InvalidVerb { at: self.at, problem }
    }

    /// Moves past `expected`, which is ASCII, if it is next.
    fn skip(&mut self, expected: char) -> bool {
        let next = self.rest().starts_with(expected);
        self.at += usize::from(next);
        next
    }

    fn expect(&mut self, expected: char, problem: &'static str) -> Result<(), InvalidVerb> {
        if self.skip(expected) { Ok(()) } else { Err(self.error(problem)) }
    }

    /// Moves past spaces and returns their number.
    fn spaces(&mut self) -> usize {
        let count = self.rest().bytes().take_while(|b| *b == b' ').count();
        self.at += count;
        count
    }

    fn word(&mut self) -> Result<&'a str, InvalidVerb> {
        let rest = self.rest();
        let continues = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
        let length = rest.bytes().take_while(continues).count();
        if !rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            return Err(self.error("a word begins with a letter a to z"));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn value(&mut self) -> Result<Value, InvalidVerb> {
        let (value, length) = self.literal().ok_or_else(|| self.error("a value is a JSON literal"))?;
        let written = &self.rest()[..length];
        // JSON allows line breaks between the items of a list, and U+2028, U+2029 and U+0085 inside texts.
        if written.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
            return Err(self.error("a value contains no line break and no control character"));
        }
        self.at += length;
        Ok(value)
    }

    /// Parses the JSON at the current place and returns its length in bytes.
    fn literal(&self) -> Option<(Value, usize)> {
        let rest = self.rest();
        if rest.starts_with(['"', '[', '{']) {
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
            let value = values.next()?.ok()?;
            return Some((value, values.byte_offset()));
        }
        // Numbers and words end at a space or at the end of the verb.
        let length = rest.find([' ', ')']).unwrap_or(rest.len());
        Some((serde_json::from_str(&rest[..length]).ok()?, length))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn verbs_have_a_name_and_typed_arguments() {
        let verb =
            Verb::parse(r#"(client.create :name "A) (b.c" :count 2 :tags ["x", null] :meta {"a": true} :last null)"#)
                .unwrap();
        assert_eq!(verb.name, "client.create");
        let values: Vec<_> = verb.arguments.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
        let expected = [
            ("name", json!("A) (b.c")),
            ("count", json!(2)),
            ("tags", json!(["x", null])),
            ("meta", json!({"a": true})),
            ("last", json!(null)),
        ];
        assert_eq!(values, expected);
        assert_eq!(
            verb.to_string(),
            r#"(client.create :name "A) (b.c" :count 2 :tags ["x",null] :meta {"a":true} :last null)"#
        );
    }

    #[test]
    fn other_lines_are_refused_with_the_place() {
        let lines = [
            ("a.b", 0, "a verb begins with `(`"),
            ("(a)", 2, "a verb's name is `domain.verb`"),
            ("(A.b)", 1, "a word begins with a letter a to z"),
            ("(a.b :k)", 7, "a space and a value follow a key"),
            ("(a.b :k x)", 8, "a value is a JSON literal"),
            ("(a.b :k 1 :k 2)", 12, "a key occurs twice"),
            ("(a.b :k 1:j 2)", 8, "a value is a JSON literal"),
            ("(a.b :k \"x\":j 2)", 11, "a verb ends with `)`; arguments are `:key value`"),
            ("(a.b) (c.d)", 6, "nothing follows a verb"),
            ("(a.b", 4, "a verb ends with `)`; arguments are `:key value`"),
            ("(a.b :k [1,\n2])", 8, "a value contains no line break and no control character"),
            ("(a.b :k \"\u{2028}\")", 8, "a value contains no line break and no control character"),
        ];
        for (line, at, problem) in lines {
            assert_eq!(Verb::parse(line), Err(InvalidVerb { at, problem }), "{line}");
        }
    }

    #[test]
    fn literals_escape_all_but_letters_digits_and_printable_ascii() {
        let text = "é日\u{2028}\u{202e}\0\u{7f}\u{85}😀\"\\\n";
        assert_eq!(literal(&json!(text)), r#""é日\u2028\u202e\u0000\u007f\u0085\ud83d\ude00\"\\\n""#);
    }

    proptest! {
        #[test]
        fn every_text_survives_in_one_line(text in any::<String>(), key in "[a-z][a-z0-9_-]{0,8}") {
            let verb = Verb { name: "a.b".to_owned(), arguments: vec![(key, json!({"text": [text]}))] };
            let line = verb.to_string();
            prop_assert_eq!(line.lines().count(), 1);
            prop_assert_eq!(Verb::parse(&line), Ok(verb));
        }

        #[test]
        fn no_line_panics(line in "[(:. a-b\"\\[\\]{}0é\n]{0,40}") {
            let _ = Verb::parse(&line);
        }
    }
}
