//! Import cycles between files of different folders of one crate, and imports against the layers of a crate.
//!
//! An approximation over the text: a file imports another one if a path in its production code starts with `crate::` or
//! `super::` and names that file's module; the longest matching module counts. Imports of a module from its own
//! children (`child::Item`) and re-exports are not followed, so an import through a parent module counts as an import
//! of the parent. The folder of `a.rs` is `a/` if that folder exists, so a module and its children are in one folder.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{blank_literals, line_number};
use super::{Tree, Violations};

/// File → imported file → line of the first import.
type Imports = BTreeMap<String, BTreeMap<String, usize>>;

/// Reports the imports that are part of a cycle and lead to another folder.
pub fn between_folders(tree: &Tree) -> Violations {
    let imports = imports(tree);
    let mut violations = Violations::new();
    for (from, targets) in &imports {
        for (to, line) in targets {
            if folder(tree, from) != folder(tree, to) && reachable(&imports, to).contains(from.as_str()) {
                violations.push(format!("{from}:{line}: imports {to}, which imports this file directly or indirectly"));
            }
        }
    }
    violations
}

/// Reports the imports of a crate, given by its `src/` folder, that lead to a module which contains the importing one,
/// and those that are part of a cycle, also inside one folder. An item of the crate's root counts as one of `lib.rs`.
pub fn against_layers(tree: &Tree, source: &str) -> Violations {
    let root = format!("{source}lib.rs");
    let of_crate = |path: &str| path.starts_with(source);
    let imports: Imports = imports_with(tree, |target| target.or_else(|| Some(root.clone())))
        .into_iter()
        .filter(|(from, _)| of_crate(from))
        .collect();
    let mut violations = Violations::new();
    for (from, targets) in &imports {
        for (to, line) in targets {
            if contains(to, from) {
                violations.push(format!("{from}:{line}: imports {to}, which contains this module; move the item down"));
            } else if reachable(&imports, to).contains(from.as_str()) {
                violations.push(format!("{from}:{line}: imports {to}, which imports this file directly or indirectly"));
            }
        }
    }
    violations
}

/// Returns `true` if the module of the first file contains that of the second one.
fn contains(outer: &str, inner: &str) -> bool {
    let (Some((_, outer)), Some((_, inner))) = (module_of(outer), module_of(inner)) else { return false };
    outer.len() < inner.len() && inner.starts_with(&outer)
}

fn imports(tree: &Tree) -> Imports {
    imports_with(tree, |target| target)
}

/// Returns all imports. `target` decides about paths, with the file that they lead to if they name a module.
fn imports_with(tree: &Tree, target: impl Fn(Option<String>) -> Option<String>) -> Imports {
    let mut imports = Imports::new();
    for (path, text) in tree.ending(".rs") {
        let Some((source, module)) = module_of(path) else { continue };
        let code = blank_literals(text.split("\n#[cfg(test)]\nmod").next().unwrap_or_default());
        let targets = imports.entry(path.to_owned()).or_default();
        for (at, names) in paths(&code, &module) {
            if let Some(target) = target(file_of(tree, source, &names)).filter(|target| target != path) {
                targets.entry(target).or_insert_with(|| line_number(&code, at));
            }
        }
    }
    imports
}

/// Splits a path into the `src/` folder of its crate and the names of its module.
fn module_of(path: &str) -> Option<(&str, Vec<&str>)> {
    let at = path.find("/src/")? + "/src/".len();
    let names: Vec<&str> = path[at..].trim_end_matches(".rs").split('/').collect();
    let is_root = matches!(names.as_slice(), ["lib" | "main"]);
    let names = if is_root { Vec::new() } else { names.into_iter().filter(|name| *name != "mod").collect() };
    Some((&path[..at], names))
}

/// Returns the file of the longest prefix of `names` that is a module.
fn file_of(tree: &Tree, source: &str, names: &[String]) -> Option<String> {
    (1..=names.len()).rev().find_map(|length| {
        let module = names[..length].join("/");
        [format!("{source}{module}.rs"), format!("{source}{module}/mod.rs")]
            .into_iter()
            .find(|file| tree.contains(file))
    })
}

