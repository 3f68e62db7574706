//! The documented settings are those that the binaries read, and the documented commands those of the program.

use std::path::Path;

#[test]
fn the_page_lists_the_settings_that_the_binaries_read() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/CONFIGURATION.md");
    let committed = std::fs::read_to_string(page).expect("docs/CONFIGURATION.md; `make settings` writes it");
    let printed = tests::settings::document().expect("the binaries are built");
    let stale = printed.lines().filter(|line| !committed.lines().any(|known| known == *line)).collect::<Vec<_>>();
    assert!(
        committed == printed,
        "docs/CONFIGURATION.md is stale; `make settings` writes it. Missing or changed:\n{}",
        stale.join("\n")
    );
}

#[test]
fn the_page_lists_the_commands_of_the_program() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/COMMANDS.md");
    let committed = std::fs::read_to_string(page).expect("docs/COMMANDS.md; `make commands` writes it");
    assert!(committed == tests::commands::document(), "docs/COMMANDS.md is stale; `make commands` writes it");
}

#[test]
fn established_setting_names_stay_valid() {
    let printed = tests::settings::document().expect("the binaries are built");
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
    let is_printed = |name: &str| printed.contains(&format!("`{name}`"));
    let generic = |name: &str| name.replace("CLASSIFIER", "<WORKER>").replace("RESEARCHER", "<WORKER>");
    let missing: Vec<_> = known.into_iter().filter(|name| !is_printed(name) && !is_printed(&generic(name))).collect();
    assert!(missing.is_empty(), "removed setting names: {missing:?}");
}
