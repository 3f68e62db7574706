//! Prompt templates of the workers: built into the program, and replaced one by one by the files of a folder.
//!
//! Every file of `prompts/<worker>/` is listed in [`builtin`] with the values that it may use. A folder named by
//! `AUSPEX_PROMPTS` has the same layout; a file that it does not contain keeps its built-in text. Templates are checked
//! when they are loaded ([`check`]), so a mistake stops the start and not a job.

pub mod builtin;
mod check;
mod folder;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

use std::path::{Path, PathBuf};

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use runtime::config::Env;
use serde::Serialize;
use sha2::{Digest, Sha256};

pub use builtin::{Template, WORKERS};
pub use folder::{Checked, check_folder};

/// Setting that names the folder.
pub const SETTING: &str = "AUSPEX_PROMPTS";

/// Templates of a worker, with a version that is the hash of their text.
#[derive(Debug)]
pub struct Prompts {
    templates: Environment<'static>,
    version: String,
}

/// A template could not be rendered.
#[derive(Debug, thiserror::Error)]
#[error("the prompt {name} could not be rendered")]
pub struct PromptError {
    /// Name of the template.
    pub name: String,
    /// Error with the line of the template.
    #[source]
    pub source: minijinja::Error,
}

/// A mistake in a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {problem}; {mend}", file.display())]
pub struct PromptMistake {
    /// The file, or the name of a built-in template.
    pub file: PathBuf,
    /// Line of the mistake, from 1.
    pub line: usize,
    /// Description of the mistake.
    pub problem: String,
    /// Instruction that corrects it.
    pub mend: String,
}

/// A template's text with the file that it comes from.
#[derive(Debug, Clone)]
struct Source {
    template: &'static Template,
    file: PathBuf,
    text: String,
}

impl Prompts {
    /// Reads the folder's setting and loads the templates of `worker`. Mistakes are added to those of `env`.
    pub fn read(env: &mut Env, worker: &str) -> Self {
        let doc = "Folder with prompts, `<worker>/<name>.md`, which replace the built-in ones; `auspex prompts export` writes those.";
        let folder = env.optional(SETTING, doc).map(PathBuf::from);
        Self::load(worker, folder.as_deref()).unwrap_or_else(|mistakes| {
            mistakes.iter().for_each(|mistake| env.mistake(SETTING, &mistake.to_string()));
            Self::empty()
        })
    }

    /// Loads the templates of `worker`: the files of `folder`, and the built-in text of those that it does not contain.
    ///
    /// # Errors
    /// Every mistake in the files.
    pub fn load(worker: &str, folder: Option<&Path>) -> Result<Self, Vec<PromptMistake>> {
        let sources = folder::sources(worker, folder)?;
        let prompts = Self::compile(&sources)?;
        let mistakes = check::all(&prompts.templates, &sources);
        if mistakes.is_empty() { Ok(prompts) } else { Err(mistakes) }
    }

    /// Loads the built-in templates of `worker`.
    ///
    /// # Errors
    /// A built-in template is invalid; a test detects it.
    pub fn builtin(worker: &str) -> anyhow::Result<Self> {
        Self::load(worker, None).map_err(|mistakes| anyhow::anyhow!(join(&mistakes)))
    }

    /// Renders a template.
    ///
    /// # Errors
    /// The template is unknown, or uses an undefined value.
    pub fn render(&self, name: &str, values: impl Serialize) -> Result<String, PromptError> {
        let wrap = |source| PromptError { name: name.to_owned(), source };
        self.templates.get_template(name).and_then(|template| template.render(Serde(values))).map_err(wrap)
    }

    /// Returns the version of all templates in force: twelve hex digits, stored with every model output.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn empty() -> Self {
        Self { templates: environment(), version: String::new() }
    }

    fn compile(sources: &[Source]) -> Result<Self, Vec<PromptMistake>> {
        let (mut templates, mut hash, mut mistakes) = (environment(), Sha256::new(), Vec::new());
        for Source { template, file, text } in sources {
            let name = template.name;
            if let Err(error) = templates.add_template_owned(name, text.clone()) {
                mistakes.push(check::syntax(file, &error));
            }
            // Lengths keep ("ab", "c") and ("a", "bc") apart.
            hash.update(format!("{}:{name}{}:{text}", name.len(), text.len()));
        }
        let version = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        if mistakes.is_empty() { Ok(Self { templates, version }) } else { Err(mistakes) }
    }
}

/// Joins mistakes, one per line.
pub fn join(mistakes: &[PromptMistake]) -> String {
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn environment() -> Environment<'static> {
    let mut templates = Environment::new();
    // An undefined value is an error: an incomplete prompt is worse than none.
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_auto_escape_callback(|_| AutoEscape::None);
    templates.add_filter("json", json);
    templates
}

/// Implements `{{ value | json }}`, in one line: indentation would be a sixth of what a model reads. Back-ticks are
/// written as `\u0060`, so that data cannot close its code fence.
fn json(value: &minijinja::Value) -> Result<String, minijinja::Error> {
    if value.is_undefined() {
        return Err(minijinja::ErrorKind::UndefinedError.into());
    }
    let text = serde_json::to_string(value)
        .map_err(|error| minijinja::Error::new(minijinja::ErrorKind::BadSerialization, error.to_string()))?;
    Ok(text.replace('`', "\\u0060"))
}

#[cfg(test)]
#[path = "prompt/tests.rs"]
mod tests;
