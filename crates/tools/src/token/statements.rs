//! Sentences about a mint, for claims. Pure.

use agent::untrusted::{Untrusted, statement};
use domain::Time;
use domain::entity::identifier;

/// Maximum length of a launchpad's or an exchange's name, in characters.
const MAX_PLATFORM_CHARS: usize = 24;

/// A sentence and its date, `YYYY-MM-DD`, or an empty date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) text: String,
    pub(super) date: String,
}

impl From<String> for Statement {
    fn from(text: String) -> Self {
        Self { text, date: String::new() }
    }
}

/// The mint or its name, the service, and the time of the look-up.
#[derive(Debug, Clone, Copy)]
pub(super) struct About<'a> {
    pub(super) subject: &'a str,
    pub(super) service: &'a str,
    pub(super) now: Time,
}

impl About<'_> {
    /// States a price with its time and its age, or that the service does not state the time.
    pub(super) fn price(&self, usd: Option<f64>, at: Option<Time>) -> Option<Statement> {
        let Self { subject, service, now } = self;
        let usd = rounded(usd?);
        Some(match at {
            Some(at) => {
                let text =
                    format!("{service} prices {subject} at {usd} US dollars as of {}{}.", minute(at), aged(at, *now));
                Statement { text, date: day(at) }
            }
            None => format!("{service} prices {subject} at {usd} US dollars and does not state the time of the price.")
                .into(),
        })
    }

    /// States when something began, and how long ago that was.
    pub(super) fn since(&self, what: &str, at: Option<Time>) -> Option<Statement> {
        let at = at?;
        let text = format!("{} {what} on {}{}.", self.subject, minute(at), aged(at, self.now));
        Some(Statement { text, date: day(at) })
    }

    pub(super) fn dollars(&self, what: &str, usd: Option<f64>) -> Option<Statement> {
        let Self { subject, service, .. } = self;
        Some(format!("{subject} has a {what} of {:.0} US dollars by {service}.", usd?).into())
    }

    /// States a share of the supply; `share` is a fraction of 1.
    pub(super) fn share(&self, who: &str, share: Option<f64>) -> Option<Statement> {
        let Self { subject, service, .. } = self;
        Some(format!("{who} {} per cent of the supply of {subject} by {service}.", percent(share?)).into())
    }

    pub(super) fn holders(&self, count: Option<u64>) -> Option<Statement> {
        let Self { subject, service, .. } = self;
        Some(format!("{subject} has {} holders by {service}.", count?).into())
    }

    pub(super) fn authority(&self, what: &str, open: Option<bool>) -> Option<Statement> {
        let state = if open? { "active" } else { "disabled" };
        Some(format!("The {what} authority of {} is {state} by {}.", self.subject, self.service).into())
    }

    /// States the links that the issuer chose. A link to X may lead to a community or a single post.
    pub(super) fn links(
        &self,
        twitter: Option<&str>,
        telegram: Option<&str>,
        website: Option<&str>,
    ) -> Option<Statement> {
        let x = twitter.map(|link| (kind_on_x(link), link));
        let all = [x, telegram.map(|link| ("Telegram", link)), website.map(|link| ("the website", link))];
        let links: Vec<String> =
            all.into_iter().flatten().filter_map(|(kind, link)| Some(format!("{kind} {}", safe_link(link)?))).collect();
        let text = format!("By {}, the issuer of {} states {}.", self.service, self.subject, links.join(", "));
        (!links.is_empty()).then(|| text.into())
    }
}

fn kind_on_x(link: &str) -> &'static str {
    if link.contains("/communities/") {
        "a community on X (no account)"
    } else if link.contains("/status/") {
        "a single post on X (no account)"
    } else {
        "the X account"
    }
}

/// Returns a link as a safe address, or a name of an account as a label.
pub(super) fn safe_link(link: &str) -> Option<String> {
    let link = link.trim();
    if link.contains("://") {
        return Untrusted::new(link).address().map(|address| address.as_str().to_owned());
    }
    let is_name = link.len() <= 64 && link.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-./@".contains(&byte));
    (is_name && !link.is_empty()).then(|| link.to_owned())
}

/// Returns an address on Solana; `None` for anything else.
pub(super) fn safe_key(key: &str) -> Option<String> {
    identifier::is_mint(key).then(|| key.to_owned())
}

/// Returns the name of a launchpad or an exchange as a label.
pub(super) fn platform(name: &str) -> Option<String> {
    Some(statement(name, MAX_PLATFORM_CHARS)).filter(|name| !name.is_empty())
}

/// Writes a fraction of 1 in per cent with at most two decimals.
pub(super) fn percent(share: f64) -> String {
    format!("{}", (share * 10_000.0).round() / 100.0)
}

/// Rounds a price to four significant digits.
pub(super) fn rounded(usd: f64) -> f64 {
    format!("{usd:.3e}").parse().unwrap_or(usd)
}

pub(super) fn minute(at: Time) -> String {
    at.format("%-d %B %Y, %H:%M UTC").to_string()
}

pub(super) fn day(at: Time) -> String {
    at.format("%F").to_string()
}

/// States the age at the look-up; nothing for a time after it.
pub(super) fn aged(at: Time, now: Time) -> String {
    let minutes = (now - at).num_minutes();
    match minutes {
        ..0 => String::new(),
        0 => ", less than a minute before the look-up".to_owned(),
        1 => ", 1 minute before the look-up".to_owned(),
        2..120 => format!(", {minutes} minutes before the look-up"),
        120..2_880 => format!(", {} hours before the look-up", minutes / 60),
        _ => format!(", {} days before the look-up", minutes / 1_440),
    }
}
