//! What a database error means: come back later, or never.

use std::sync::Arc;

use domain::port::PortError;
use domain::run::NewerFormat;
use sqlx::Error;

/// An attempt that did not work, before anybody decided whether to try again.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum Failed {
    /// The database said so.
    #[error("database error")]
    Sql(#[source] Arc<Error>),
    /// No answer in time; the connection was given up.
    #[error("no answer within {0:?}; the connection was closed")]
    Hung(std::time::Duration),
    /// Another transaction won a race that this one can only see by starting over.
    #[error("lost a race with another transaction")]
    Again,
    /// A stored value could not be read back: written by a newer version, or by hand.
    #[error("a stored value cannot be read")]
    Unreadable(#[source] Arc<serde_json::Error>),
    /// A run was stored by a newer binary: another replica can read it, this one cannot.
    #[error(transparent)]
    Newer(#[from] NewerFormat),
    /// The store is closing.
    #[error("the store is closed")]
    Closed,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Sql(Arc::new(error))
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(Arc::new(error))
    }
}

impl Failed {
    /// May succeed later, unchanged.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Sql(error) => transient(error),
            Self::Hung(_) | Self::Again | Self::Closed => true,
            Self::Unreadable(_) | Self::Newer(_) => false,
        }
    }

    /// The connection it happened on cannot be trusted any more.
    pub(crate) fn breaks_connection(&self) -> bool {
        match self {
            Self::Sql(error) => !matches!(**error, Error::Database(_)) || code_class(error) == Some("57"),
            Self::Hung(_) => true,
            Self::Again | Self::Unreadable(_) | Self::Newer(_) | Self::Closed => false,
        }
    }

    /// As the ports say it. `what` names the table or the operation. Asking again here and now does not help against a newer
    /// format, but during a deployment another replica will have it: the work is handed back, not given up.
    pub(crate) fn into_port(self, what: &'static str) -> PortError {
        if self.is_transient() || matches!(self, Self::Newer(_)) {
            PortError::Unavailable { what, source: Box::new(self) }
        } else {
            PortError::Refused { what: format!("Postgres: {what}"), source: Box::new(self) }
        }
    }
}

fn code_class(error: &Error) -> Option<&str> {
    let Error::Database(database) = error else { return None };
    database.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().and_then(|error| error.code().get(..2))
}

/// Classes of SQLSTATE that pass by themselves: 08 connection, 40 serialization and deadlock, 53 out of resources (disk,
/// connections, memory), 55 lock not available, 57 shutdown, crash or cancelled, 58 input/output error, 25 read-only during
/// a fail-over. `42P01`, a missing table, is a fleet that is not migrated yet, which passes too.
fn transient(error: &Error) -> bool {
    match error {
        Error::Database(database) => {
            database.code().as_deref() == Some("42P01")
                || matches!(code_class(error), Some("08" | "25" | "40" | "53" | "55" | "57" | "58"))
        }
        Error::Io(_)
        | Error::Tls(_)
        | Error::Protocol(_)
        | Error::PoolTimedOut
        | Error::PoolClosed
        | Error::WorkerCrashed
        | Error::BeginFailed => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_connection_passes_and_a_wrong_row_does_not() {
        let lost = Failed::from(Error::Io(std::io::ErrorKind::ConnectionReset.into()));
        assert!(lost.is_transient() && lost.breaks_connection());
        assert!(lost.into_port("inbox").is_transient());
        let wrong = Failed::from(Error::RowNotFound);
        assert!(!wrong.is_transient());
        assert!(matches!(wrong.into_port("inbox"), PortError::Refused { .. }));
        assert!(Failed::Again.is_transient() && !Failed::Again.breaks_connection());
    }
}
