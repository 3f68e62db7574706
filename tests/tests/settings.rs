//! The documented settings are those that the binaries read.

use std::path::Path;

#[test]
fn the_page_says_what_the_binaries_read() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/CONFIGURATION.md");
    let committed = std::fs::read_to_string(page).expect("docs/CONFIGURATION.md; `make settings` writes it");
    let said = tests::settings::document().expect("the binaries are built");
    let stale = said.lines().filter(|line| !committed.lines().any(|known| known == *line)).collect::<Vec<_>>();
    assert!(
        committed == said,
        "docs/CONFIGURATION.md is stale; `make settings` writes it. Missing or changed:\n{}",
        stale.join("\n")
    );
}

#[test]
fn the_names_that_people_know_stay_valid() {
    let said = tests::settings::document().expect("the binaries are built");
    let known = [
        "MINIMAX_API_KEY",
        "CLASSIFIER_MODEL",
        "RESEARCHER_MODEL",
        "JUPITER_API_KEY",
        "RESEARCHER_ENABLED",
        "RESEARCHER_CONFIDENCE_THRESHOLD",
        "RESEARCHER_MAX_SOURCES",
        "RESEARCHER_MAX_CONTENT_LENGTH",
        "GOOGLE_SEARCH_ENABLED",
        "GOOGLE_API_KEY",
        "GOOGLE_SEARCH_ENGINE_ID",
        "ANTHROPIC_API_KEY",
    ];
    let missing: Vec<_> = known.into_iter().filter(|name| !said.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "SPEC 12 keeps these names: {missing:?}");
}
