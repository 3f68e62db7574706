//! Outgoing webhooks: sends published results and dead letters to the endpoints of their tenants, signed as Standard
//! Webhooks specifies.
//!
//! | module | responsibility |
//! |---|---|
//! | [`targets`] | which hosts and addresses may be contacted |
//! | [`sign`] | signatures |
//! | [`send`] | one attempt |
//! | [`deliver`] | endpoints, groups of attempts and their settlement |

pub mod deliver;
pub mod send;
pub mod sign;
pub mod targets;

pub use deliver::{Deliverer, DeliveryLimits};
pub use targets::{Rule, Targets};
