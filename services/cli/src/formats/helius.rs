//! Helius enhanced transactions in files.

use domain::Tenant;
use proto::event::InvalidEvent;

pub use proto::helius::{HeliusTransaction, SOL, parse, summary};

use super::{Format, Options, Read, one_or_many};

/// Parses objects, arrays of them, and `{"event": …}`.
pub struct Helius {
    tenant: Tenant,
}

impl Helius {
    /// Creates the parser.
    pub fn new(options: &Options) -> Self {
        Self { tenant: options.tenant.clone() }
    }
}

impl Format for Helius {
    fn read(&mut self, record: &str) -> Vec<Read> {
        one_or_many(record, |record| proto::helius::event(record, &self.tenant).map_err(with_advice))
    }
}

/// Adds the advice to check the format to the error of a record that cannot be parsed.
fn with_advice(error: InvalidEvent) -> InvalidEvent {
    if error.path != "record" {
        return error;
    }
    InvalidEvent::new("record", format!("{}; check --format", error.problem))
}
