//! How consumers take deliveries and settle them.

use std::time::Duration;

use super::Env;
use super::process::at_least;
use crate::consumer::TenantLimits;
use crate::policy::Backoff;

/// Time without a sign of the server after which a consumer is recreated.
const WATCHDOG: Duration = Duration::from_secs(30);

/// How the consumers of a process take deliveries and settle them.
#[derive(Debug, Clone)]
pub struct ConsumerConfig {
    /// Maximum deliveries in flight per consumer; at least 1.
    pub concurrency: usize,
    /// Maximum bytes of these deliveries per consumer.
    pub max_bytes: usize,
    /// Limits per tenant.
    pub tenant_limits: TenantLimits,
    /// Time after which JetStream redelivers an unacknowledged message; progress is reported every third of it.
    pub ack_wait: Duration,
    /// Limits of a delivery.
    pub rules: Rules,
    /// Time without message, heartbeat or error after which a consumer is recreated.
    pub watchdog: Duration,
    /// Time for which the server may report that a consumer does not exist before the process ends.
    pub missing_patience: Duration,
}

/// Limits of a delivery.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Transient failures before the dead letter.
    pub max_attempts: u32,
    /// Delays between retries.
    pub backoff: Backoff,
    /// Maximum time of a handler call.
    pub hard_deadline: Duration,
    /// Maximum wait for an unavailable journal before a delivery is handed back.
    pub journal_patience: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            max_attempts: 8,
            backoff: Backoff { base: Duration::from_millis(500), cap: Duration::from_secs(60) },
            hard_deadline: Duration::from_secs(900),
            journal_patience: Duration::from_secs(120),
        }
    }
}

impl ConsumerConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        let ack_wait = env.duration(
            "AUSPEX_NATS_ACK_WAIT",
            "30s",
            "Time after which JetStream redelivers an unacknowledged message; must equal the topology's.",
        );
        Self {
            concurrency: {
                let doc = "Maximum deliveries in flight, per consumer of this process.";
                let number = env.number("AUSPEX_WORKER_CONCURRENCY", 64, doc);
                at_least(env, "AUSPEX_WORKER_CONCURRENCY", 1, number)
            },
            max_bytes: env.number(
                "AUSPEX_WORKER_MAX_BYTES",
                32 << 20,
                "Maximum bytes of messages in flight, per consumer of this process; a decoded message takes a few times its bytes.",
            ),
            tenant_limits: TenantLimits {
                in_flight: env.number(
                    "AUSPEX_TENANT_IN_FLIGHT",
                    0,
                    "Maximum jobs of one tenant in progress, per consumer of this process; 0 for no limit. Events that are settled in groups do not count.",
                ),
                rate: env.number(
                    "AUSPEX_TENANT_RATE",
                    0,
                    "Maximum jobs of one tenant that start per second, per consumer of this process; 0 for no limit. Events that are settled in groups do not count.",
                ),
            },
            ack_wait,
            rules: Rules::read(env),
            watchdog: WATCHDOG,
            missing_patience: env.duration(
                "AUSPEX_WORKER_MISSING_CONSUMER",
                "5m",
                "Time for which the server may report that a consumer does not exist before the process ends.",
            ),
        }
    }
}

impl Rules {
    fn read(env: &mut Env) -> Self {
        Self {
            max_attempts: env.number(
                "AUSPEX_WORKER_MAX_ATTEMPTS",
                8,
                "Transient failures of one job before it becomes a dead letter.",
            ),
            backoff: Backoff {
                base: env.duration(
                    "AUSPEX_WORKER_BACKOFF_BASE",
                    "500ms",
                    "Upper bound of the delay after the first failure; doubles with each further one.",
                ),
                cap: env.duration("AUSPEX_WORKER_BACKOFF_CAP", "60s", "Maximum of the delay's upper bound."),
            },
            hard_deadline: env.duration(
                "AUSPEX_WORKER_HARD_DEADLINE",
                "15m",
                "Maximum time of a handler call; a longer one counts as a failure.",
            ),
            journal_patience: env.duration(
                "AUSPEX_WORKER_JOURNAL_PATIENCE",
                "2m",
                "Maximum time that a delivery waits for Postgres before it is handed back.",
            ),
        }
    }
}
