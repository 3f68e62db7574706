//! Each variable in a deployment file is one that a binary reads. docs/CONFIGURATION.md, which `tests/settings.rs`
//! checks against the binaries, lists the variables of the workers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use runtime::topology::{SERVICES, STREAMS};

use crate::{read, root};

/// Settings by section of the page: `Every worker`, `classifier`, …
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let page = read("docs/CONFIGURATION.md");
    let mut sections: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut section = String::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section);
        }
        if let Some(name) = line.strip_prefix("| `").and_then(|rest| rest.split('`').next()) {
            // A setting that each worker has under its own name.
            for service in SERVICES.iter().filter(|_| name.contains("<WORKER>")) {
                let own = name.replace("<WORKER>", &service.name.to_uppercase());
                sections.entry(service.name.to_owned()).or_default().insert(own);
            }
            sections.entry(section.clone()).or_default().insert(name.to_owned());
        }
    }
    sections
}

/// Returns the variables that the CLI and the offline world read: quoted names in their source.
fn quoted(folder: &str) -> BTreeSet<String> {
    let sources: String = files(&root().join(folder), "rs").iter().map(|file| text(file)).collect();
    sources.split('"').filter(|word| is_variable(word)).map(str::to_owned).collect()
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap()
}

pub(crate) fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.extension().is_some_and(|extension| extension == end) {
            found.push(path);
        }
    }
    found
}

/// Returns true for names such as `AUSPEX_NATS_URL`, but not `AUSPEX_` or a single word.
fn is_variable(word: &str) -> bool {
    word.len() > 3
        && word.contains('_')
        && !word.starts_with('_')
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Returns our variables in a text, including comments. A name that ends in `_` is a prefix. Names of streams are left
/// out.
fn named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = ["AUSPEX_", "OTEL_", "MINIMAX_", "ANTHROPIC_", "GOOGLE_", "JUPITER_"];
    words
        .filter(|word| is_variable(word) && ours.iter().any(|prefix| word.starts_with(prefix)))
        .filter(|word| !STREAMS.iter().any(|stream| stream.name == *word))
        .collect()
}

/// Returns the names that no binary reads.
fn strangers(text: &str, known: &BTreeSet<String>) -> Vec<String> {
    let is_known = |name: &str| known.iter().any(|one| one == name || (name.ends_with('_') && one.starts_with(name)));
    named(text).into_iter().filter(|name| !is_known(name)).map(str::to_owned).collect()
}

fn known_to_anybody() -> BTreeSet<String> {
    let mut known: BTreeSet<String> = documented().into_values().flatten().collect();
    known.extend(quoted("services/cli/src"));
    known.extend(quoted("services/offline/src"));
    known
}

#[test]
fn every_variable_of_the_deployment_is_read_by_a_binary() {
    let known = known_to_anybody();
    assert!(known.contains("AUSPEX_TOPOLOGY_REPLICAS") && known.contains("AUSPEX_OFFLINE_CORPUS"), "{known:?}");
    let mut looked_at = 0;
    for (folder, ends) in [("k8s", ["yaml", "env", "md"]), ("deploy", ["yaml", "env", "md"])] {
        let all = ends.iter().flat_map(|end| files(&root().join(folder), end));
        // nats-server reads the passwords of its users itself.
        for file in all.filter(|file| !file.ends_with("nats.env")) {
            let text = text(&file);
            looked_at += named(&text).len();
            assert_eq!(
                strangers(&text, &known),
                Vec::<String>::new(),
                "{} names a variable that no binary reads",
                file.display()
            );
        }
    }
    looked_at += named(&read("deploy/Dockerfile")).len();
    assert_eq!(strangers(&read("deploy/Dockerfile"), &known), Vec::<String>::new());
    assert!(looked_at > 80, "only {looked_at} names were found");
}

#[test]
fn every_line_of_a_workers_file_is_a_setting_of_that_worker() {
    let documented = documented();
    for service in SERVICES {
        let file = format!("deploy/config/{}.env", service.name);
        let lines = read(&file);
        let set = lines.lines().filter_map(|line| line.trim_start_matches('#').split_once('=').map(|(name, _)| name));
        for name in set.filter(|name| is_variable(name)) {
            let is_read = ["Every worker", service.name].iter().any(|section| documented[*section].contains(name));
            assert!(is_read, "{file}: {} does not read {name}", service.name);
        }
    }
}

#[test]
fn compose_configures_the_offline_world_like_auspex_up() {
    let up = read("services/cli/src/up/worker_env.rs");
    let (_, searched) = up.split_once("self.offline_url.as_ref()").expect("worker_env.rs sets the offline world");
    let profile = read("services/cli/src/up/offline_profile.rs");
    let (_, model) = profile.split_once("fn environment").expect("offline_profile.rs sets the model");
    let reported: BTreeSet<&str> = [searched.split("let mut prices"), model.split("match model.name")]
        .into_iter()
        .flat_map(|mut parts| parts.next().unwrap_or_default().split('"'))
        .filter(|word| is_variable(word))
        .collect();
    let model_variables = reported.iter().filter(|name| name.starts_with("AUSPEX_MODEL_")).count();
    assert_eq!((reported.len() - model_variables > 6, model_variables), (true, 3), "{reported:?}");
    let dev = read("k8s/overlays/dev/kustomization.yaml");
    let compose = read("deploy/config/researcher.env");
    for name in reported {
        assert!(dev.contains(&format!("- {name}=")), "k8s/overlays/dev does not set {name}");
        // Part of the wire format, set by default.
        assert!(name == "AUSPEX_MODEL_API" || compose.contains(&format!("\n{name}=")), "researcher.env lacks {name}");
    }
}

#[test]
fn an_unread_variable_is_reported() {
    let known: BTreeSet<String> = ["AUSPEX_MODEL_PRICE_IN", "AUSPEX_NATS_URL"].map(str::to_owned).into();
    assert_eq!(strangers("- AUSPEX_OFFLINE_URL=x\nAUSPEX_NATS_URL=", &known), ["AUSPEX_OFFLINE_URL"]);
    assert!(strangers("stream: AUSPEX_WORK # the AUSPEX_MODEL_PRICE_* of it", &known).is_empty());
    assert_eq!(strangers("# AUSPEX_PRICE_*", &known), ["AUSPEX_PRICE_"]);
}
