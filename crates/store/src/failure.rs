//! Classification of database errors: transient or permanent, and the server's fault or the statement's.

use std::sync::Arc;

use domain::entity::limits::CatalogueRefusal;
use domain::port::PortError;
use domain::run::NewerFormat;
use sqlx::Error;

/// The failure of one attempt, before the decision to retry.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum Failed {
    /// The database or the driver returned an error.
    #[error("database error")]
    Sql(#[source] Arc<Error>),
    /// The transaction timed out; its connection was closed.
    #[error("no answer within {0:?}; the connection was closed")]
    Hung(std::time::Duration),
    /// The transaction timed out although the server commits others; its connection was closed.
    #[error("not committed within {0:?}, although the server commits other transactions; the connection was closed")]
    Slow(std::time::Duration),
    /// Another transaction won a race; the attempt has to start over.
    #[error("lost a race with another transaction")]
    Again,
    /// A stored value cannot be deserialised: written by a newer version, or by hand.
    #[error("a stored value cannot be read")]
    Unreadable(#[source] Arc<serde_json::Error>),
    /// A run was stored by a newer binary: another replica can read it, this one cannot.
    #[error(transparent)]
    Newer(#[from] NewerFormat),
    /// The statement needs its own session.
    #[error("the schema cannot be changed through a pooler in transaction mode; connect to Postgres itself")]
    Pooled,
    /// The statements of the batch panicked. The members are written alone then, so that only the one that is the cause
    /// fails.
    #[error("it panicked: {0}")]
    Panicked(Arc<str>),
    /// The catalogue of entities refuses what a caller wants to write.
    #[error(transparent)]
    Catalogue(#[from] CatalogueRefusal),
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
    /// Returns `true` if the same attempt may succeed later.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Sql(error) => transient(error),
            Self::Hung(_) | Self::Slow(_) | Self::Again | Self::Closed => true,
            Self::Unreadable(_) | Self::Newer(_) | Self::Pooled | Self::Panicked(_) | Self::Catalogue(_) => false,
        }
    }

    /// Returns `true` if the server itself fails, so that any statement would fail. A timeout counts: each of our
    /// statements is bounded, so one without an answer for the whole timeout hangs together with its server. A batch
    /// checks that ([`Self::Slow`]).
    fn is_servers_fault(&self) -> bool {
        match self {
            Self::Sql(error) => servers_fault(error),
            Self::Hung(_) => true,
            Self::Slow(_)
            | Self::Again
            | Self::Closed
            | Self::Unreadable(_)
            | Self::Newer(_)
            | Self::Pooled
            | Self::Panicked(_)
            | Self::Catalogue(_) => false,
        }
    }

    /// Returns `true` if the statements took too long: the server cancelled one, or the client gave up. One row may be
    /// the cause.
    pub(crate) fn took_too_long(&self) -> bool {
        matches!(self, Self::Hung(_) | Self::Slow(_)) || self.is_cancelled()
    }

    /// Returns `true` if the server cancelled a statement that took too long.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.code().as_deref() == Some("57014")
    }

    /// Returns `true` if the server refuses the user or does not know the database. At the start, waiting does not mend
    /// that.
    pub(crate) fn refuses_login(&self) -> bool {
        let Self::Sql(error) = self else { return false };
        matches!(code_class(error), Some("28" | "3D")) || self.code().as_deref() == Some("42501")
    }

    /// Returns `true` if the role lacks a privilege. Only an operator mends that, so the statement is not repeated, and
    /// the members of a batch that need no such privilege are written without the others.
    pub(crate) fn is_denied(&self) -> bool {
        self.is_transient() && self.code().as_deref() == Some("42501")
    }

    fn code(&self) -> Option<String> {
        let Self::Sql(error) = self else { return None };
        error.as_database_error().and_then(sqlx::error::DatabaseError::code).map(std::borrow::Cow::into_owned)
    }

    /// Returns `true` if the server accepts no writes: a standby, or a primary that was demoted.
    pub(crate) fn is_read_only(&self) -> bool {
        self.code().as_deref() == Some("25006")
    }

    /// Returns `true` if the connection must not be used again.
    pub(crate) fn breaks_connection(&self) -> bool {
        match self {
            Self::Sql(error) => {
                let ends_session = matches!(code_class(error), Some("57" | "28" | "0A" | "26"));
                !matches!(**error, Error::Database(_)) || ends_session || self.is_read_only()
            }
            Self::Hung(_) | Self::Slow(_) | Self::Panicked(_) => true,
            Self::Again | Self::Unreadable(_) | Self::Newer(_) | Self::Pooled | Self::Catalogue(_) | Self::Closed => {
                false
            }
        }
    }

    /// Converts a failure to connect at the start.
    pub(crate) fn into_connect_error(self) -> PortError {
        if self.refuses_login() {
            return PortError::Refused { what: "Postgres: connect".to_owned(), source: Box::new(self) };
        }
        self.into_port("connect")
    }

    /// Converts to the error of the ports. `what` names the table or the operation.
    pub(crate) fn into_port(self, what: &'static str) -> PortError {
        if let Self::Catalogue(refusal) = self {
            PortError::Refused { what: what.to_owned(), source: Box::new(refusal) }
        } else if self.is_servers_fault() {
            PortError::Down { what, source: Box::new(self) }
        } else if matches!(self, Self::Newer(_)) {
            PortError::Newer { what, source: Box::new(self) }
        } else if self.is_transient() {
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

/// Transient classes of SQLSTATE: those of [`servers_fault`], and 40 serialization and deadlock, 55 lock not available,
/// 57 operator intervention, XX internal error.
fn transient(error: &Error) -> bool {
    match error {
        Error::Database(_) => servers_fault(error) || matches!(code_class(error), Some("40" | "55" | "57" | "XX")),
        Error::Protocol(_) | Error::PoolClosed => true,
        error => servers_fault(error),
    }
}

/// Classes that mean that the server fails, or that its operator has left out a step; no job is the cause: 08
/// connection, 53 insufficient resources (disk, connections, memory), 57 shutdown, crash or start-up (except 57014, a
/// cancelled statement), 58 input/output error, 25 read-only during a fail-over, 28 and 3D a user or database that
/// exists no more, 26 a prepared statement that a pooler removed, and those of [`NOT_SET_UP`]. `55P03`, a lock that was
/// not free in time, is the fault of the session that holds it. `57014`, a statement that took too long, counts as a
/// failure of the statement.
fn servers_fault(error: &Error) -> bool {
    match error {
        Error::Database(database) => match database.code().as_deref() {
            // A row of another tenant, which the statement should not have written.
            Some("42501") => routine(database.as_ref()) != Some("ExecWithCheckOptions"),
            // A statement that was prepared before a migration.
            Some("0A000") => routine(database.as_ref()) == Some("RevalidateCachedQuery"),
            Some("55P03") => true,
            Some("57014") => false,
            Some(code) if NOT_SET_UP.contains(&code) => true,
            // Postgres has no SQLSTATE for these two kinds of a full disk.
            Some("XX000") => DISK_FULL_MESSAGES.iter().any(|words| database.message().contains(words)),
            _ => matches!(code_class(error), Some("08" | "25" | "26" | "28" | "3D" | "3F" | "53" | "57" | "58")),
        },
        Error::Io(_) | Error::Tls(_) | Error::PoolTimedOut | Error::WorkerCrashed | Error::BeginFailed => true,
        _ => false,
    }
}

/// Codes of a schema that is not the one of this binary, because it is not migrated yet: missing table, column,
/// function, type or other object, a unique index that `ON CONFLICT` names, a column of another type; and of a prepared
/// statement of another client behind a pooler.
const NOT_SET_UP: [&str; 7] = ["42P01", "42703", "42883", "42704", "42P10", "42804", "42P05"];

/// Returns the routine of the server that reported the error. Unlike the message, it does not depend on the server's
/// language.
fn routine(error: &dyn sqlx::error::DatabaseError) -> Option<&str> {
    error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().and_then(sqlx::postgres::PgDatabaseError::routine)
}

/// Messages of the operating system when a quota or the maximum size of a file is reached.
const DISK_FULL_MESSAGES: [&str; 2] = ["Disk quota exceeded", "File too large"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_connection_is_transient_and_an_invalid_row_is_permanent() {
        let lost = Failed::from(Error::Io(std::io::ErrorKind::ConnectionReset.into()));
        assert!(lost.is_transient() && lost.breaks_connection());
        assert!(lost.into_port("inbox").is_down(), "no job is the cause");
        assert!(Failed::Hung(std::time::Duration::ZERO).into_port("inbox").is_down());
        let race = Failed::Again.into_port("inbox");
        assert!(race.is_transient() && !race.is_down());
        let wrong = Failed::from(Error::RowNotFound);
        assert!(!wrong.is_transient());
        assert!(matches!(wrong.into_port("inbox"), PortError::Refused { .. }));
        assert!(Failed::Again.is_transient() && !Failed::Again.breaks_connection());
    }
}
