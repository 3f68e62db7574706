//! Tenants in the subjects of events and of work: the last token, so that the server finds the messages of one tenant.

use std::borrow::Cow;

use domain::Tenant;

use super::table::{CONSUMERS, ConsumerSpec};

impl ConsumerSpec {
    /// Returns the filter of the consumer on the server. Events of the tenant `default` may have no tenant in their
    /// subject.
    pub fn wire_filter(&self) -> String {
        if self.is_of_events() { self.filter.to_owned() } else { self.of_tenant("*") }
    }

    /// Returns true if the consumer receives messages of this subject.
    pub fn receives(&self, subject: &str) -> bool {
        match self.filter.strip_suffix('>') {
            Some(prefix) => subject.len() > prefix.len() && subject.starts_with(prefix),
            None => self.tenant_in(subject).is_some_and(|tenant| !tenant.contains('.')),
        }
    }

    /// Returns the filter for the messages of one tenant, or of all tenants if the name is `*`.
    pub(crate) fn of_tenant(&self, tenant: &str) -> String {
        match self.filter.strip_suffix('>') {
            Some(prefix) => format!("{prefix}*.{tenant}"),
            None => format!("{}.{tenant}", self.filter),
        }
    }

    /// Returns the tenant in the subject of a message of this consumer; `None` if it names none.
    pub(crate) fn tenant_in<'a>(&self, subject: &'a str) -> Option<&'a str> {
        match self.filter.strip_suffix('>') {
            Some(prefix) => subject.strip_prefix(prefix)?.split_once('.').map(|(_, tenant)| tenant),
            None => subject.strip_prefix(self.filter)?.strip_prefix('.'),
        }
    }

    /// Returns true if no other worker consumes messages of its stream, so that its worker may read all of them.
    pub(crate) fn owns_stream(&self) -> bool {
        CONSUMERS.iter().filter(|spec| spec.stream == self.stream).all(|spec| spec.service == self.service)
    }

    fn is_of_events(&self) -> bool {
        self.filter.ends_with('>')
    }
}

/// Returns the subject with the tenant for events and work; subjects that have a tenant, and all others, are returned
/// as they are.
pub(crate) fn wire_subject<'a>(subject: &'a str, tenant: &Tenant) -> Cow<'a, str> {
    match CONSUMERS.iter().find(|consumer| consumer.filter == subject) {
        Some(consumer) => Cow::Owned(consumer.of_tenant(tenant.as_str())),
        None => proto::subject::with_tenant(subject, tenant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::consumer;

    #[test]
    fn the_tenant_is_the_last_token_of_events_and_work() {
        let acme = Tenant::parse("acme").unwrap();
        let (classifier, researcher) = (consumer("classifier").unwrap(), consumer("researcher").unwrap());
        assert_eq!(wire_subject("auspex.research.requested", &acme), "auspex.research.requested.acme");
        assert_eq!(wire_subject("auspex.research.requested.acme", &acme), "auspex.research.requested.acme");
        assert_eq!(wire_subject("auspex.event.question", &acme), "auspex.event.question.acme");
        assert_eq!(wire_subject("auspex.result.forecast.acme", &acme), "auspex.result.forecast.acme");
        assert_eq!(researcher.tenant_in("auspex.research.requested.acme"), Some("acme"));
        assert_eq!(researcher.tenant_in("auspex.research.requested"), None);
        assert_eq!(classifier.tenant_in("auspex.event.question.acme"), Some("acme"));
        assert_eq!(classifier.tenant_in("auspex.event.question"), None);
        assert_eq!(classifier.of_tenant("*"), "auspex.event.*.*");
        assert!(classifier.receives("auspex.event.question.acme") && classifier.receives("auspex.event.question"));
        assert!(researcher.receives("auspex.research.requested.acme"));
        assert!(!researcher.receives("auspex.research.requested"));
        assert!(
            !researcher.receives("auspex.research.requestedx") && !researcher.receives("auspex.research.gathered.acme")
        );
        assert_eq!(classifier.wire_filter(), "auspex.event.>");
        assert_eq!(researcher.wire_filter(), "auspex.research.requested.*");
    }
}
