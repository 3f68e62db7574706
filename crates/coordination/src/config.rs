//! What the client must be told.

use std::fmt;
use std::time::Duration;

/// Where Redis is and how long it may take.
#[derive(Clone)]
pub struct Config {
    /// `redis://` or `rediss://`, with password and database if needed.
    pub url: String,
    /// Before every key, so that two fleets can share a server.
    pub prefix: String,
    /// Longest wait for one answer. A healthy server takes well below a millisecond; 200 ms is a pause that a model call
    /// of seconds does not notice.
    pub timeout: Duration,
    /// How long a server that failed is left alone.
    pub pause: Duration,
    /// How long a budget's balance is believed before it is read from Postgres again. It bounds how long a "no" that
    /// is out of date can live.
    pub believe: Duration,
}

impl Config {
    /// Defaults for everything but the address.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            prefix: "auspex".to_owned(),
            timeout: Duration::from_millis(200),
            pause: Duration::from_secs(1),
            believe: Duration::from_secs(30),
        }
    }
}

impl fmt::Debug for Config {
    /// Without the URL: it may carry a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config").field("prefix", &self.prefix).field("timeout", &self.timeout).finish_non_exhaustive()
    }
}
