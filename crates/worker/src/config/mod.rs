//! What every worker must be told, besides what only it knows. `services/*` add their own sections; the runtime reads its
//! own.

mod budget;
mod just_in_time;
mod model;
mod objects;

use runtime::config::Env;
use secrecy::SecretString;

pub use budget::{Limits, Payer};
pub use just_in_time::JustInTime;
pub use model::ModelConfig;
pub use objects::ObjectsConfig;

/// The fleet's sections.
#[derive(Debug, Clone)]
pub struct Config {
    /// The truth; holds a password.
    pub postgres_url: SecretString,
    /// Connections to it at most.
    pub postgres_connections: u32,
    /// The fast helper; holds a password.
    pub redis_url: SecretString,
    /// Before every key in it.
    pub redis_prefix: String,
    /// Where files lie.
    pub objects: ObjectsConfig,
    /// The worker's model.
    pub model: ModelConfig,
    /// What may be spent.
    pub limits: Limits,
}

impl Config {
    /// Reads the sections of one worker (`classifier`, `researcher`, …).
    pub fn read(env: &mut Env, worker: &str) -> Self {
        Self {
            postgres_url: env.secret_text(
                "AUSPEX_POSTGRES_URL",
                "postgres://auspex@127.0.0.1:5432/auspex",
                "Postgres: the truth about work, money and knowledge.",
            ),
            postgres_connections: env.number(
                "AUSPEX_POSTGRES_CONNECTIONS",
                6,
                "Connections to Postgres at most, per process.",
            ),
            redis_url: env.secret_text(
                "AUSPEX_REDIS_URL",
                "redis://127.0.0.1:6379",
                "Redis or Valkey: makes the fleet fast; may be away or emptied at any time.",
            ),
            redis_prefix: env.text(
                "AUSPEX_REDIS_PREFIX",
                "auspex",
                "Before every key, so that two fleets can share a server.",
            ),
            objects: ObjectsConfig::read(env),
            model: ModelConfig::read(env, worker),
            limits: Limits::read(env),
        }
    }
}
