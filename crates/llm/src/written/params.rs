//! Arguments as tags: `<parameter name="k">v</parameter>`, `<parameter=k>v</parameter>`,
//! `<arg_key>k</arg_key><arg_value>v</arg_value>`, `<k>v</k>`.

use serde_json::{Map, Value};

use super::marks::{Kind, Mark, mark};

/// Arguments and the text after them.
pub(super) type Read<'a> = (Value, &'a str);

/// Reads the arguments of a call, up to the mark that ends it or the end of the text. Returns `None` if something else
/// follows.
pub(super) fn read(text: &str) -> Option<Read<'_>> {
    let trimmed = text.trim_start();
    if trimmed.starts_with('{') {
        let (value, rest) = super::block::json(trimmed)?;
        return Some((value, after_close(rest)));
    }
    let mut members = Map::new();
    let mut rest = trimmed;
    loop {
        let Some(found) = mark(rest) else { return rest.is_empty().then_some((Value::Object(members), rest)) };
        let after = &rest[found.length..];
        match found {
            Mark { kind: Kind::Parameter { name, is_json }, is_closing: false, .. } => {
                let (value, next) = value(after, is_parameter_end);
                members.insert(name.to_owned(), typed(value, is_json));
                rest = next.trim_start();
            }
            Mark { is_closing: true, .. } => return Some((Value::Object(members), after)),
            // An argument as a tag with its name.
            Mark { kind: Kind::Other(name), .. } => match after.split_once(&format!("</{name}>")) {
                Some((value, next)) => {
                    members.insert(name.to_owned(), typed(value, false));
                    rest = next.trim_start();
                }
                None => return Some((Value::Object(members), rest)),
            },
            // The mark of a wrapper, such as `<parameters>`, or that of the next call.
            Mark { kind: Kind::Plain, .. } => rest = after.trim_start(),
            _ => return Some((Value::Object(members), rest)),
        }
    }
}

/// Reads the arguments that follow the name of a tool: tags with their names, in a tag around them or not, or JSON in a
/// tag.
pub(super) fn named(text: &str) -> Option<Read<'_>> {
    let found = mark(text)?;
    let inner = text[found.length..].trim_start();
    let Kind::Other(name) = found.kind else { return read(inner) };
    if inner.starts_with('{') {
        let (value, rest) = super::block::json(inner)?;
        return Some((value, after_close(rest)));
    }
    children(inner, name).or_else(|| read(text))
}

/// Reads the children of a tag that is the name of a tool: `<query>v</query>`, up to the tag's end.
pub(super) fn children<'a>(text: &'a str, tool: &str) -> Option<Read<'a>> {
    let mut members = Map::new();
    let mut rest = text.trim_start();
    loop {
        let found = mark(rest)?;
        let after = &rest[found.length..];
        match found.kind {
            Kind::Other(name) if found.is_closing && name == tool => return Some((Value::Object(members), after)),
            Kind::Other(name) if !found.is_closing => {
                let end = format!("</{name}>");
                let (value, next) = after.split_once(end.as_str())?;
                members.insert(name.to_owned(), typed(value, false));
                rest = next.trim_start();
            }
            _ => return None,
        }
    }
}

/// Reads GLM's pairs. The text begins after the first `<arg_key>`.
pub(super) fn pairs(text: &str) -> Option<Read<'_>> {
    let mut members = Map::new();
    let mut rest = text;
    loop {
        let (name, after) = split_at_tag(rest, "arg_key>")?;
        let (_, after) = split_at_tag(after, "arg_value>")?;
        let (value, next) = value(after, |found| matches!(found.kind, Kind::ArgumentValue | Kind::ArgumentName));
        members.insert(name.trim().to_owned(), typed(value, false));
        let next = next.trim_start();
        match mark(next).filter(|found| found.kind == Kind::ArgumentName && !found.is_closing) {
            Some(found) => rest = &next[found.length..],
            None => return Some((Value::Object(members), next)),
        }
    }
}

/// Returns the text before and after the first tag whose name ends with `name`; models write prefixes before it.
fn split_at_tag<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let at = text.find(name)?;
    Some((&text[..text[..at].rfind('<')?], &text[at + name.len()..]))
}

fn is_parameter_end(found: &Mark<'_>) -> bool {
    match found.kind {
        Kind::Parameter { .. } => true,
        _ => found.is_closing && matches!(found.kind, Kind::Plain | Kind::Opener),
    }
}

/// Returns the text up to a mark that ends it, and the rest. A closing mark of its own is consumed; that of the call is
/// not.
fn value(text: &str, ends: impl Fn(&Mark<'_>) -> bool) -> (&str, &str) {
    let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'<').map(|(at, _)| at);
    for at in starts {
        let Some(found) = mark(&text[at..]).filter(&ends) else { continue };
        let written = &text[at..at + found.length];
        let own = found.is_closing && ["param", "arg"].iter().any(|name| written.contains(name));
        return (&text[..at], if own { &text[at + found.length..] } else { &text[at..] });
    }
    (text, "")
}

/// Some models put the value on lines of its own.
fn typed(text: &str, is_json: bool) -> Value {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let text = text.strip_suffix('\n').unwrap_or(text);
    let json = is_json.then(|| serde_json::from_str(text.trim()).ok()).flatten();
    json.unwrap_or_else(|| Value::String(unescaped(text)))
}

/// Decodes the references of XML if every `&` of a text begins one: some models escape values, most do not.
fn unescaped(text: &str) -> String {
    const REFERENCES: [(&str, &str); 6] =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")];
    let is_reference =
        |(at, _): (usize, &str)| REFERENCES.iter().any(|(reference, _)| text[at..].starts_with(reference));
    if !text.match_indices('&').all(is_reference) {
        return text.to_owned();
    }
    REFERENCES.iter().fold(text.to_owned(), |text, (reference, sign)| text.replace(reference, sign))
}

/// Skips the closing mark of the call.
fn after_close(text: &str) -> &str {
    let trimmed = text.trim_start();
    mark(trimmed).filter(|found| found.is_closing).map_or(text, |found| &trimmed[found.length..])
}
