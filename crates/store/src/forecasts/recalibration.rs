//! Recalibration maps by hour: fitted by the first worker that needs one, then shared by all.

use domain::port::PortError;
use domain::{Tenant, Time};

use super::facet::PgForecasts;
use crate::pool::PgPool;

/// Seconds per hour.
const HOUR: i64 = 3_600;

/// Key of a recalibration map: forecasts with the same kind of miscalibration, asked within the same hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecalibrationKey {
    /// Tenant of the forecasts.
    pub tenant: Tenant,
    /// Model that made the estimates.
    pub model: String,
    /// The pool contains a market price.
    pub with_crowd: bool,
    /// Hours since 1970-01-01 UTC.
    pub hour: i64,
    /// Name of the questions' kind ([`domain::AnswerKind::name`]).
    pub kind: &'static str,
}

impl RecalibrationKey {
    /// Returns the key of a forecast by yes or no asked at `asked_at`.
    pub fn at(tenant: &Tenant, model: &str, with_crowd: bool, asked_at: Time) -> Self {
        let hour = asked_at.timestamp().div_euclid(HOUR);
        Self { tenant: tenant.clone(), model: model.to_owned(), with_crowd, hour, kind: "binary" }
    }

    /// Returns the key of the same forecasts for questions of another kind.
    #[must_use]
    pub fn of_kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// Returns the start of the hour in seconds since 1970. The map is fitted to outcomes known by then.
    pub fn begun(&self) -> i64 {
        self.hour * HOUR
    }
}

const SELECT_MAP: &str = "SELECT map::text FROM recalibration WHERE tenant = $1 AND model = $2 AND with_crowd = $3 AND hour = $4 AND kind = $5";
const INSERT_MAP: &str = "
INSERT INTO recalibration (tenant, model, with_crowd, hour, map, kind) VALUES ($1, $2, $3, $4, $5::json, $6) ON CONFLICT DO NOTHING";

impl PgForecasts {
    /// Returns the map of these forecasts as JSON, if it has been fitted.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn recalibration(&self, of: &RecalibrationKey) -> Result<Option<String>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar(SELECT_MAP).bind(of.tenant.as_str()).bind(&of.model);
            Ok(query.bind(of.with_crowd).bind(of.hour).bind(of.kind).fetch_optional(&pool).await?)
        };
        self.database.run("recalibration", select).await
    }

    /// Stores a fitted map. The first stored map wins.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn keep_recalibration(&self, of: &RecalibrationKey, map: &str) -> Result<(), PortError> {
        let write = |pool: PgPool| async move {
            let insert = sqlx::query(INSERT_MAP).bind(of.tenant.as_str()).bind(&of.model).bind(of.with_crowd);
            insert.bind(of.hour).bind(map).bind(of.kind).execute(&pool).await?;
            Ok(())
        };
        self.database.run("recalibration", write).await
    }
}
