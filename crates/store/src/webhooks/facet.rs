//! [`PgWebhooks`].

use std::sync::Arc;

use crate::database::Database;

/// Access to webhooks; see [`crate::Store::webhooks`].
#[derive(Clone)]
pub struct PgWebhooks {
    pub(crate) database: Arc<Database>,
}
