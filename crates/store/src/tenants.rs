//! Tenants: what they own, and their ids.

mod facet;
mod find;
mod owned;

pub use facet::PgTenants;
pub use find::IdRow;
pub use owned::Owned;
