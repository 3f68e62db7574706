//! Calls in the syntax of Python, `search(query="x", days=3)`, with keyword arguments and literals.

use serde_json::{Map, Number, Value};

use super::json::Written;

/// Maximum nesting of a literal.
const MAX_DEPTH: usize = 16;

/// Reads a call, and returns the rest. `print(…)` around it is ignored.
pub(super) fn call(text: &str) -> Option<(Written, &str)> {
    let open = text.find('(')?;
    let name = text[..open].trim();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "_.:-".contains(c)) {
        return None;
    }
    let mut rest = text[open + 1..].trim_start();
    if name == "print" {
        if rest.starts_with("print") {
            return None;
        }
        let (inner, after) = call(rest)?;
        return Some((inner, after.trim_start().strip_prefix(')')?));
    }
    let mut members = Map::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(')') {
            return Some(((name.to_owned(), Value::Object(members)), after));
        }
        let (key, after) = rest.split_once('=')?;
        let key = key.trim();
        if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return None;
        }
        let (value, after) = literal(after, 0)?;
        members.insert(key.to_owned(), value);
        let after = after.trim_start();
        rest = after.strip_prefix(',').unwrap_or(after);
        if rest.len() == after.len() && !rest.starts_with(')') {
            return None;
        }
    }
}

/// Reads a list of calls, and returns the rest.
pub(super) fn list(text: &str) -> Option<(Vec<Written>, &str)> {
    let mut rest = text.strip_prefix('[')?.trim_start();
    let mut calls = Vec::new();
    loop {
        let (one, after) = call(rest)?;
        calls.push(one);
        let after = after.trim_start();
        if let Some(after) = after.strip_prefix(']') {
            return Some((calls, after));
        }
        rest = after.strip_prefix(',')?.trim_start();
    }
}

/// Reads `{key:value, …}` with bare keys, and with Gemma's marks around texts.
pub(super) fn members(text: &str) -> Option<(Value, &str)> {
    let mut rest = text.strip_prefix('{')?;
    let mut members = Map::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('}') {
            return Some((Value::Object(members), after));
        }
        let (key, after) = rest.split_once(':')?;
        let (value, after) =
            match ["<escape>", "<|\"|>"].into_iter().find_map(|mark| Some((mark, after.strip_prefix(mark)?))) {
                Some((mark, after)) => {
                    let (text, after) = after.split_once(mark)?;
                    (Value::from(text), after)
                }
                None => literal(after, 0)?,
            };
        members.insert(key.trim().trim_matches('"').to_owned(), value);
        let after = after.trim_start();
        rest = after.strip_prefix(',').unwrap_or(after);
        if rest.len() == after.len() && !rest.starts_with('}') {
            return None;
        }
    }
}

fn literal(text: &str, depth: usize) -> Option<(Value, &str)> {
    let text = text.trim_start();
    if depth > MAX_DEPTH {
        return None;
    }
    match text.chars().next()? {
        quote @ ('"' | '\'') => string(text, quote),
        '[' => sequence(&text[1..], ']', depth),
        '(' => sequence(&text[1..], ')', depth),
        '{' => dictionary(&text[1..], depth),
        _ => word(text),
    }
}

fn string(text: &str, quote: char) -> Option<(Value, &str)> {
    let triple = if quote == '"' { "\"\"\"" } else { "'''" };
    if let Some(inner) = text.strip_prefix(triple) {
        let (inner, rest) = inner.split_once(triple)?;
        return Some((Value::from(inner), rest));
    }
    let mut out = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next()?.1 {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                other => out.push(other),
            },
            c if c == quote => return Some((Value::from(out), &text[at + c.len_utf8()..])),
            c => out.push(c),
        }
    }
    None
}

fn sequence(text: &str, close: char, depth: usize) -> Option<(Value, &str)> {
    let mut items = Vec::new();
    let mut rest = text.trim_start();
    loop {
        if let Some(after) = rest.strip_prefix(close) {
            return Some((Value::Array(items), after));
        }
        let (item, after) = literal(rest, depth + 1)?;
        items.push(item);
        rest = separated(after, close)?;
    }
}

fn dictionary(text: &str, depth: usize) -> Option<(Value, &str)> {
    let mut members = Map::new();
    let mut rest = text.trim_start();
    loop {
        if let Some(after) = rest.strip_prefix('}') {
            return Some((Value::Object(members), after));
        }
        let (key, after) = literal(rest, depth + 1)?;
        let (value, after) = literal(after.trim_start().strip_prefix(':')?, depth + 1)?;
        members.insert(key.as_str()?.to_owned(), value);
        rest = separated(after, '}')?;
    }
}

/// Skips a comma, which only the last part lacks.
fn separated(text: &str, close: char) -> Option<&str> {
    let text = text.trim_start();
    let rest = text.strip_prefix(',').map(str::trim_start);
    rest.or_else(|| text.starts_with(close).then_some(text))
}

fn word(text: &str) -> Option<(Value, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c))).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let value = match word {
        "True" | "true" => Value::Bool(true),
        "False" | "false" => Value::Bool(false),
        "None" | "null" => Value::Null,
        number => Value::Number(number.replace('_', "").parse::<Number>().ok()?),
    };
    Some((value, rest))
}
