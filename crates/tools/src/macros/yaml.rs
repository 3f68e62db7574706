//! YAML with the position of every value. Anchors, aliases, tags and several documents are refused; size, number of
//! values and nesting are bounded, so that no file can exhaust memory or the stack.

use domain::json_pointer;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span};
use serde_json::{Map, Number, Value};

use super::mistake::{Mistakes, Position};

/// Maximum length of a file in bytes.
pub(super) const MAX_BYTES: usize = 256 * 1024;
/// Maximum number of values in a file.
const MAX_VALUES: usize = 20_000;
/// Maximum nesting of lists and mappings.
const MAX_DEPTH: usize = 40;

/// A value and its place.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) at: Position,
    pub(super) content: Content,
}

/// Content of a value.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// A text, number, boolean or null.
    Scalar(Scalar),
    /// A sequence of nodes.
    List(Vec<Node>),
    /// A mapping; keys are unique.
    Map(Vec<Entry>),
}

/// A text, number, boolean or null.
#[derive(Debug, Clone)]
pub(super) struct Scalar {
    /// The text as written, without quotes.
    pub(super) text: String,
    /// The value under the core schema of YAML 1.2.
    pub(super) value: Value,
    /// Place of the text's first character.
    pub(super) start: Position,
    /// `true` for a literal block (`|`), whose lines have the places of the text's lines.
    literal: bool,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) at: Position,
    pub(super) value: Node,
}

impl Scalar {
    /// Returns the place of a character of the text, given as line and column of the text, both from 1.
    pub(super) fn place(&self, line: usize, column: usize) -> Position {
        let Position { line: first, column: indent } = self.start;
        match (self.literal, line) {
            (true, _) => Position { line: first + line.max(1) - 1, column: indent + column.max(1) - 1 },
            (false, 1) => Position { line: first, column: indent + column.max(1) - 1 },
            (false, _) => self.start,
        }
    }
}

impl Node {
    /// Returns the value as JSON.
    pub(super) fn to_json(&self) -> Value {
        match &self.content {
            Content::Scalar(scalar) => scalar.value.clone(),
            Content::List(items) => Value::Array(items.iter().map(Self::to_json).collect()),
            Content::Map(entries) => {
                Value::Object(entries.iter().map(|e| (e.key.clone(), e.value.to_json())).collect::<Map<_, _>>())
            }
        }
    }

    /// Returns the place that a JSON Pointer leads to, or of the deepest value on its way.
    pub(super) fn place_of(&self, pointer: &str) -> Position {
        let mut node = self;
        for segment in pointer.split('/').skip(1) {
            let name = json_pointer::unescape(segment);
            let next = match &node.content {
                Content::Map(entries) => entries.iter().find(|entry| entry.key == name).map(|entry| &entry.value),
                Content::List(items) => name.parse::<usize>().ok().and_then(|at| items.get(at)),
                Content::Scalar(_) => None,
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node.at
    }

    /// Describes the type of the value for messages.
    pub(super) fn kind(&self) -> &'static str {
        match &self.content {
            Content::List(_) => "a list",
            Content::Map(_) => "a mapping",
            Content::Scalar(scalar) => match scalar.value {
                Value::Null => "empty",
                Value::Bool(_) => "a boolean",
                Value::Number(_) => "a number",
                _ => "a text",
            },
        }
    }
}

/// Parses a file with one document. Returns `None` if no document could be built; the mistakes then give the reason.
pub(super) fn parse(text: &str, mistakes: &mut Mistakes<'_>) -> Option<Node> {
    if text.len() > MAX_BYTES {
        mistakes.add(Position::START, format!("the file is longer than {MAX_BYTES} bytes"));
        return None;
    }
    let mut builder = Builder { lines: text.lines().collect(), open: Vec::new(), root: None, values: 0 };
    for event in Parser::new_from_str(text) {
        match event {
            Ok((event, span)) => {
                if let Err((at, problem)) = builder.accept(event, span, mistakes) {
                    mistakes.add(at, problem);
                    return None;
                }
            }
            Err(error) => {
                mistakes.add(position(error.marker()), format!("the YAML is invalid: {}", error.info()));
                return None;
            }
        }
    }
    if builder.root.is_none() {
        mistakes.add(Position::START, "the file is empty; it needs the key `macro`");
    }
    builder.root
}

fn position(marker: &Marker) -> Position {
    Position { line: marker.line(), column: marker.col() + 1 }
}

/// A list or mapping whose end has not been read.
enum Open {
    List(Position, Vec<Node>),
    Map(Position, Vec<Entry>, Option<(String, Position)>),
}

struct Builder<'a> {
    lines: Vec<&'a str>,
    open: Vec<Open>,
    root: Option<Node>,
    values: usize,
}

