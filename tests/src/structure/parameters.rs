//! Limits the parameters of functions. A tuple counts as its members.

use super::tree::{blank_literals, line_number};
use super::{Tree, Violations};

/// Maximum parameters of a function without `self`, as the clippy threshold of 5 with `self`.
pub const MAX_PARAMETERS: usize = 4;

/// Functions with too many parameters after their tuples are unpacked.
pub fn too_many(tree: &Tree) -> Violations {
    let mut violations = Violations::new();
    for (path, text) in tree.ending(".rs") {
        let code = blank_literals(text);
        for (at, name, list) in functions(&code) {
            let count: usize = split(list).into_iter().map(count_members).sum();
            if count > MAX_PARAMETERS && !is_in_trait_impl(&code[..at]) {
                let line = line_number(&code, at);
                violations.push(format!(
                    "{path}:{line}: {name} has {count} parameters, at most {MAX_PARAMETERS}: use a struct"
                ));
            }
        }
    }
    violations
}

/// Returns true if the code ends inside an implementation of a trait: the trait's definition counts, and another crate
/// may own it.
fn is_in_trait_impl(code: &str) -> bool {
    let Some(start) = code.rfind("\nimpl") else { return false };
    let header = code[start..].split('{').next().unwrap_or_default();
    header.contains(" for ") && !code[start..].contains("\n}")
}

/// Returns offset, name and parameter list of each function.
fn functions(code: &str) -> Vec<(usize, &str, &str)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + 3..];
        let name_end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let Some(open) = parameters_start(&rest[name_end..]).map(|open| name_end + open) else { continue };
        let list = &rest[open + 1..];
        found.push((at, &rest[..name_end], &list[..group_end(list)]));
    }
    found
}

/// Returns the offset of the opening parenthesis after optional generics.
fn parameters_start(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if previous != '-' => depth -= 1,
            '(' if depth == 0 => return Some(at),
            _ if depth == 0 && !c.is_whitespace() => return None,
            _ => {}
        }
        previous = c;
    }
    None
}

/// Returns the offset of the bracket that closes the group in which `text` starts.
fn group_end(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Splits a list at its outermost commas and drops empty parts.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut previous) = (Vec::new(), 0, 0, ' ');
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if previous != '-' && previous != '=' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        previous = c;
    }
    parts.push(&list[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Counts a parameter: 0 for `self` and for an argument of a property test (`name in strategy`), the members for a
/// tuple pattern or a (reference to a) tuple type, else 1.
fn count_members(parameter: &str) -> usize {
    let Some((pattern, kind)) = split_type(parameter) else {
        return usize::from(!parameter.ends_with("self") && !parameter.contains(" in "));
    };
    if pattern.ends_with("self") || pattern.contains(" in ") {
        return 0;
    }
    tuple_members(pattern).max(tuple_members(kind))
}

/// Splits `pattern: type` at the first single colon outside of brackets.
fn split_type(parameter: &str) -> Option<(&str, &str)> {
    let bytes = parameter.as_bytes();
    let is_single = |at: usize| bytes.get(at + 1) != Some(&b':') && (at == 0 || bytes[at - 1] != b':');
    let mut depth = 0;
    for (at, c) in parameter.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ':' if depth == 0 && is_single(at) => return Some((parameter[..at].trim(), parameter[at + 1..].trim())),
            _ => {}
        }
    }
    None
}

fn tuple_members(text: &str) -> usize {
    let mut text = text.trim().trim_start_matches('&');
    if let Some(rest) = text.strip_prefix('\'') {
        text = rest.split_once(' ').map_or("", |(_, rest)| rest);
    }
    text = text.strip_prefix("mut ").unwrap_or(text).trim();
    match text.strip_prefix('(') {
        Some(inner) if group_end(inner) + 1 == inner.len() => {
            split(&inner[..inner.len() - 1]).into_iter().map(tuple_members).sum::<usize>().max(1)
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(code: &str) -> Vec<usize> {
        functions(code).into_iter().map(|(_, _, list)| split(list).into_iter().map(count_members).sum()).collect()
    }

    #[test]
    fn tuples_count_as_their_members_and_self_does_not_count() {
        let code = "fn a<F: Fn(u8) -> u8>(&self, f: F, m: BTreeMap<u8, u8>) {}
            fn b((a, b): (&A, &mut B), c: &'a (C, (D, E)), d: impl Fn(A, B) -> C) {}
            fn c(mut self: Box<Self>, path: std::path::PathBuf,) {}
            fn d() {} type F = fn(A, B, C, D, E);";
        assert_eq!(counts(code), [2, 6, 1, 0]);
        let tree =
            Tree::from_texts(&[("crates/a/src/x.rs", "\nfn f((a, b): (A, B), c: C, d: D, e: E) {}"), ("b.rs", code)]);
        assert_eq!(too_many(&tree).len(), 2);
        let of_trait = "\nimpl T for X {\n    fn f(a: A, b: B, c: C, d: D, e: E) {}\n}\n";
        let inherent = "\nimpl T for X {\n}\nimpl X {\n    fn f(a: A, b: B, c: C, d: D, e: E) {}\n}\n";
        assert!(too_many(&Tree::from_texts(&[("a.rs", of_trait)])).is_empty());
        assert_eq!(too_many(&Tree::from_texts(&[("a.rs", inherent)])).len(), 1);
        assert!(too_many(&tree)[1].starts_with("crates/a/src/x.rs:2: f has 5 parameters"));
    }
}
