//! Recalibration maps by the hour: fitted by whoever needs one first, the same for everybody afterwards.

use domain::port::PortError;
use domain::{Tenant, Time};

use crate::Store;

/// Seconds of an hour.
const HOUR: i64 = 3_600;

/// Forecasts that one map is for: alike in what may be wrong with them, and asked within the same hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike {
    /// Whom they are for.
    pub tenant: Tenant,
    /// Who estimates.
    pub model: String,
    /// A market's price is in the pool.
    pub with_crowd: bool,
    /// Hours since 1970.
    pub hour: i64,
}

impl Alike {
    /// Forecasts that were asked at that moment.
    pub fn at(tenant: &Tenant, model: &str, with_crowd: bool, asked_at: Time) -> Self {
        let hour = asked_at.timestamp().div_euclid(HOUR);
        Self { tenant: tenant.clone(), model: model.to_owned(), with_crowd, hour }
    }

    /// When the hour began, in seconds since 1970: what was known then may teach, nothing else.
    pub fn begun(&self) -> i64 {
        self.hour * HOUR
    }
}

const KEPT: &str =
    "SELECT map::text FROM recalibration WHERE tenant = $1 AND model = $2 AND with_crowd = $3 AND hour = $4";
const KEEP: &str = "
INSERT INTO recalibration (tenant, model, with_crowd, hour, map) VALUES ($1, $2, $3, $4, $5::json) ON CONFLICT DO NOTHING";

impl Store {
    /// The map of these forecasts as JSON, if it is fitted.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn recalibration(&self, of: &Alike) -> Result<Option<String>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_scalar(KEPT).bind(of.tenant.as_str()).bind(&of.model);
            Ok(query.bind(of.with_crowd).bind(of.hour).fetch_optional(&pool).await?)
        };
        self.run("recalibration", ask).await
    }

    /// Keeps a fitted map; the first one stands.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn keep_recalibration(&self, of: &Alike, map: &str) -> Result<(), PortError> {
        let write = |pool: sqlx::PgPool| async move {
            let insert = sqlx::query(KEEP).bind(of.tenant.as_str()).bind(&of.model).bind(of.with_crowd);
            insert.bind(of.hour).bind(map).execute(&pool).await?;
            Ok(())
        };
        self.run("recalibration", write).await
    }
}
