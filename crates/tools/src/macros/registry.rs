//! The macros of a folder: load, search and reload while running.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::builtin::FILES;
use super::definition::Definition;
use super::mistake::{LoadError, Mistake, Mistakes, Position, suggestion};

/// Names of the tools that macros may use.
pub const TOOL_NAMES: [&str; 22] = [
    "resolve_entity",
    "create_entity",
    "add_representation",
    "get_entity_representations",
    "query_entity_timeline",
    "check_research_freshness",
    "get_cached_research",
    "get_token_metadata",
    "get_price_history",
    "check_rugcheck",
    "get_holder_distribution",
    "analyze_sentiment",
    "web_search",
    "wikipedia_search",
    "fetch_page",
    "map_site",
    "find_markets",
    "market_price",
    "retrieve",
    "research_and_store",
    "lookup_lei",
    "lei_relationships",
];

/// Maximum number of files in a folder.
const MAX_FILES: usize = 500;

/// Function words, which the search ignores.
const STOP_WORDS: [&str; 19] = [
    "an", "and", "are", "at", "by", "do", "does", "for", "in", "is", "of", "on", "or", "that", "the", "to", "what",
    "which", "who",
];

/// Result of a reload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reload {
    /// Names of the macros that are new, changed or removed, in alphabetical order.
    pub changed: Vec<String>,
    /// Mistakes of the files that were refused; their macros stay as they were. Reported once per content of the
    /// folder.
    pub mistakes: Vec<Mistake>,
}

/// The macros of a folder. Threads may share it.
#[derive(Debug)]
pub struct Registry {
    /// `None` for the built-in macros, which do not change.
    folder: Option<PathBuf>,
    tools: Vec<String>,
    state: RwLock<State>,
}

/// Definitions in force by name, each with the name of its file.
type Current = BTreeMap<String, (String, Arc<Definition>)>;

#[derive(Debug, Default)]
struct State {
    current: Current,
    /// Every version seen, by name and version.
    versions: HashMap<(String, String), Arc<Definition>>,
    /// Names and texts of the files at the last load.
    files: BTreeMap<String, String>,
}

impl Registry {
    /// Loads every file of a folder that ends in `.yaml` or `.yml`, with the tools of [`TOOL_NAMES`].
    ///
    /// # Errors
    /// [`LoadError`] lists every mistake in every file.
    pub fn load(folder: &Path) -> Result<Self, LoadError> {
        Self::load_with_tools(folder, &TOOL_NAMES)
    }

    /// Loads a folder as [`Registry::load`] does. `tools` are the names of the available tools.
    ///
    /// # Errors
    /// [`LoadError`] lists every mistake in every file.
    pub fn load_with_tools(folder: &Path, tools: &[&str]) -> Result<Self, LoadError> {
        let tools: Vec<String> = tools.iter().map(|name| (*name).to_owned()).collect();
        let files = read_files(folder).map_err(|mistake| LoadError { mistakes: vec![mistake] })?;
        let mut state = State::default();
        let reload = state.apply(files, &tools);
        if reload.mistakes.is_empty() {
            Ok(Self { folder: Some(folder.to_owned()), tools, state: RwLock::new(state) })
        } else {
            Err(LoadError { mistakes: reload.mistakes })
        }
    }

    /// Returns the macros that Auspex ships. A reload changes nothing.
    pub fn builtin() -> Self {
        let files = FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let tools: Vec<String> = TOOL_NAMES.iter().map(|name| (*name).to_owned()).collect();
        let mut state = State::default();
        let reload = state.apply(files, &tools);
        debug_assert!(reload.mistakes.is_empty(), "{:?}", reload.mistakes);
        Self { folder: None, tools, state: RwLock::new(state) }
    }

    /// Reads the folder again. A file with mistakes is refused and its macro stays as it was; the other files take
    /// effect. Earlier versions stay available through [`Registry::version`].
    pub fn reload(&self) -> Reload {
        let Some(folder) = &self.folder else { return Reload::default() };
        match read_files(folder) {
            Ok(files) => self.state.write().unwrap_or_else(PoisonError::into_inner).apply(files, &self.tools),
            Err(mistake) => Reload { changed: Vec::new(), mistakes: vec![mistake] },
        }
    }

    /// Reads the folder again, as [`Registry::reload`] does, outside of the event loop, and logs what has changed and
    /// what is refused.
    pub async fn reload_logged(self: &Arc<Self>) {
        let registry = Arc::clone(self);
        let Ok(reload) = tokio::task::spawn_blocking(move || registry.reload()).await else { return };
        if !reload.changed.is_empty() {
            tracing::info!(macros = reload.changed.join(", "), "macros reloaded");
        }
        for mistake in reload.mistakes {
            tracing::error!(mistake = %mistake, "a changed macro is refused; the version in force stays");
        }
    }

