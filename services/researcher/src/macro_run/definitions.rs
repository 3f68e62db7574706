//! The definitions in force, reloaded when their files change, and the definition that a job uses.
//!
//! I/O: reads the folder at most once per [`RELOAD_INTERVAL`]; stores the definition of a job.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::port::StepKey;
use domain::{JobId, Time};
use runtime::Failure;
use runtime::config::Env;
use tools::macros::{Definition, Registry, TOOL_NAMES};

use crate::research_loop::steps::Steps;

/// Setting that names the folder of the definitions.
const SETTING: &str = "AUSPEX_MACROS";
/// Minimum time between two looks at the folder.
const RELOAD_INTERVAL: Duration = Duration::from_secs(2);
/// Step that stores the text of the definition.
const DEFINITION: &str = "macro-definition";

/// Reads the setting of the macros and loads the definitions: those of the folder, or the built-in ones. Mistakes in
/// the files are added to those of `env`.
pub fn read_macros(env: &mut Env) -> Arc<Registry> {
    let doc = "Folder with research macros, one YAML file each, instead of the built-in ones; changed files take effect while running.";
    let Some(folder) = env.optional(SETTING, doc).map(PathBuf::from) else { return Arc::new(Registry::builtin()) };
    Arc::new(Registry::load(&folder).unwrap_or_else(|error| {
        error.mistakes.iter().for_each(|mistake| env.mistake(SETTING, &mistake.to_string()));
        Registry::builtin()
    }))
}

/// The registry of macros and the time of the last look at its files.
pub(crate) struct Definitions {
    registry: Arc<Registry>,
    looked_at: Mutex<Option<Time>>,
}

/// Identity of a job and the time of its attempt.
#[derive(Clone, Copy)]
pub(super) struct JobAttempt {
    pub(super) job: JobId,
    pub(super) now: Time,
}

impl Definitions {
    /// Creates the definitions of a loaded registry.
    pub(crate) fn new(registry: Arc<Registry>) -> Self {
        Self { registry, looked_at: Mutex::new(None) }
    }

    /// Returns the definition that the job uses, or the reason why there is none. The first attempt stores the text of
    /// the definition in force; later attempts use the stored one.
    pub(super) async fn of_job(
        &self,
        attempt: JobAttempt,
        name: &str,
        steps: &dyn Steps,
    ) -> Result<Result<Arc<Definition>, String>, Failure> {
        let step = StepKey::new(attempt.job, DEFINITION, name.as_bytes());
        if let Some(stored) = steps.recall(&step).await? {
            return parse(name, &stored).map(Ok);
        }
        self.reload(attempt.now).await;
        let Some(definition) = self.registry.get(name) else { return Ok(Err(self.unknown(name))) };
        let stored = steps.remember(&step, definition.source().as_bytes().to_vec()).await?;
        // A concurrent attempt may have stored another version first; both use the stored one.
        if stored == definition.source().as_bytes() { Ok(Ok(definition)) } else { parse(name, &stored).map(Ok) }
    }

    fn unknown(&self, name: &str) -> String {
        let installed: Vec<String> = self.registry.list().iter().map(|known| known.name().to_owned()).collect();
        format!("no macro {name:?} is installed; there are: {}", installed.join(", "))
    }

    /// Loads changed files, unless that was done a moment ago. Files with mistakes are refused, and their definitions
    /// in force stay.
    async fn reload(&self, now: Time) {
        if self.is_due(now) {
            self.registry.reload_logged().await;
        }
    }

    /// Returns true, and records the look, if the last one is long enough ago.
    fn is_due(&self, now: Time) -> bool {
        let mut looked_at = self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |at: Time| (now - at).to_std().is_ok_and(|since| since < RELOAD_INTERVAL);
        if looked_at.is_some_and(is_recent) {
            return false;
        }
        *looked_at = Some(now);
        true
    }
}

/// Parses the stored text of a definition, which was valid when it was stored.
fn parse(name: &str, stored: &[u8]) -> Result<Arc<Definition>, Failure> {
    let text = String::from_utf8_lossy(stored);
    Definition::parse_file(name, &text, &TOOL_NAMES).map(Arc::new).map_err(Failure::reject)
}
