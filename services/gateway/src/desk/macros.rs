//! The definitions in force, reloaded when their files change.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use runtime::config::Env;
use tools::macros::Registry;

/// Setting that names the folder of the definitions; the researcher has the same one.
const SETTING: &str = "AUSPEX_MACROS";
/// Interval between two looks at the folder.
pub const RELOAD_INTERVAL: Duration = Duration::from_secs(2);

/// The macros that callers may list and execute.
#[derive(Debug, Clone)]
pub struct Macros(Arc<Registry>);

impl Macros {
    /// Returns the macros that Auspex ships.
    pub fn builtin() -> Self {
        Self(Arc::new(Registry::builtin()))
    }

    /// Reads the setting and loads the folder's definitions, or the built-in ones. Mistakes in the files are added to those of `env`.
    pub fn read(env: &mut Env) -> Self {
        let doc = "Folder with research macros, one YAML file each, instead of the built-in ones; changed files take effect while running.";
        let Some(folder) = env.optional(SETTING, doc).map(PathBuf::from) else { return Self::builtin() };
        Self(Arc::new(Registry::load(&folder).unwrap_or_else(|error| {
            error.mistakes.iter().for_each(|mistake| env.mistake(SETTING, &mistake.to_string()));
            Registry::builtin()
        })))
    }

    /// Returns the definitions.
    pub fn registry(&self) -> &Registry {
        &self.0
    }

    /// Loads changed files. Files with mistakes are refused, and their definitions in force stay.
    pub async fn reload(&self) {
        let registry = Arc::clone(&self.0);
        let Ok(reload) = tokio::task::spawn_blocking(move || registry.reload()).await else { return };
        if !reload.changed.is_empty() {
            tracing::info!(macros = reload.changed.join(", "), "macros reloaded");
        }
        for mistake in reload.mistakes {
            tracing::error!(mistake = %mistake, "a changed macro is refused; the version in force stays");
        }
    }
}