    /// Returns the definition in force.
    pub fn get(&self, name: &str) -> Option<Arc<Definition>> {
        self.read().current.get(name).map(|(_, definition)| Arc::clone(definition))
    }

    /// Returns a version that was in force since the start, or that [`Registry::remember`] added.
    pub fn version(&self, name: &str, version: &str) -> Option<Arc<Definition>> {
        self.read().versions.get(&(name.to_owned(), version.to_owned())).cloned()
    }

    /// Adds a version that a store kept, without putting it in force. A changed file with this name and version is then
    /// refused.
    ///
    /// Returns `false` if another content has this name and version already. That content stays; the caller reads the
    /// stored one with [`Definition::parse_file`].
    pub fn remember(&self, definition: Definition) -> bool {
        let key = (definition.name.clone(), definition.version.clone());
        let digest = definition.digest.clone();
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.versions.entry(key).or_insert_with(|| Arc::new(definition)).digest == digest
    }

    /// Returns all definitions in force, by name.
    pub fn list(&self) -> Vec<Arc<Definition>> {
        self.read().current.values().map(|(_, definition)| Arc::clone(definition)).collect()
    }

    /// Returns the definitions in force whose name, description or hints contain words of the text, best match first.
    /// Without a word, returns all of them by name.
    pub fn search(&self, text: &str) -> Vec<Arc<Definition>> {
        let query: HashSet<String> = words(text).collect();
        let all = self.list();
        if query.is_empty() {
            return all;
        }
        let mut scored: Vec<_> = all.into_iter().map(|definition| (score(&definition, &query), definition)).collect();
        scored.retain(|(score, _)| *score > 0);
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored.into_iter().map(|(_, definition)| definition).collect()
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, State> {
        // The state is replaced in steps that cannot panic, so a poisoned lock still guards a valid state.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Puts the valid files in force.
    fn apply(&mut self, files: BTreeMap<String, String>, tools: &[String]) -> Reload {
        if files == self.files {
            return Reload::default();
        }
        let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
        let mut reload = Reload::default();
        let mut next: Current = BTreeMap::new();
        for (file, text) in &files {
            match Definition::parse_file(file, text, &tools) {
                Ok(definition) => self.accept((file, definition), &mut next, &mut reload.mistakes),
                Err(error) => reload.mistakes.extend(error.mistakes),
            }
        }
        let rejected: HashSet<String> = reload.mistakes.iter().map(|mistake| mistake.file.clone()).collect();
        for (name, (file, definition)) in &self.current {
            if rejected.contains(file) && !next.contains_key(name) {
                next.insert(name.clone(), (file.clone(), Arc::clone(definition)));
            }
        }
        reload.mistakes.extend(self.invalid_batches(&mut next, &files));
        reload.changed = changed(&self.current, &next);
        for (_, definition) in next.values() {
            let key = (definition.name.clone(), definition.version.clone());
            self.versions.entry(key).or_insert_with(|| Arc::clone(definition));
        }
        (self.current, self.files) = (next, files);
        reload
    }

    /// Adds a definition unless its name is taken or its version was seen with another content.
    fn accept(&self, (file, definition): (&str, Definition), next: &mut Current, mistakes: &mut Vec<Mistake>) {
        let (name, version) = (definition.name.clone(), definition.version.clone());
        let key = (name.clone(), version.clone());
        let problem = if let Some((other, _)) = next.get(&name) {
            Some(("name", format!("the macro `{name}` is defined in {other} already")))
        } else if self.versions.get(&key).is_some_and(|seen| seen.digest != definition.digest) {
            Some(("version", format!("`{name}` has changed but still has version {version}; give it a new version")))
        } else {
            None
        };
        match problem {
            Some((key, problem)) => {
                mistakes.push(Mistake { file: file.to_owned(), at: key_place(&definition.source, key), problem });
            }
            None => drop(next.insert(name, (file.to_owned(), Arc::new(definition)))),
        }
    }

    /// Reports batch sections whose macro or parameters do not exist, and restores the previous definitions of their
    /// files.
    fn invalid_batches(&self, next: &mut Current, files: &BTreeMap<String, String>) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        for (name, (file, definition)) in next.clone() {
            let Some((key, problem)) = batch_problem(&definition, next) else { continue };
            let source = files.get(&file).map_or(definition.source.as_str(), String::as_str);
            mistakes.push(Mistake { file, at: key_place(source, &key), problem });
            match self.current.get(&name) {
                Some(previous) => drop(next.insert(name, previous.clone())),
                None => drop(next.remove(&name)),
            }
        }
        mistakes
    }
}

/// Returns the first problem of a batch section with the key where it lies.
fn batch_problem(definition: &Definition, all: &Current) -> Option<(String, String)> {
    let event = &definition.batch.as_ref()?.event;
    let Some((_, target)) = all.get(&event.name) else {
        let hint = suggestion(&event.name, all.keys().map(String::as_str));
        return Some(("batch/event/macro".to_owned(), format!("there is no macro `{}`{hint}", event.name)));
    };
    let names = || target.parameters.iter().map(|parameter| parameter.name.as_str());
    let place = "batch/event/parameters".to_owned();
    if let Some((unknown, _)) = event.parameters.iter().find(|(given, _)| names().all(|name| name != given)) {
        let problem = format!("`{}` has no parameter `{unknown}`{}", event.name, suggestion(unknown, names()));
        return Some((format!("{place}/{unknown}"), problem));
    }
    let given = |name: &str| event.parameters.iter().any(|(given, _)| given == name);
    let missing = target.parameters.iter().find(|parameter| parameter.required && !given(&parameter.name))?;
    Some((place, format!("the required parameter `{}` of `{}` is missing", missing.name, event.name)))
}

/// Returns the place of a value of the definition, by the names of its keys from `macro` on.
fn key_place(source: &str, keys: &str) -> Position {
    let mut ignored = Mistakes::new("");
    let root = super::yaml::parse(source, &mut ignored);
    root.map_or(Position::START, |root| root.place_of(&format!("/macro/{keys}")))
}

fn changed(before: &Current, after: &Current) -> Vec<String> {
    let digest = |all: &Current, name: &String| all.get(name).map(|(_, d)| d.digest.clone());
    let mut names: Vec<String> = before.keys().chain(after.keys()).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| digest(before, name) != digest(after, name));
    names
}

