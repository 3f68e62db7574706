//! `auspex.v1.Event` in canonical protobuf JSON.

use domain::Event;
use proto::event::{Envelope, Event as _, InvalidEvent};
use proto::events::EventReceived;

use super::{Format, Options, Read, checked, one_or_many};

/// One event a record, or a list of events. The tenant of the command line stands in where an event names none.
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
    fn the_tenant_stands_in_and_errors_name_the_place() {
        let options = Options { tenant: domain::Tenant::parse("acme").unwrap(), no_crowd: false };
        let mut format = Canonical::new(&options);
        let event = format.read(r#"{"id":"a","question":{"text":"q"}}"#).remove(0).unwrap();
        assert_eq!(event.tenant.as_str(), "acme");
        let own = format.read(r#"{"id":"a","tenant":"own","question":{"text":"q"}}"#).remove(0).unwrap();
        assert_eq!(own.tenant.as_str(), "own");
        let mut both = format.read(r#"[{"id":"a","question":{"text":"q"}},{"id":"b","question":{"text":""}}]"#);
        let error = both.pop().unwrap().unwrap_err();
        assert_eq!(both.pop().unwrap().unwrap().id.as_str(), "a", "a bad entry spoils no other");
        assert_eq!(error.path, "[1].question.text");
    }
}
