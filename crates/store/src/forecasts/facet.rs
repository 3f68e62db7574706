//! [`PgForecasts`].

use std::sync::Arc;

use crate::database::Database;

/// Access to forecasts; see [`crate::Store::forecasts`].
#[derive(Clone)]
pub struct PgForecasts {
    pub(crate) database: Arc<Database>,
}