/// Reads the names and texts of the files of a folder.
fn read_files(folder: &Path) -> Result<BTreeMap<String, String>, Mistake> {
    let failed = |file: String, error: &dyn std::fmt::Display| Mistake {
        file,
        at: Position::START,
        problem: format!("cannot be read: {error}"),
    };
    let shown = folder.display().to_string();
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|error| failed(shown.clone(), &error))? {
        let path = entry.map_err(|error| failed(shown.clone(), &error))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let yaml = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
        if !yaml || name.starts_with('.') {
            continue;
        }
        let text = read_text(&path).map_err(|error| failed(name.clone(), &error))?;
        files.insert(name, text);
        if files.len() > MAX_FILES {
            return Err(failed(shown, &format!("it has more than {MAX_FILES} files")));
        }
    }
    Ok(files)
}

/// Reads a file up to one byte beyond the limit, which the parser then refuses.
fn read_text(path: &Path) -> std::io::Result<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(super::yaml::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| std::io::Error::other("it is not UTF-8"))
}

/// Splits a text into lower-case words without function words and a plural `s`.
fn words(text: &str) -> impl Iterator<Item = String> {
    let lower = text.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 1 && !STOP_WORDS.contains(word));
    let singular = |word: &str| match word.strip_suffix('s') {
        Some(stem) if stem.len() >= 3 && !stem.ends_with('s') => stem.to_owned(),
        _ => word.to_owned(),
    };
    words.map(singular).collect::<Vec<_>>().into_iter()
}

/// Adds the weights of the places in which each word of the query occurs.
fn score(definition: &Definition, query: &HashSet<String>) -> usize {
    let hints = &definition.hints;
    let examples: Vec<String> = hints
        .examples
        .iter()
        .map(|example| match example.as_str() {
            Some(text) => text.to_owned(),
            None => example.to_string(),
        })
        .collect();
    let parameters = definition.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let places: [(usize, Vec<String>); 5] = [
        (8, vec![definition.name.clone()]),
        (4, [hints.phrases.clone(), hints.tags.clone()].concat()),
        (2, vec![definition.description.clone()]),
        (1, examples),
        (1, parameters),
    ];
    let weigh = |(weight, texts): (usize, Vec<String>)| {
        let found: HashSet<String> = texts.iter().flat_map(|text| words(text)).collect();
        weight * found.intersection(query).count()
    };
    places.into_iter().map(weigh).sum()
}

#[cfg(test)]
#[path = "registry_test.rs"]
mod tests;
