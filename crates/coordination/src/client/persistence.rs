//! How the server keeps what it is told, for `auspex doctor`. Nothing of value is only there; a flushed server makes the fleet
//! slower for a while, and one that evicts forgets leases and budgets one by one.

use std::collections::HashMap;

use super::Redis;
use crate::Unavailable;

/// Two of the server's settings, as it says them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Persistence {
    /// `yes` where every write is appended to a file.
    pub appendonly: Option<String>,
    /// `noeviction` where a full server refuses instead of forgetting.
    pub maxmemory_policy: Option<String>,
}

impl Redis {
    /// What the server is set to.
    ///
    /// # Errors
    /// [`Unavailable`]; many managed servers refuse to say.
    pub async fn persistence(&self) -> Result<Persistence, Unavailable> {
        let exchange = |mut connection| async move {
            let mut command = redis::cmd("CONFIG");
            command.arg("GET").arg("appendonly").arg("maxmemory-policy");
            command.query_async::<HashMap<String, String>>(&mut connection).await
        };
        let mut said = self.ask(exchange).await?;
        Ok(Persistence { appendonly: said.remove("appendonly"), maxmemory_policy: said.remove("maxmemory-policy") })
    }
}
