//! Waiting when a provider says so, all replicas together.

use std::time::Duration;

use crate::Answer;

/// Cool-downs by provider. A key is whatever shares a rate limit: `<host:port>/<model>`, a search provider's name.
pub trait CoolDowns: Send + Sync + 'static {
    /// Nobody shall call for this long. A longer cool-down that is running stands.
    fn cool_down<'a>(&'a self, provider: &'a str, wait: Duration) -> Answer<'a, ()>;

    /// How long still; `None` if it may be called.
    fn cooling<'a>(&'a self, provider: &'a str) -> Answer<'a, Option<Duration>>;
}