type Refusal = (Position, String);

impl Builder<'_> {
    fn accept(&mut self, event: Event<'_>, span: Span, mistakes: &mut Mistakes<'_>) -> Result<(), Refusal> {
        let at = position(&span.start);
        match event {
            Event::Alias(_) => return Err((at, "aliases are not supported; write the value again".to_owned())),
            Event::Scalar(_, _, anchor, ref tag) if anchor > 0 || tag.is_some() => return Err(unsupported(at)),
            Event::SequenceStart(anchor, ref tag) | Event::MappingStart(anchor, ref tag)
                if anchor > 0 || tag.is_some() =>
            {
                return Err(unsupported(at));
            }
            Event::Scalar(text, style, ..) => {
                let scalar = self.scalar(&text, style, at);
                self.add(Node { at, content: Content::Scalar(scalar) }, mistakes)?;
            }
            Event::SequenceStart(..) => self.push(Open::List(at, Vec::new()), at)?,
            Event::MappingStart(..) => self.push(Open::Map(at, Vec::new(), None), at)?,
            Event::SequenceEnd | Event::MappingEnd => self.close(mistakes)?,
            Event::DocumentStart(_) if self.root.is_some() => {
                return Err((at, "a file holds one document; put the second one into a file of its own".to_owned()));
            }
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, open: Open, at: Position) -> Result<(), Refusal> {
        self.open.push(open);
        if self.open.len() > MAX_DEPTH {
            Err((at, format!("values are nested deeper than {MAX_DEPTH}")))
        } else {
            Ok(())
        }
    }

    fn close(&mut self, mistakes: &mut Mistakes<'_>) -> Result<(), Refusal> {
        match self.open.pop() {
            Some(Open::List(at, items)) => self.add(Node { at, content: Content::List(items) }, mistakes),
            Some(Open::Map(at, entries, _)) => self.add(Node { at, content: Content::Map(entries) }, mistakes),
            None => Ok(()),
        }
    }

    fn add(&mut self, node: Node, mistakes: &mut Mistakes<'_>) -> Result<(), Refusal> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err((node.at, format!("the file has more than {MAX_VALUES} values")));
        }
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List(_, items)) => items.push(node),
            Some(Open::Map(_, entries, key @ None)) => {
                let Content::Scalar(scalar) = node.content else {
                    return Err((node.at, "a key must be a text".to_owned()));
                };
                if entries.iter().any(|entry| entry.key == scalar.text) {
                    mistakes.add(node.at, format!("the key `{}` occurs twice", scalar.text));
                }
                *key = Some((scalar.text, node.at));
            }
            Some(Open::Map(_, entries, key)) => {
                let (key, at) = key.take().unwrap_or_else(|| (String::new(), node.at));
                if entries.iter().all(|entry| entry.key != key) {
                    entries.push(Entry { key, at, value: node });
                }
            }
        }
        Ok(())
    }

    fn scalar(&self, text: &str, style: ScalarStyle, at: Position) -> Scalar {
        let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let start = match style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Position { column: at.column + 1, ..at },
            _ if block => self.block_start(text, at),
            _ => at,
        };
        let value = if style == ScalarStyle::Plain { plain_value(text) } else { Value::String(text.to_owned()) };
        Scalar { text: text.to_owned(), value, start, literal: style == ScalarStyle::Literal }
    }

    /// Returns the place of a block scalar's first character: the first line with the text's first line, from the
    /// marker on.
    fn block_start(&self, text: &str, at: Position) -> Position {
        let blank = text.lines().take_while(|line| line.trim().is_empty()).count();
        let first = text.lines().nth(blank).unwrap_or_default();
        let candidates = self.lines.iter().enumerate().skip(at.line.saturating_sub(1)).take(3 + blank);
        let mut found =
            candidates.filter(|(_, line)| line.trim_end().ends_with(first.trim_end()) && line.starts_with(' '));
        let place = found.next().map(|(index, line)| {
            let indent = line.trim_end().chars().count() - first.trim_end().chars().count();
            Position { line: (index + 1).saturating_sub(blank).max(1), column: indent + 1 }
        });
        place.unwrap_or(at)
    }
}

