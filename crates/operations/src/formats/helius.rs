//! Helius enhanced transactions in files.

use domain::Tenant;

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
        one_or_many(record, |record| proto::helius::event(record, &self.tenant))
    }
}
