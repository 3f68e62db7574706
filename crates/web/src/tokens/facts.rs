//! Facts in the replies of the token services. One pure reader per service turns a status and a JSON body into a typed
//! record.
//!
//! An absent value is `None`, never 0. Shares are fractions of 1. The time of a price is the time that the reply states
//! for it; the time of the request is never used. Numbers may be JSON numbers or strings; a number that is not finite
//! or is negative is absent.

pub mod birdeye;
pub mod coingecko;
pub mod dexscreener;
mod fields;
pub mod geckoterminal;
pub mod helius;
pub mod jupiter;
pub mod rugcheck;

use serde_json::Value;

use fields::text_at;

/// The HTTP status and the JSON body of one reply.
#[derive(Debug, Clone, Copy)]
pub struct RawReply<'a> {
    /// HTTP status of the reply.
    pub status: u16,
    /// Body; `Null` if it is empty or not JSON.
    pub body: &'a Value,
}

/// What a service answered about a mint.
#[derive(Debug, Clone, PartialEq)]
pub enum TokenReply<T> {
    /// The service has the mint.
    Found(T),
    /// The service answered that it has no such mint.
    NotFound,
    /// The service refused the request because of its rate limit.
    Limited,
    /// Any other failure: a rejected key, a report that cannot be made, a body of another form.
    Failed,
}

impl<T> TokenReply<T> {
    /// Converts the facts of a reply.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> TokenReply<U> {
        match self {
            Self::Found(facts) => TokenReply::Found(convert(facts)),
            Self::NotFound => TokenReply::NotFound,
            Self::Limited => TokenReply::Limited,
            Self::Failed => TokenReply::Failed,
        }
    }

    /// Returns the facts, if the service has the mint.
    pub fn found(self) -> Option<T> {
        if let Self::Found(facts) = self { Some(facts) } else { None }
    }

    /// Returns the name of the outcome: `found`, `not found`, `limited` or `error`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::NotFound => "not found",
            Self::Limited => "limited",
            Self::Failed => "error",
        }
    }
}

/// Words of an error body which state that the service does not have the mint.
const NOT_FOUND_WORDS: [&str; 5] = ["not found", "notfound", "not_found", "does not exist", "no data"];
/// Places of the message in the error bodies of the services.
const MESSAGE_PLACES: [&[&str]; 6] = [
    &["error"],
    &["error", "message"],
    &["message"],
    &["status", "error_message"],
    &["errors", "0", "title"],
    &["errors", "0", "detail"],
];
/// Places of a status inside a body.
const STATUS_PLACES: [&[&str]; 5] =
    [&["status", "error_code"], &["code"], &["statusCode"], &["errors", "0", "status"], &["error", "code"]];

/// Reads the body of a successful reply with `read`. A reply that is an error has no facts, also if it arrives with a
/// status of success; `read` returns `NotFound` or `Failed` for a body without the mint.
fn read_with<T>(reply: RawReply<'_>, read: impl FnOnce(&Value) -> TokenReply<T>) -> TokenReply<T> {
    match reply.status {
        200 | 202 | 203 if !is_error(reply.body) => read(reply.body),
        200..=203 => failure(stated_status(reply.body).unwrap_or(reply.status), reply.body),
        status => failure(status, reply.body),
    }
}

fn is_error(body: &Value) -> bool {
    let is_empty = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    let has = |key: &str| body.get(key).is_some_and(|value| !is_empty(value));
    let is_code = |place: &[&str]| fields::number_at(body, place).is_some_and(|code| code >= 400.0);
    has("error")
        || has("errors")
        || body.get("success") == Some(&Value::Bool(false))
        || STATUS_PLACES.iter().any(|place| is_code(place))
}

fn stated_status(body: &Value) -> Option<u16> {
    let codes = STATUS_PLACES.iter().filter_map(|place| fields::number_at(body, place));
    codes.filter(|code| (400.0..600.0).contains(code)).map(|code| code as u16).next()
}

fn failure<T>(status: u16, body: &Value) -> TokenReply<T> {
    match status {
        429 => TokenReply::Limited,
        204 | 404 | 410 => TokenReply::NotFound,
        401..=403 => TokenReply::Failed,
        _ if says_not_found(body) => TokenReply::NotFound,
        _ => TokenReply::Failed,
    }
}

fn says_not_found(body: &Value) -> bool {
    let messages = MESSAGE_PLACES.iter().filter_map(|place| text_at(body, place));
    messages
        .map(|message| message.to_lowercase())
        .any(|message| NOT_FOUND_WORDS.iter().any(|word| message.contains(word)))
}

/// Reads the object of a body under `key`. A null means that the service does not have the mint; a body without the key
/// is of another form.
fn read_object<T>(body: &Value, key: &str, read: impl FnOnce(&Value) -> Option<T>) -> TokenReply<T> {
    match body.get(key) {
        Some(Value::Null) => TokenReply::NotFound,
        Some(object @ Value::Object(_)) => read(object).map_or(TokenReply::Failed, TokenReply::Found),
        _ => TokenReply::Failed,
    }
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(body: &Value) {
    let reply = RawReply { status: 200, body };
    let replies =
        geckoterminal::GeckoTerminalReplies { token: reply, info: Some(reply), pools: Some(reply), ohlcv: Some(reply) };
    let _ = (jupiter::read(reply, "m"), rugcheck::read(reply), geckoterminal::read(replies, "m"));
    let _ = (dexscreener::read(reply, "m"), coingecko::read(Some(reply), Some(reply)), birdeye::read(reply));
    let _ = helius::read(reply, "m");
}

#[cfg(test)]
mod tests;
