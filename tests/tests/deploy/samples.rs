//! The sample reports of docs/samples: one file each, which loads and runs nothing, and each is linked.

use std::path::Path;

/// Maximum size of a file in bytes.
const MAX_BYTES: usize = 64 * 1024;
/// A run's, an entity's and a bundle's at least.
const MIN_SAMPLES: usize = 3;

/// What a page would load or run something by.
const LOADING: [&str; 9] = ["<script", "<link", "<img", "<iframe", "<object", "src=", "@import", "url(", "javascript:"];

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the names of the files that the list links to.
fn linked() -> Vec<String> {
    let list = read("docs/samples/README.md");
    let names = list.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    names.filter(|name| name.ends_with(".html")).map(str::to_owned).collect()
}

#[test]
fn each_sample_report_is_one_file_that_loads_and_runs_nothing() {
    let names = linked();
    assert!(names.len() >= MIN_SAMPLES, "{names:?}");
    for name in names {
        let page = read(&format!("docs/samples/{name}"));
        assert!(page.starts_with("<!doctype html>") && page.contains("default-src 'none'"), "{name}");
        for loading in LOADING {
            assert!(!page.to_lowercase().contains(loading), "{name} contains {loading}");
        }
        assert!(page.len() <= MAX_BYTES, "{name} has {} bytes", page.len());
    }
}

#[test]
fn each_sample_report_is_linked_from_the_list_and_the_list_from_the_readme() {
    let mut linked = linked();
    linked.sort();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/samples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = files.filter(|name| name.ends_with(".html")).collect();
    files.sort();
    assert_eq!(linked, files);
    assert!(read("README.md").contains("docs/samples/README.md"));
}
