//! Subjects of publishers' events: `auspex.event.<kind>.<tenant>`. The short form `auspex.event.<kind>` means the
//! tenant `default`.
//!
//! NATS permissions decide who may publish on a subject, so the tenant of the subject is the only one that a publisher
//! has proven.

use std::borrow::Cow;

use domain::{JobId, Tenant};

use crate::event::InvalidEvent;

/// Prefix of the subjects of all events.
pub const EVENTS: &str = "auspex.event.";

/// Kind and tenant of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// Name of the kind; it may be unknown.
    pub(crate) kind: &'a str,
    /// The tenant, `default` for the short form.
    pub(crate) tenant: Tenant,
    /// The subject has the short form.
    pub(crate) is_short: bool,
}

/// Returns the subject of an event.
pub fn event(kind: &str, tenant: &Tenant) -> String {
    format!("{EVENTS}{kind}.{tenant}")
}

/// Parses a subject; `None` if it is not the subject of an event.
///
/// # Errors
/// The last token is not a tenant, or there are more than two tokens after the prefix.
pub(crate) fn parse(subject: &str) -> Option<Result<Address<'_>, InvalidEvent>> {
    let rest = subject.strip_prefix(EVENTS)?;
    let Some((kind, name)) = rest.split_once('.') else {
        return Some(Ok(Address { kind: rest, tenant: Tenant::default(), is_short: true }));
    };
    // An empty name would parse as the default tenant.
    let tenant = Some(name).filter(|name| !name.is_empty()).and_then(|name| Tenant::parse(name).ok());
    let address = tenant.map(|tenant| Address { kind, tenant, is_short: false });
    Some(address.ok_or_else(|| {
        InvalidEvent::new("subject", format!("{name:?} is not a tenant; publish on {EVENTS}<kind>.<tenant>"))
    }))
}

/// Returns the tenant of the subject of an event, the default tenant if the subject names none or an invalid one;
/// `None` for other subjects.
pub(crate) fn tenant(subject: &str) -> Option<Tenant> {
    let address = parse(subject)?;
    Some(address.map(|address| address.tenant).unwrap_or_default())
}

/// Returns the subject with the tenant if it has the short form; any other subject is returned as it is.
pub fn with_tenant<'a>(subject: &'a str, tenant: &Tenant) -> Cow<'a, str> {
    match parse(subject) {
        Some(Ok(Address { kind, is_short: true, .. })) => Cow::Owned(event(kind, tenant)),
        _ => Cow::Borrowed(subject),
    }
}

/// Returns a subject without its tenant: few values, for names of spans.
pub fn template(subject: &str) -> &str {
    // `auspex.<noun>.<participle or kind>[.<tenant>]`.
    subject.match_indices('.').nth(2).map_or(subject, |(end, _)| &subject[..end])
}

/// Returns the message id (`Nats-Msg-Id`) of an event that our own programs publish. A stream has one duplicate window
/// for all tenants, so a publisher that knows the id of a message can publish it first, and the stream then drops the
/// message as a duplicate. This id derives from the whole content: another tenant would have to know all of it.
/// Repetitions have the same id.
pub fn message_id(job: JobId, payload: &[u8]) -> String {
    JobId::of_bytes(&["event-message", &job.to_string()], payload).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenant_of(name: &str) -> Tenant {
        Tenant::parse(name).unwrap()
    }

    #[test]
    fn a_template_has_no_tenant() {
        assert_eq!(template("auspex.event.transaction.acme"), "auspex.event.transaction");
        assert_eq!(template("auspex.run.answered"), "auspex.run.answered");
    }

    #[test]
    fn the_short_form_means_the_default_tenant() {
        let short = parse("auspex.event.question").unwrap().unwrap();
        assert_eq!((short.kind, &short.tenant, short.is_short), ("question", &Tenant::default(), true));
        let long = parse("auspex.event.question.acme").unwrap().unwrap();
        assert_eq!((long.kind, &long.tenant, long.is_short), ("question", &tenant_of("acme"), false));
        assert_eq!(parse("auspex.result.forecast.acme"), None);
    }

    #[test]
    fn a_last_token_that_is_no_tenant_is_refused() {
        let long = "a".repeat(65);
        for name in ["", "a.b", ">", "*", "a b", "Zürich", long.as_str()] {
            let subject = format!("auspex.event.question.{name}");
            assert_eq!(parse(&subject).unwrap().unwrap_err().path, "subject", "{name:?}");
            assert_eq!(tenant(&subject), Some(Tenant::default()), "{name:?}");
            assert_eq!(with_tenant(&subject, &tenant_of("acme")), subject);
        }
    }

    #[test]
    fn only_subjects_of_the_short_form_are_given_a_tenant() {
        let acme = tenant_of("acme");
        assert_eq!(with_tenant("auspex.event.macro", &acme), "auspex.event.macro.acme");
        assert_eq!(with_tenant("auspex.event.macro.other", &acme), "auspex.event.macro.other");
        assert_eq!(with_tenant("auspex.run.ended", &acme), "auspex.run.ended");
    }

    #[test]
    fn the_id_of_a_message_depends_on_its_whole_content() {
        let job = JobId::named(&["x"]);
        assert_eq!(message_id(job, b"one"), message_id(job, b"one"));
        assert_ne!(message_id(job, b"one"), message_id(job, b"two"));
        assert_ne!(message_id(job, b"one"), job.to_string());
    }
}
