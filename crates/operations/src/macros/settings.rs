//! The definitions in force, reloaded when their files change.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::{Event, EventKind, Tenant};
use runtime::config::Env;
use tools::macros::Registry;

use super::named;
use crate::OperationError;

/// Setting that names the folder of the definitions; the researcher has the same one.
const SETTING: &str = "AUSPEX_MACROS";
/// Interval between two looks at the folder.
pub const RELOAD_INTERVAL: Duration = Duration::from_secs(2);

/// Setting that names tenants.
const FOUR_EYES: &str = "AUSPEX_GATEWAY_FOUR_EYES";

/// The macros that callers may list and execute, and the tenants in which another token than that of the request
/// decides.
#[derive(Debug, Clone)]
pub struct Macros {
    registry: Arc<Registry>,
    four_eyes: FourEyes,
}

/// Tenants in which another token than that of the request decides about a result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum FourEyes {
    /// Only if the definition of the macro requires it.
    #[default]
    None,
    /// Applies to these tenants.
    Tenants(BTreeSet<Tenant>),
    /// Applies to every tenant.
    All,
}

impl Macros {
    /// Returns the macros that Auspex ships.
    pub fn builtin() -> Self {
        Self { registry: Arc::new(Registry::builtin()), four_eyes: FourEyes::default() }
    }

    /// Reads the setting and loads the folder's definitions, or the built-in ones. Mistakes in the files are added to
    /// those of `env`.
    pub fn read(env: &mut Env) -> Self {
        let doc = "Folder with research macros, one YAML file each, instead of the built-in ones; changed files take effect while running.";
        let folder = env.optional(SETTING, doc).map(PathBuf::from);
        let registry = folder.map_or_else(Registry::builtin, |folder| {
            Registry::load(&folder).unwrap_or_else(|error| {
                error.mistakes.iter().for_each(|mistake| env.mistake(SETTING, &mistake.to_string()));
                Registry::builtin()
            })
        });
        Self { registry: Arc::new(registry), four_eyes: FourEyes::read(env) }
    }

    /// Refuses the event of a macro that is not installed, or whose parameters are invalid. The researcher would refuse
    /// it later.
    ///
    /// # Errors
    /// The field `macro.name` is invalid, or [`OperationError::Parameters`].
    pub(crate) fn check(&self, event: &Event) -> Result<(), OperationError> {
        let EventKind::Macro(request) = &event.kind else { return Ok(()) };
        let unknown = |error: OperationError| OperationError::invalid("macro.name", error.to_string());
        named(self.registry(), &request.name).map_err(unknown)?.fill(&request.parameters)?;
        Ok(())
    }

    /// Returns true if results of this tenant need another token than that of the request.
    pub fn need_four_eyes(&self, tenant: &Tenant) -> bool {
        match &self.four_eyes {
            FourEyes::None => false,
            FourEyes::Tenants(tenants) => tenants.contains(tenant),
            FourEyes::All => true,
        }
    }

    /// Returns the definitions.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Loads changed files. Files with mistakes are refused, and their definitions in force stay.
    pub async fn reload(&self) {
        self.registry.reload_logged().await;
    }
}

impl FourEyes {
    fn read(env: &mut Env) -> Self {
        let doc = "Tenants, separated by commas, or `*` for all of them, in which a result is approved, and verbs that no person has approved \
                   are executed, by another token than the one that requested the result. A macro can require the same by `four_eyes`.";
        let text = env.text(FOUR_EYES, "", doc);
        let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        match names.as_slice() {
            [] => Self::None,
            ["*"] => Self::All,
            names => {
                let tenants: Result<BTreeSet<Tenant>, _> = names.iter().map(|name| Tenant::parse(name)).collect();
                tenants.map_or_else(
                    |error| {
                        env.mistake(FOUR_EYES, &error.to_string());
                        Self::All
                    },
                    Self::Tenants,
                )
            }
        }
    }
}
