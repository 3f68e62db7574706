//! Live pages: one stream of server-sent events per page. The fragments of a view are rendered once a second for all
//! people of a tenant who look at it with the same scopes, and sent if they have changed.
//!
//! A stream carries state and no differences between rows: a page that resumes, at whichever replica, names the state
//! that it shows, and receives what leads from there to the present one. Streams read Postgres only (ADR 0028), and
//! have a place in the shares of their token and tenant (ADR 0026).
//!
//! | module | responsibility |
//! |---|---|
//! | [`view`] | what an address of a stream asks for, and how it is rendered |
//! | [`hub`] | one task per view, tenant and scopes; places of tabs |
//! | [`stream`] | the response: fragments, heartbeats, and the reasons of an end |

mod hub;
mod stream;
mod view;

pub(super) use hub::LiveHub;
pub(super) use stream::open;

/// Path of the streams.
pub(super) const PATH: &str = "/console/live";
