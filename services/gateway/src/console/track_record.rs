//! The public track record: a page that anyone may read without a session, off by default. The operator names the
//! tenants, topics and runs whose resolved forecasts it shows; [`super::routes::track_record`] renders it.

use std::sync::Arc;

use operations::scores::PublicForecasts;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::http::Problem;

/// The forecasts that anyone may read, and the page that shows them.
pub struct TrackRecord {
    pub(super) forecasts: Vec<PublicForecasts>,
    /// Held while the page is rendered: the other requests wait for it and send the same page.
    pub(super) last: Mutex<Option<PublicPage>>,
}

/// A page that is sent to everyone for a while.
pub(super) struct PublicPage {
    pub(super) until: Instant,
    /// The page, or why there is none.
    pub(super) answer: Result<Arc<str>, Problem>,
}

impl TrackRecord {
    /// Returns the record of these forecasts; `None` if there are none, and then there is no page.
    pub fn of(forecasts: Vec<PublicForecasts>) -> Option<Self> {
        (!forecasts.is_empty()).then(|| Self { forecasts, last: Mutex::default() })
    }
}
