//! Jobs of messages: which are open, which are known, and what each tenant has in progress.

mod facet;
mod open;
mod reconcile;
mod tenants;

pub use facet::PgJobs;
pub use open::{OpenWork, Unfinished};
pub use reconcile::DispatchState;
pub use tenants::TenantWork;
