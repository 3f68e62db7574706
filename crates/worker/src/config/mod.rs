//! Settings shared by all workers. `services/*` add their own sections; the runtime reads its own.

mod budget;
mod budget_class;
mod embeddings;
mod just_in_time;
mod markets;
mod model;
mod objects;

use std::sync::Arc;

use domain::{TlsFiles, TlsServer};
use runtime::config::{Env, tls_files};
use secrecy::SecretString;
use store::Pooler;

use crate::Prompts;

pub use budget::{Payer, SpendingLimits, Work};
pub use budget_class::{BudgetClass, UnknownClass};
pub use embeddings::EmbeddingsConfig;
pub use just_in_time::JustInTime;
pub use markets::MarketSettings;
pub use model::{BatchConfig, MODEL_KEYS, ModelConfig, Origin, PriceSource};
pub use objects::{ObjectsConfig, WebIdentity};

/// Settings shared by all workers.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// URL of Postgres; contains a password.
    pub postgres_url: SecretString,
    /// Maximum connections of the pool.
    pub pool_connections: u32,
    /// Tenants read research of others about public subjects.
    pub shares_memory: bool,
    /// The embedder of memory.
    pub embeddings: EmbeddingsConfig,
    /// URL of Redis; contains a password.
    pub redis_url: SecretString,
    /// Prefix of every key in Redis.
    pub redis_prefix: String,
    /// Certificates of TLS to Postgres.
    pub postgres_tls: TlsFiles,
    /// Certificates of TLS to Redis.
    pub redis_tls: TlsFiles,
    /// What the URL of Postgres leads to.
    pub postgres_pooler: Pooler,
    /// Object storage for files.
    pub objects: ObjectsConfig,
    /// The worker's model.
    pub model: ModelConfig,
    /// Spending limits of the configuration.
    pub limits: SpendingLimits,
    /// The worker's prompts.
    pub prompts: Arc<Prompts>,
}

/// Reads the number of connections of a process. Returns those of its pool: one more renews the lease.
pub fn pool_connections(env: &mut Env) -> u32 {
    let all: u32 = env.number(
        "AUSPEX_POSTGRES_CONNECTIONS",
        3,
        "Maximum connections to Postgres per process, at least 2. One of them renews the process's lease.",
    );
    all.saturating_sub(1).max(1)
}

/// Reads whether the URL of Postgres leads to a pooler.
pub fn postgres_pooler(env: &mut Env) -> Pooler {
    env.number(
        "AUSPEX_POSTGRES_POOLER",
        Pooler::None,
        "`transaction` if AUSPEX_POSTGRES_URL leads to a pooler in transaction mode, such as pgbouncer with max_prepared_statements = 0: then \
         nothing depends on a session. `auspex topology apply` needs `none` and the address of Postgres itself.",
    )
}

/// Reads whether tenants share memory. All processes of a fleet need the same value.
pub fn shares_memory(env: &mut Env) -> bool {
    env.flag(
        "AUSPEX_SHARED_MEMORY",
        false,
        "Tenants read each other's research and findings about public subjects: entities that were named by a mint or an LEI, or that a \
         trusted list contains. Notes, questions, bundles, macros and their evidence are never shared. Equal in all processes of a fleet.",
    )
}

impl WorkerConfig {
    /// Reads the sections of one worker (`classifier`, `researcher`, …).
    pub fn read(env: &mut Env, worker: &str) -> Self {
        Self {
            postgres_url: env.secret_text(
                "AUSPEX_POSTGRES_URL",
                "postgres://auspex@127.0.0.1:5432/auspex",
                "URL of Postgres, which holds all work, money and knowledge.",
            ),
            pool_connections: pool_connections(env),
            postgres_pooler: postgres_pooler(env),
            shares_memory: shares_memory(env),
            embeddings: EmbeddingsConfig::read(env),
            redis_url: env.secret_text(
                "AUSPEX_REDIS_URL",
                "redis://127.0.0.1:6379",
                "URL of Redis or Valkey, which speeds up the fleet and may be unavailable or flushed at any time.",
            ),
            redis_prefix: env.text(
                "AUSPEX_REDIS_PREFIX",
                "auspex",
                "Prefix of every key, so that two fleets can share a server.",
            ),
            postgres_tls: tls_files(env, TlsServer::Postgres),
            redis_tls: tls_files(env, TlsServer::Redis),
            objects: ObjectsConfig::read(env),
            model: ModelConfig::read(env, worker),
            limits: SpendingLimits::read(env),
            prompts: Arc::new(Prompts::read(env, worker)),
        }
    }
}
