//! Caps how deep elements are nested, without building a tree.

/// Deepest nesting that passes. Real pages stay under 60; html5ever needs 94 s for half a megabyte of `<ul><li>`.
const MAX_DEPTH: usize = 256;

/// Elements that never have an end tag.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "param"];

/// The same HTML, without the start tags that would nest deeper than [`MAX_DEPTH`]; their text stays.
pub(super) fn cap(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut depth = 0_usize;
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let tag = &rest[start..];
        let end = tag_end(tag);
        depth = step(&tag[..end], depth, &mut out);
        rest = &tag[end..];
    }
    out.push_str(rest);
    out
}

/// Copies a tag unless it is too deep; answers the new depth. An end tag without a start makes it only stricter.
fn step(tag: &str, depth: usize, out: &mut String) -> usize {
    match kind(tag) {
        Tag::Start if depth >= MAX_DEPTH => depth,
        Tag::Start => {
            out.push_str(tag);
            depth + 1
        }
        Tag::End => {
            out.push_str(tag);
            depth.saturating_sub(1)
        }
        Tag::Other => {
            out.push_str(tag);
            depth
        }
    }
}

enum Tag {
    Start,
    End,
    Other,
}

fn kind(tag: &str) -> Tag {
    let inner = &tag[1..];
    if inner.starts_with('/') {
        return Tag::End;
    }
    let name: String = inner.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    if name.is_empty() || VOID.contains(&name.as_str()) { Tag::Other } else { Tag::Start }
}

/// One past the tag's `>`, or past the whole comment.
fn tag_end(tag: &str) -> usize {
    if tag.starts_with("<!--") {
        return tag.find("-->").map_or(tag.len(), |end| end + 3);
    }
    // A lone `<` in text is one character, so that what follows is looked at on its own.
    match tag[1..].chars().next() {
        Some(c) if c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?') => {
            tag.find('>').map_or(tag.len(), |end| end + 1)
        }
        _ => 1,
    }
}
