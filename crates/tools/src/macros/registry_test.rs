//! Tests of the registry: load, versions, search and reload.

use std::path::Path;

use super::*;

fn definition(name: &str, version: u32, description: &str) -> String {
    format!(
        "macro:\n  name: {name}\n  version: {version}\n  description: {description}\n  parameters:\n    - {{name: company, type: string, \
         required: true}}\n  prompt: Check {{{{company}}}}.\n  output:\n    schema_name: x\n    schema: {{type: object}}\n"
    )
}

fn write(folder: &Path, file: &str, text: &str) {
    std::fs::write(folder.join(file), text).unwrap();
}

fn names(found: &[Arc<Definition>]) -> Vec<&str> {
    found.iter().map(|definition| definition.name()).collect()
}

#[test]
fn a_folder_is_loaded_and_every_mistake_of_every_file_reported() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.yaml", &definition("alpha", 1, "First."));
    write(folder.path(), "b.yml", &definition("beta", 1, "Second."));
    write(folder.path(), "notes.txt", "no macro");
    assert_eq!(names(&Registry::load(folder.path()).unwrap().list()), ["alpha", "beta"]);
    write(folder.path(), "c.yaml", "macro: 1\n");
    write(folder.path(), "d.yaml", &definition("alpha", 2, "Again."));
    let error = Registry::load(folder.path()).unwrap_err().to_string();
    assert_eq!(
        error,
        "c.yaml:1:8: `macro` must be a mapping, not a number\nd.yaml:2:9: the macro `alpha` is defined in a.yaml already"
    );
    let missing = Registry::load(&folder.path().join("missing")).unwrap_err().to_string();
    assert!(missing.contains("missing:1:1: cannot be read"), "{missing}");
}

#[test]
fn a_reload_puts_new_versions_in_force_and_keeps_the_old_ones() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.yaml", &definition("alpha", 1, "First."));
    let registry = Registry::load(folder.path()).unwrap();
    assert_eq!(registry.reload(), Reload::default());
    write(folder.path(), "a.yaml", &definition("alpha", 2, "Better."));
    write(folder.path(), "b.yaml", &definition("beta", 1, "New."));
    assert_eq!(registry.reload().changed, ["alpha", "beta"]);
    assert_eq!(registry.get("alpha").unwrap().version(), "2");
    assert_eq!(registry.version("alpha", "1").unwrap().description(), "First.");
    std::fs::remove_file(folder.path().join("a.yaml")).unwrap();
    assert_eq!(registry.reload().changed, ["alpha"]);
    assert!(registry.get("alpha").is_none() && registry.version("alpha", "2").is_some());
}

#[test]
fn a_bad_file_is_refused_once_and_the_version_in_force_stays() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.yaml", &definition("alpha", 1, "First."));
    let registry = Registry::load(folder.path()).unwrap();
    write(folder.path(), "a.yaml", "macro:\n  name: alpha\n  nam: x\n");
    write(folder.path(), "b.yaml", &definition("beta", 1, "New."));
    let reload = registry.reload();
    assert_eq!(reload.changed, ["beta"]);
    assert!(reload.mistakes.iter().any(|mistake| mistake.to_string().starts_with("a.yaml:3:3: unknown key `nam`")));
    assert_eq!(registry.get("alpha").unwrap().description(), "First.");
    assert_eq!(registry.reload(), Reload::default(), "the same content is not reported again");
    write(folder.path(), "a.yaml", &definition("alpha", 2, "Repaired."));
    assert_eq!(registry.reload(), Reload { changed: vec!["alpha".into()], mistakes: vec![] });
}

#[test]
fn changed_content_needs_a_new_version() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.yaml", &definition("alpha", 1, "First."));
    let registry = Registry::load(folder.path()).unwrap();
    write(folder.path(), "a.yaml", &format!("# A comment.\n{}", definition("alpha", 1, "First.")));
    assert_eq!(registry.reload(), Reload::default(), "a comment changes nothing");
    write(folder.path(), "a.yaml", &definition("alpha", 1, "Changed."));
    let reload = registry.reload();
    let expected = "a.yaml:3:12: `alpha` has changed but still has version 1; give it a new version";
    assert_eq!(reload.mistakes[0].to_string(), expected);
    assert_eq!(registry.get("alpha").unwrap().description(), "First.");
}

#[test]
fn versions_of_a_store_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.yaml", &definition("alpha", 2, "Second."));
    let registry = Registry::load(folder.path()).unwrap();
    let old = Definition::parse_file("store", &definition("alpha", 1, "First."), &TOOL_NAMES).unwrap();
    assert!(registry.remember(old.clone()) && registry.remember(old));
    let other = Definition::parse_file("store", &definition("alpha", 2, "Other."), &TOOL_NAMES).unwrap();
    assert!(!registry.remember(other), "another content with the name and version in force");
    assert_eq!(registry.version("alpha", "1").unwrap().description(), "First.");
    assert_eq!(registry.get("alpha").unwrap().version(), "2");
    write(folder.path(), "a.yaml", &definition("alpha", 1, "Other."));
    assert_eq!(registry.reload().mistakes.len(), 1);
}

#[test]
fn the_macro_of_a_batch_must_exist_with_its_parameters() {
    let batch = |name: &str, parameter: &str| {
        let schema = "{type: object, properties: {rows: {type: array}}}";
        let text = definition("alpha", 1, "First.").replace("{type: object}", schema);
        format!(
            "{text}  batch:\n    path: /rows\n    event:\n      macro: {name}\n      parameters:\n        {parameter}: {{value: x}}\n"
        )
    };
    let cases = [
        ("betta", "company", "a.yaml:14:14: there is no macro `betta`; did you mean `beta`?"),
        ("beta", "compny", "a.yaml:16:17: `beta` has no parameter `compny`; did you mean `company`?"),
    ];
    for (name, parameter, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "a.yaml", &batch(name, parameter));
        write(folder.path(), "b.yaml", &definition("beta", 1, "Second."));
        assert_eq!(Registry::load(folder.path()).unwrap_err().to_string(), expected);
    }
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.yaml", &batch("alpha", "company"));
    assert!(Registry::load(folder.path()).is_ok(), "a macro may request itself");
}

#[test]
fn search_ranks_names_before_hints_and_descriptions() {
    let folder = tempfile::tempdir().unwrap();
    let hints = "  hints:\n    phrases: [find owners]\n    when_not_to_use: [sanctions are wanted]\n";
    write(folder.path(), "a.yaml", &definition("alpha", 1, "Checks the owner of a company."));
    write(folder.path(), "b.yaml", &format!("{}{hints}", definition("beta", 1, "Second.")));
    write(folder.path(), "c.yaml", &definition("owner-check", 1, "Third."));
    let registry = Registry::load(folder.path()).unwrap();
    assert_eq!(names(&registry.search("Who are the OWNERS?")), ["owner-check", "beta", "alpha"]);
    assert_eq!(names(&registry.search("sanctions")), Vec::<&str>::new());
    assert_eq!(names(&registry.search(" ")), ["alpha", "beta", "owner-check"]);
}
