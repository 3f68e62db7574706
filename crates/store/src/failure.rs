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

    /// The server is in trouble, and whatever it is asked fails. A hanging statement counts: each of ours is bounded, so one that gets no
    /// answer in seconds, and that for as long as the store is patient, hangs with its server.
    fn is_servers_fault(&self) -> bool {
        match self {
            Self::Sql(error) => servers_fault(error),
            Self::Hung(_) => true,
            Self::Again | Self::Closed | Self::Unreadable(_) | Self::Newer(_) => false,
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
        if self.is_servers_fault() {
            PortError::Down { what, source: Box::new(self) }
        } else if self.is_transient() || matches!(self, Self::Newer(_)) {
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

/// Classes of SQLSTATE that pass by themselves: those of the server's own troubles, and 40 serialization and deadlock, 55 lock not
/// available, 57 cancelled, XX what Postgres itself did not expect.
fn transient(error: &Error) -> bool {
    match error {
        Error::Database(_) => servers_fault(error) || matches!(code_class(error), Some("40" | "55" | "57" | "XX")),
        Error::Protocol(_) | Error::PoolClosed => true,
        error => servers_fault(error),
    }
}

/// The server's own troubles: 08 connection, 53 out of resources (disk, connections, memory), 57 shutdown, crash or starting (57014 is
/// a statement that was cancelled), 58 input/output error, 25 read-only during a fail-over. `42P01`, a missing table, and
/// `42703`, a missing column, are a fleet that is not migrated yet.
fn servers_fault(error: &Error) -> bool {
    match error {
        Error::Database(database) => match database.code().as_deref() {
            Some("42P01" | "42703") => true,
            Some("57014") => false,
            // Postgres has no code of its own for these two kinds of a full disk.
            Some("XX000") => NO_ROOM.iter().any(|words| database.message().contains(words)),
            _ => matches!(code_class(error), Some("08" | "25" | "53" | "57" | "58")),
        },
        Error::Io(_) | Error::Tls(_) | Error::PoolTimedOut | Error::WorkerCrashed | Error::BeginFailed => true,
        _ => false,
    }
}

/// What the system says where a quota or the largest size of a file is reached.
const NO_ROOM: [&str; 2] = ["Disk quota exceeded", "File too large"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_connection_passes_and_a_wrong_row_does_not() {
        let lost = Failed::from(Error::Io(std::io::ErrorKind::ConnectionReset.into()));
        assert!(lost.is_transient() && lost.breaks_connection());
        assert!(lost.into_port("inbox").is_down(), "no work is to blame");
        assert!(Failed::Hung(std::time::Duration::ZERO).into_port("inbox").is_down());
        let race = Failed::Again.into_port("inbox");
        assert!(race.is_transient() && !race.is_down());
        let wrong = Failed::from(Error::RowNotFound);
        assert!(!wrong.is_transient());
        assert!(matches!(wrong.into_port("inbox"), PortError::Refused { .. }));
        assert!(Failed::Again.is_transient() && !Failed::Again.breaks_connection());
    }
}