fn unsupported(at: Position) -> Refusal {
    (at, "anchors and tags are not supported".to_owned())
}

/// Returns the value of an unquoted scalar under the core schema. Numbers that JSON cannot express stay texts.
fn plain_value(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(text).map_or_else(|| Value::String(text.to_owned()), Value::Number),
    }
}

fn number(text: &str) -> Option<Number> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let plain = text.strip_prefix('+').unwrap_or(text);
    let radix = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(Number::from);
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let integer = plain.parse::<i64>().map(Number::from).or_else(|_| plain.parse::<u64>().map(Number::from));
    integer.ok().or_else(|| plain.parse::<f64>().ok().and_then(Number::from_f64))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> Node {
        let mut mistakes = Mistakes::new("x.yaml");
        let node = parse(text, &mut mistakes);
        assert!(mistakes.is_empty(), "{}", mistakes.into_error());
        node.unwrap()
    }

    fn refused(text: &str) -> String {
        let mut mistakes = Mistakes::new("x.yaml");
        parse(text, &mut mistakes);
        mistakes.into_error().to_string()
    }

    #[test]
    fn scalars_follow_the_core_schema() {
        let node = parsed("a: 1\nb: [true, no, ~, 1.5, '1', 0x1F, +7, 1e3, .inf, 1.2.3]\nc: {d: \"e\"}\n");
        assert_eq!(
            node.to_json(),
            json!({"a": 1, "b": [true, "no", null, 1.5, "1", 31, 7, 1000.0, ".inf", "1.2.3"], "c": {"d": "e"}})
        );
    }

    #[test]
    fn every_value_has_its_place() {
        let node = parsed("a:\n  b:\n    - x\n    - y: 1\n");
        assert_eq!(node.place_of("/a/b/1/y"), Position { line: 4, column: 10 });
        assert_eq!(node.place_of("/a/b/1/missing/deeper"), node.place_of("/a/b/1"));
    }

    #[test]
    fn characters_of_a_block_have_their_places() {
        let texts = [
            ("a: |\n  one\n  two\n", (2, 1), (3, 3)),
            ("a:\n  b: |\n\n    one\n    two\n", (3, 2), (5, 6)),
            ("a: |\n  x\n  x\n", (2, 1), (3, 3)),
            ("a: \"one\"\n", (1, 2), (1, 6)),
            ("a: one\n", (1, 2), (1, 5)),
        ];
        for (text, (line, column), expected) in texts {
            let mut node = &parsed(text);
            while let Content::Map(entries) = &node.content {
                node = &entries[0].value;
            }
            let Content::Scalar(scalar) = &node.content else { panic!("{text}") };
            let place = scalar.place(line, column);
            assert_eq!((place.line, place.column), expected, "{text:?} {scalar:?}");
        }
    }

    #[test]
    fn unsupported_and_hostile_files_are_refused_with_a_place() {
        assert_eq!(refused("a: 1\na: 2\n"), "x.yaml:2:1: the key `a` occurs twice");
        assert!(refused("a: [1\nb: 2\n").starts_with("x.yaml:2:"), "{}", refused("a: [1\nb: 2\n"));
        assert!(refused("a: &x 1\nb: *x\n").contains("anchors and tags are not supported"));
        assert!(refused("a: !!python/object x\n").contains("anchors and tags are not supported"));
        assert!(refused("a: 1\n---\nb: 2\n").contains("one document"));
        assert!(refused(&format!("{}{}", "[".repeat(60), "]".repeat(60))).contains("nested deeper than 40"));
        assert!(refused(&"[".repeat(100_000)).starts_with("x.yaml:1:"));
        assert!(refused(&format!("[{}1]", "1,".repeat(30_000))).contains("more than 20000 values"));
        assert!(refused(&" ".repeat(300_000)).contains("longer than 262144 bytes"));
        assert!(refused("").contains("the file is empty"));
    }
}
