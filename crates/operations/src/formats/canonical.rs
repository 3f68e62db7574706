//! `auspex.v1.Event` in canonical protobuf JSON.

use domain::Event;
use proto::event::{Envelope, Event as _, InvalidEvent};
use proto::events::EventReceived;

use super::{Format, Options, Read, checked, one_or_many};

/// Parses one event per record, or a list of events. The command line's tenant applies to events without one.
pub(super) struct Canonical {
    tenant: domain::Tenant,
}

impl Canonical {
    pub(super) fn new(options: &Options) -> Self {
        Self { tenant: options.tenant.clone() }
    }

    fn event(&self, record: &str) -> Result<Event, InvalidEvent> {
        let envelope = Envelope { content_type: "application/json", ..Envelope::default() };
        let mut event = EventReceived::decode(&envelope, record.as_bytes())?.0;
        if event.tenant == domain::Tenant::default() {
            event.tenant = self.tenant.clone();
        }
        checked(&event)
    }
}

impl Format for Canonical {
    fn read(&mut self, record: &str) -> Vec<Read> {
        one_or_many(record, |record| self.event(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_tenant_applies_and_errors_contain_the_position() {
        let options = Options { tenant: domain::Tenant::parse("acme").unwrap(), no_crowd: false };
        let mut format = Canonical::new(&options);
        let event = format.read(r#"{"id":"a","question":{"text":"q"}}"#).remove(0).unwrap();
        assert_eq!(event.tenant.as_str(), "acme");
        let own = format.read(r#"{"id":"a","tenant":"own","question":{"text":"q"}}"#).remove(0).unwrap();
        assert_eq!(own.tenant.as_str(), "own");
        let mut both = format.read(r#"[{"id":"a","question":{"text":"q"}},{"id":"b","question":{"text":""}}]"#);
        let error = both.pop().unwrap().unwrap_err();
        assert_eq!(both.pop().unwrap().unwrap().id.as_str(), "a", "an invalid entry affects no other");
        assert_eq!(error.path, "[1].question.text");
    }
}
