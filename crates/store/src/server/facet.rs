//! [`PgServer`].

use std::sync::Arc;

use crate::database::Database;

/// Access to the server itself; see [`crate::Store::server`].
#[derive(Clone)]
pub struct PgServer {
    pub(crate) database: Arc<Database>,
}
