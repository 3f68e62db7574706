//! The smallest fact that can be heard and said: JSON-free text of the form `<tenant>:<words>`.

use domain::Tenant;
use proto::event::{Envelope, Event, Fact, InvalidEvent};

/// Heard on `auspex.research.requested`, so that tests may use the real topology.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Whom it is for.
    pub tenant: Tenant,
    /// What it says.
    pub words: String,
}

impl Event for Heard {
    const SUBJECT: &'static str = "auspex.research.requested";

    fn decode(_: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
        let text = std::str::from_utf8(bytes).map_err(|_| InvalidEvent::new("text", "is not UTF-8"))?;
        let (tenant, words) = text.split_once(':').ok_or_else(|| InvalidEvent::new("text", "has no colon"))?;
        let tenant = Tenant::parse(tenant).map_err(|error| InvalidEvent::new("tenant", error.to_string()))?;
        Ok(Self { tenant, words: words.to_owned() })
    }

    fn tenant(&self) -> &Tenant {
        &self.tenant
    }
}

/// Said on a subject of the test's choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Where.
    pub subject: String,
    /// Whom it is for.
    pub tenant: Tenant,
    /// What.
    pub words: String,
}

impl Told {
    /// For the default tenant.
    pub fn new(subject: &str, words: impl Into<String>) -> Self {
        Self { subject: subject.to_owned(), tenant: Tenant::default(), words: words.into() }
    }
}

impl Fact for Told {
    fn subject(&self) -> String {
        self.subject.clone()
    }
    fn tenant(&self) -> &Tenant {
        &self.tenant
    }
    fn encode(&self) -> Vec<u8> {
        [self.tenant.as_str(), ":", &self.words].concat().into_bytes()
    }
}
