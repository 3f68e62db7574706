//! The door to the operations: over the HTTP API of a gateway (`AUSPEX_URL`), or in this process on direct connections.
//!
//! One method per verb. Both arms of a method return the same output type of `operations`, so a command does not know
//! which door it uses.

mod dead_letters;
mod direct;
mod entities;
mod error;
mod events;
mod http;
mod macros;
mod memory;
mod publication;
mod reviews;
mod runs;
mod schedules;
mod server_events;
mod webhooks;

pub use direct::Direct;
pub use error::{DoorError, Problem};
pub use events::EventEnd;
pub use http::HttpClient;
pub use macros::Executed;
pub use reviews::Seen;
pub use server_events::{ServerEvent, ServerEvents};

use std::time::Duration;

use anyhow::ensure;
use operations::PageQuery;

use crate::Context;

/// Maximum rows of a page.
const PAGE: u32 = 200;

/// The door to the operations.
pub enum Door<'a> {
    /// Over the HTTP API of a gateway.
    Http(HttpClient),
    /// In this process.
    Direct(Box<Direct<'a>>),
}

/// For whom operations are called: options of a command that a token replaces.
#[derive(Debug, Clone, Copy, Default)]
pub struct OnBehalf<'a> {
    /// Tenant that the option `--tenant` names.
    pub tenant: Option<&'a str>,
    /// Person that the option `--by` names.
    pub by: Option<&'a str>,
    /// Maximum time to wait for the answer of an executor of verbs; 30 s if absent.
    pub executor: Option<Duration>,
    /// Adds the tables that an older fleet lacks.
    pub migrates: bool,
}

impl<'a> Door<'a> {
    /// Opens the door that the environment names.
    ///
    /// # Errors
    /// The environment or an option is invalid, or Postgres cannot be reached. A gateway is not contacted yet.
    pub async fn open(context: &'a Context, behalf: OnBehalf<'_>) -> anyhow::Result<Self> {
        match &context.api {
            Some(api) => {
                behalf.check_with_token()?;
                Ok(Self::Http(HttpClient::new(api)?))
            }
            None => Ok(Self::Direct(Box::new(Direct::open(context, behalf).await?))),
        }
    }
}

impl Door<'_> {
    /// Names the tenant that the door acts for, in a sentence.
    pub fn whose(&self) -> String {
        match self {
            Self::Http(_) => "the token's tenant".to_owned(),
            Self::Direct(direct) => format!("tenant {}", direct.cx().caller().tenant),
        }
    }
}

impl OnBehalf<'_> {
    /// Refuses the options that the token decides.
    fn check_with_token(self) -> anyhow::Result<()> {
        let refused = [("--tenant", self.tenant, "tenant"), ("--by", self.by, "name")];
        for (option, value, what) in refused {
            ensure!(
                value.is_none(),
                "{option}: with AUSPEX_URL the {what} is that of the token in AUSPEX_TOKEN; omit the option, or use another token"
            );
        }
        ensure!(self.executor.is_none(), "--timeout: with AUSPEX_URL the gateway limits the time; omit the option");
        Ok(())
    }
}

/// Returns the query of a page.
fn page(cursor: Option<String>) -> PageQuery {
    PageQuery { limit: Some(PAGE), cursor }
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;

    #[tokio::test]
    async fn a_token_decides_the_tenant_and_the_name() {
        let pairs = [("AUSPEX_URL", "http://127.0.0.1:1"), ("AUSPEX_TOKEN", "t")];
        let context = Context::new(Env::from_pairs(pairs), true).unwrap();
        assert!(matches!(Door::open(&context, OnBehalf::default()).await, Ok(Door::Http(_))));
        let tenant = OnBehalf { tenant: Some("acme"), ..OnBehalf::default() };
        let by = OnBehalf { by: Some("ann"), ..OnBehalf::default() };
        for (behalf, option) in [(tenant, "--tenant"), (by, "--by")] {
            let error = Door::open(&context, behalf).await.err().unwrap().to_string();
            assert!(error.starts_with(option) && error.contains("AUSPEX_TOKEN"), "{error}");
        }
    }

    #[tokio::test]
    async fn a_command_without_a_door_names_the_variables_of_a_direct_connection() {
        let mut context = Context::new(Env::from_pairs([("AUSPEX_URL", "http://h:1")]), true).unwrap();
        context.command = "score".to_owned();
        for error in [context.store().await.err().unwrap(), context.client().await.err().unwrap()] {
            let text = error.to_string();
            assert!(text.contains("`auspex score`") && text.contains("AUSPEX_POSTGRES_URL"), "{text}");
        }
        assert!(Door::open(&context, OnBehalf::default()).await.err().unwrap().to_string().contains("AUSPEX_TOKEN"));
    }
}
