//! Names of types: no participle in the place of a noun, and few names that mean something else in another package.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::production;
use super::{Tree, Violations};

/// Participles that say nothing about what a type holds.
const PARTICIPLES: [&str; 8] = ["Known", "Found", "Asked", "Said", "Told", "Given", "Kept", "Seen"];

/// Types that still have such a name, by file. The list gets only shorter.
const LEFT: [(&str, &str); 1] = [("crates/web/src/search.rs", "Found")];

/// Public names of types that several packages define; a reader has to ask which one is meant.
const MAX_SHARED: usize = 106;

/// A type: its file and its name.
type Defined = (String, String);

/// Types that are named by a participle, and too many names with several meanings.
pub fn check(tree: &Tree) -> Violations {
    let (all, public) = types(tree);
    let left: BTreeSet<Defined> = LEFT.iter().map(|(path, name)| ((*path).to_owned(), (*name).to_owned())).collect();
    let named: BTreeSet<Defined> = all.into_iter().filter(|(_, name)| PARTICIPLES.contains(&name.as_str())).collect();
    let new = named
        .difference(&left)
        .map(|(path, name)| format!("{path}: the type {name} is named by a participle: name what it holds"));
    let gone = left.difference(&named).filter(|(path, _)| tree.contains(path));
    let gone = gone.map(|(path, name)| format!("{path}: {name} is gone: remove it from the list"));
    let mut violations: Violations = new.chain(gone).collect();
    let shared: Vec<&String> = public.iter().filter(|(_, packages)| packages.len() > 1).map(|(name, _)| name).collect();
    if shared.len() > MAX_SHARED {
        violations.push(format!(
            "{} public names of types have several packages, limit {MAX_SHARED}: {shared:?}",
            shared.len()
        ));
    }
    violations
}

/// Returns all types, and the packages of each public name.
fn types(tree: &Tree) -> (Vec<Defined>, BTreeMap<String, BTreeSet<String>>) {
    let (mut all, mut public) = (Vec::new(), BTreeMap::<String, BTreeSet<String>>::new());
    let sources = tree.rust_under("crates/").chain(tree.rust_under("services/"));
    let is_source = |path: &str| path.contains("/src/") && !path.ends_with("_test.rs") && !path.ends_with("tests.rs");
    for (path, text) in sources.filter(|(path, _)| is_source(path)) {
        for line in production(text).lines() {
            let Some((is_public, name)) = defined(line) else { continue };
            if is_public {
                let package: Vec<&str> = path.split('/').take(2).collect();
                public.entry(name.clone()).or_default().insert(package.join("/"));
            }
            all.push((path.to_owned(), name));
        }
    }
    (all, public)
}

/// Returns the name of the type that a line defines, and `true` if it is public everywhere.
fn defined(line: &str) -> Option<(bool, String)> {
    let line = line.trim_start();
    let (is_public, rest) = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => (false, rest.split_once(") ")?.1),
        Some(rest) => (true, rest.trim_start()),
        None => (false, line),
    };
    let rest = ["struct ", "enum ", "trait "].iter().find_map(|keyword| rest.strip_prefix(keyword))?;
    Some((is_public, rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_participle_is_found_and_a_noun_is_not() {
        let tree = Tree::from_texts(&[
            ("crates/a/src/lib.rs", "pub struct Page;\npub(crate) enum Known { A }\nstruct Knowledge;"),
            ("crates/b/src/lib.rs", "pub struct Page;\n#[cfg(test)]\nmod tests {\n    struct Seen;\n}"),
        ]);
        let violations = check(&tree);
        assert_eq!(violations.len(), 1, "{violations:?}");
        assert!(violations[0].starts_with("crates/a/src/lib.rs: the type Known"), "{violations:?}");
        let (_, public) = types(&tree);
        assert_eq!(public["Page"].len(), 2);
        assert!(!public.contains_key("Known"), "it is not public everywhere");
    }
}
