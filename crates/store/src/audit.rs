//! The audit trail: what workers did for an event, and what people changed over the gateway.

pub(crate) mod changes;
mod facet;
mod trail;

pub use changes::RecordedChange;
pub use facet::PgAudit;
pub use trail::ActionCount;