/// Returns every path that starts with `crate::` or `super::`, from the crate's root, with its offset.
fn paths(code: &str, module: &[&str]) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        // Inside of a longer path or name.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let mut rest = &code[at..];
        let mut base: Vec<String> = Vec::new();
        if let Some(after) = rest.strip_prefix("crate::") {
            rest = after;
        } else {
            base = module.iter().map(|name| (*name).to_owned()).collect();
            while let Some(after) = rest.strip_prefix("super::") {
                base.pop();
                rest = after;
            }
        }
        expand(rest, base, &mut |names| found.push((at, names)));
    }
    found
}

/// Expands `a::{b, c::D}` into its paths.
fn expand(text: &str, mut base: Vec<String>, add: &mut impl FnMut(Vec<String>)) {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    expand(&group[start..at], base.clone(), add);
                    start = at + 1;
                    if c == '}' {
                        return;
                    }
                }
                _ => {}
            }
        }
        return;
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    if end > 0 && &text[..end] != "self" {
        base.push(text[..end].to_owned());
    }
    match text[end..].strip_prefix("::") {
        Some(rest) if end > 0 => expand(rest, base, add),
        _ => add(base),
    }
}

fn reachable<'a>(imports: &'a Imports, from: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        if seen.insert(file) {
            open.extend(imports.get(file).into_iter().flat_map(BTreeMap::keys).map(String::as_str));
        }
    }
    seen
}

fn folder<'a>(tree: &Tree, path: &'a str) -> &'a str {
    let own = path.trim_end_matches(".rs");
    let has_children = tree.iter().any(|(other, _)| other.strip_prefix(own).is_some_and(|rest| rest.starts_with('/')));
    if has_children { own } else { path.rsplit_once('/').map_or("", |(folder, _)| folder) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_between_folders_is_reported_with_both_lines() {
        let tree = Tree::from_texts(&[
            ("crates/a/src/lib.rs", "mod one;\nmod two;"),
            ("crates/a/src/one/mod.rs", "use super::two::{self, deep::{Deep, Other}};"),
            ("crates/a/src/one/part.rs", "use super::Whole;"),
            ("crates/a/src/two.rs", "// crate::one\nuse crate::three;"),
            ("crates/a/src/two/deep.rs", "fn f() {\n    crate::one::call();\n}"),
            ("crates/a/src/three.rs", "#[rustfmt::skip]\nfn g() {}\n#[cfg(test)]\nmod tests { use crate::one; }"),
        ]);
        let found = between_folders(&tree);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("crates/a/src/one/mod.rs:1: imports crates/a/src/two/deep.rs"));
        assert!(found[1].starts_with("crates/a/src/two/deep.rs:2: imports crates/a/src/one/mod.rs"));
    }

    #[test]
    fn a_cycle_inside_a_folder_is_allowed() {
        let tree = Tree::from_texts(&[
            ("crates/a/src/one.rs", "use crate::two::X;"),
            ("crates/a/src/two.rs", "use crate::one::Y;"),
            ("crates/a/src/three.rs", "use self::three::part::P;"),
            ("crates/a/src/three/part.rs", "use crate::three::Q;"),
        ]);
        assert_eq!(between_folders(&tree), Violations::new());
    }

    #[test]
    fn an_import_of_a_containing_module_or_in_a_cycle_is_against_the_layers() {
        let tree = Tree::from_texts(&[
            ("crates/a/src/lib.rs", "mod one;\nmod two;\npub struct Root;"),
            ("crates/a/src/one.rs", "mod part;\nmod leaf;\nuse part::Part;"),
            ("crates/a/src/one/part.rs", "use super::Whole;\nuse super::leaf::Leaf;\nuse crate::Root;"),
            ("crates/a/src/one/leaf.rs", "use crate::two::X;"),
            ("crates/a/src/two.rs", "use crate::three::Y;"),
            ("crates/a/src/three.rs", "use crate::two::Z;"),
            ("crates/b/src/one/part.rs", "use super::Whole;"),
        ]);
        let found = against_layers(&tree, "crates/a/src/");
        let places: Vec<&str> = found.iter().map(|line| line.split(", which").next().unwrap_or_default()).collect();
        assert_eq!(
            places,
            [
                "crates/a/src/one/part.rs:3: imports crates/a/src/lib.rs",
                "crates/a/src/one/part.rs:1: imports crates/a/src/one.rs",
                "crates/a/src/three.rs:1: imports crates/a/src/two.rs",
                "crates/a/src/two.rs:1: imports crates/a/src/three.rs",
            ],
            "{found:?}"
        );
    }
}
