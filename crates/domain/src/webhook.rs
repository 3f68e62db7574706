//! Outgoing webhooks: kinds of events, secrets, and the decision after each attempt. Follows the specification Standard
//! Webhooks. Pure: random numbers are inputs.

use std::fmt;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Kind of the events that report dead letters. The other kinds are those of results.
pub const DEAD_LETTER: &str = "dead_letter";
/// Kind of the results about groups of quiet events. They are stored for webhooks only.
pub const CLASSIFICATIONS: &str = "classifications";
/// Kind of the results that announce an outcome. They answer no event.
pub const OUTCOME: &str = "outcome";
/// Kinds of events that an endpoint can select.
pub const KINDS: [&str; 8] =
    ["classification", CLASSIFICATIONS, "research", "forecast", "ended", "macro", OUTCOME, DEAD_LETTER];
/// Delays between attempts, as Standard Webhooks advises: 75.6 hours in all.
pub const RETRIES: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(2 * 3600),
    Duration::from_secs(5 * 3600),
    Duration::from_secs(10 * 3600),
    Duration::from_secs(14 * 3600),
    Duration::from_secs(20 * 3600),
    Duration::from_secs(24 * 3600),
];
/// Time without a successful delivery after which an endpoint is disabled.
pub const DISABLE_AFTER: Duration = Duration::from_secs(5 * 24 * 3600);
/// Maximum delay that a receiver can request with `Retry-After`.
pub const MAX_RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);
/// Part of a delay that is added at random, so that deliveries that failed together do not return together.
const JITTER: f64 = 0.2;

const PREFIX: &str = "whsec_";

/// The secret of an endpoint: 32 bytes, `whsec_` and base64 as text. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret([u8; 32]);

impl WebhookSecret {
    /// Creates a secret from random bytes.
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Parses the text of a secret. Returns `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        Some(Self(bytes.try_into().ok()?))
    }

    /// Returns the text, which contains the secret.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(self.0))
    }

    /// Returns the key of the signature.
    pub fn key(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

/// What a receiver did with a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiverAnswer {
    /// It answered with this HTTP status and perhaps a requested delay.
    Status(u16, Option<Duration>),
    /// It did not answer in time, or cannot be reached.
    None,
    /// The target must not be contacted.
    Forbidden,
}

/// The decision after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryDecision {
    /// The receiver has the event.
    Delivered,
    /// Try again after this delay.
    Retry(Duration),
    /// All attempts failed.
    Exhausted,
    /// The receiver wants no further events.
    Gone,
}

/// Decides after attempt number `attempt`, counted from 1. `random` is in 0 to 1.
pub fn decide(attempt: u32, answer: ReceiverAnswer, random: f64) -> DeliveryDecision {
    let requested = match answer {
        ReceiverAnswer::Status(200..=299, _) => return DeliveryDecision::Delivered,
        ReceiverAnswer::Status(410, _) => return DeliveryDecision::Gone,
        ReceiverAnswer::Status(429 | 503, delay) => delay.unwrap_or_default().min(MAX_RETRY_AFTER),
        ReceiverAnswer::Status(..) | ReceiverAnswer::None | ReceiverAnswer::Forbidden => Duration::ZERO,
    };
    let index = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
    match RETRIES.get(index) {
        Some(delay) => DeliveryDecision::Retry(delay.mul_f64(1.0 + JITTER * random.clamp(0.0, 1.0)).max(requested)),
        None => DeliveryDecision::Exhausted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_shown_on_request_only() {
        let secret = WebhookSecret::from_random([7; 32]);
        assert_eq!(WebhookSecret::parse(&secret.reveal()), Some(secret.clone()));
        assert!(!format!("{secret:?}").contains("Bwc"));
        for bad in ["", "whsec_", "whsec_AAAA", "Bwc=", "whsec_%%%"] {
            assert_eq!(WebhookSecret::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn only_2xx_is_a_success_and_only_410_ends_an_endpoint() {
        for status in 100..=599 {
            let expected = match status {
                200..=299 => DeliveryDecision::Delivered,
                410 => DeliveryDecision::Gone,
                _ => DeliveryDecision::Retry(RETRIES[0]),
            };
            assert_eq!(decide(1, ReceiverAnswer::Status(status, None), 0.0), expected, "{status}");
        }
        assert_eq!(decide(1, ReceiverAnswer::None, 0.0), DeliveryDecision::Retry(RETRIES[0]));
        assert_eq!(decide(1, ReceiverAnswer::Forbidden, 0.0), DeliveryDecision::Retry(RETRIES[0]));
    }

    #[test]
    fn attempts_follow_the_schedule_with_jitter_and_end() {
        for (index, delay) in RETRIES.iter().enumerate() {
            let attempt = u32::try_from(index).unwrap() + 1;
            assert_eq!(decide(attempt, ReceiverAnswer::None, 0.0), DeliveryDecision::Retry(*delay));
            assert_eq!(decide(attempt, ReceiverAnswer::None, 1.0), DeliveryDecision::Retry(delay.mul_f64(1.2)));
        }
        assert_eq!(decide(10, ReceiverAnswer::None, 0.5), DeliveryDecision::Exhausted);
        assert_eq!(decide(u32::MAX, ReceiverAnswer::Status(500, None), 0.5), DeliveryDecision::Exhausted);
    }

    #[test]
    fn a_requested_delay_is_honoured_within_its_limit() {
        let day = Duration::from_secs(24 * 3600);
        for (requested, expected) in [(1, 5), (60, 60), (1_000_000_000, day.as_secs())] {
            let answer = ReceiverAnswer::Status(429, Some(Duration::from_secs(requested)));
            assert_eq!(decide(1, answer, 0.0), DeliveryDecision::Retry(Duration::from_secs(expected)));
        }
        let refused = ReceiverAnswer::Status(400, Some(day));
        assert_eq!(decide(1, refused, 0.0), DeliveryDecision::Retry(RETRIES[0]), "only 429 and 503 carry a delay");
    }
}
