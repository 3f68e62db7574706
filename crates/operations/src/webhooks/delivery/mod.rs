//! Delivery of published results and dead letters to the endpoints of their tenants, signed as Standard Webhooks
//! specifies.
//!
//! | module | responsibility |
//! |---|---|
//! | `sign` | signatures |
//! | `send` | one attempt |
//! | `deliver` | endpoints, groups of attempts and their settlement |

mod deliver;
mod send;
mod sign;

pub use deliver::{Deliverer, DeliveryLimits};
